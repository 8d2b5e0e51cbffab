//! Replaces an SQLite database with a backup.
//!
//! The new database is written beside the old one. Only then are the old files moved away and the new one
//! renamed. An interrupted restore can therefore be repeated at any time, and nothing is deleted.

use super::operator;
use crate::sqlite::files::{self, beside, log_of, unwritable};
use crate::{OpenError, Store, StoreOptions};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The suffix of the new file while it is written.
const NEW: &str = ".restoring";
/// The suffix of the old files, followed by a number.
const REPLACED: &str = ".replaced-";

/// A prepared restore. Until [`Restore::finish`] the old database is unchanged.
#[derive(Debug)]
pub struct Restore {
    path: PathBuf,
    new: PathBuf,
    lock: File,
}

impl Restore {
    /// Checks the backup and copies it to a file beside the database at `path`, on which no bot may be
    /// running.
    ///
    /// # Errors
    /// The reason as one sentence. The database is unchanged.
    pub async fn prepare(path: &Path, backup: &Path) -> Result<Self, OpenError> {
        let path = files::real(path);
        if path.exists() && path.canonicalize().ok() == backup.canonicalize().ok() {
            return Err(OpenError::Itself(path));
        }
        let directory = directory(&path);
        if !directory.is_dir() {
            return Err(OpenError::NoDirectory(directory));
        }
        let owner = owner_of(&path);
        let lock = files::take(&path)?;
        operator::check(backup).await?;
        let restore = Self { new: beside(&path, NEW), path, lock };
        restore.end_a_move()?;
        restore.remove_new();
        operator::backup(backup, &restore.new).await?;
        if let Some(owner) = owner {
            // The lock file may be new, and the bot must be able to open it.
            for file in [&restore.new, &beside(&restore.path, ".lock")] {
                owner.give(file).map_err(|error| unwritable(file, &error))?;
            }
        }
        Ok(restore)
    }

    /// Opens the new database.
    ///
    /// # Errors
    /// The reason as one sentence.
    pub async fn open_new(&self) -> Result<Store, OpenError> {
        Store::open(&self.new, StoreOptions::default()).await
    }

    /// Opens the old database, or the one moved away by an interrupted restore. `None` if there never was
    /// one.
    ///
    /// # Errors
    /// One sentence: it exists but cannot be read.
    pub async fn open_old(&self) -> Result<Option<Store>, OpenError> {
        let moved =
            || (1..=self.count()).rev().map(|number| self.replaced(number)).find(|path| path.exists());
        let old = if self.path.exists() { Some(self.path.clone()) } else { moved() };
        match old {
            Some(old) => Store::open_beside(&old).await.map(Some),
            None => Ok(None),
        }
    }

    /// The last known generation of the old database.
    pub fn generation(&self) -> Option<i64> {
        files::noted_generation(&self.lock)
    }

    /// Moves the old files away and puts the new one in their place, with the owner and permissions of the
    /// old one.
    ///
    /// Returns where the old database is now, if there was one.
    ///
    /// # Errors
    /// The reason as one sentence. Repeating the restore completes it.
    pub fn finish(self) -> Result<Option<PathBuf>, OpenError> {
        if log_of(&self.new).exists() || files::needs_log(&self.new) {
            return Err(OpenError::Other(
                self.new.clone(),
                "it was not closed in order; restore again".to_owned(),
            ));
        }
        let moved = self.move_away()?;
        let failed = |error: std::io::Error| unwritable(&self.path, &error);
        std::fs::rename(&self.new, &self.path).map_err(failed)?;
        files::sync_directory_of(&self.path).map_err(failed)?;
        Ok(moved)
    }

    /// How many databases have been moved away.
    fn count(&self) -> u32 {
        let is_there = |number| {
            let replaced = self.replaced(number);
            replaced.exists() || log_of(&replaced).exists()
        };
        let mut count = 0;
        while is_there(count + 1) {
            count += 1;
        }
        count
    }

    fn replaced(&self, number: u32) -> PathBuf {
        beside(&self.path, &format!("{REPLACED}{number}"))
    }

    /// Moves the old database away, its WAL first: a database with a missing WAL counts as incomplete, so no
    /// bot starts on it.
    fn move_away(&self) -> Result<Option<PathBuf>, OpenError> {
        let to = self.replaced(self.count() + 1);
        let failed = |error: std::io::Error| unwritable(&to, &error);
        // Even if its database is missing: SQLite would replay it into the new one.
        let log = log_of(&self.path);
        let has_log = log.exists();
        if has_log {
            std::fs::rename(&log, log_of(&to)).map_err(failed)?;
        }
        let is_there = self.path.exists();
        if is_there {
            std::fs::rename(&self.path, &to).map_err(failed)?;
        }
        let _ = std::fs::remove_file(beside(&self.path, "-shm"));
        Ok(if is_there { Some(to) } else { has_log.then(|| log_of(&to)) })
    }

    /// Completes the move that an interrupted restore began: if the WAL has been moved, its database follows.
    fn end_a_move(&self) -> Result<(), OpenError> {
        let last = self.replaced(self.count());
        let waits = files::needs_log(&self.path) && !log_of(&self.path).exists();
        if waits && log_of(&last).exists() && !last.exists() {
            std::fs::rename(&self.path, &last).map_err(|error| unwritable(&last, &error))?;
        }
        Ok(())
    }

    /// Removes the unfinished new database and the files beside it, such as its copy from before a migration.
    fn remove_new(&self) {
        let Some(name) = self.new.file_name().map(std::ffi::OsStr::to_string_lossy) else { return };
        let Ok(files) = std::fs::read_dir(directory(&self.path)) else { return };
        for file in files.flatten() {
            if file.file_name().to_string_lossy().starts_with(&*name) {
                let _ = std::fs::remove_file(file.path());
            }
        }
    }
}

impl Drop for Restore {
    /// Removes an unfinished restore.
    fn drop(&mut self) {
        self.remove_new();
    }
}

fn directory(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// The owner and permissions of a file.
struct Owner(std::fs::Metadata);

/// Returns those of the database or, without one, of its lock file.
fn owner_of(path: &Path) -> Option<Owner> {
    path.metadata().or_else(|_| beside(path, ".lock").metadata()).ok().map(Owner)
}

impl Owner {
    #[cfg(unix)]
    fn give(&self, path: &Path) -> std::io::Result<()> {
        use std::os::unix::fs::{MetadataExt as _, chown};
        let now = path.metadata()?;
        if (now.uid(), now.gid()) != (self.0.uid(), self.0.gid()) {
            chown(path, Some(self.0.uid()), Some(self.0.gid()))?;
        }
        std::fs::set_permissions(path, self.0.permissions())
    }

    #[cfg(not(unix))]
    fn give(&self, _: &Path) -> std::io::Result<()> {
        let _ = &self.0;
        Ok(())
    }
}
