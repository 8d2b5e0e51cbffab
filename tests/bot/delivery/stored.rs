//! The answer after a failed action.
//!
//! It says that nothing has changed only if nothing was stored, and that the action may have happened only if
//! something may have been stored.

use crate::bot::permission;
use libtest_mimic::Trial;

use crate::bot::bench::{Bench, done, message, wait_for};
use crate::databases::at_server;
use crate::proxy::{Cut, Proxy};

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let name = |name: &str| format!("{}::{name}", module_path!());
    let opened = || {
        a_move_that_fails_after_its_channel_was_opened_has_changed_nothing();
        Ok(())
    };
    vec![
        crate::slowest::trial(
            name("a_move_that_fails_after_its_channel_was_opened_has_changed_nothing"),
            opened,
        ),
        at_server(
            &name("what_fails_after_something_was_stored_may_have_got_through"),
            what_fails_after_something_was_stored_may_have_got_through,
        ),
        at_server(
            &name("a_game_that_begins_is_shown_whatever_fails_afterwards"),
            a_game_that_begins_is_shown_whatever_fails_afterwards,
        ),
    ]
}

fn a_move_that_fails_after_its_channel_was_opened_has_changed_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.soon_counts("SELECT count(*) FROM games WHERE shown >= due", 1).await;
        let now = bench.settings.clock.now().0;
        let channel = game.red.channel();
        channel.deny_bot(permission::SEND_MESSAGES);
        bench
            .run_sql(&format!(
                "INSERT INTO closed_channels (channel, code, since, again) VALUES ({}, 50013, {now}, {})",
                channel.id(),
                now + 86_400_000
            ))
            .await;
        bench.sql("CREATE TRIGGER fails BEFORE UPDATE OF fen ON games BEGIN SELECT RAISE(ABORT, 'by order'); END").await;
        let told = game.red.slash("move", &[("move", "Nf3")]).await;
        assert_eq!(bench.count("SELECT count(*) FROM closed_channels").await, 0, "the channel was opened");
        assert!(told.is_ephemeral() && !told.text().contains("may have got through"), "{}", told.text());
        bench.sql("DROP TRIGGER fails").await;
        channel.allow_bot();
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        bench.finish().await;
    });
}

fn what_fails_after_something_was_stored_may_have_got_through() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        let proxy = Proxy::before(&bench.store).await;
        bench.store = proxy.url.clone();
        bench.start().await;
        let red = bench.red("games");
        let card = message(&red.slash("settings", &[]).await);
        // The choice is stored and confirmed, but the card cannot be read.
        proxy.cut_next_commit(Cut::Then);
        let told = red.select(&card, "v2:setting:bot-games", &["dm"]).await;
        assert!(told.is_ephemeral() && told.text().contains("may have got through"), "{}", told.text());
        proxy.mend();
        bench.soon_counts("SELECT count(*) FROM people WHERE bot_games = 'dm'", 1).await;
        bench.finish().await;
    });
}

fn a_game_that_begins_is_shown_whatever_fails_afterwards() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        let proxy = Proxy::before(&bench.store).await;
        bench.store = proxy.url.clone();
        bench.start().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
        let offer = message(&red.slash("challenge", &ask).await);
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        proxy.cut_next_commit(Cut::Then);
        let told = blue.click(&offer, "Accept").await;
        assert!(told.is_ephemeral() && told.text().contains("may have got through"), "{}", told.text());
        proxy.mend();
        bench.soon_counts("SELECT count(*) FROM games WHERE state = 'live'", 1).await;
        let board = red.channel().wait_for(|shown| shown.picture().is_some()).await;
        assert!(board.is_some(), "the game is shown without being asked for");
        done(&red.slash("move", &[("move", "e4")]).await);
        bench.finish().await;
    });
}
