//! Looking into a database without changing it: quickly at a start, whole when somebody asks or after a crash.

use crate::OpenError;
use crate::db::sql::{SqlConnection, query};
use crate::error::Code;
use crate::sqlite::files::{LOG_NEEDED, log_of};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions};
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long the start waits for a lock: long enough for a backup's last step, short enough to say so.
pub(crate) const START_TIMEOUT: Duration = Duration::from_secs(2);
/// A check in the background rests after so many steps (of some microseconds) ...
const STEPS: i32 = 2_000;
/// ... for so long, so that a disk and a processor are left to the players.
const REST: Duration = Duration::from_millis(4);

/// Reads that reach the root and both ends of the tables that have been there from the beginning.
const PROBES: [&str; 6] = [
    "SELECT * FROM games ORDER BY id LIMIT 1",
    "SELECT * FROM games ORDER BY id DESC LIMIT 1",
    "SELECT channel FROM games WHERE state = 'live' ORDER BY channel LIMIT 1",
    "SELECT * FROM challenges ORDER BY id DESC LIMIT 1",
    "SELECT * FROM interactions ORDER BY id DESC LIMIT 1",
    "SELECT at FROM interactions ORDER BY at LIMIT 1",
];

/// The same of the logs.
const LOG_PROBES: [&str; 2] = [
    "SELECT * FROM events ORDER BY game, seq LIMIT 1",
    "SELECT * FROM events ORDER BY game DESC, seq DESC LIMIT 1",
];
/// The schema from which on games have logs.
pub(crate) const LOGS_SINCE: i64 = 5;

/// Whether an older schema is refused, too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strict {
    Yes,
    No,
}

pub(crate) fn base(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).disable_statement_logging()
}

/// A connection for looking. One that could write would fold a log that a crash left behind into the main file when it is
/// closed; without such a log, one that cannot write would leave an empty one.
pub(crate) async fn look(path: &Path) -> Result<SqlConnection, OpenError> {
    let looking = base(path).read_only(log_of(path).exists()).busy_timeout(START_TIMEOUT);
    SqlConnection::sqlite(&looking).await.map_err(|e| open_failed(path, &e))
}

/// What a look at a database has found.
#[derive(Clone, Copy, Default)]
pub(crate) struct Inspected {
    /// It was not closed in order.
    pub(crate) unclean: bool,
    /// Its schema; 0: none yet.
    pub(crate) schema: i64,
}

/// Is it ours, do we know its schema, can its ends be read?
pub(crate) async fn content(path: &Path, known: i64, strict: Strict) -> Result<Inspected, OpenError> {
    let mut connection = look(path).await?;
    let checked = tables(&mut connection, path, known, strict).await;
    let _ = connection.close().await;
    checked
}

async fn tables(
    c: &mut SqlConnection,
    path: &Path,
    known: i64,
    strict: Strict,
) -> Result<Inspected, OpenError> {
    let failed = |e: sqlx::Error| open_failed(path, &e);
    let tables: Vec<String> = query("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .scalars(&mut *c)
        .await
        .map_err(failed)?;
    if !tables.iter().any(|t| t == "_sqlx_migrations") {
        // Without any table: made, but never migrated.
        return if tables.is_empty() && strict == Strict::No {
            Ok(Inspected::default())
        } else {
            Err(OpenError::Foreign(path.to_owned()))
        };
    }
    let row = query(
        "SELECT (SELECT description FROM _sqlx_migrations WHERE version = 1) AS first,
             (SELECT max(version) FROM _sqlx_migrations) AS newest",
    )
    .fetch_one(&mut *c)
    .await
    .map_err(failed)?;
    let first: Option<&str> = row.try_get("first").map_err(failed)?;
    let found: i64 = row.try_get::<Option<i64>>("newest").map_err(failed)?.unwrap_or(0);
    if first.is_some_and(|first| first != "games") {
        return Err(OpenError::Foreign(path.to_owned()));
    }
    match found.cmp(&known) {
        std::cmp::Ordering::Greater => {
            return Err(OpenError::Newer { path: path.to_owned(), found, known });
        }
        std::cmp::Ordering::Less if strict == Strict::Yes => {
            return Err(OpenError::Older { path: path.to_owned(), found, known });
        }
        _ => {}
    }
    let probes = PROBES.iter().filter(|_| found > 0).chain(LOG_PROBES.iter().filter(|_| found >= LOGS_SINCE));
    for probe in probes {
        query(*probe).fetch_optional(&mut *c).await.map_err(failed)?;
    }
    let mark: i64 = query("PRAGMA user_version").scalar(&mut *c).await.map_err(failed)?;
    Ok(Inspected { unclean: mark == i64::from(LOG_NEEDED), schema: found })
}

/// Reads every page of every table: the first defect, if there is one.
pub(crate) async fn whole(connection: &mut SqlConnection) -> Result<Option<String>, sqlx::Error> {
    let verdict: String = query("PRAGMA integrity_check(1)").scalar(&mut *connection).await?;
    if verdict != "ok" {
        return Ok(Some(one_line(&verdict)));
    }
    let orphan = query(r#"SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1"#)
        .fetch_optional(connection)
        .await?;
    let Some(orphan) = orphan else { return Ok(None) };
    let (table, parent): (&str, &str) = (orphan.try_get("table")?, orphan.try_get("parent")?);
    Ok(Some(format!("a row of {table} belongs to none of {parent}")))
}

/// Reads the whole database one table after another, resting often, so that it can be done while people play.
pub(crate) async fn quietly(path: &Path, stop: CancellationToken) -> Result<Option<String>, OpenError> {
    let failed = |e: sqlx::Error| open_failed(path, &e);
    let mut connection = SqlConnection::sqlite(&base(path).read_only(true)).await.map_err(failed)?;
    if let SqlConnection::Sqlite(sqlite) = &mut connection {
        sqlite.lock_handle().await.map_err(failed)?.set_progress_handler(STEPS, move || {
            std::thread::sleep(REST);
            !stop.is_cancelled()
        });
    }
    let tables: Vec<String> = query("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .scalars(&mut connection)
        .await
        .map_err(failed)?;
    let mut defect = None;
    for table in tables {
        // One statement a table: each is a look at one moment, and a long one would keep the log from being emptied. The
        // name comes from the database itself.
        let sql = AssertSqlSafe(format!("PRAGMA quick_check(\"{}\")", table.replace('"', "\"\"")));
        let verdict: Option<String> = query(sql).scalar_optional(&mut connection).await.map_err(failed)?;
        defect = verdict.filter(|verdict| verdict != "ok").map(|verdict| one_line(&verdict));
        if defect.is_some() {
            break;
        }
    }
    let _ = connection.close().await;
    Ok(defect)
}

fn one_line(verdict: &str) -> String {
    verdict.lines().collect::<Vec<_>>().join(" ")
}

/// What a database says of a failure.
pub(crate) fn reason(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |e| e.message().to_owned())
}

pub(crate) fn open_failed(path: &Path, error: &sqlx::Error) -> OpenError {
    let path = path.to_owned();
    match Code::of(error) {
        Code::Busy => OpenError::Locked(path),
        Code::Full => OpenError::Full(path),
        Code::Disk => OpenError::Disk(path, reason(error)),
        Code::Damaged => OpenError::Damaged(path, reason(error)),
        Code::Unwritable => OpenError::Unwritable(path, reason(error)),
        Code::Unreachable | Code::Away | Code::Unique | Code::Other => OpenError::Other(path, reason(error)),
    }
}
