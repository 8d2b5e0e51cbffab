//! The data of servers that removed the bot is deleted step by step, and only while the bot is known to be
//! absent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{NOON, begin};
use crate::databases::{DbProbe, with_database};
use futures_util::future::BoxFuture;
use rookery::game::{GuildId, Millis};
use rookery::store::{Interference, StatementFault, Store, StoreOptions};
use tokio::sync::watch;

tests_on_both!(
    a_server_with_a_live_game_is_not_forgotten,
    a_bot_that_is_back_between_two_steps_keeps_the_rest,
);

/// The server of the games here.
const SERVER: GuildId = GuildId(9);
/// When the bot was removed from it.
const LONG_AGO: Millis = Millis(1);

fn a_server_with_a_live_game_is_not_forgotten() {
    with_database(async |url| {
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        begin(&store, 5).await;
        store.close_guild(SERVER, LONG_AGO).await.expect("it was left");
        let beside = DbProbe::open(&url).await;
        beside.change("INSERT INTO servers (id) VALUES (9)").await;
        beside
            .change(
                "INSERT INTO outbox (kind, subject, channel, urgency, version, since, due)
                 SELECT 'board', id, channel, 0, due, due_at, due_at + 15000 FROM games
                 WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE kind = 'board')",
            )
            .await;
        // Started since the bot was last seen to be absent.
        assert!(!store.forget_server(SERVER, NOON, NOON).await.expect("not forgotten"));
        let kept =
            "SELECT (SELECT count(*) FROM outbox WHERE kind = 'board') + (SELECT count(*) FROM servers)";
        assert_eq!(beside.number(kept).await, 2);
        beside.close().await;
        store.close().await;
    });
}

/// Blocks all connections after a ladder's deletion until released.
#[derive(Debug, Default)]
struct AfterTheLadder {
    is_gone: AtomicBool,
    waits: watch::Sender<bool>,
    released: watch::Sender<bool>,
}

impl Interference for AfterTheLadder {
    fn before<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        Box::pin(async move {
            if sql.is_empty() && self.is_gone.load(Ordering::Relaxed) {
                self.waits.send_replace(true);
                let released = self.released.subscribe().wait_for(|released| *released).await.map(|_| ());
                released.expect("the sender is here");
            }
            Ok(())
        })
    }

    fn after<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        if sql.starts_with("DELETE FROM ladders") {
            self.is_gone.store(true, Ordering::Relaxed);
        }
        Box::pin(std::future::ready(Ok(())))
    }
}

fn a_bot_that_is_back_between_two_steps_keeps_the_rest() {
    with_database(async |url| {
        let held = Arc::new(AfterTheLadder::default());
        let options = StoreOptions { interference: Some(held.clone()), ..StoreOptions::default() };
        let store = Store::open_at(&url, options).await.expect("the database opens");
        let beside = DbProbe::open(&url).await;
        beside.change("INSERT INTO servers (id) VALUES (9)").await;
        beside.change("INSERT INTO left_servers (guild, at) VALUES (9, 1)").await;
        beside
            .change(
                "INSERT INTO ladders (id, guild, channel, variant, pace, rated, state, created_at)
                 VALUES (1, 9, 5, 'chess', '1d', 0, 'open', 1)",
            )
            .await;
        let back = async {
            let waits = held.waits.subscribe().wait_for(|waits| *waits).await.map(|_| ());
            waits.expect("it waits");
            beside.change("DELETE FROM left_servers").await;
            held.released.send_replace(true);
        };
        let (forgotten, ()) = tokio::join!(store.forget_server(SERVER, NOON, NOON), back);
        assert!(!forgotten.expect("no fault"), "it is back");
        assert_eq!(beside.number("SELECT count(*) FROM ladders").await, 0);
        assert_eq!(beside.number("SELECT count(*) FROM servers").await, 1);
        beside.close().await;
        store.close().await;
    });
}
