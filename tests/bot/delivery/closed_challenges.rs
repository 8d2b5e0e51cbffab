//! A settled challenge says so in its own message, whatever happens to the bot meanwhile.

use std::time::Duration;

use rookery::sandbox::{Fault, Member, Message, Trouble};
use rookery::timing::Clock;

use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests_on_both!(
    an_open_challenge_tells_its_deadline_and_its_buttons,
    an_accepted_challenge_says_so,
    an_accepted_challenge_leads_to_its_thread,
    a_declined_challenge_says_so_and_pings_the_challenger,
    a_withdrawn_challenge_says_so,
    a_lapsed_challenge_says_so,
    after_a_restart_an_accepted_challenge_says_so,
    after_a_restart_a_declined_challenge_says_so,
    after_a_restart_the_challenger_hears_of_the_decline,
    after_a_restart_a_lapsed_challenge_says_so,
    whoever_may_have_heard_of_the_decline_is_pinged_once,
    a_try_that_may_have_arrived_is_not_forgotten_by_a_refusal_after_it,
    the_age_of_a_challenge_gives_it_up_no_sooner,
    a_challenge_outlasts_an_outage_however_long,
    a_challenge_of_a_removed_person_is_closed,
    threads_are_named_after_the_game_and_the_players,
);

/// The messages that notify Red of a declined challenge.
fn declines(red: &Member) -> Vec<Message> {
    let messages = red.channel().messages().into_iter();
    messages.filter(|m| m.content.ends_with("declined your challenge (Chess).")).collect()
}

/// Red challenges Blue to chess.
async fn challenged(red: &Member, blue: &Member) -> Message {
    let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white")];
    message(&red.slash("challenge", &ask).await)
}

/// True if the message is one sentence with these words, without the parts of an open challenge.
fn says(now: &Message, words: &str) -> bool {
    now.content.contains(words)
        && now.buttons().is_empty()
        && now.files.is_empty()
        && !now.content.contains("24 hours.")
        && !now.content.contains("<t:")
}

async fn soon_says(of: &Member, challenge: &Message, words: &str) {
    let channel = of.channel();
    soon(words, || channel.message(&challenge.id).is_some_and(|now| says(&now, words))).await;
}

fn an_open_challenge_tells_its_deadline_and_its_buttons() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let named = challenged(&red, &blue).await;
        assert_eq!(named.labels(), ["Accept", "Decline", "Cancel", "Rules"]);
        let open = message(&red.slash("challenge", &[("variant", "chess")]).await);
        assert_eq!(open.labels(), ["Accept", "Cancel", "Rules"]);
        for challenge in [&named, &open] {
            assert!(!challenge.content.contains("24 hours"), "{}", challenge.content);
            let (_, stamp) = challenge.content.split_once("<t:").expect("a time stamp");
            let (seconds, _) = stamp.split_once(":R>").expect("a relative one");
            let left = seconds.parse::<i64>().expect("seconds") - bench.settings.clock.now().0 / 1_000;
            assert!((86_000..=86_401).contains(&left), "{left} s");
        }
        bench.finish().await;
    });
}

fn an_accepted_challenge_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        let board = message(&blue.click(&challenge, "Accept").await);
        assert!(board.picture().is_some() && board.id != challenge.id);
        let words = format!("{} accepted {}'s challenge to Chess.", blue.mention(), red.mention());
        soon_says(&red, &challenge, &words).await;
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 0);
        bench.finish().await;
    });
}

fn an_accepted_challenge_leads_to_its_thread() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, green) = (bench.red("games"), bench.green("games"));
        let challenge = message(&red.slash("challenge", &[("variant", "chess"), ("thread", "yes")]).await);
        let accepted = message(&green.click(&challenge, "Accept").await);
        let threads = bench.discord.threads();
        assert!(says(&accepted, &format!("<#{}>", threads[0].id())), "{}", accepted.content);
        bench.soon_counts("SELECT count(*) FROM settled_challenges", 0).await;
        bench.finish().await;
    });
}

fn a_declined_challenge_says_so_and_pings_the_challenger() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        let declined = message(&blue.click(&challenge, "Decline").await);
        assert_eq!(declined.id, challenge.id);
        let words = format!("{} declined {}'s challenge to Chess.", blue.mention(), red.mention());
        assert!(says(&declined, &words), "{}", declined.content);
        let told = format!("{}, {} declined your challenge (Chess).", red.mention(), blue.mention());
        let told = red.channel().wait_for(|m| m.content == told).await.expect("a new message");
        assert_eq!(told.pings(), [red.id()]);
        bench.soon_counts("SELECT count(*) FROM settled_challenges", 0).await;
        bench.finish().await;
    });
}

fn a_withdrawn_challenge_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        for button in ["Cancel", "Decline"] {
            let challenge = challenged(&red, &blue).await;
            let withdrawn = message(&red.click(&challenge, button).await);
            assert_eq!(withdrawn.id, challenge.id);
            let words = format!("{} withdrew this challenge to Chess.", red.mention());
            assert!(says(&withdrawn, &words), "{}", withdrawn.content);
        }
        let told = red.channel().messages().into_iter().filter(|m| m.content.contains("declined")).count();
        assert_eq!(told, 0, "nobody declined");
        bench.finish().await;
    });
}

fn a_lapsed_challenge_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        bench.settings.clock.advance(Duration::from_hours(23));
        bench.pass(Duration::from_mins(2)).await;
        assert_eq!(red.channel().message(&challenge.id).map(|now| now.buttons().len()), Some(4), "not yet");
        bench.settings.clock.advance(Duration::from_mins(58));
        bench.pass(Duration::from_mins(2)).await;
        soon_says(&red, &challenge, &format!("{}'s challenge to Chess has expired", red.mention())).await;
        bench.soon_counts("SELECT count(*) FROM settled_challenges", 0).await;
        bench.finish().await;
    });
}

/// Makes all edits fail, with the bot's token as well as an interaction's.
fn no_edits(bench: &Bench) {
    for path in ["/messages/", "/callback"] {
        let method = if path == "/callback" { "POST" } else { "PATCH" };
        bench.discord.faults().add(Fault::next(path, Trouble::Status(503)).method(method).times(100_000));
    }
}

fn after_a_restart_an_accepted_challenge_says_so() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        let edits = Fault::next("/messages/", Trouble::Status(503)).method("PATCH");
        bench.discord.faults().add(edits.times(100_000));
        done(&blue.click(&challenge, "Accept").await);
        bench.stop().await;
        bench.discord.faults().clear();
        bench.start().await;
        soon_says(&red, &challenge, "accepted").await;
        bench.soon_counts("SELECT count(*) FROM settled_challenges", 0).await;
        bench.finish().await;
    });
}

fn after_a_restart_a_declined_challenge_says_so() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        no_edits(&bench);
        assert!(!blue.click(&challenge, "Decline").await.answered(), "nothing got through");
        bench.stop().await;
        bench.discord.faults().clear();
        bench.discord.forget_failures();
        bench.start().await;
        soon_says(&red, &challenge, "declined").await;
        bench.finish().await;
    });
}

fn after_a_restart_the_challenger_hears_of_the_decline() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.sweep = Duration::from_millis(50);
        bench.start().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        bench
            .discord
            .faults()
            .add(Fault::next("/messages", Trouble::Status(503)).method("POST").times(100_000));
        done(&blue.click(&challenge, "Decline").await);
        bench.stop().await;
        bench.discord.faults().clear();
        let told = || declines(&red);
        assert_eq!(told().len(), 0);
        bench.start().await;
        soon("the challenger is told", || !told().is_empty()).await;
        assert_eq!(told()[0].pings(), [red.id()]);
        bench.soon_counts("SELECT count(*) FROM settled_challenges", 0).await;
        assert_eq!(told().len(), 1, "once");
        bench.finish().await;
    });
}

/// More than a day passes while the bot runs. The time in which it was down does not count for a challenge.
pub(in crate::bot) async fn a_day_passes(bench: &Bench) {
    for _ in 0..26 {
        bench.settings.clock.advance(Duration::from_mins(59));
        bench.pass(Duration::from_mins(1)).await;
    }
}

fn after_a_restart_a_lapsed_challenge_says_so() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(25));
        no_edits(&bench);
        bench.start().await;
        a_day_passes(&bench).await;
        bench.soon_counts("SELECT count(*) FROM challenges", 0).await;
        bench.stop().await;
        bench.discord.faults().clear();
        bench.start().await;
        soon_says(&red, &challenge, "expired").await;
        bench.finish().await;
    });
}

fn whoever_may_have_heard_of_the_decline_is_pinged_once() {
    wait_for(async {
        let clock = Clock::system();
        let mut bench = Bench::with(|options| options.clock = clock.clone()).await;
        bench.start().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        let posts = |trouble| Fault::next("/messages", trouble).method("POST");
        bench.discord.faults().add(posts(Trouble::DropAfter));
        bench.discord.faults().add(posts(Trouble::Refuse(403, 31_337)).times(100_000));
        done(&blue.click(&challenge, "Decline").await);
        let told = || declines(&red);
        soon("the challenger is told", || told().len() == 1).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'challenge' AND tries > 0", 1).await;
        // No attempt is in flight while Discord forgets the first message's nonce.
        bench.stop().await;
        clock.advance(Duration::from_mins(5));
        bench.settings.clock.advance(Duration::from_mins(5));
        bench.discord.faults().clear();
        bench.start().await;
        soon("it is told again", || told().len() == 2).await;
        assert_eq!((told()[0].pings(), told()[1].pings()), (vec![red.id().to_owned()], vec![]));
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'challenge'", 0).await;
        bench.finish().await;
    });
}

fn a_try_that_may_have_arrived_is_not_forgotten_by_a_refusal_after_it() {
    wait_for(async {
        let clock = Clock::system();
        let mut bench = Bench::with(|options| options.clock = clock.clone()).await;
        bench.start().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        let posts = |trouble| Fault::next("/messages", trouble).method("POST");
        bench.discord.faults().add(posts(Trouble::Refuse(403, 31_337)).times(100_000));
        done(&blue.click(&challenge, "Decline").await);
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'challenge' AND tries > 0", 1).await;
        bench.stop().await;
        // As left by a process that ends before its first attempt.
        bench.sql("UPDATE outbox SET tried_at = NULL, tries = 0, code = NULL, due = 0").await;
        bench.discord.faults().clear();
        bench.discord.faults().add(posts(Trouble::DropAfter));
        bench.discord.faults().add(posts(Trouble::Refuse(403, 31_337)).times(100_000));
        bench.start().await;
        let told = || declines(&red);
        soon("it is told", || told().len() == 1).await;
        // During an attempt its due time is later.
        bench.soon_counts("SELECT count(*) FROM outbox WHERE due < tried_at + 20000", 1).await;
        clock.advance(Duration::from_mins(5));
        bench.settings.clock.advance(Duration::from_mins(5));
        bench.discord.faults().clear();
        bench.pass(Duration::from_mins(2)).await;
        soon("it is told again", || told().len() == 2).await;
        assert_eq!((told()[0].pings(), told()[1].pings()), (vec![red.id().to_owned()], vec![]));
        bench.finish().await;
    });
}

/// Makes the bot's edits fail temporarily.
fn refused_edits() -> Fault {
    Fault::next("/messages/", Trouble::Refuse(401, 0)).method("PATCH")
}

fn the_age_of_a_challenge_gives_it_up_no_sooner() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(10 * 24));
        bench.discord.faults().add(refused_edits().times(2));
        bench.start().await;
        a_day_passes(&bench).await;
        soon_says(&red, &challenge, "expired").await;
        bench.finish().await;
    });
}

fn a_challenge_outlasts_an_outage_however_long() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        bench.discord.faults().add(refused_edits().times(100_000));
        bench.settings.clock.advance(Duration::from_hours(25));
        bench.pass(Duration::from_mins(2)).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'challenge' AND tries >= 5", 1).await;
        bench.discord.faults().clear();
        let outage = Fault::everywhere(Trouble::Blocked, Duration::from_mins(10));
        bench.discord.faults().add(outage);
        bench.discord.forget_requests();
        bench.settings.clock.advance(Duration::from_hours(3 * 24));
        // A blocked request is sent three times.
        let edits = || bench.discord.requests().iter().filter(|one| one.path.contains(&challenge.id)).count();
        soon("a second try", || edits() > 3).await;
        bench.discord.faults().clear();
        soon_says(&red, &challenge, "expired").await;
        bench.finish().await;
    });
}

fn a_challenge_of_a_removed_person_is_closed() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let challenge = challenged(&red, &blue).await;
        bench.stop().await;
        let store = rookery::store::Store::open_beside_at(&bench.store).await.expect("a database");
        let app = rookery::app::App::new(store);
        let user = rookery::game::UserId(red.id().parse().expect("a snowflake"));
        assert_eq!(app.forget(user, bench.settings.clock.now()).await.expect("removed").challenges, 1);
        app.close().await;
        bench.start().await;
        soon_says(&red, &challenge, "This challenge to Chess is no longer open.").await;
        bench.finish().await;
    });
}

fn threads_are_named_after_the_game_and_the_players() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "claustrophobia"), ("opponent", blue.id()), ("thread", "yes")];
        done(&blue.click(&message(&red.slash("challenge", &ask).await), "Accept").await);
        assert_eq!(bench.discord.threads()[0].name(), "Claustrophobia: Red – Blue");
        let alone = [("variant", "chess"), ("opponent", red.id()), ("thread", "yes")];
        done(&red.slash("challenge", &alone).await);
        assert!(bench.discord.threads().iter().any(|thread| thread.name() == "Chess: Red, both sides"));
        let bot = bench.discord.bot();
        for (level, told) in [("2", "level 2"), ("maximum", "maximum")] {
            let of_bot =
                [("variant", "claustrophobia"), ("opponent", bot.id()), ("level", level), ("thread", "yes")];
            done(&red.slash("challenge", &of_bot).await);
            let name = format!("Claustrophobia: Red – {} ({told})", bot.name());
            let names: Vec<String> =
                bench.discord.threads().iter().map(rookery::sandbox::Channel::name).collect();
            assert!(names.contains(&name), "{name}: {names:?}");
        }
        bench.finish().await;
    });
}
