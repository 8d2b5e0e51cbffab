use super::*;

fn message(channel: u64) -> RouteKey {
    RouteKey::of(&Method::POST, &format!("/channels/{channel}/messages")).expect("a bot's request")
}

fn taken(limits: &RateLimits, key: &RouteKey, class: Class, now: Instant) -> bool {
    limits.with(|inner| inner.take(key, class, now)) <= now
}

#[test]
fn a_bucket_is_a_route_with_its_channel() {
    let key = |method: &Method, route: &str| RouteKey::of(method, route);
    let edit = key(&Method::PATCH, "/channels/123/messages/456");
    assert_eq!(edit, key(&Method::PATCH, "/channels/123/messages/789"));
    assert_ne!(edit, key(&Method::PATCH, "/channels/124/messages/456"));
    assert_ne!(edit, key(&Method::GET, "/channels/123/messages/456"));
    assert_eq!(key(&Method::POST, "/interactions/1/token/callback?with_response=true"), None);
    assert_eq!(key(&Method::PATCH, "/webhooks/1/token/messages/@original"), None);
}

#[test]
fn five_in_five_seconds_are_taken_for_granted() {
    let (limits, now) = (RateLimits::default(), Instant::now());
    for _ in 0..5 {
        assert!(taken(&limits, &message(7), Class::Prompt, now));
    }
    assert!(!taken(&limits, &message(7), Class::Prompt, now + Duration::from_secs(5)));
    assert!(taken(&limits, &message(8), Class::Prompt, now), "another channel has its own");
    assert!(taken(&limits, &message(7), Class::Prompt, now + Duration::from_millis(5_300)));
}

#[test]
fn fewer_than_fifty_go_out_in_any_second() {
    let (limits, start) = (RateLimits::default(), Instant::now());
    let mut sent = Vec::new();
    for step in 0..4_000_u64 {
        let now = start + Duration::from_millis(step);
        for channel in 0..3 {
            if taken(&limits, &message(1_000 + (step * 3 + channel) % 2_000), Class::Prompt, now) {
                sent.push(now);
            }
        }
    }
    assert!(sent.len() >= 4 * 40, "{}", sent.len());
    assert!(sent.windows(50).all(|run| run[49] - run[0] > Duration::from_secs(1)));
}

#[test]
fn what_can_wait_leaves_room() {
    let (limits, now) = (RateLimits::default(), Instant::now());
    let patient = (100..200).filter(|c| taken(&limits, &message(*c), Class::Patient, now)).count();
    let prompt = (200..300).filter(|c| taken(&limits, &message(*c), Class::Prompt, now)).count();
    assert_eq!((patient, prompt), (PATIENT_A_SECOND, A_SECOND - PATIENT_A_SECOND));
}

#[test]
fn what_was_sent_before_the_bucket_had_a_name_counts() {
    let (limits, now) = (RateLimits::default(), Instant::now());
    for _ in 0..5 {
        assert!(taken(&limits, &message(7), Class::Prompt, now));
    }
    limits.with(|inner| inner.name(&message(7).template, "abc"));
    assert!(!taken(&limits, &message(7), Class::Prompt, now));
}

/// Returns the headers of a response: the limit, how much of it is left, and for how many seconds.
fn told(limit: &str, left: &str, after: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("x-ratelimit-limit", limit),
        ("x-ratelimit-remaining", left),
        ("x-ratelimit-reset-after", after),
        ("x-ratelimit-bucket", "abc"),
    ] {
        headers.insert(name, value.parse().expect("a header"));
    }
    headers
}

#[test]
fn one_odd_answer_slows_nothing_for_long() {
    let (limits, key, now) = (RateLimits::default(), message(7), Instant::now());
    let later = |seconds| now + Duration::from_secs(seconds);
    for odd in ["4", "1"] {
        for (left, after) in [(odd, "3600"), ("4", "5")] {
            assert!(taken(&limits, &key, Class::Prompt, now));
            limits.learn(&key, &told("5", left, after));
        }
        assert!(taken(&limits, &key, Class::Prompt, now));
        assert!((0..5).all(|_| taken(&limits, &key, Class::Prompt, later(6))), "of {odd} left");
        limits.with(|inner| inner.buckets.clear());
    }
}

#[test]
fn a_span_that_is_told_again_is_believed_until_a_shorter_one_begins() {
    let (limits, key, now) = (RateLimits::default(), message(7), Instant::now());
    let later = |seconds| now + Duration::from_secs(seconds);
    for left in ["1", "0"] {
        assert!(taken(&limits, &key, Class::Prompt, now));
        limits.learn(&key, &told("2", left, "600"));
    }
    assert!(!taken(&limits, &key, Class::Prompt, later(599)));
    assert!((0..2).all(|_| taken(&limits, &key, Class::Prompt, later(601))));
    assert!(!taken(&limits, &key, Class::Prompt, later(610)), "two in ten minutes");
    limits.learn(&key, &told("2", "1", "5"));
    assert!((0..2).all(|_| taken(&limits, &key, Class::Prompt, later(610))), "two in five seconds");
}

#[test]
fn what_discord_says_is_believed() {
    let limits = RateLimits::default();
    limits.learn(&message(7), &told("2", "0", "8.5"));
    let later = |seconds| Instant::now() + Duration::from_secs(seconds);
    assert!(!taken(&limits, &message(7), Class::Prompt, later(8)));
    assert!(taken(&limits, &message(7), Class::Prompt, later(9)));
    assert!(taken(&limits, &message(7), Class::Prompt, later(9)));
    assert!(!taken(&limits, &message(7), Class::Prompt, later(9)), "two at a time");
    limits.hold_all(Duration::from_secs(20));
    assert!(!taken(&limits, &message(9), Class::Prompt, later(15)), "a global hold is for all");
    assert!(taken(&limits, &message(9), Class::Prompt, later(21)));
}

#[test]
fn edits_of_old_messages_do_not_hold_up_young_ones() {
    let (limits, now) = (RateLimits::default(), Instant::now());
    let hour = 3_600_000;
    let now_ms = made_at_ms(0) + 100 * hour;
    let edit = |made_ms: i64| RouteKey::of_edit(7, (made_ms as u64) << 22, now_ms).expect("a bot's request");
    let (old, young) = (edit(98 * hour), edit(100 * hour - hour / 2));
    for _ in 0..3 {
        assert!(taken(&limits, &old, Class::Patient, now));
    }
    assert!(!taken(&limits, &old, Class::Patient, now));
    assert!(taken(&limits, &young, Class::Patient, now));
    let later = now + Duration::from_millis(5_500);
    assert!(!taken(&limits, &old, Class::Patient, later), "three in six seconds");
    limits.hold_old_edits(&old, Duration::from_mins(1));
    assert!(!taken(&limits, &old, Class::Patient, now + Duration::from_secs(30)));
    assert!(taken(&limits, &young, Class::Patient, now + Duration::from_secs(30)));
}

/// Returns how many requests to different channels go out at this moment.
fn all_at(limits: &RateLimits, at: Instant) -> usize {
    let channels = (0..100).map(|_| message(fastrand::u64(1_000..)));
    channels.filter(|key| taken(limits, key, Class::Prompt, at)).count()
}

#[test]
fn processes_that_play_as_one_bot_share_its_second() {
    let (limits, now) = (RateLimits::default(), Instant::now());
    let in_turn = [(Share::Rest(1), 4), (Share::Part(3), 15), (Share::Part(1), 45), (Share::Rest(4), 1)];
    for (number, (share, most)) in (0..).zip(in_turn) {
        limits.share(share);
        assert_eq!(all_at(&limits, now + Duration::from_secs(2 * number)), most, "{share:?}");
    }
    const { assert!(REST_A_SECOND + A_SECOND < 50, "those without a part stay below what the others leave") }
}

#[test]
fn fifteen_that_have_no_part_share_what_is_left() {
    let (limits, now) = (RateLimits::default(), Instant::now());
    limits.share(Share::Rest(15));
    assert!(!limits.was_short(Duration::from_mins(1)));
    let sent: usize = (0..60).map(|second| all_at(&limits, now + Duration::from_secs(second))).sum();
    assert!((12..=16).contains(&sent), "{sent} in a minute");
    assert!(limits.was_short(Duration::from_mins(1)), "it has more to send");
    limits.share(Share::Part(90));
    let sent: usize = (60..120).map(|second| all_at(&limits, now + Duration::from_secs(second))).sum();
    assert!((20..=30).contains(&sent), "{sent} in a minute");
}
