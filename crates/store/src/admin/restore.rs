//! Puts a backup in the place of an SQLite database.
//!
//! The new database is made beside the old one first. Only then are the old files moved away, and the new one takes their place. So a restore
//! that was interrupted can be repeated, whenever that was, and nothing is deleted.

use super::operator;
use crate::sqlite::files::{self, beside, log_of, unwritable};
use crate::{OpenError, Store, StoreOptions};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The file that is made, beside the database.
const NEW: &str = ".restoring";
/// What the old files are called, with a number.
const REPLACED: &str = ".replaced-";

/// A restore that has been prepared. Until [`Restore::finish`] nothing of the old database has changed.
#[derive(Debug)]
pub struct Restore {
    path: PathBuf,
    new: PathBuf,
    lock: File,
}

impl Restore {
    /// Copies a backup to a file beside the database at `path`, on which no bot may run. The backup is read whole before.
    ///
    /// # Errors
    /// One sentence; the database is as it was.
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
            // The lock may be new, and the bot has to open it.
            for file in [&restore.new, &beside(&restore.path, ".lock")] {
                owner.give(file).map_err(|error| unwritable(file, &error))?;
            }
        }
        Ok(restore)
    }

    /// The new database.
    ///
    /// # Errors
    /// One sentence.
    pub async fn open_new(&self) -> Result<Store, OpenError> {
        Store::open(&self.new, StoreOptions::default()).await
    }

    /// The old database, or the one that an interrupted restore has moved away; `None` if there never was one.
    ///
    /// # Errors
    /// One sentence: it is there, but cannot be read.
    pub async fn open_old(&self) -> Result<Option<Store>, OpenError> {
        let moved =
            || (1..=self.count()).rev().map(|number| self.replaced(number)).find(|path| path.exists());
        let old = if self.path.exists() { Some(self.path.clone()) } else { moved() };
        match old {
            Some(old) => Store::open_beside(&old).await.map(Some),
            None => Ok(None),
        }
    }

    /// The number of the old database's last generation, if it is known.
    pub fn generation(&self) -> Option<i64> {
        files::noted_generation(&self.lock)
    }

    /// Moves the old files away and puts the new one in their place, with the owner and the rights of the old one. Returns where the old one is
    /// now, if there was one.
    ///
    /// # Errors
    /// One sentence. Whatever is left to be done, a second restore does.
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

    /// Moves the old database away, its log first: a database whose log is missing is known to be incomplete, so no bot starts on it.
    fn move_away(&self) -> Result<Option<PathBuf>, OpenError> {
        let to = self.replaced(self.count() + 1);
        let failed = |error: std::io::Error| unwritable(&to, &error);
        // Also where its database is not there: SQLite would play it into the new one.
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

    /// Ends what an interrupted restore has begun: where the log has been moved away, its database follows.
    fn end_a_move(&self) -> Result<(), OpenError> {
        let last = self.replaced(self.count());
        let waits = files::needs_log(&self.path) && !log_of(&self.path).exists();
        if waits && log_of(&last).exists() && !last.exists() {
            std::fs::rename(&self.path, &last).map_err(|error| unwritable(&last, &error))?;
        }
        Ok(())
    }

    /// Removes the new database with all that is beside it, as its copy of before a migration, except where it has taken its place.
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
    /// What was not finished leaves nothing behind.
    fn drop(&mut self) {
        self.remove_new();
    }
}

fn directory(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// To whom a file belongs, and who may read it.
struct Owner(std::fs::Metadata);

/// That of the database, or of the lock file beside it where there is no database.
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
