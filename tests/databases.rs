//! A fresh database for a test: a file of SQLite or, where a server is given, a database of PostgreSQL.

use libtest_mimic::{Failed, Trial};
use rookery::store::StoreUrl;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::cell::Cell;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};

/// The address of a database of PostgreSQL where others may be made, such as `postgres://postgres@localhost/postgres`.
const SERVER: &str = "ROOKERY_TEST_POSTGRES";
/// Set where tests must not be ignored for want of one.
const INSIST: &str = "ROOKERY_REQUIRE_POSTGRES";

/// How many databases there have been.
static MADE: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The test of this thread runs on PostgreSQL.
    static AT_SERVER: Cell<bool> = const { Cell::new(false) };
}

/// The server that is given.
fn server() -> Option<String> {
    std::env::var(SERVER).ok().filter(|text| !text.is_empty())
}

/// A test on PostgreSQL, ignored where no server is given.
pub fn at_server(name: &str, test: fn()) -> Trial {
    let run = move || -> Result<(), Failed> {
        if server().is_none() {
            return Err(format!("{SERVER} names no server").into());
        }
        AT_SERVER.set(true);
        test();
        Ok(())
    };
    let absent = server().is_none() && std::env::var_os(INSIST).is_none();
    Trial::test(name, run).with_ignored_flag(absent)
}

/// The same test on both kinds of databases.
pub fn on_both(name: &str, test: fn()) -> [Trial; 2] {
    let run = move || {
        AT_SERVER.set(false);
        test();
        Ok(())
    };
    [Trial::test(name, run), at_server(&format!("{name}_on_postgres"), test)]
}

/// The address of a database of this name at the server.
fn address_of(name: &str) -> String {
    let server = server().expect("a server");
    let (place, parameters) = server.split_once('?').unwrap_or((&server, ""));
    let (place, _) = place.rsplit_once('/').expect("an address with a database");
    format!("{place}/{name}?{parameters}")
}

/// The whole address of a database that a test was given: it is shown without password and parameters.
pub fn address(url: &StoreUrl) -> String {
    let shown = url.to_string();
    address_of(shown.rsplit_once('/').expect("an address with a database").1)
}

/// Runs a test on a fresh database of the kind that this thread is for; it is gone afterwards.
pub fn with_database<F: Future<Output = ()>>(test: impl FnOnce(StoreUrl) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build();
    let runtime = runtime.expect("a runtime");
    if !AT_SERVER.get() {
        let dir = tempfile::tempdir().expect("a directory for the test");
        return runtime.block_on(test(StoreUrl::Sqlite(dir.path().join("rookery.db"))));
    }
    let server = server().expect("a server");
    let name = format!("rookery_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    runtime.block_on(async {
        // One that a test has left that failed.
        tell(&server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
        tell(&server, &format!("CREATE DATABASE {name}")).await;
        test(address_of(&name).parse().expect("an address")).await;
        tell(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
    });
}

/// Has the server do something.
async fn tell(server: &str, what: &str) {
    let mut connection = PgConnection::connect(server).await.expect("a server");
    sqlx::raw_sql(AssertSqlSafe(what.to_owned())).execute(&mut connection).await.expect("it is done");
    connection.close().await.expect("an end");
}
