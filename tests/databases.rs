//! A fresh database for a test: a file of SQLite or, where a server is given, a database of PostgreSQL; and looks at one beside the bot.
//!
//! The tables of each kind are made once in a process. Every other database is a copy of that one, and so has them already.

use crate::runtime::{block_on, on_real_time, on_virtual_time};
use crate::slowest;
use libtest_mimic::Trial;
use rookery::store::{Store, StoreOptions, StoreUrl};
use rookery::timing::virtual_time::hold;
use sqlx::postgres::{PgConnection, PgPool, PgRow};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Connection, FromRow};
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

/// The address of a database of PostgreSQL where others may be made, such as `postgres://postgres@localhost/postgres`.
const SERVER: &str = "ROOKERY_TEST_POSTGRES";
/// Set where tests must not be ignored for want of one.
const INSIST: &str = "ROOKERY_REQUIRE_POSTGRES";
/// Set where every test on PostgreSQL runs, also those that are about something else than what is kept.
const EVERY_TWIN: &str = "ROOKERY_EVERY_TWIN";
/// The modules whose tests are about what is kept.
const ABOUT_WHAT_IS_KEPT: [&str; 3] = ["rookery::app::", "rookery::store::", "rookery::bot::delivery::"];

/// How many databases there have been.
static MADE: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The test of this thread runs on PostgreSQL.
    static AT_SERVER: Cell<bool> = const { Cell::new(false) };
    /// The databases at the server that this thread's test has made.
    static LEFT: RefCell<Vec<StoreUrl>> = const { RefCell::new(Vec::new()) };
}

/// A closed file with nothing in it but its tables.
static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    apart(|| {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("rookery.db");
        on_real_time(make_tables(StoreUrl::Sqlite(path.clone())));
        std::fs::read(path).expect("a file")
    })
});

/// The name of a database at the server with nothing in it but its tables, once there is one.
static AT_THE_SERVER: OnceLock<String> = OnceLock::new();

/// Does something on a thread of its own, where a runtime can be made. The thread that waits for it stands still, and with it a virtual clock.
fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::spawn(work).join().expect("it is done")
}

async fn make_tables(url: StoreUrl) {
    Store::open_at(&url, StoreOptions::default()).await.expect("the database opens").close().await;
}

/// Makes a database file in this directory with nothing in it but its tables.
pub fn file_in(dir: &Path) -> PathBuf {
    let path = dir.join("rookery.db");
    std::fs::create_dir_all(dir).expect("a directory");
    let mut options = std::fs::File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.write(true).create_new(true).open(&path).expect("a new file");
    file.write_all(&FILE).expect("it is written");
    path
}

/// How many pages such a file has.
pub fn empty_pages() -> u32 {
    // Pages have the size that SQLite chooses by itself.
    (FILE.len() / 4_096) as u32
}

/// Removes what the databases at the server were made of, at the end of a run.
pub fn end() {
    if let Some(template) = AT_THE_SERVER.get() {
        let server = server().expect("a server");
        on_real_time(tell(&server, &[&format!("DROP DATABASE {template} WITH (FORCE)")]));
    }
}

/// Whether a server is given.
pub fn has_server() -> bool {
    server().is_some()
}

/// The server that is given.
fn server() -> Option<String> {
    std::env::var(SERVER).ok().filter(|text| !text.is_empty())
}

/// A test on PostgreSQL, ignored where no server is given.
pub fn at_server(name: &str, test: fn()) -> Trial {
    let run = move || Ok(on_postgres(test)?);
    let absent = !has_server() && std::env::var_os(INSIST).is_none();
    slowest::trial(name, run).with_ignored_flag(absent)
}

/// Runs this on PostgreSQL. Where no server is given it says so, and nothing is run.
pub fn on_postgres<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    if server().is_none() {
        return Err(format!("{SERVER} names no server"));
    }
    let _there = AtServer::new();
    Ok(run())
}

/// For as long as it lives this thread's tests run at the server. Threads are used again by other tests.
struct AtServer;

impl AtServer {
    fn new() -> Self {
        AT_SERVER.set(true);
        Self
    }
}

impl Drop for AtServer {
    /// What a test has left that failed goes as well.
    fn drop(&mut self) {
        AT_SERVER.set(false);
        let left = LEFT.take();
        if !left.is_empty() {
            apart(|| {
                on_real_time(async move {
                    for url in left {
                        drop_at_server(&url).await;
                    }
                });
            });
        }
    }
}

/// The same test on both kinds of databases. One that is about something else than what is kept runs on PostgreSQL only where every one is to.
pub fn on_both(name: &str, test: fn()) -> Vec<Trial> {
    let run = move || {
        test();
        Ok(())
    };
    let mut trials = vec![slowest::trial(name, run)];
    if std::env::var_os(EVERY_TWIN).is_some()
        || ABOUT_WHAT_IS_KEPT.iter().any(|module| name.starts_with(module))
    {
        trials.push(at_server(&format!("{name}_on_postgres"), test));
    }
    trials
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
    let shown = match url {
        StoreUrl::Sqlite(path) => return format!("sqlite:{}", path.display()),
        StoreUrl::Postgres(url) => url.to_string(),
    };
    address_of(shown.rsplit_once('/').expect("an address with a database").1)
}

/// Runs a test on a fresh database of the kind that this thread is for, on virtual time; the database is gone afterwards.
pub fn with_database<F: Future<Output = ()>>(test: impl FnOnce(StoreUrl) -> F) {
    on_virtual_time(on_fresh(test));
}

/// The same on real time and several threads, for what waits for others at the database itself.
pub fn with_database_on_real_time<F: Future<Output = ()>>(test: impl FnOnce(StoreUrl) -> F) {
    block_on(Box::pin(on_fresh(test)), 4);
}

/// The same, on virtual time, with one that has no tables yet: a file is not even there.
pub fn with_empty_database<F: Future<Output = ()>>(test: impl FnOnce(StoreUrl) -> F) {
    let dir = tempfile::tempdir().expect("a directory for the test");
    on_virtual_time(async {
        let file = dir.path().join("rookery.db");
        let url = if AT_SERVER.get() { made_at_server("").await } else { StoreUrl::Sqlite(file) };
        test(url.clone()).await;
        done_with(&url).await;
    });
}

async fn on_fresh<F: Future<Output = ()>>(test: impl FnOnce(StoreUrl) -> F) {
    let dir = tempfile::tempdir().expect("a directory for the test");
    let url = fresh(dir.path()).await;
    test(url.clone()).await;
    done_with(&url).await;
}

/// A fresh database of the kind that this thread is for; a file lies in `dir`. Give it to [`done_with`]; at a server it goes at the latest when this thread is
/// no longer for the server.
pub async fn fresh(dir: &Path) -> StoreUrl {
    if !AT_SERVER.get() {
        return StoreUrl::Sqlite(file_in(dir));
    }
    let template = AT_THE_SERVER.get_or_init(|| {
        apart(|| {
            on_real_time(async {
                let name = format!("rookery_{}", std::process::id());
                make_tables(make_at_server(&name, "").await).await;
                name
            })
        })
    });
    made_at_server(&format!("TEMPLATE {template}")).await
}

/// Nobody needs this database any more.
pub async fn done_with(url: &StoreUrl) {
    if let StoreUrl::Postgres(_) = url {
        LEFT.with_borrow_mut(|left| left.retain(|one| one != url));
        drop_at_server(url).await;
    }
}

/// A database that is made in this way.
async fn made_at_server(how: &str) -> StoreUrl {
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let url = make_at_server(&format!("rookery_{}_{number}", std::process::id()), how).await;
    LEFT.with_borrow_mut(|left| left.push(url.clone()));
    url
}

async fn make_at_server(name: &str, how: &str) -> StoreUrl {
    let server = server().expect("a server");
    // One that a test has left that failed.
    let clear = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
    tell(&server, &[&clear, &format!("CREATE DATABASE {name} {how}")]).await;
    address_of(name).parse().expect("an address")
}

async fn drop_at_server(url: &StoreUrl) {
    let shown = url.to_string();
    let (_, name) = shown.rsplit_once('/').expect("an address with a database");
    tell(&server().expect("a server"), &[&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")]).await;
}

/// Has the server do something, one thing after the other.
async fn tell(server: &str, what: &[&str]) {
    let _clock = hold();
    let mut connection = PgConnection::connect(server).await.expect("a server");
    for statement in what {
        let statement = AssertSqlSafe((*statement).to_owned());
        sqlx::raw_sql(statement).execute(&mut connection).await.expect("it is done");
    }
    connection.close().await.expect("an end");
}

/// Looks at a database beside the bot, as nobody outside of it could. Statements are in words that both kinds share.
#[derive(Clone)]
pub enum DbProbe {
    /// Of a file.
    Sqlite(SqlitePool),
    /// Of a server.
    Postgres(PgPool),
}

/// What a row of either kind is read as.
pub trait Looked: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Looked for T {}

impl DbProbe {
    /// At this database, which is there.
    pub async fn open(url: &StoreUrl) -> Self {
        Self::at(&address(url)).await
    }

    /// At the database of this whole address.
    pub async fn at(address: &str) -> Self {
        let _clock = hold();
        match address.strip_prefix("sqlite:") {
            Some(path) => {
                let options =
                    SqliteConnectOptions::new().filename(path).busy_timeout(Duration::from_secs(20));
                Self::Sqlite(SqlitePool::connect_with(options).await.expect("a database"))
            }
            None => Self::Postgres(PgPool::connect(address).await.expect("a database")),
        }
    }

    /// All rows.
    pub async fn rows<T: Looked>(&self, query: impl Into<String>) -> Vec<T> {
        let (query, _clock) = (AssertSqlSafe(query.into()), hold());
        match self {
            Self::Sqlite(pool) => sqlx::query_as(query).fetch_all(pool).await,
            Self::Postgres(pool) => sqlx::query_as(query).fetch_all(pool).await,
        }
        .expect("a look")
    }

    /// The first row, if there is one.
    pub async fn first<T: Looked>(&self, query: impl Into<String>) -> Option<T> {
        self.rows(query).await.into_iter().next()
    }

    /// The one number that is asked for.
    pub async fn number(&self, query: impl Into<String>) -> i64 {
        self.first::<(i64,)>(query).await.expect("a row").0
    }

    /// Changes something; how many rows.
    pub async fn change(&self, statements: impl Into<String>) -> u64 {
        let (statements, _clock) = (sqlx::raw_sql(AssertSqlSafe(statements.into())), hold());
        match self {
            Self::Sqlite(pool) => statements.execute(pool).await.map(|done| done.rows_affected()),
            Self::Postgres(pool) => statements.execute(pool).await.map(|done| done.rows_affected()),
        }
        .expect("a change")
    }

    /// Closes its connections.
    pub async fn close(self) {
        let _clock = hold();
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}
