//! An older copy of the database replaces the bot's: a restored backup, or a lagging replica that takes over.
//!
//! What was done since is lost and reported as lost, even if the same is done again in the same places.

use std::time::Duration;

use reqwest::StatusCode;
use rookery::sandbox::{Channel, Member, Message, Response, Upshot};
use rookery::store::{StoreUrl, copy};
use serde_json::json;

use crate::bot::bench::{Bench, Game, card, message, wait_for};
use crate::bot::pages::visitor::{Browser, Page, link, link_in, secret, wish_id};
use crate::bot::people::tournaments::made;
use crate::databases;

tests_on_both!(
    after_a_restore_no_old_button_acts_on_anything_else,
    after_a_failover_to_a_replica_that_lagged_no_old_button_acts_on_anything_else,
    after_a_failover_the_board_of_another_event_with_the_same_number_is_shown,
    after_a_restore_no_old_page_form_or_private_card_acts_on_anything_else,
);

/// A copy of the current database.
pub(super) async fn copied(bench: &Bench, dir: &tempfile::TempDir) -> StoreUrl {
    let there = databases::fresh(dir.path()).await;
    copy(&bench.store, &there, &mut |_, _| ()).await.expect("a copy");
    there
}

/// Replaces the database by this copy.
pub(super) async fn restore(bench: &mut Bench, copy: StoreUrl) {
    bench.stop().await;
    databases::done_with(&std::mem::replace(&mut bench.store, copy)).await;
    bench.start().await;
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
        restore(&mut bench, backup).await;
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
        restore(&mut bench, replica).await;
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
        restore(&mut bench, replica).await;
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

/// Asks and acts on a page that is lost.
async fn page_is_lost(page: &Page) {
    let wish = json!({ "id": wish_id(), "rev": 1, "do": "move", "move": "e2e4" });
    for answer in [page.ask("state").await, page.send(&wish).await] {
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{}", answer.body);
        assert!(answer.says().starts_with("Nothing is open in this browser any more"), "{}", answer.says());
    }
}

/// Looks at a lost game, and acts on it, on the page of all games that is not lost.
async fn game_is_lost(page: &Page, at: i64) {
    let wish = json!({ "id": wish_id(), "rev": 1, "do": "move", "move": "e2e4", "at": at.to_string() });
    for answer in [page.ask(&format!("state?at={at}")).await, page.send(&wish).await] {
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", answer.body);
        assert!(answer.says().contains("This game is no longer stored"), "{}", answer.says());
    }
}

/// The page of all of this person's games.
async fn page_of_all(bench: &Bench, who: &Member) -> Page {
    let list = card(&who.slash("games", &[]).await);
    Browser::new(bench).open(&link_in(&card(&who.click(&list, "Open board").await))).await
}

fn after_a_restore_no_old_page_form_or_private_card_acts_on_anything_else() {
    wait_for(async {
        let mut bench = Bench::with_pages().await;
        let kept = begun_before(&bench).await;
        played(&kept.play(&["e4"]).await);
        let kept_page = Browser::new(&bench).open(&link(&kept.blue, &kept.board).await).await;
        let kept_list = page_of_all(&bench, &kept.red).await;
        let dir = tempfile::tempdir().expect("a directory");
        bench.stop().await;
        let backup = copied(&bench, &dir).await;
        bench.start().await;
        let lost = bench.game("games", "chess", None).await;
        let id = bench.count("SELECT max(id) FROM games").await;
        let unopened = link(&lost.red, &lost.board).await;
        let pages = [
            Browser::new(&bench).open(&link(&lost.red, &lost.board).await).await,
            Browser::new(&bench).open(&link(&lost.blue, &lost.board).await).await,
            Browser::new(&bench).open(&link(&bench.green("games"), &lost.board).await).await,
            page_of_all(&bench, &lost.blue).await,
        ];
        let form = lost.red.click(&lost.board, "Type a move").await;
        assert_eq!(form.outcome, Upshot::Modal, "{}", form.text());
        let next = message(&lost.red.slash("next", &[]).await);
        let next_form = lost.red.click(&next, "Type a move").await;
        let sure = message(&lost.red.slash("resign", &[]).await);
        let listed = card(&lost.red.slash("web", &[]).await);
        restore(&mut bench, backup).await;
        for again in [false, true] {
            // First while nothing replaces them, then after the same was done again.
            if again {
                let game = bench.game("games", "chess", None).await;
                for who in [&game.red, &game.blue] {
                    Browser::new(&bench).open(&link(who, &game.board).await).await;
                }
                page_of_all(&bench, &game.blue).await;
            }
            let grants = bench.count("SELECT count(*) FROM page_grants").await;
            let used = Browser::new(&bench).redeem(secret(&unopened)).await;
            assert_eq!(used.status, StatusCode::GONE, "{}", used.body);
            assert!(used.says().contains("Press Open board in Discord for a new one"), "{}", used.says());
            for page in &pages {
                page_is_lost(page).await;
            }
            game_is_lost(&kept_list, id).await;
            for form in [&form, &next_form] {
                let told = lost.red.submit(form, &[("move", "e4")]).await;
                assert!(told.is_ephemeral() && told.text().contains("no longer stored"), "{}", told.text());
            }
            for shown in [&next, &sure] {
                // "next" names only the game from which the list goes on.
                let names = |id: &str| is_numbered(id) && !id.starts_with("v2:next:");
                for button in shown.buttons().into_iter().filter(|one| names(&one.custom_id)) {
                    is_lost(&lost.red, shown, &button.custom_id).await;
                }
            }
            let end = format!("v2:page-end:{}", pages[0].grant);
            assert!(listed.buttons().iter().any(|button| button.custom_id == end), "{:?}", listed.buttons());
            assert!(lost.red.click_stale(&listed, &end).await.is_ephemeral());
            assert_eq!(bench.count("SELECT count(*) FROM page_grants").await, grants);
            let untouched = "SELECT count(*) FROM games WHERE state = 'live' AND rev = 1";
            assert_eq!(bench.count(untouched).await, i64::from(again));
        }
        assert_eq!(kept_list.state().await["kind"], "games");
        assert_eq!(kept_page.play("e7e5").await["ply"], 2);
        bench.finish().await;
    });
}
