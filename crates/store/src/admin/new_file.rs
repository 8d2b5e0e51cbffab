//! A database file written under a temporary name and renamed once it is complete and synced. Until then
//! nothing reads it, so it needs no journal.

use super::check::{base, open_failed};
use super::operator::is_older;
use crate::OpenError;
use crate::db::schema::migrations;
use crate::db::sql::{Driver, SqlConnection};
use crate::sqlite::files::{self, beside, check_file, unwritable};
use crate::tables::compatible_from::note_version;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use std::fs::File;
use std::path::{Path, PathBuf};
use timing::virtual_time::alone;

/// The suffix of the temporary name.
const MEANWHILE: &str = ".copy";
/// The page cache while the file is filled, in KiB; SQLite expects a negative number. Rows arriving out of
/// table order touch many pages.
const CACHE: &str = "-262144";

/// A file being written.
pub(super) struct NewFile {
    to: PathBuf,
    meanwhile: PathBuf,
    connection: Option<SqlConnection>,
    /// Keeps other processes from writing the same file.
    _lock: File,
}

impl NewFile {
    /// Creates a file with this program's tables, to be named `to` in the end. Leftovers of an interrupted
    /// run are removed.
    pub(super) async fn begin(to: &Path) -> Result<Self, OpenError> {
        let mut file = Self::begin_at(to, &migrations()).await?;
        file.note_what_it_is().await?;
        Ok(file)
    }

    /// Like `NewFile::begin`, with the tables of these migrations only. It must be brought up to date later.
    pub(super) async fn begin_at(to: &Path, steps: &Migrator) -> Result<Self, OpenError> {
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
        file.connection = Some(SqlConnection::sqlite(&options).await.map_err(|error| failed(&error))?);
        file.carry_out(steps).await?;
        Ok(file)
    }

    /// Runs the remaining migrations.
    pub(super) async fn bring_up_to_date(&mut self) -> Result<(), OpenError> {
        self.carry_out(&migrations()).await?;
        self.note_what_it_is().await
    }

    async fn carry_out(&mut self, steps: &Migrator) -> Result<(), OpenError> {
        let to = self.to.clone();
        let Driver::Sqlite(sqlite) = &mut self.connection().driver else { return Ok(()) };
        alone(steps.run(sqlite)).await.map_err(|error| match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                open_failed(&to, &error)
            }
            other => OpenError::Other(to.clone(), other.to_string()),
        })
    }

    /// Records the program's version, and that the file is older than its source.
    async fn note_what_it_is(&mut self) -> Result<(), OpenError> {
        let to = self.to.clone();
        let noted = async {
            note_version(&mut *self.connection()).await?;
            is_older(self.connection()).await
        };
        noted.await.map_err(|error| open_failed(&to, &error))
    }

    /// Returns the connection that fills the file.
    pub(super) fn connection(&mut self) -> &mut SqlConnection {
        self.connection.as_mut().expect("open until the end")
    }

    /// Gives the file its final name.
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
    /// Removes an unfinished file.
    fn drop(&mut self) {
        drop(self.connection.take());
        self.remove_content();
        let _ = std::fs::remove_file(beside(&self.meanwhile, ".lock"));
    }
}
