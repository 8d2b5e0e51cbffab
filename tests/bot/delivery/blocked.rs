//! A proxy, or Discord for a reason unrelated to the channel, refuses requests for a while.
//!
//! This is an ordinary outage: no channel is closed, nothing is given up, and nobody loses on time.

use std::time::Duration;

use crate::bot::permission;
use futures_util::future::join_all;
use rookery::sandbox::{Fault, Message, Trouble};

use crate::bot::bench::{Bench, Game, done, idle, message, soon, wait_for};
use crate::bot::learning::daily;
use crate::bot::places::lobby;
use crate::bot::playing::time::{REMINDER, UP, saying, timed, timed_in, told_once};

tests_on_both!(
    a_page_of_cloudflare_closes_no_channel,
    a_page_of_cloudflare_closes_no_channel_over_http,
    a_refusal_for_an_unknown_reason_closes_no_channel,
    a_refusal_without_a_code_closes_no_channel,
    a_reminder_that_was_blocked_comes_afterwards,
    a_list_and_a_puzzle_that_were_blocked_come_afterwards,
    an_offer_and_a_challenge_that_were_blocked_are_settled_afterwards,
    channels_that_an_older_version_has_closed_are_opened_at_a_start,
    closed_channels_are_looked_at_again_at_a_start,
    by_http_the_games_of_a_server_go_on_when_the_bot_is_back,
);

const CLOSED: &str = "SELECT count(*) FROM closed_channels";
const UNANSWERED: &str = "SELECT count(*) FROM closed_channels WHERE code = 2";
/// Longer than any of these tests.
const LONG: Duration = Duration::from_mins(10);
/// How long all requests are refused, by the bot's clock.
const BLOCKED: Duration = Duration::from_secs(20);

/// Six games in six channels, each with a day for each move; the last is about to run out of time.
async fn six(bench: &Bench) -> Vec<Game> {
    let mut games = Vec::new();
    for channel in ["one", "two", "three", "four", "five", "six"] {
        games.push(timed_in(bench, channel).await);
    }
    for game in &games {
        done(&game.play(&["e4", "e5"]).await);
    }
    bench.settings.clock.advance(Duration::from_mins(23 * 60 + 50));
    for game in &games[..5] {
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
    }
    bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 6).await;
    games
}

/// While every request is refused, five people play, and the time of the sixth runs out.
async fn nothing_is_closed(bench: Bench, trouble: Trouble) {
    let games = six(&bench).await;
    bench.discord.faults().add(Fault::everywhere(trouble, LONG));
    let moves = games[..5].iter().map(|game| game.blue.slash("move", &[("move", "Nc6")]));
    for played in join_all(moves).await {
        assert!(!played.answered(), "{}", played.text());
    }
    bench.settings.clock.advance(Duration::from_mins(10));
    bench.soon_counts(UNANSWERED, 1).await;
    bench.pass(BLOCKED).await;
    assert_eq!(bench.count(CLOSED).await, 1, "no other channel is closed");
    bench.discord.faults().clear();
    for game in &games[..5] {
        let board = told_once(game, "b8-c6").await;
        assert!(board.picture().is_some() && board.labels().len() == 5, "{:?}", board.labels());
        let old = |message: &Message| message.id != board.id && !message.buttons().is_empty();
        soon("the boards before lose their buttons", || !game.red.channel().messages().iter().any(old)).await;
    }
    bench.pass(Duration::from_mins(2)).await;
    bench.soon_counts(CLOSED, 0).await;
    bench.soon_counts("SELECT count(*) FROM games WHERE state = 'live'", 6).await;
    bench.settings.clock.advance(Duration::from_mins(59));
    assert_eq!(saying(&games[5], UP).len(), 0, "they have an hour");
    let full = "SELECT count(*) FROM games WHERE state = 'live' AND deadline = moved_at + 86400000";
    assert_eq!(bench.count(full).await, 5, "no clock has stood still");
    let list = games[0].red.in_channel("dm").slash("games", &[]).await;
    assert!(!list.text().contains("removed") && !list.text().contains("waits"), "{}", list.text());
    for game in &games[..5] {
        done(&game.red.slash("move", &[("move", "Bc4")]).await);
    }
    bench.settings.clock.advance(Duration::from_mins(2));
    assert!(told_once(&games[5], UP).await.picture().is_some());
    assert_eq!(bench.count(CLOSED).await, 0);
    assert_eq!(bench.discord.failures().len(), 5, "those failures were ordered");
}

fn a_page_of_cloudflare_closes_no_channel() {
    wait_for(async { nothing_is_closed(Bench::new().await, Trouble::Blocked).await });
}

fn a_page_of_cloudflare_closes_no_channel_over_http() {
    wait_for(async { nothing_is_closed(Bench::over_http().await, Trouble::Blocked).await });
}

fn a_refusal_for_an_unknown_reason_closes_no_channel() {
    wait_for(async { nothing_is_closed(Bench::new().await, Trouble::Refuse(403, 40_333)).await });
}

fn a_refusal_without_a_code_closes_no_channel() {
    wait_for(async { nothing_is_closed(Bench::new().await, Trouble::Refuse(404, 0)).await });
}

fn a_reminder_that_was_blocked_comes_afterwards() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = timed(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 1).await;
        bench.discord.faults().add(Fault::everywhere(Trouble::Blocked, LONG));
        bench.settings.clock.advance(Duration::from_hours(18));
        bench.pass(BLOCKED).await;
        let asked = || {
            let requests = bench.discord.requests();
            // First the bot checks that the player is still a member.
            requests.iter().any(|one| one.method == "GET" && one.path.contains("/members/"))
        };
        soon("a try to remind", asked).await;
        bench.discord.faults().clear();
        bench.pass(BLOCKED).await;
        assert_eq!(told_once(&game, REMINDER).await.pings(), [game.red.id()]);
        bench.pass(BLOCKED).await;
        assert_eq!(saying(&game, REMINDER).len(), 1);
        bench.finish().await;
    });
}

fn a_list_and_a_puzzle_that_were_blocked_come_afterwards() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, list) = lobby::with_lobby(&bench).await;
        let (_, puzzles, _) = daily::with_daily(&bench).await;
        let offer = message(&red.slash("challenge", &[("variant", "chess")]).await);
        bench.discord.faults().add(Fault::everywhere(Trouble::Blocked, LONG));
        bench.pass(BLOCKED).await;
        idle().await;
        assert_eq!(
            bench.count("SELECT count(*) FROM outbox WHERE kind = 'lobby' AND code IS NOT NULL").await,
            0
        );
        bench.discord.faults().clear();
        lobby::says(&bench, &list, |text| text.contains(&offer.id)).await;
        bench.discord.faults().add(Fault::everywhere(Trouble::Blocked, LONG));
        bench.settings.clock.advance(Duration::from_hours(24));
        bench.pass(BLOCKED).await;
        idle().await;
        assert_eq!(
            bench.count("SELECT count(*) FROM outbox WHERE kind = 'daily' AND code IS NOT NULL").await,
            0
        );
        bench.discord.faults().clear();
        daily::posted(&bench, &puzzles, 2).await;
        bench.finish().await;
    });
}

fn an_offer_and_a_challenge_that_were_blocked_are_settled_afterwards() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.sweep = Duration::from_secs(2);
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let offer = message(&game.red.slash("draw", &[]).await);
        let green = bench.green("other");
        let asked = message(&green.slash("challenge", &[("variant", "chess"), ("thread", "no")]).await);
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        let refused = Fault::everywhere(Trouble::Blocked, LONG);
        bench.discord.faults().add(refused.clone().method("PATCH"));
        // The challenge's own channel answers: in one that does not, a challenge keeps its time.
        let path = format!("/channels/{}", game.red.channel().id());
        bench.discord.faults().add(Fault { path, ..refused });
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        done(&game.blue.slash("move", &[("move", "Nc6")]).await);
        // The challenge lapses while nothing can be edited.
        bench.settings.clock.advance(Duration::from_mins(24 * 60 + 1));
        for _ in 0..6 {
            bench.pass(BLOCKED).await;
            idle().await;
        }
        bench.discord.faults().clear();
        bench.pass(BLOCKED).await;
        bench.settings.clock.advance(Duration::from_mins(2));
        for shown in [&offer, &asked] {
            let now = || shown.channel_id.clone();
            let channel = if now() == offer.channel_id { game.red.channel() } else { green.channel() };
            let settled = async || {
                let message = channel.message(&shown.id)?;
                message.buttons().is_empty().then_some(())
            };
            bench.pass_until(Duration::from_secs(5), settled).await.expect("it has no buttons");
        }
        bench.finish().await;
    });
}

fn channels_that_an_older_version_has_closed_are_opened_at_a_start() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let games = [timed_in(&bench, "one").await, timed_in(&bench, "two").await];
        for game in &games {
            done(&game.play(&["e4", "e5"]).await);
        }
        bench.stop().await;
        // As an HTML page used to be treated: without a code, and retried after a day.
        let now = bench.settings.clock.now().0;
        for game in &games {
            bench
                .run_sql(&format!(
                    "INSERT INTO closed_channels (channel, code, since, again, tries) VALUES ({}, 0, {now}, {}, 9)",
                    game.red.channel().id(),
                    now + 86_400_000,
                ))
                .await;
        }
        bench.settings.clock.advance(Duration::from_hours(30));
        bench.start().await;
        bench.soon_counts(CLOSED, 0).await;
        let left = bench.count("SELECT min(deadline) FROM games").await - bench.settings.clock.now().0;
        assert!(left > 23 * 3_600_000, "the time is given back: {left}");
        let list = games[0].red.in_channel("dm").slash("games", &[]).await;
        assert!(!list.text().contains("removed") && !list.text().contains("waits"), "{}", list.text());
        bench.finish().await;
    });
}

fn by_http_the_games_of_a_server_go_on_when_the_bot_is_back() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = timed_in(&bench, "one").await;
        done(&game.play(&["e4", "e5"]).await);
        bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 1).await;
        bench.discord.remove_bot();
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 0", 1).await;
        bench.stop().await;
        bench.start_over_http().await;
        bench.pass(Duration::from_mins(6)).await;
        assert_eq!(bench.count(CLOSED).await, 1, "it is not back");
        bench.discord.invite_bot();
        bench.pass(Duration::from_mins(6)).await;
        bench.soon_counts(CLOSED, 0).await;
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.finish().await;
    });
}

fn closed_channels_are_looked_at_again_at_a_start() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let open = timed_in(&bench, "one").await;
        let closed = timed_in(&bench, "two").await;
        for game in [&open, &closed] {
            done(&game.play(&["e4", "e5"]).await);
        }
        bench.stop().await;
        let now = bench.settings.clock.now().0;
        for game in [&open, &closed] {
            bench
                .run_sql(&format!(
                    "INSERT INTO closed_channels (channel, code, since, again, tries) VALUES ({}, 50001, {now}, {}, 9)",
                    game.red.channel().id(),
                    now + 86_400_000,
                ))
                .await;
        }
        closed.red.channel().deny_bot(permission::VIEW_CHANNEL);
        bench.start().await;
        bench.soon_counts(CLOSED, 1).await;
        let tries = "SELECT count(*) FROM closed_channels WHERE tries = 9";
        bench.pass(BLOCKED).await;
        assert_eq!(bench.count(tries).await, 1, "the one that is closed still waits as it did");
        done(&open.red.slash("move", &[("move", "Nf3")]).await);
        bench.finish().await;
    });
}
