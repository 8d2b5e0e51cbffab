//! A database file that is made beside its place, and gets its name when it is whole and on disk. Until then nobody reads it, so it needs no journal.

use super::check::{base, open_failed};
use super::operator::is_older;
use crate::OpenError;
use crate::db::schema::migrations;
use crate::db::sql::{Driver, SqlConnection};
use crate::sqlite::files::{self, beside, check_file, unwritable};
use crate::tables::compatible_from::note_version;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use std::fs::File;
use std::path::{Path, PathBuf};
use timing::virtual_time::alone;

/// What it is called meanwhile.
const MEANWHILE: &str = ".copy";
/// The memory for pages while it is filled, in KiB, which SQLite wants with a minus: rows that come in another order than that of their table
/// touch many.
const CACHE: &str = "-262144";

/// A file that is being made.
pub(super) struct NewFile {
    to: PathBuf,
    meanwhile: PathBuf,
    connection: Option<SqlConnection>,
    /// Nobody else makes the same file meanwhile.
    _lock: File,
}

impl NewFile {
    /// Begins a file that has this program's tables and is to have this name. Whatever an interrupted one has left is removed.
    pub(super) async fn begin(to: &Path) -> Result<Self, OpenError> {
        let meanwhile = beside(to, MEANWHILE);
        if to.exists() {
            return Err(OpenError::Exists(to.to_owned()));
        }
        check_file(&meanwhile)?;
        let lock = files::take(&meanwhile)?;
        let mut file = Self { to: to.to_owned(), meanwhile, connection: None, _lock: lock };
        file.remove_content();
        files::make_private(&file.meanwhile)?;
        let options = base(&file.meanwhile)
            .foreign_keys(false)
            .journal_mode(SqliteJournalMode::Off)
            .synchronous(SqliteSynchronous::Off)
            .pragma("cache_size", CACHE);
        let failed = |error: &sqlx::Error| open_failed(to, error);
        let mut connection = SqlConnection::sqlite(&options).await.map_err(|error| failed(&error))?;
        if let Driver::Sqlite(sqlite) = &mut connection.driver {
            alone(migrations().run(sqlite)).await.map_err(|error| match error {
                MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => failed(&error),
                other => OpenError::Other(to.to_owned(), other.to_string()),
            })?;
        }
        note_version(&mut connection).await.map_err(|error| failed(&error))?;
        is_older(&mut connection).await.map_err(|error| failed(&error))?;
        file.connection = Some(connection);
        Ok(file)
    }

    /// The connection by which it is filled.
    pub(super) fn connection(&mut self) -> &mut SqlConnection {
        self.connection.as_mut().expect("open until the end")
    }

    /// Gives it its name.
    pub(super) async fn finish(mut self) -> Result<(), OpenError> {
        if let Some(connection) = self.connection.take() {
            connection.close().await.map_err(|error| open_failed(&self.to, &error))?;
        }
        if self.to.exists() {
            return Err(OpenError::Exists(self.to.clone()));
        }
        let failed = |error: std::io::Error| unwritable(&self.to, &error);
        File::open(&self.meanwhile).and_then(|file| file.sync_all()).map_err(failed)?;
        std::fs::rename(&self.meanwhile, &self.to).map_err(failed)?;
        files::sync_directory_of(&self.to).map_err(failed)
    }

    fn remove_content(&self) {
        for ending in ["", "-journal", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&self.meanwhile, ending));
        }
    }
}

impl Drop for NewFile {
    /// What was not finished leaves nothing behind.
    fn drop(&mut self) {
        drop(self.connection.take());
        self.remove_content();
        let _ = std::fs::remove_file(beside(&self.meanwhile, ".lock"));
    }
}
