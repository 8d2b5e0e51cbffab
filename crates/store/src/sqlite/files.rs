//! The files of a database: checks that do not need SQLite, and whether they are still the same files.
//!
//! While the database is in use, the newest changes are in a second file, the write-ahead log (`-wal`).
//! Without it the database is outdated or torn, and SQLite does not notice. So a number in the header of the
//! main file marks that its WAL is needed: it is set before the first write and cleared at a clean shutdown.

use crate::OpenError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The first bytes of every SQLite file (<https://sqlite.org/fileformat.html>).
pub(crate) const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The header offset of the big-endian number that `PRAGMA user_version` sets.
const USER_VERSION: usize = 60;
/// The value of that number while the WAL is needed: "Rook". Other programs count up from 1 there.
pub(crate) const LOG_NEEDED: u32 = 0x526f_6f6b;
/// The content of the lock file once a database has existed beside it.
const LOCK_TEXT: &[u8] = b"Held while Rookery plays on the database beside it.\n";

/// The mode of files that only their owner may read and write.
#[cfg(unix)]
const OWNER_ONLY: u32 = 0o600;
/// The mode bits for users other than the owner and the group.
#[cfg(unix)]
const OTHERS: u32 = 0o007;

/// Resolves a symbolic link: SQLite keeps its other files next to the target.
pub(crate) fn real(path: &Path) -> PathBuf {
    if path.is_symlink() { path.canonicalize().unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() }
}

pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the path of the WAL.
pub(crate) fn log_of(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

pub(crate) fn has_content(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| m.len() > 0)
}

/// Checks what does not need SQLite: the directory, the file type, its first bytes, and that it is writable.
pub(crate) fn check_file(path: &Path) -> Result<(), OpenError> {
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
    // Opened for writing, but never written.
    let file = match File::options().read(true).write(true).open(path) {
        Ok(file) => file,
        Err(error) if File::open(path).is_err() => {
            return Err(OpenError::Unreadable(path.to_owned(), error.to_string()));
        }
        Err(error) => return Err(unwritable(path, &error)),
    };
    let mut start = Vec::new();
    file.take(MAGIC.len() as u64)
        .read_to_end(&mut start)
        .map_err(|e| OpenError::Other(path.to_owned(), e.to_string()))?;
    if start.is_empty() || start == MAGIC {
        Ok(())
    } else {
        Err(OpenError::Damaged(path.to_owned(), "it does not begin like one".to_owned()))
    }
}

/// Checks that no part of the database is missing: neither a WAL that is needed, nor the database that a WAL
/// belongs to.
///
/// Must be called before this process has a connection, because closing a file releases SQLite's locks on it.
pub(crate) fn check_complete(path: &Path) -> Result<(), OpenError> {
    let (path, log) = (path.to_owned(), log_of(path));
    if has_content(&path) {
        if needs_log(&path) {
            if !log.exists() {
                return Err(OpenError::NoLog { path, log });
            }
        } else if has_content(&log) && is_marked(&path) {
            return Err(OpenError::ForeignLog { path, log });
        }
    } else if has_content(&log) {
        // SQLite would delete the WAL.
        return Err(OpenError::LogAlone { path, log });
    } else if has_content(&lock_file(&path)) {
        let lock = lock_file(&path);
        return Err(OpenError::Gone { path, lock });
    }
    Ok(())
}

/// Whether the main file is marked as needing its WAL.
pub(crate) fn needs_log(path: &Path) -> bool {
    let mut header = [0; USER_VERSION + 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[USER_VERSION..] == LOG_NEEDED.to_be_bytes()
}

/// Returns options to create a file that only its owner may read.
///
/// The database holds opponents, and tokens that can act for people for 15 minutes. The files that SQLite
/// adds (`-wal`, `-shm`) inherit the mode of the main file.
fn private() -> OpenOptions {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, OWNER_ONLY);
    options
}

/// Creates an empty database file, unless it exists. SQLite itself would make it world-readable.
pub(crate) fn make_private(path: &Path) -> Result<(), OpenError> {
    match private().create_new(true).open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(unwritable(path, &error)),
    }
}

/// Revokes access for others to a database's files, in case an older release or a copy left them
/// world-readable. Group access is a deliberate choice and stays.
pub(crate) fn close_to_others(path: &Path) {
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm", ".lock"] {
        use std::os::unix::fs::PermissionsExt as _;
        let file = beside(path, ending);
        let Ok(found) = file.metadata() else { continue };
        if found.permissions().mode() & OTHERS == 0 {
            continue;
        }
        match std::fs::set_permissions(&file, std::fs::Permissions::from_mode(OWNER_ONLY)) {
            Ok(()) => {
                tracing::info!(file = %file.display(), "everybody could read it; now only its owner can");
            }
            Err(error) => {
                tracing::warn!(%error, file = %file.display(), "everybody on this computer can read it");
            }
        }
    }
}

fn lock_file(path: &Path) -> PathBuf {
    beside(path, ".lock")
}

/// Whether there is a lock file beside the database: a bot, or a command, has used it here.
pub(crate) fn has_lock_file(path: &Path) -> bool {
    lock_file(path).exists()
}

/// Takes the lock file beside the database. It is never removed, because that would let two processes in.
pub(crate) fn take(path: &Path) -> Result<File, OpenError> {
    let name = lock_file(path);
    let file =
        private().read(true).create(true).truncate(false).open(&name).map_err(|e| unwritable(path, &e))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(OpenError::Other(path.to_owned(), error.to_string())),
    }
}

/// Takes the lock file beside a database that is only read. Without one, no bot has ever used the database.
/// Nothing is written.
pub(crate) fn take_if_there(path: &Path) -> Result<Option<File>, OpenError> {
    let Ok(file) = File::open(lock_file(path)) else { return Ok(None) };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(path.to_owned())),
        // On a file system without locks, no bot can hold one either.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(file)),
    }
}

/// Records the database's generation in the lock file.
///
/// A later start then notices that the database is missing, or that an older copy has replaced it.
/// `is_marked` says that the main file itself has the mark that its WAL is needed, and keeps it.
pub(crate) fn note_generation(mut lock: &File, number: i64, is_marked: bool) {
    // Of constant length, so that it is overwritten completely. If the disk is full, a later start records
    // it. An older version writes only the generation and leaves the last line, so that line names the
    // generation it applies to.
    let marked = if is_marked { number } else { 0 };
    let text = format!("Generation {number:020}\nMarked {marked:020}\n");
    let text = [LOCK_TEXT, text.as_bytes()].concat();
    let _ = lock.seek(SeekFrom::Start(0)).and_then(|_| lock.write_all(&text));
}

/// Records in the lock file that this process writes to the database before marking it, so the WAL belongs to
/// it. On a first start nothing is recorded yet.
pub(crate) fn note_unmarked(path: &Path) {
    let Ok(lock) = File::options().read(true).write(true).open(lock_file(path)) else { return };
    if let Some(generation) = noted_generation(&lock) {
        note_generation(&lock, generation, false);
        // Must be on disk before the write it describes.
        let _ = lock.sync_data();
    }
}

/// Whether the lock file says that the main file is marked. If it is not, the file has been replaced.
fn is_marked(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(lock_file(path)) else { return false };
    let marked = number_in(&text, "Marked ");
    marked.is_some() && marked == number_in(&text, "Generation ")
}

/// Parses the number in the line with this prefix.
fn number_in(text: &str, begin: &str) -> Option<i64> {
    text.lines().find_map(|line| line.strip_prefix(begin)?.parse().ok())
}

/// Returns the generation in the lock file, if any.
pub(crate) fn noted_generation(mut lock: &File) -> Option<i64> {
    let mut text = String::new();
    lock.seek(SeekFrom::Start(0)).ok()?;
    lock.read_to_string(&mut text).ok()?;
    number_in(&text, "Generation ")
}

/// Syncs the directory, so that the file's name is on disk.
pub(crate) fn sync_directory_of(path: &Path) -> std::io::Result<()> {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

/// The identity of the main file and its WAL when the database was opened, independent of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity([(u64, u64); 2]);

impl Identity {
    /// Returns the identity of the files at these paths now.
    pub(crate) fn of(path: &Path) -> std::io::Result<Self> {
        Ok(Self([identity(path)?, identity(&log_of(path))?]))
    }

    /// Whether the paths still lead to these files. An error means that this is unknown.
    pub(crate) fn stays(&self, path: &Path) -> std::io::Result<bool> {
        match Self::of(path) {
            Ok(now) => Ok(now == *self),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Returns the device and inode of a file.
#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    path.metadata().map(|m| (m.dev(), m.ino()))
}

/// Only checks existence: on other systems an open file cannot be removed or replaced.
#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<(u64, u64)> {
    path.metadata().map(|_| (0, 0))
}

pub(crate) fn unwritable(path: &Path, error: &std::io::Error) -> OpenError {
    if error.kind() == ErrorKind::StorageFull {
        return OpenError::Full(path.to_owned());
    }
    OpenError::Unwritable(path.to_owned(), error.to_string())
}
