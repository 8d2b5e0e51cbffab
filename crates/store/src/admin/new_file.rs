//! A database file that is made beside its place, and gets its name when it is whole and on disk. Until then nobody reads it, so it needs no journal.

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
        let mut file = Self::begin_at(to, &migrations()).await?;
        file.note_what_it_is().await?;
        Ok(file)
    }

    /// The same with the tables of these steps; then it has to be brought up to date.
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

    /// Carries out the steps that it does not have yet.
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

    /// Notes which program has made it, and that it is older than what it is made of.
    async fn note_what_it_is(&mut self) -> Result<(), OpenError> {
        let to = self.to.clone();
        let noted = async {
            note_version(&mut *self.connection()).await?;
            is_older(self.connection()).await
        };
        noted.await.map_err(|error| open_failed(&to, &error))
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
