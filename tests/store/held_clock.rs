//! Virtual time does not advance while the store works, so that its real time causes no timeouts.

use super::{beginning, new_game};
use crate::databases::{DbProbe, with_database};
use rookery::store::{Store, StoreOptions, StoreUrl};
use sqlx::{Connection, PgConnection, SqliteConnection};
use std::time::Duration;
use tokio::time::Instant;

tests_on_both!(no_virtual_time_passes_while_a_write_waits_for_another_process);

/// Less than a store waits for a lock before it retries.
const LOCKED: Duration = Duration::from_millis(200);

/// Locks the games for some real time, as another process does. Returns once they are locked.
fn locked_beside(address: String) -> std::thread::JoinHandle<()> {
    let (locked, is_locked) = std::sync::mpsc::channel();
    let other = async move {
        if address.starts_with("sqlite:") {
            let mut other = SqliteConnection::connect(&address).await.expect("a file");
            sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.expect("a lock");
            locked.send(()).expect("somebody waits");
            std::thread::sleep(LOCKED);
            other.close().await.expect("an end");
        } else {
            let mut other = PgConnection::connect(&address).await.expect("a server");
            sqlx::raw_sql("BEGIN; LOCK TABLE games").execute(&mut other).await.expect("a lock");
            locked.send(()).expect("somebody waits");
            std::thread::sleep(LOCKED);
            other.close().await.expect("an end");
        }
    };
    let other = std::thread::spawn(|| crate::runtime::on_real_time(other));
    is_locked.recv().expect("it is locked");
    other
}

#[expect(clippy::disallowed_methods, reason = "it compares real time with virtual time")]
fn no_virtual_time_passes_while_a_write_waits_for_another_process() {
    with_database(async |url: StoreUrl| {
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        // A short timeout.
        let patience = tokio::spawn(tokio::time::sleep(LOCKED));
        let other = locked_beside(crate::databases::address(&url));
        let (virtually, really) = (Instant::now(), std::time::Instant::now());
        store.begin_game(&new_game(5), &beginning()).await.expect("a game");
        assert!(really.elapsed() >= LOCKED / 2, "it has waited");
        assert_eq!((virtually.elapsed(), patience.is_finished()), (Duration::ZERO, false));
        other.join().expect("no panic");
        let beside = DbProbe::open(&url).await;
        assert_eq!(beside.number("SELECT count(*) FROM games").await, 1);
        beside.close().await;
        store.close().await;
    });
}
