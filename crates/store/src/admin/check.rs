//! Inspects a database without changing it: quickly at startup, in full on request or after a crash.

use crate::OpenError;
use crate::db::schema::{Noted, newest, noted};
use crate::db::sql::{Driver, SqlConnection};
use crate::error::{Code, unmarked};
use crate::sqlite::files::{LOG_NEEDED, log_of};
use crate::tables::compatible_from::lets_work;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions};
use std::path::Path;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long startup waits for a lock: enough for the last step of a backup, and short enough to report it
/// soon.
pub(crate) const START_TIMEOUT: Duration = Duration::from_secs(2);
/// How many SQLite virtual-machine steps a background check makes between two pauses. Each takes some
/// microseconds.
const STEPS: i32 = 2_000;
/// The length of such a pause, which leaves the disk and the processor to the players.
const REST: Duration = Duration::from_millis(4);

/// Reads that touch the root and both ends of the tables that all others depend on.
const PROBES: [&str; 8] = [
    "SELECT * FROM games ORDER BY id LIMIT 1",
    "SELECT * FROM games ORDER BY id DESC LIMIT 1",
    "SELECT channel FROM games WHERE state = 'live' ORDER BY channel LIMIT 1",
    "SELECT * FROM challenges ORDER BY id DESC LIMIT 1",
    "SELECT * FROM interactions ORDER BY id DESC LIMIT 1",
    "SELECT at FROM interactions ORDER BY at LIMIT 1",
    "SELECT * FROM events ORDER BY game, seq LIMIT 1",
    "SELECT * FROM events ORDER BY game DESC, seq DESC LIMIT 1",
];

/// Which schemas are accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// This program's schema only.
    Own,
    /// Older schemas as well.
    Older,
    /// Older schemas, and newer ones that this program may work on.
    Workable,
}

pub(crate) fn base(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).disable_statement_logging()
}

/// Opens a connection that only inspects.
///
/// After a crash it is read-only, because a writable one would checkpoint the leftover WAL into the main file
/// when closed. Without a WAL it is writable, because a read-only one would leave an empty WAL behind.
pub(crate) async fn look(path: &Path) -> Result<SqlConnection, OpenError> {
    let looking = base(path).read_only(log_of(path).exists()).busy_timeout(START_TIMEOUT);
    SqlConnection::sqlite(&looking).await.map_err(|e| open_failed(path, &e))
}

/// What an inspection found.
#[derive(Clone, Copy, Default)]
pub(crate) struct Inspected {
    /// Whether the database was not closed cleanly.
    pub(crate) unclean: bool,
    /// The schema version; 0 if there is none yet.
    pub(crate) schema: i64,
    /// Whether its records are of the former migrations.
    pub(crate) is_former: bool,
}

/// Checks that the database is ours, that its schema is known, and that both ends of its tables are readable.
pub(crate) async fn content(
    path: &Path,
    steps: &Migrator,
    accepted: Accepted,
) -> Result<Inspected, OpenError> {
    let mut connection = look(path).await?;
    let checked = tables(&mut connection, path, steps, accepted).await;
    let _ = connection.close().await;
    checked
}

async fn tables(
    c: &mut SqlConnection,
    path: &Path,
    steps: &Migrator,
    accepted: Accepted,
) -> Result<Inspected, OpenError> {
    let failed = |e: sqlx::Error| open_failed(path, &e);
    let tables: Vec<String> =
        c.all("SELECT name FROM sqlite_schema WHERE type = 'table'", ()).await.map_err(failed)?;
    if !tables.iter().any(|t| t == "_sqlx_migrations") {
        // No tables: the file was created, but never migrated.
        return if tables.is_empty() && accepted != Accepted::Own {
            Ok(Inspected::default())
        } else {
            Err(OpenError::Foreign(path.to_owned()))
        };
    }
    let noted = noted(&mut *c, steps).await.map_err(failed)?;
    let known = newest(steps);
    let found = match noted.schema(path, known) {
        Err(OpenError::Newer { found, .. })
            if accepted == Accepted::Workable && lets_work(&mut *c, known).await.map_err(failed)? =>
        {
            found
        }
        found => found?,
    };
    if found < known && accepted == Accepted::Own {
        return Err(OpenError::Older { path: path.to_owned(), found, known });
    }
    for probe in PROBES.iter().filter(|_| found > 0) {
        c.exists(*probe, ()).await.map_err(failed)?;
    }
    let mark: i64 = c.one("PRAGMA user_version", ()).await.map_err(failed)?;
    let unclean = mark == i64::from(LOG_NEEDED);
    Ok(Inspected { unclean, schema: found, is_former: noted == Noted::Former })
}

/// Reads every page of every table and returns the first defect, if any.
pub(crate) async fn whole(connection: &mut SqlConnection) -> Result<Option<String>, sqlx::Error> {
    let verdict: String = connection.one("PRAGMA integrity_check(1)", ()).await?;
    if verdict != "ok" {
        return Ok(Some(one_line(&verdict)));
    }
    let orphan: Option<(String, String)> =
        connection.first(r#"SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1"#, ()).await?;
    let Some((table, parent)) = orphan else { return Ok(None) };
    Ok(Some(format!("a row of {table} belongs to none of {parent}")))
}

/// Checks the whole database table by table, with frequent pauses, so that it can run while people play.
pub(crate) async fn quietly(path: &Path, stop: CancellationToken) -> Result<Option<String>, OpenError> {
    let failed = |e: sqlx::Error| open_failed(path, &e);
    let mut connection = SqlConnection::sqlite(&base(path).read_only(true)).await.map_err(failed)?;
    if let Driver::Sqlite(sqlite) = &mut connection.driver {
        sqlite.lock_handle().await.map_err(failed)?.set_progress_handler(STEPS, move || {
            std::thread::sleep(REST);
            !stop.is_cancelled()
        });
    }
    let tables: Vec<String> =
        connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'", ()).await.map_err(failed)?;
    let mut defect = None;
    for table in tables {
        // One statement per table: each is one read transaction, and a long one would block checkpoints. The
        // name comes from the database itself, so it is safe to embed.
        let sql = AssertSqlSafe(format!("PRAGMA quick_check(\"{}\")", table.replace('"', "\"\"")));
        let verdict: Option<String> = connection.first(sql, ()).await.map_err(failed)?;
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

/// The database's own description of a failure.
pub(crate) fn reason(error: &sqlx::Error) -> String {
    let error = unmarked(error);
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
