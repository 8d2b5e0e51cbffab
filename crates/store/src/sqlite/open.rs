//! Opening a database, migrating its schema, and closing it.

use super::files::{self, Identity, LOG_NEEDED, check_complete, check_file, has_content};
use super::health::{DatabaseFiles, DatabasePlace, PACE, Shared};
use crate::admin::check::{self, Accepted, Inspected, base, open_failed};
use crate::admin::operator;
use crate::db::connections::Connections;
use crate::db::damage::DamageNote;
use crate::db::interference::Interference;
use crate::db::schema::{adopt, migrations, newest};
use crate::db::sql::{ConnectTo, Driver, SqlConnection, SqlRow};
use crate::tables::compatible_from::note_version;
use crate::tables::restores::{NEXT_GENERATION, begin_generation};
use crate::write::empty_log;
use crate::{Limits, OpenError, Store};
use sqlx::AssertSqlSafe;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long SQLite waits for another process's lock before it reports "busy". The write is then retried, see
/// `PATIENCE`.
const BUSY_TIMEOUT: Duration = Duration::from_millis(300);
/// Reads take microseconds, so a few connections serve hundreds of players.
const READERS: u32 = 4;
/// SQLite's own maximum file size, in pages.
const NO_LIMIT: u32 = 4_294_967_294;

/// Settings for operators and tests.
#[derive(Clone, Debug, Default)]
pub struct StoreOptions {
    /// The maximum size of the file, in pages of 4 KiB; `None` for no limit but the disk's.
    pub max_pages: Option<u32>,
    /// How often the store checks that its files are in place and, while writes fail, whether they work
    /// again; `None` for every two seconds.
    pub pace: Option<Duration>,
    /// Test hooks around the statements of the store.
    pub interference: Option<Arc<dyn Interference>>,
}

impl Store {
    /// Opens the database for the one process that runs the bot on it.
    ///
    /// Creates it if it is missing, and migrates its schema. The file beside it (`.lock`) is locked while the
    /// store lives; the system releases the lock if the process dies. After a crash the whole database is
    /// checked in the background, see [`Store::health`].
    ///
    /// # Errors
    /// The reason as one sentence. Nothing has been overwritten.
    pub async fn open(path: &Path, options: StoreOptions) -> Result<Self, OpenError> {
        Self::open_with(path, options, &migrations()).await
    }

    /// Like `Store::open`, with the schema of these migrations.
    async fn open_with(path: &Path, options: StoreOptions, steps: &Migrator) -> Result<Self, OpenError> {
        let path = &files::real(path);
        check_file(path)?;
        if has_content(path) && !files::has_lock_file(path) {
            // It may be another program's, which gets no file beside it.
            check_complete(path)?;
            check::content(path, steps, Accepted::Workable).await?;
        }
        let lock = files::take(path)?;
        check_complete(path)?;
        files::make_private(path)?;
        let found = if has_content(path) {
            check::content(path, steps, Accepted::Workable).await?
        } else {
            Inspected::default()
        };
        files::close_to_others(path);
        if (1..newest(steps)).contains(&found.schema) {
            keep_as_it_was(path, found.schema).await?;
        }
        if !found.unclean {
            files::note_unmarked(path);
        }
        let store = Self::of_files(path, &options, Some(lock), found.unclean);
        if let Err(error) = store.begin_playing(path, options.max_pages, (found, steps)).await {
            store.close().await;
            return Err(error);
        }
        store.tend(options.pace.unwrap_or(PACE));
        Ok(store)
    }

    /// Opens an existing database beside a running bot, for one administrative transaction.
    ///
    /// # Errors
    /// The reason as one sentence. The schema must be exactly this program's.
    pub async fn open_beside(path: &Path) -> Result<Self, OpenError> {
        let path = &files::real(path);
        check_file(path)?;
        check_complete(path)?;
        if !has_content(path) {
            return Err(OpenError::NoFile(path.to_owned()));
        }
        let marked = check::content(path, &migrations(), Accepted::Own).await?.unclean;
        if !marked {
            files::note_unmarked(path);
        }
        let store = Self::of_files(path, &StoreOptions::default(), None, marked);
        if let Err(error) = store.settle_in(path).await {
            store.close().await;
            return Err(open_failed(path, &error));
        }
        Ok(store)
    }

    /// Creates a store without connections. `unclean` says that the files were not closed cleanly.
    fn of_files(path: &Path, options: &StoreOptions, lock: Option<File>, unclean: bool) -> Self {
        let writing = writing(path, options.max_pages).create_if_missing(lock.is_some());
        let reading = writing.clone().create_if_missing(false).pragma("query_only", "ON");
        let damage = DamageNote::of(path.display().to_string());
        let [writer, reader] = [(1, writing), (READERS, reading)].map(|(most, to)| {
            let watchers = (options.interference.clone(), damage.clone());
            Connections::new(most, ConnectTo::Sqlite(Box::new(to)), watchers)
        });
        // A process beside the bot has nothing to check.
        let unchecked = unclean && lock.is_some();
        let files = DatabaseFiles::new(path, lock);
        files.marked.store(unclean, Ordering::Release);
        files.unchecked.store(unchecked, Ordering::Release);
        Self(Arc::new(Shared::new(DatabasePlace::Files(files), writer, reader)), Limits::NONE)
    }

    async fn begin_playing(
        &self,
        path: &Path,
        max_pages: Option<u32>,
        (found, steps): (Inspected, &Migrator),
    ) -> Result<(), OpenError> {
        let failed = |e: sqlx::Error| open_failed(path, &e);
        let Some(files) = self.files() else { return Ok(()) };
        if has_content(path) {
            // First, so that closing another connection does not remove the WAL that a crash left.
            drop_anchor(files).await.map_err(failed)?;
        }
        let mut connection = self.0.writer.take().await.map_err(failed)?;
        if found.is_former {
            adopt(&mut connection, steps).await.map_err(failed)?;
        }
        // A newer schema that this program may work on stays as it is.
        if let Driver::Sqlite(sqlite) = &mut connection.driver
            && found.schema <= newest(steps)
        {
            timing::virtual_time::alone(steps.run(sqlite)).await.map_err(|e| migration_failed(path, e))?;
        }
        if found.schema < newest(steps) {
            note_version(&mut *connection).await.map_err(failed)?;
        }
        connection.give_back();
        files.marked.store(true, Ordering::Release);
        self.mark().await.map_err(failed)?;
        self.settle_in(path).await.map_err(failed)?;
        // From now on a connection opens only an existing file.
        let writing = writing(path, max_pages).create_if_missing(false);
        self.0.writer.set_options(ConnectTo::Sqlite(Box::new(writing)));
        let beside = files.lock.as_ref().and_then(files::noted_generation);
        let mut connection = self.0.writer.take().await.map_err(failed)?;
        let (generation, set_back) = begin_generation(&mut connection, beside).await.map_err(failed)?;
        empty_log(&mut connection).await.map_err(failed)?;
        connection.give_back();
        if let Some(games) = set_back {
            tracing::warn!(
                games,
                "the database is older than when the bot last ran: it was restored from a copy. The players of its live games are told. \
                 Whoever had their data deleted since is in it again; `rookery store restore` would have seen to that"
            );
        }
        self.note_generation(generation);
        Ok(())
    }

    /// Records the database's generation beside it.
    pub(crate) fn note_generation(&self, number: i64) {
        let Some(files) = self.files() else { return };
        if let Some(lock) = &files.lock {
            files::note_generation(lock, number, files.is_mark_in_file.load(Ordering::Acquire));
        }
    }

    /// Starts the next generation, so that an earlier copy is recognized as one.
    async fn next_generation(&self) {
        let done = async {
            let mut connection = self.sole_writer().await?;
            let number: i64 = connection.one(NEXT_GENERATION, ()).await?;
            connection.give_back();
            Ok::<_, sqlx::Error>(number)
        };
        match done.await {
            Ok(number) => self.note_generation(number),
            Err(error) => {
                tracing::warn!(%error, "a copy of the database as it is now may later not be known as one");
            }
        }
    }

    /// Connects, and records the identity of the files.
    async fn settle_in(&self, path: &Path) -> Result<(), sqlx::Error> {
        let Some(files) = self.files() else { return Ok(()) };
        drop_anchor(files).await?;
        self.0.writer.take().await?.give_back();
        self.0.reader.take().await?.give_back();
        let identity = Identity::of(path)?;
        // Set only here, so this cannot fail.
        let _ = files.identity.set(identity);
        Ok(())
    }

    /// Marks the main file: its WAL is needed from now on.
    async fn mark(&self) -> Result<(), sqlx::Error> {
        let mut connection = self.0.writer.take().await?;
        let mark = AssertSqlSafe(format!("PRAGMA user_version = {LOG_NEEDED}"));
        connection.execute(mark, ()).await?;
        let is_moved = empty_log(&mut connection).await?;
        if let Some(files) = self.files() {
            files.is_mark_in_file.store(is_moved, Ordering::Release);
        }
        connection.give_back();
        Ok(())
    }

    /// Checkpoints everything into the main file and clears the mark. Returns false if the WAL is still
    /// needed.
    async fn unmark(&self) -> bool {
        let done = async {
            let mut connection = self.sole_writer().await?;
            // Twice: on a full disk the first one makes room for the change in between.
            empty_log(&mut connection).await?;
            operator::unmark(&mut connection).await?;
            empty_log(&mut connection).await?;
            connection.give_back();
            Ok::<_, sqlx::Error>(())
        };
        done.await.inspect_err(|error| tracing::warn!(%error, "the database is not closed in order")).is_ok()
    }

    /// Sets the maximum size of the file, in pages of 4 KiB; `None` for no limit but the disk's. Applies from
    /// the next write on, and only to files.
    pub async fn limit(&self, max_pages: Option<u32>) -> Result<(), crate::StoreError> {
        let Some(files) = self.files() else { return Ok(()) };
        let options = writing(&files.path, max_pages).create_if_missing(false);
        self.0.writer.set_options(ConnectTo::Sqlite(Box::new(options)));
        let sql = AssertSqlSafe(format!("PRAGMA max_page_count = {}", max_pages.unwrap_or(NO_LIMIT)));
        let mut connection = self.sole_writer().await?;
        connection.execute(sql, ()).await?;
        connection.give_back();
        Ok(())
    }

    /// Waits for running writes, closes the database and releases its lock.
    ///
    /// If the files are lost, or not everything could be checkpointed into the main file, or a check after a
    /// crash has not finished, the files are left as they are, and the next start continues from them.
    pub async fn close(&self) {
        let shared = &self.0;
        shared.stop.cancel();
        shared.groups.ended().await;
        let Some(files) = self.files() else {
            shared.writer.close().await;
            shared.reader.close().await;
            return;
        };
        let here = self.in_place().is_ok();
        let plays = files.lock.is_some() && files.identity.get().is_some();
        if here && plays && !files.unchecked.load(Ordering::Acquire) && files.marked.load(Ordering::Acquire) {
            // From here on others may write to it without the mark.
            files.is_mark_in_file.store(false, Ordering::Release);
            files::note_unmarked(&files.path);
            self.next_generation().await;
            let unmarked = self.unmark().await;
            files.marked.store(!unmarked, Ordering::Release);
        }
        // The last connection to close removes the WAL, unless it is read-only.
        let log_stays = !here || files.marked.load(Ordering::Acquire);
        let anchor = files.anchor.lock().await.take();
        let (first, last) = if log_stays { (None, anchor) } else { (anchor, None) };
        close(first).await;
        shared.writer.close().await;
        shared.reader.close().await;
        close(last).await;
        if let Some(lock) = &files.lock {
            // The lock ends with the process anyway.
            let _ = lock.unlock();
        }
    }
}

/// Ensures that there is a read-only connection with the WAL open.
async fn drop_anchor(files: &DatabaseFiles) -> Result<(), sqlx::Error> {
    let mut anchor = files.anchor.lock().await;
    if anchor.is_none() {
        let looking = base(&files.path).read_only(true).busy_timeout(check::START_TIMEOUT);
        *anchor = Some(SqlConnection::sqlite(&looking).await?);
    }
    if let Some(connection) = anchor.as_mut() {
        connection.first::<SqlRow>("SELECT 1 FROM sqlite_schema LIMIT 1", ()).await?;
    }
    Ok(())
}

/// Copies a database with an older schema to a file beside it (`rookery.db.schema-1`) before the migration.
/// An earlier attempt's copy is replaced, because that attempt changed nothing.
async fn keep_as_it_was(path: &Path, schema: i64) -> Result<(), OpenError> {
    let kept = files::beside(path, &format!(".schema-{schema}"));
    match std::fs::remove_file(&kept) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(files::unwritable(&kept, &error));
        }
        _ => {}
    }
    operator::backup(path, &kept).await?;
    tracing::info!(copy = %kept.display(), "the database is brought up to date; as it was, it is kept in a copy");
    Ok(())
}

async fn close(connection: Option<SqlConnection>) {
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
}

fn writing(path: &Path, max_pages: Option<u32>) -> SqliteConnectOptions {
    let connect = base(path)
        .busy_timeout(BUSY_TIMEOUT)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Overwrites deleted data, so that an erased person's data does not remain in free pages.
        .pragma("secure_delete", "ON");
    match max_pages {
        Some(pages) => connect.pragma("max_page_count", pages.to_string()),
        None => connect,
    }
}

fn migration_failed(path: &Path, error: MigrateError) -> OpenError {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => open_failed(path, &error),
        other => OpenError::Other(path.to_owned(), other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;
    use sqlx::SqlSafeStr;
    use sqlx::migrate::{Migration, MigrationType};

    /// The current migrations and another one.
    fn one_more() -> Migrator {
        let sql = "CREATE TABLE later (id INTEGER)".into_sql_str();
        let number = newest(&migrations()) + 1;
        let step = Migration::new(number, "later".into(), MigrationType::Simple, sql, false);
        Migrator::with_migrations(migrations().iter().cloned().chain([step]).collect())
    }

    async fn opened(path: &Path, steps: &Migrator) {
        let store = Store::open_with(path, StoreOptions::default(), steps).await.expect("it opens");
        store.close().await;
    }

    #[tokio::test]
    async fn as_it_was_a_database_is_kept_beside_it_before_a_migration() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("rookery.db");
        let copy = dir.path().join(format!("rookery.db.schema-{}", newest(&migrations())));
        opened(&path, &migrations()).await;
        assert!(!copy.exists(), "nothing was migrated");
        // An earlier attempt was interrupted after half a copy, before anything was changed.
        std::fs::write(&copy, b"half").expect("written");
        opened(&path, &one_more()).await;
        assert!(matches!(check(&path).await, Err(OpenError::Newer { .. })), "it is migrated");
        assert!(check(&copy).await.expect("it is whole").up_to_date, "as it was");
        // The next start migrates nothing.
        std::fs::remove_file(&copy).expect("removed");
        opened(&path, &one_more()).await;
        assert!(!copy.exists());
    }

    #[tokio::test]
    async fn whoever_was_killed_in_the_copy_before_a_migration_starts_again() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("rookery.db");
        let copy = dir.path().join(format!("rookery.db.schema-{}", newest(&migrations())));
        opened(&path, &migrations()).await;
        // The leftovers of a killed copy do not start like a database, and its journal is stale.
        for (ending, byte) in [(".part", 0), (".part-journal", 7)] {
            std::fs::write(files::beside(&copy, ending), vec![byte; 8_192]).expect("written");
        }
        opened(&path, &one_more()).await;
        assert!(check(&copy).await.expect("it is whole").up_to_date, "as it was");
        assert_eq!(
            std::fs::read_dir(dir.path()).expect("a directory").count(),
            3,
            "beside its lock and the copy"
        );
    }

    #[tokio::test]
    async fn an_older_schema_is_only_migrated_by_whoever_plays() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("rookery.db");
        opened(&path, &migrations()).await;
        let found = check::content(&path, &one_more(), Accepted::Own).await.map(|_| ());
        assert!(matches!(found, Err(OpenError::Older { .. })), "{found:?}");
    }
}
