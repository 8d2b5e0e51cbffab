//! Opening, locking, migrating and copying the database file.

use super::error::Code;
use super::{Limits, OpenError, Store};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection, SqlSafeStr};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How SQLite waits for another process's lock before it says "busy" (then the write is tried again, see `PATIENCE`).
const BUSY_TIMEOUT: Duration = Duration::from_millis(300);
/// How long the start waits for a lock: long enough for a backup's last step, short enough to say so.
const START_TIMEOUT: Duration = Duration::from_secs(2);
/// Reads take microseconds; a few connections serve hundreds of players.
const READERS: u32 = 4;
/// The first bytes of every SQLite file (<https://sqlite.org/fileformat.html>).
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// What an operator or a test may set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// A ceiling on the size of the file, in pages of 4 KiB; none: the disk's.
    pub max_pages: Option<u32>,
}

fn migrations() -> Migrator {
    const ALL: [(i64, &str, &str); 2] = [
        (1, "games", include_str!("../../migrations/sqlite/0001_games.sql")),
        (2, "shown", include_str!("../../migrations/sqlite/0002_shown.sql")),
    ];
    Migrator::with_migrations(
        ALL.into_iter()
            .map(|(version, name, sql)| {
                Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
            })
            .collect(),
    )
}

/// The newest schema that this program knows.
fn known_schema() -> i64 {
    migrations().iter().map(|m| m.version).max().unwrap_or(0)
}

impl Store {
    /// Opens the database for the one process that plays on it; makes it if there is none, and brings its schema up to
    /// date. The file beside it (`.lock`) is locked for as long as the store lives; the system frees it if we die.
    ///
    /// # Errors
    /// One sentence; nothing has been overwritten.
    pub async fn open(path: &Path, options: Options) -> Result<Self, OpenError> {
        check_file(path)?;
        let lock = take(path)?;
        if has_content(path) {
            check_content(path, known_schema(), Strict::No).await?;
        }
        let store = Self::connect(path, options, Some(Arc::new(lock))).await?;
        if let Err(error) = migrations().run(&store.writer).await {
            store.close().await;
            return Err(migration_failed(path, error));
        }
        Ok(store)
    }

    /// Opens an existing database beside the process that plays on it, for one administrative transaction.
    ///
    /// # Errors
    /// One sentence; the schema must be exactly this program's.
    pub async fn open_beside(path: &Path) -> Result<Self, OpenError> {
        check_file(path)?;
        if !has_content(path) {
            return Err(OpenError::NoFile(path.to_owned()));
        }
        check_content(path, known_schema(), Strict::Yes).await?;
        Self::connect(path, Options::default(), None).await
    }

    async fn connect(path: &Path, options: Options, lock: Option<Arc<File>>) -> Result<Self, OpenError> {
        let mut connect = base(path)
            .create_if_missing(lock.is_some())
            .busy_timeout(BUSY_TIMEOUT)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            // What is deleted is overwritten, so that a forgotten person does not linger in free pages.
            .pragma("secure_delete", "ON");
        if let Some(pages) = options.max_pages {
            connect = connect.pragma("max_page_count", pages.to_string());
        }
        let pool =
            |size| SqlitePoolOptions::new().max_connections(size).acquire_timeout(Duration::from_secs(2));
        let writer = pool(1).connect_with(connect.clone()).await.map_err(|e| open_failed(path, &e))?;
        let reader =
            pool(READERS).connect_with(connect.create_if_missing(false).pragma("query_only", "ON")).await;
        let reader = reader.map_err(|e| open_failed(path, &e))?;
        Ok(Self { writer, reader, lock, limits: Limits::NONE })
    }
}

/// Copies a database, also while a bot plays on it, to a file that does not exist yet. The copy is complete and on disk
/// when it has its name.
///
/// # Errors
/// One sentence; the database is never changed, and no half copy is left behind.
pub async fn backup(path: &Path, to: &Path) -> Result<(), OpenError> {
    check_file(path)?;
    if !has_content(path) {
        return Err(OpenError::NoFile(path.to_owned()));
    }
    if to.exists() {
        return Err(OpenError::Exists(to.to_owned()));
    }
    let part = beside(to, ".part");
    check_file(&part)?;
    // A part left behind by a copy that was killed.
    let _ = std::fs::remove_file(&part);
    let copied = copy(path, &part).await.and_then(|()| {
        File::open(&part)
            .and_then(|f| f.sync_all())
            .and_then(|()| std::fs::rename(&part, to))
            .map_err(|e| unwritable(to, &e))
    });
    if copied.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    copied
}

async fn copy(path: &Path, part: &Path) -> Result<(), OpenError> {
    let mut connection =
        base(path).busy_timeout(START_TIMEOUT).connect().await.map_err(|e| open_failed(path, &e))?;
    let done = sqlx::query("VACUUM INTO $1")
        .bind(part.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await
        .map_err(|error| match Code::of(&error) {
            Code::Full => OpenError::Full(part.to_owned()),
            Code::Unwritable => OpenError::Unwritable(part.to_owned(), reason(&error)),
            _ => open_failed(path, &error),
        });
    let _ = connection.close().await;
    done.map(|_| ())
}

fn base(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).foreign_keys(true).disable_statement_logging()
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn has_content(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| m.len() > 0)
}

/// What can be said without SQLite: the directory, the file's kind, its first bytes, and that it can be written.
fn check_file(path: &Path) -> Result<(), OpenError> {
    let directory = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if !directory.is_dir() {
        return Err(OpenError::NoDirectory(directory.to_owned()));
    }
    if path.is_dir() {
        return Err(OpenError::Unwritable(path.to_owned(), "it is a directory".to_owned()));
    }
    if !path.exists() {
        return Ok(());
    }
    // Opened for writing, but nothing is written.
    let mut file = File::options().read(true).write(true).open(path).map_err(|e| unwritable(path, &e))?;
    let mut start = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(&mut file, MAGIC.len() as u64), &mut start)
        .map_err(|e| OpenError::Other(path.to_owned(), e.to_string()))?;
    if start.is_empty() || start == MAGIC {
        Ok(())
    } else {
        Err(OpenError::Damaged(path.to_owned(), "it does not begin like one".to_owned()))
    }
}

/// Takes the lock file beside the database. It is left in place when we end: removing it would let two others in.
fn take(path: &Path) -> Result<File, OpenError> {
    let name = beside(path, ".lock");
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&name)
        .map_err(|e| unwritable(path, &e))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::Other(path.to_owned(), error.to_string())),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Strict {
    Yes,
    No,
}

/// Looks into an existing database without changing it: is it whole, is it ours, do we know its schema?
async fn check_content(path: &Path, known: i64, strict: Strict) -> Result<(), OpenError> {
    let mut connection =
        base(path).busy_timeout(START_TIMEOUT).connect().await.map_err(|e| open_failed(path, &e))?;
    let checked = check_tables(&mut connection, path, known, strict).await;
    let _ = connection.close().await;
    checked
}

async fn check_tables(
    c: &mut SqliteConnection,
    path: &Path,
    known: i64,
    strict: Strict,
) -> Result<(), OpenError> {
    let failed = |e: sqlx::Error| open_failed(path, &e);
    let verdict: String =
        sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *c).await.map_err(failed)?;
    if verdict != "ok" {
        return Err(OpenError::Damaged(path.to_owned(), verdict.lines().collect::<Vec<_>>().join(" ")));
    }
    let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .fetch_all(&mut *c)
        .await
        .map_err(failed)?;
    if !tables.iter().any(|t| t == "_sqlx_migrations") {
        // Without any table: made, but never migrated.
        return if tables.is_empty() && strict == Strict::No {
            Ok(())
        } else {
            Err(OpenError::Foreign(path.to_owned()))
        };
    }
    let (first, found): (Option<String>, Option<i64>) =
        sqlx::query_as("SELECT (SELECT description FROM _sqlx_migrations WHERE version = 1), (SELECT max(version) FROM _sqlx_migrations)")
            .fetch_one(&mut *c)
            .await
            .map_err(failed)?;
    let found = found.unwrap_or(0);
    if first.is_some_and(|first| first != "games") {
        return Err(OpenError::Foreign(path.to_owned()));
    }
    match found.cmp(&known) {
        std::cmp::Ordering::Greater => Err(OpenError::Newer { path: path.to_owned(), found, known }),
        std::cmp::Ordering::Less if strict == Strict::Yes => {
            Err(OpenError::Older { path: path.to_owned(), found, known })
        }
        _ => Ok(()),
    }
}

fn reason(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |e| e.message().to_owned())
}

fn unwritable(path: &Path, error: &std::io::Error) -> OpenError {
    if error.kind() == std::io::ErrorKind::StorageFull {
        return OpenError::Full(path.to_owned());
    }
    OpenError::Unwritable(path.to_owned(), error.to_string())
}

fn open_failed(path: &Path, error: &sqlx::Error) -> OpenError {
    let path = path.to_owned();
    match Code::of(error) {
        Code::Busy => OpenError::Locked(path),
        Code::Full => OpenError::Full(path),
        Code::Damaged => OpenError::Damaged(path, reason(error)),
        Code::Unwritable => OpenError::Unwritable(path, reason(error)),
        Code::Unique | Code::Other => OpenError::Other(path, reason(error)),
    }
}

fn migration_failed(path: &Path, error: MigrateError) -> OpenError {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => open_failed(path, &error),
        other => OpenError::Other(path.to_owned(), other.to_string()),
    }
}
