//! Discord's limits on the bot as a whole, per route, and on edits of old messages.
//!
//! Requests above a limit are not sent, and a 429 response delays no more than it must.

use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;
use rookery::sandbox::{Fault, Member, Message, Trouble, Upshot};
use rookery::timing::Clock;

use crate::bot::bench::{Bench, done, long_after, message, soon, wait_for};
use crate::databases::at_server;

tests!(
    a_refusal_that_names_nothing_holds_its_route_alone,
    a_page_of_cloudflare_holds_everything,
    edits_of_old_messages_hold_up_no_young_ones,
    edits_of_old_messages_are_refused_without_a_time_and_come_all_the_same,
);

/// A challenge lapses after this time.
const LAPSES: Duration = Duration::from_hours(25);

/// Query for challenges whose message id is not recorded yet.
const UNNOTED: &str = "SELECT count(*) FROM challenges WHERE message IS NULL";

/// The test that needs a database shared by several processes.
pub fn at_several_processes() -> Vec<Trial> {
    let name = concat!(module_path!(), "::processes_that_play_as_one_bot_share_its_limit");
    vec![at_server(name, processes_that_play_as_one_bot_share_its_limit)]
}

/// An open challenge by this member, in this channel.
async fn challenge(bench: &Bench, who: &str, channel: &str) -> (Member, Message) {
    let who = bench.discord.member(who).in_channel(channel);
    let asked = message(&who.slash("challenge", &[("variant", "chess")]).await);
    (who, asked)
}

/// True if the challenge's message shows that it has lapsed.
fn has_lapsed((who, asked): &(Member, Message)) -> bool {
    who.channel().message(&asked.id).is_some_and(|now| now.buttons().is_empty())
}

/// Two challenges in two channels, whose messages are edited when they lapse; the first of these edits fails
/// in this manner.
async fn two_edits_the_first_of_which(meets: Trouble) -> (Bench, Vec<(Member, Message)>) {
    let bench = Bench::new().await;
    let all = vec![challenge(&bench, "red", "games").await, challenge(&bench, "blue", "other").await];
    bench.soon_counts(UNNOTED, 0).await;
    let edits = format!("/channels/{}/messages/", all[0].0.channel().id());
    bench.discord.faults().add(Fault::next(&edits, meets).method("PATCH"));
    bench.discord.forget_requests();
    bench.settings.clock.advance(LAPSES);
    (bench, all)
}

fn a_refusal_that_names_nothing_holds_its_route_alone() {
    wait_for(async {
        let (bench, all) = two_edits_the_first_of_which(Trouble::BareRateLimit(30)).await;
        soon("the edit in the other channel", || bench.discord.faults().are_over() && has_lapsed(&all[1]))
            .await;
        assert!(!has_lapsed(&all[0]), "its own route waits");
        bench.finish().await;
    });
}

fn a_page_of_cloudflare_holds_everything() {
    wait_for(async {
        let bench = Bench::new().await;
        let first = challenge(&bench, "red", "games").await;
        bench.soon_counts(UNNOTED, 0).await;
        bench.settings.clock.advance(LAPSES / 2);
        let second = challenge(&bench, "blue", "other").await;
        bench.soon_counts(UNNOTED, 0).await;
        bench.discord.faults().add(Fault::next("/messages/", Trouble::ShutOut(3)).method("PATCH"));
        bench.settings.clock.advance(LAPSES / 2);
        soon("the refusal", || bench.discord.faults().are_over()).await;
        let refused = Instant::now();
        bench.settings.clock.advance(LAPSES / 2);
        soon("the edit in the other channel", || has_lapsed(&second)).await;
        assert!(refused.elapsed() > Duration::from_millis(2_500), "{:?}", refused.elapsed());
        soon("the edit that was refused", || has_lapsed(&first)).await;
        bench.finish().await;
    });
}

/// Eight challenges of one channel that are a day old when they lapse, and a new board that loses its
/// buttons.
async fn old_and_young(says_when: bool) -> Bench {
    let clock = Clock::system();
    let mut bench = Bench::with(|options| {
        options.clock = clock.clone();
        options.old_edits_say_when = says_when;
    })
    .await;
    bench.start().await;
    let mut old = Vec::new();
    for number in 0..8 {
        old.push(challenge(&bench, &format!("player {number}"), "games").await);
    }
    clock.advance(LAPSES);
    let young = challenge(&bench, "red", "games").await;
    bench.soon_counts(UNNOTED, 0).await;
    bench.settings.clock.advance(LAPSES);
    let begun = Instant::now();
    soon("three old messages", || old.iter().filter(|one| has_lapsed(one)).count() >= 3).await;
    soon("the young message", || has_lapsed(&young)).await;
    let waited = begun.elapsed();
    let left = old.iter().filter(|one| !has_lapsed(one)).count();
    assert!(left >= 2, "a young message waits for {} old ones ({waited:?})", 8 - left);
    soon("old messages say so", || old.iter().all(has_lapsed)).await;
    assert!(begun.elapsed() < Duration::from_secs(40), "old messages say so late: {:?}", begun.elapsed());
    bench
}

fn edits_of_old_messages_hold_up_no_young_ones() {
    wait_for(async {
        let bench = old_and_young(true).await;
        assert_eq!(bench.discord.rate_limited(), 0, "requests were too much");
        bench.finish().await;
    });
}

fn edits_of_old_messages_are_refused_without_a_time_and_come_all_the_same() {
    wait_for(async {
        let bench = old_and_young(false).await;
        assert_eq!(bench.discord.rate_limited(), 0, "requests were too much");
        bench.finish().await;
    });
}

/// Number of declined challenges. Each notifies the challenger in a new message, which counts towards the
/// bot's global limit.
const DECLINED: usize = 150;
/// Number of concurrent declines.
const AT_ONCE: usize = 30;
/// Tolerated number of early requests: those delayed by a busy machine arrive together.
const BUNCHED: u64 = 5;

fn processes_that_play_as_one_bot_share_its_limit() {
    wait_for(async {
        let mut bench = Bench::over_http().await;
        for _ in 0..2 {
            bench.start_another().await;
        }
        let asked = async |number: usize| {
            let channel = format!("hall-{number}");
            let of = |name: &str| bench.discord.member(&format!("{name} {number}")).in_channel(&channel);
            let (from, to) = (of("from"), of("to"));
            let ask = [("variant", "chess"), ("opponent", to.id()), ("thread", "no")];
            let offer = message(&from.slash("challenge", &ask).await);
            (from, to, offer)
        };
        let mut all = Vec::new();
        for number in 0..DECLINED {
            all.push(asked(number).await);
        }
        // The start's work is finished, and all processes know of each other.
        long_after().await;
        let refused = bench.discord.rate_limited();
        let begun = Instant::now();
        for some in all.chunks(AT_ONCE) {
            let declined = some.iter().map(|(_, to, offer)| to.click(offer, "Decline"));
            for answer in futures_util::future::join_all(declined).await {
                done(&answer);
                assert_ne!(answer.outcome, Upshot::Message, "{}", answer.text());
            }
        }
        let told = |from: &Member| {
            from.channel().messages().iter().filter(|told| told.pings() == [from.id()]).count()
        };
        soon("all are told", || all.iter().all(|(from, ..)| told(from) == 1)).await;
        assert!(begun.elapsed() < Duration::from_secs(30), "all are told late: {:?}", begun.elapsed());
        println!("figure shared-limit {DECLINED} messages of 3 processes in {:?}", begun.elapsed());
        let refused = bench.discord.rate_limited() - refused;
        assert!(refused <= BUNCHED, "the bot as a whole asked too much: {refused} times");
        bench.finish().await;
    });
}
