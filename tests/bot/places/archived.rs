//! Archived, locked and deleted threads: a message unarchives them if possible, and none is lost.

use std::time::Duration;

use rookery::sandbox::{Channel, Upshot};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::playing::time::{REMINDER, told_once};

tests_on_both!(
    an_archived_thread_is_opened_by_a_reminder,
    in_a_locked_thread_time_stands_still,
    what_is_owed_in_a_locked_thread_comes_when_it_is_unlocked,
    a_deleted_thread_ends_its_game,
);

const DAY: Duration = Duration::from_hours(24);

/// A game of Red (White) and Blue in a thread created by the bot, with a day for each move.
pub async fn in_thread(bench: &Bench) -> (Game, Channel) {
    bench.sql("DELETE FROM last_alive").await;
    bench.pass(Duration::from_mins(2)).await;
    bench.soon_counts("SELECT count(*) FROM last_alive", 1).await;
    let (red, blue) = (bench.red("games"), bench.blue("games"));
    let options = [
        ("variant", "chess"),
        ("opponent", blue.id()),
        ("color", "white"),
        ("pace", "1d"),
        ("thread", "yes"),
    ];
    let offer = message(&red.slash("challenge", &options).await);
    done(&blue.click(&offer, "Accept").await);
    let thread = bench.discord.threads().remove(0);
    let board = thread.wait_for(|m| m.picture().is_some()).await.expect("a board");
    (Game { red: red.at(&thread), blue: blue.at(&thread), board }, thread)
}

fn an_archived_thread_is_opened_by_a_reminder() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        bench.settings.clock.advance(Duration::from_hours(18) - Duration::from_mins(30));
        thread.archive();
        soon("the thread is open again", || !thread.is_archived()).await;
        // If archived again at once, it is left alone for an hour.
        thread.archive();
        bench.settings.clock.advance(Duration::from_mins(40));
        let reminder = told_once(&game, REMINDER).await;
        assert_eq!(reminder.pings(), [game.red.id()]);
        assert!(!thread.is_archived());
        bench.finish().await;
    });
}

fn in_a_locked_thread_time_stands_still() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        done(&game.play(&["e4", "e5", "Nf3"]).await);
        bench.boards_are_noted().await;
        thread.set_locked(true);
        let played = game.blue.slash("move", &[("move", "Nc6")]).await;
        assert!(matches!(played.outcome, Upshot::Refused(_)), "Discord does not let anybody play there");
        bench.settings.clock.advance(2 * DAY);
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 50083", 1).await;
        let list = game.blue.in_channel("games").slash("games", &[]).await;
        assert!(
            list.text().contains("its thread is locked, and somebody with Manage Threads"),
            "{}",
            list.text()
        );
        thread.set_locked(false);
        bench.settings.clock.advance(DAY);
        bench.soon_counts("SELECT count(*) FROM closed_channels", 0).await;
        done(&game.blue.slash("move", &[("move", "Nc6")]).await);
        bench.finish().await;
    });
}

fn what_is_owed_in_a_locked_thread_comes_when_it_is_unlocked() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        bench.stop().await;
        bench.play_unanswered(&game.red, "7", "e4").await;
        bench.sql("UPDATE interactions SET token = NULL").await;
        thread.set_locked(true);
        bench.start().await;
        bench.soon_counts("SELECT count(*) FROM closed_channels WHERE code = 50083", 1).await;
        thread.set_locked(false);
        bench.pass(Duration::from_mins(6)).await;
        let board = thread.wait_for(|m| m.content.contains("e2-e4")).await;
        assert!(board.is_some(), "the board is posted");
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        bench.finish().await;
    });
}

fn a_deleted_thread_ends_its_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, thread) = in_thread(&bench).await;
        done(&game.play(&["e4", "e5"]).await);
        thread.delete();
        bench.soon_counts("SELECT count(*) FROM games WHERE ending = 'channel deleted'", 1).await;
        let list = game.red.in_channel("games").slash("games", &[]).await;
        assert!(list.text().starts_with("You have no live game"), "{}", list.text());
        bench.finish().await;
    });
}
