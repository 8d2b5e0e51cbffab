//! Fresh databases for tests: an SQLite file or, if a server is given, a PostgreSQL database; and direct
//! queries of a database.
//!
//! The tables of each kind are created once per process. Every other database is a copy of that one.

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

/// The address of a PostgreSQL database from which others can be created, such as
/// `postgres://postgres@localhost/postgres`.
const SERVER: &str = "ROOKERY_TEST_POSTGRES";
/// Set if tests must not be ignored for lack of a server.
const INSIST: &str = "ROOKERY_REQUIRE_POSTGRES";
/// Set if every test runs on PostgreSQL, including those that are not about stored data.
const EVERY_TWIN: &str = "ROOKERY_EVERY_TWIN";
/// The modules whose tests are about stored data.
const ABOUT_WHAT_IS_KEPT: [&str; 3] = ["rookery::app::", "rookery::store::", "rookery::bot::delivery::"];

/// Number of databases created.
static MADE: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The test of this thread runs on PostgreSQL.
    static AT_SERVER: Cell<bool> = const { Cell::new(false) };
    /// The server databases that this thread's test has created.
    static LEFT: RefCell<Vec<StoreUrl>> = const { RefCell::new(Vec::new()) };
}

/// A closed file with empty tables.
static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    apart(|| {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("rookery.db");
        on_real_time(make_tables(StoreUrl::Sqlite(path.clone())));
        std::fs::read(path).expect("a file")
    })
});

/// The name of a server database with empty tables, once there is one.
static AT_THE_SERVER: OnceLock<String> = OnceLock::new();

/// Runs work on a thread of its own, where a runtime can be created. The waiting thread is blocked, and with
/// it its virtual clock.
fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::spawn(work).join().expect("it is done")
}

async fn make_tables(url: StoreUrl) {
    Store::open_at(&url, StoreOptions::default()).await.expect("the database opens").close().await;
}

/// Creates a database file with empty tables in this directory.
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

/// The number of pages of such a file.
pub fn empty_pages() -> u32 {
    // Pages have SQLite's default size.
    (FILE.len() / 4_096) as u32
}

/// Removes the template database from the server, at the end of a run.
pub fn end() {
    if let Some(template) = AT_THE_SERVER.get() {
        let server = server().expect("a server");
        on_real_time(tell(&server, &[&format!("DROP DATABASE {template} WITH (FORCE)")]));
    }
}

/// True if a server is given.
pub fn has_server() -> bool {
    server().is_some()
}

/// The given server.
fn server() -> Option<String> {
    std::env::var(SERVER).ok().filter(|text| !text.is_empty())
}

/// A test on PostgreSQL, ignored without a server.
pub fn at_server(name: &str, test: fn()) -> Trial {
    let run = move || Ok(on_postgres(test)?);
    let absent = !has_server() && std::env::var_os(INSIST).is_none();
    slowest::trial(name, run).with_ignored_flag(absent)
}

/// Runs this on PostgreSQL. Without a server it returns an error and runs nothing.
pub fn on_postgres<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    if server().is_none() {
        return Err(format!("{SERVER} names no server"));
    }
    let _there = AtServer::new();
    Ok(run())
}

/// While it exists, this thread's tests run on the server. Threads are reused by other tests.
struct AtServer;

impl AtServer {
    fn new() -> Self {
        AT_SERVER.set(true);
        Self
    }
}

impl Drop for AtServer {
    /// Databases left by a failed test are removed as well.
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

/// The same test on both kinds of databases. One that is not about stored data runs on PostgreSQL only if
/// every one does.
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

/// The address of a server database with this name.
fn address_of(name: &str) -> String {
    let server = server().expect("a server");
    let (place, parameters) = server.split_once('?').unwrap_or((&server, ""));
    let (place, _) = place.rsplit_once('/').expect("an address with a database");
    format!("{place}/{name}?{parameters}")
}

/// The full address of a test's database; its `Display` omits password and parameters.
pub fn address(url: &StoreUrl) -> String {
    let shown = match url {
        StoreUrl::Sqlite(path) => return format!("sqlite:{}", path.display()),
        StoreUrl::Postgres(url) => url.to_string(),
    };
    address_of(shown.rsplit_once('/').expect("an address with a database").1)
}

/// Runs a test on a fresh database of this thread's kind, on virtual time, and removes the database
/// afterwards.
pub fn with_database<F: Future<Output = ()>>(test: impl FnOnce(StoreUrl) -> F) {
    on_virtual_time(on_fresh(test));
}

/// Like `with_database`, on real time and several threads, for tests of waits inside the database.
pub fn with_database_on_real_time<F: Future<Output = ()>>(test: impl FnOnce(StoreUrl) -> F) {
    block_on(Box::pin(on_fresh(test)), 4);
}

/// Like `with_database`, with a database without tables; a file does not exist yet.
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

/// A fresh database of this thread's kind; a file is created in `dir`.
///
/// Pass it to [`done_with`]. A server database is removed at the latest when this thread no longer uses the
/// server.
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

/// Removes a database that is no longer needed.
pub async fn done_with(url: &StoreUrl) {
    if let StoreUrl::Postgres(_) = url {
        LEFT.with_borrow_mut(|left| left.retain(|one| one != url));
        drop_at_server(url).await;
    }
}

/// Creates a server database with these SQL options.
async fn made_at_server(how: &str) -> StoreUrl {
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let url = make_at_server(&format!("rookery_{}_{number}", std::process::id()), how).await;
    LEFT.with_borrow_mut(|left| left.push(url.clone()));
    url
}

async fn make_at_server(name: &str, how: &str) -> StoreUrl {
    let server = server().expect("a server");
    // One left by a failed test.
    let clear = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
    tell(&server, &[&clear, &format!("CREATE DATABASE {name} {how}")]).await;
    address_of(name).parse().expect("an address")
}

async fn drop_at_server(url: &StoreUrl) {
    let shown = url.to_string();
    let (_, name) = shown.rsplit_once('/').expect("an address with a database");
    tell(&server().expect("a server"), &[&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")]).await;
}

/// Runs these statements on the server, in order.
async fn tell(server: &str, what: &[&str]) {
    let _clock = hold();
    let mut connection = PgConnection::connect(server).await.expect("a server");
    for statement in what {
        let statement = AssertSqlSafe((*statement).to_owned());
        sqlx::raw_sql(statement).execute(&mut connection).await.expect("it is done");
    }
    connection.close().await.expect("an end");
}

/// A direct connection to a database, past the bot. Statements must be valid for both kinds.
#[derive(Clone)]
pub enum DbProbe {
    /// A file.
    Sqlite(SqlitePool),
    /// A server database.
    Postgres(PgPool),
}

/// A row type that can be read from either kind.
pub trait Looked: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin> Looked for T {}

impl DbProbe {
    /// Connects to this database, which exists.
    pub async fn open(url: &StoreUrl) -> Self {
        Self::at(&address(url)).await
    }

    /// Connects to the database at this full address.
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

    /// Returns all rows.
    pub async fn rows<T: Looked>(&self, query: impl Into<String>) -> Vec<T> {
        let (query, _clock) = (AssertSqlSafe(query.into()), hold());
        match self {
            Self::Sqlite(pool) => sqlx::query_as(query).fetch_all(pool).await,
            Self::Postgres(pool) => sqlx::query_as(query).fetch_all(pool).await,
        }
        .expect("a look")
    }

    /// Returns the first row, if there is one.
    pub async fn first<T: Looked>(&self, query: impl Into<String>) -> Option<T> {
        self.rows(query).await.into_iter().next()
    }

    /// Returns the single number of this query.
    pub async fn number(&self, query: impl Into<String>) -> i64 {
        self.first::<(i64,)>(query).await.expect("a row").0
    }

    /// Runs statements. Returns the number of changed rows.
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
