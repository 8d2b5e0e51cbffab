//! An older copy of the database replaces the bot's: a restored backup, or a lagging replica that takes over.
//!
//! What was done since is lost and reported as lost, even if the same is done again in the same places.

use std::time::Duration;

use rookery::sandbox::{Channel, Member, Message, Response};
use rookery::store::{StoreUrl, copy};

use crate::bot::bench::{Bench, Game, message, wait_for};
use crate::bot::people::tournaments::made;
use crate::databases;

tests_on_both!(
    after_a_restore_no_old_button_acts_on_anything_else,
    after_a_failover_to_a_replica_that_lagged_no_old_button_acts_on_anything_else,
    after_a_failover_the_board_of_another_event_with_the_same_number_is_shown,
);

/// A copy of the current database.
async fn copied(bench: &Bench, dir: &tempfile::TempDir) -> StoreUrl {
    let there = databases::fresh(dir.path()).await;
    copy(&bench.store, &there, &mut |_, _| ()).await.expect("a copy");
    there
}

/// Actions of people, by their messages.
struct Done {
    tournament: Message,
    ladder: Message,
    challenge: Message,
    board: Message,
}

/// A message of this channel with this beginning.
async fn shown(bench: &Bench, channel: &Channel, beginning: &str, after: usize) -> Message {
    let look =
        async || channel.messages().into_iter().skip(after).find(|one| one.content.starts_with(beginning));
    bench.pass_until(Duration::from_secs(1), look).await.expect("a message")
}

/// A tournament, a ladder, a challenge and a game, each in its channel.
async fn everything(bench: &Bench) -> Done {
    let at = |name: &str| bench.red(name).channel().messages().len();
    let (in_hall, in_ladders) = (at("hall"), at("ladders"));
    let (_, hall) = made(bench, &[("kind", "round-robin")]).await;
    let ladders = bench.red("ladders");
    assert!(ladders.slash("ladder open", &[("variant", "chess")]).await.answered());
    Done {
        tournament: shown(bench, &hall, "**Tournament of ", in_hall).await,
        ladder: shown(bench, &ladders.channel(), "**Ladder of ", in_ladders).await,
        challenge: message(&bench.red("asked").slash("challenge", &[("variant", "chess")]).await),
        board: bench.game("games", "chess", None).await.board,
    }
}

/// Presses a button of a message from before, in its own channel, and expects a private answer that it
/// belongs to something lost.
async fn is_lost(who: &Member, on: &Message, id: &str) {
    let told = who.click_stale(on, id).await;
    let text = told.text();
    let is_lost = [" is no longer ", "There is no such "].iter().any(|words| text.contains(words));
    assert!(told.is_ephemeral() && is_lost, "{id}: {text}");
}

/// True if an id contains a number assigned by the bot.
fn is_numbered(id: &str) -> bool {
    id.split(':').skip(2).any(|part| part.starts_with(|first: char| first.is_ascii_digit()))
}

/// Presses all buttons of the lost things.
async fn press_all(bench: &Bench, lost: &Done) {
    let mut pressed = 0;
    for (message, place) in [
        (&lost.tournament, "hall"),
        (&lost.ladder, "ladders"),
        (&lost.challenge, "asked"),
        (&lost.board, "games"),
    ] {
        for button in message.buttons().into_iter().filter(|button| is_numbered(&button.custom_id)) {
            for name in ["red", "blue", "green"] {
                let who = bench.discord.member(name).in_channel(place);
                is_lost(&who, message, &button.custom_id).await;
                pressed += 1;
            }
        }
    }
    assert!(pressed >= 3 * 12, "{pressed} were pressed");
}

/// Asserts that no old button has changed anything.
async fn all_is_as_it_was(bench: &Bench, times: i64) {
    assert_eq!(bench.count("SELECT count(*) FROM tournaments WHERE state = 'open'").await, 1);
    assert_eq!(bench.count("SELECT count(*) FROM tournament_players").await, 0);
    assert_eq!(bench.count("SELECT count(*) FROM ladder_players").await, 0);
    assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 1);
    assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live' AND rev = 1").await, times);
}

/// Starts a game that all copies have, and returns it in its older state.
async fn begun_before(bench: &Bench) -> Game {
    bench.game("before", "chess", None).await
}

#[track_caller]
fn played(answer: &Response) {
    assert!(!answer.is_ephemeral() && answer.answered(), "{}", answer.text());
}

fn after_a_restore_no_old_button_acts_on_anything_else() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let kept = begun_before(&bench).await;
        let dir = tempfile::tempdir().expect("a directory");
        bench.stop().await;
        let backup = copied(&bench, &dir).await;
        bench.start().await;
        let lost = everything(&bench).await;
        bench.stop().await;
        databases::done_with(&std::mem::replace(&mut bench.store, backup)).await;
        bench.start().await;
        // First while nothing replaces them, then after the same was done again.
        press_all(&bench, &lost).await;
        let _again = everything(&bench).await;
        press_all(&bench, &lost).await;
        all_is_as_it_was(&bench, 2).await;
        // What the backup contains still works, with the buttons from before it.
        played(&kept.play(&["e4"]).await);
        bench.finish().await;
    });
}

fn after_a_failover_to_a_replica_that_lagged_no_old_button_acts_on_anything_else() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let kept = begun_before(&bench).await;
        let dir = tempfile::tempdir().expect("a directory");
        // It has everything written so far, and nothing after.
        let replica = copied(&bench, &dir).await;
        let lost = everything(&bench).await;
        bench.stop().await;
        databases::done_with(&std::mem::replace(&mut bench.store, replica)).await;
        bench.start().await;
        let _again = everything(&bench).await;
        press_all(&bench, &lost).await;
        all_is_as_it_was(&bench, 2).await;
        played(&kept.play(&["e4"]).await);
        bench.finish().await;
    });
}

/// A question's answer is private, so the bot posts the board by itself, by its nonce.
fn after_a_failover_the_board_of_another_event_with_the_same_number_is_shown() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let kept = begun_before(&bench).await;
        let dir = tempfile::tempdir().expect("a directory");
        let replica = copied(&bench, &dir).await;
        let sure = message(&kept.red.slash("resign", &[]).await);
        assert!(kept.red.click(&sure, "Yes, resign").await.answered());
        bench.pass(Duration::from_secs(2)).await;
        let before = kept.red.channel().messages().len();
        assert!(kept.red.channel().messages().iter().any(|one| one.content.contains("resigns.")));
        bench.stop().await;
        databases::done_with(&std::mem::replace(&mut bench.store, replica)).await;
        bench.start().await;
        let sure = message(&kept.red.slash("abort", &[]).await);
        assert!(kept.red.click(&sure, "Yes, abort").await.answered());
        let shown = || {
            kept.red
                .channel()
                .messages()
                .into_iter()
                .skip(before)
                .find(|one| one.content.contains("without a result"))
        };
        let shown = bench.pass_until(Duration::from_secs(2), async || shown()).await;
        assert!(shown.is_some(), "{:#?}", kept.red.channel().messages());
        bench.finish().await;
    });
}
