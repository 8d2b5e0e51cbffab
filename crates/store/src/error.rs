//! The errors, sorted by how the caller can react.

mod code;

use super::Limit;
use super::unreadable::what_is_unreadable;
use game::UserId;
use std::path::PathBuf;

pub(super) use code::{Code, is_denied, unasked, unmarked};
use code::{state_of, within};

/// Why the database was not opened, as one sentence for the operator. Nothing has been overwritten.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory that should hold the file is missing.
    #[error("The directory {0} does not exist; create it, or name another place.")]
    NoDirectory(PathBuf),
    /// The file does not exist, and the command (such as `backup` or `forget`) never creates one.
    #[error("There is no database {0}.")]
    NoFile(PathBuf),
    /// The file, or a file beside it, cannot be written.
    #[error(
        "The database {0} cannot be written ({1}); check the owner and the rights of the file and its directory."
    )]
    Unwritable(PathBuf, String),
    /// The file cannot be read.
    #[error("The database {0} cannot be read ({1}); check the owner and the rights of the file.")]
    Unreadable(PathBuf, String),
    /// Another Rookery process is using this file.
    #[error("Another Rookery is already running on {0}; stop that one first.")]
    InUse(PathBuf),
    /// Another program holds a lock on the file.
    #[error("The database {0} is locked by another program; close that program, and repeat the command.")]
    Locked(PathBuf),
    /// The schema is from a later version of Rookery.
    #[error(
        "The database {path} was made by a newer Rookery (schema {found}, this one knows up to {known}); update Rookery. Nothing was changed."
    )]
    Newer {
        /// The path of the database.
        path: PathBuf,
        /// The schema of the database.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The schema is from an earlier version, and this command must not change it.
    #[error(
        "The database {path} was made by an older Rookery (schema {found}, this one has {known}). The bot's own database is brought up to date by its next start. Look after a backup or another copy with the version that made it, or delete it; never start the bot on a copy. Nothing was changed."
    )]
    Older {
        /// The path of the database.
        path: PathBuf,
        /// The schema of the database.
        found: i64,
        /// The schema of this program.
        known: i64,
    },
    /// The schema is from a version so old that this one cannot migrate it.
    #[error(
        "The database {path} was made by an older Rookery (schema {found}), which this one cannot bring up to date; start the version of commit b3f7025f on it once, and then this one. Nothing was changed."
    )]
    TooOld {
        /// The path of the database.
        path: PathBuf,
        /// The schema of the database.
        found: i64,
    },
    /// The database belongs to another program.
    #[error("{0} is a database, but not one of Rookery's; name another one. Nothing was changed.")]
    Foreign(PathBuf),
    /// The file is damaged or not a database.
    #[error(
        "The database {0} is damaged or is no SQLite database ({1}); restore a backup, save what can be read by `rookery store salvage`, or name another file. Nothing was changed."
    )]
    Damaged(PathBuf, String),
    /// Nothing in the file can be salvaged.
    #[error("Nothing can be saved of {0}: {1}. Restore a backup, even an old one. Nothing was changed.")]
    BeyondSalvage(PathBuf, String),
    /// The WAL, which holds the newest changes, is missing.
    #[error(
        "The file {log} is missing, which holds the newest changes of {path}: that one was in use when the program was killed, or when it was copied. Put {log} beside it, or use a copy made by `rookery store backup`; `rookery store accept-loss` goes on without those changes. Nothing was changed."
    )]
    NoLog {
        /// The path of the database.
        path: PathBuf,
        /// The path of the missing WAL.
        log: PathBuf,
    },
    /// Only the WAL exists.
    #[error(
        "The database {path} is missing or empty, but {log} is there, which holds its newest changes; put the database back, or move {log} away to begin with an empty one. Nothing was changed."
    )]
    LogAlone {
        /// Where the database should be.
        path: PathBuf,
        /// The WAL found without it.
        log: PathBuf,
    },
    /// There is a WAL beside a database that was closed cleanly or is a copy.
    #[error(
        "{log} belongs to the database that was here before; {path} seems to be a copy that was put over it by hand. Move {log} and {path}-shm away and keep them, or put the old database back and use `rookery store restore`, which tells the players. Nothing was changed."
    )]
    ForeignLog {
        /// The database.
        path: PathBuf,
        /// The WAL.
        log: PathBuf,
    },
    /// The lock file shows that there was a database, but it is gone.
    #[error(
        "The database {path} is gone, although {lock} shows that there was one; put it back, repeat a `rookery store restore` that was interrupted, or remove {lock} to begin with an empty one."
    )]
    Gone {
        /// Where the database should be.
        path: PathBuf,
        /// The lock file.
        lock: PathBuf,
    },
    /// The disk fails, or a limit on file sizes is reached.
    #[error(
        "The database {0} cannot be read or written: {1}; look at the disk, and at limits on the size of files."
    )]
    Disk(PathBuf, String),
    /// The disk is full.
    #[error("The disk that holds {0} is full; make room, and repeat the command.")]
    Full(PathBuf),
    /// The file to be created already exists.
    #[error(
        "{0} exists already; name another file. If an earlier run of this command has made it, it is whole; `env -u ROOKERY_STORE_URL ROOKERY_STORE_PATH={0} rookery store check` says what it holds."
    )]
    Exists(PathBuf),
    /// The backup to restore is the database itself.
    #[error("{0} is the database itself; name a backup of it.")]
    Itself(PathBuf),
    /// The data in a server's database contradicts itself.
    #[error("The database {0} is damaged: {1}; restore a backup. Nothing was changed.")]
    Contradiction(String, String),
    /// A server's database has no tables, but the command needs its data.
    #[error("The database {0} has no games yet; `rookery run` makes its tables.")]
    Empty(String),
    /// The target of a copy is not empty.
    #[error(
        "The database {0} holds something already; name an empty one. Nothing was copied. If an earlier run of this command has filled it, the copy is whole; `rookery store check` with that address as ROOKERY_STORE_URL says what it holds."
    )]
    Used(String),
    /// The copy does not read back as it was written.
    #[error("The copy in {0} differs from what it was made of ({1}); nothing was kept of it.")]
    Differs(String, String),
    /// The server denies access or fails.
    #[error(
        "The database {0} cannot be used: {1}; look at the server, and at `store.url` and `store.password`."
    )]
    Server(String, String),
    /// The server cannot be reached, or accepts no connections now.
    #[error("The database {0} cannot be reached: {1}; look at the server, and at `store.url`.")]
    Away(String, String),
    /// Anything else.
    #[error("The database {0} cannot be opened: {1}.")]
    Other(PathBuf, String),
}

impl OpenError {
    /// Whether the failure lasts until the operator fixes something.
    pub fn needs_a_person(&self) -> bool {
        match self {
            Self::InUse(_)
            | Self::Locked(_)
            | Self::Disk(..)
            | Self::Full(_)
            | Self::Away(..)
            | Self::Other(..) => false,
            Self::NoDirectory(_)
            | Self::NoFile(_)
            | Self::Unwritable(..)
            | Self::Unreadable(..)
            | Self::Newer { .. }
            | Self::Older { .. }
            | Self::TooOld { .. }
            | Self::Foreign(_)
            | Self::Damaged(..)
            | Self::BeyondSalvage(..)
            | Self::NoLog { .. }
            | Self::LogAlone { .. }
            | Self::ForeignLog { .. }
            | Self::Gone { .. }
            | Self::Exists(_)
            | Self::Itself(_)
            | Self::Contradiction(..)
            | Self::Empty(_)
            | Self::Used(_)
            | Self::Differs(..)
            | Self::Server(..) => true,
        }
    }
}

/// Why a read or write failed at run time. A failed write has changed nothing, except that after
/// [`StoreError::Away`] it may be done. A failed read does not undo earlier writes.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Other writers held the database for too long, or their failures rolled back a shared transaction.
    #[error("the database stayed busy: {0}")]
    Busy(#[source] sqlx::Error),
    /// The disk, or the database's size limit, is full.
    #[error("the disk (or the database's size limit) is full: {0}")]
    Full(#[source] sqlx::Error),
    /// The disk fails, the files are not writable, or a limit on their size is reached.
    #[error("the disk fails: {0}")]
    Disk(#[source] sqlx::Error),
    /// The server cannot be reached or accepts no writes now. No change was requested of it.
    #[error("the database cannot be reached: {0}")]
    Unreachable(#[source] sqlx::Error),
    /// The connection broke during a request, which may or may not have been executed.
    #[error("the connection to the database broke: {0}")]
    Away(#[source] sqlx::Error),
    /// The database reports that its own data is damaged.
    #[error("the database is damaged: {0}")]
    Damaged(#[source] sqlx::Error),
    /// The files were moved, removed or replaced while in use.
    #[error("the database was moved, removed or replaced while it was in use")]
    Lost,
    /// A stored value is unknown to this version.
    #[error("the database holds something this version cannot read: {0}")]
    Unreadable(String),
    /// Anything else.
    #[error("the database failed: {0}")]
    Other(#[source] sqlx::Error),
}

impl StoreError {
    /// Treats [`StoreError::Away`] as [`StoreError::Unreachable`]: no change was requested yet.
    pub(super) fn before_anything(self) -> Self {
        // A standby server refuses to begin a serializable transaction because it does not support them.
        const NOT_SUPPORTED: &str = "0A000";
        match self {
            Self::Away(error) => Self::Unreachable(error),
            Self::Other(error) if state_of(&error) == Some(NOT_SUPPORTED) => Self::Unreachable(error),
            error => error,
        }
    }

    /// Converts an error of a retry after a broken connection: the first attempt may have been executed.
    pub(super) fn after_a_break(self) -> Self {
        match self {
            Self::Busy(error)
            | Self::Full(error)
            | Self::Disk(error)
            | Self::Unreachable(error)
            | Self::Away(error)
            | Self::Damaged(error)
            | Self::Other(error) => Self::Away(error),
            Self::Lost | Self::Unreadable(_) => self,
        }
    }

    /// Copies the error for another write of the same group.
    pub(super) fn told_again(&self) -> Self {
        let source = |error: &sqlx::Error| sqlx::Error::Io(std::io::Error::other(within(error)));
        match self {
            Self::Busy(error) => Self::Busy(source(error)),
            Self::Full(error) => Self::Full(source(error)),
            Self::Disk(error) => Self::Disk(source(error)),
            Self::Unreachable(error) => Self::Unreachable(source(error)),
            Self::Away(error) => Self::Away(source(error)),
            Self::Damaged(error) => Self::Damaged(source(error)),
            Self::Lost => Self::Lost,
            Self::Unreadable(what) => Self::Unreadable(what.clone()),
            Self::Other(error) => Self::Other(source(error)),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match Code::of(&error) {
            Code::Busy => Self::Busy(error),
            Code::Full => Self::Full(error),
            Code::Disk | Code::Unwritable => Self::Disk(error),
            Code::Damaged => Self::Damaged(error),
            Code::Unreachable => Self::Unreachable(error),
            Code::Away => Self::Away(error),
            Code::Unique | Code::Other => {
                what_is_unreadable(error).map_or_else(Self::Other, Self::Unreadable)
            }
        }
    }
}

/// Why a conditional write did not happen. Nothing has changed, except as [`StoreError`] says.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The game has advanced past the event that the decision was based on, or its rematch has been requested
    /// or begun: reload and decide again.
    #[error("the game has changed meanwhile")]
    Conflict,
    /// This interaction has already been handled.
    #[error("this interaction has been acted on before")]
    Replayed,
    /// The channel already hosts a live game.
    #[error("the channel hosts a live game")]
    Occupied,
    /// The challenge is no longer open.
    #[error("the challenge is no longer open")]
    Gone,
    /// This person has blocked the other one.
    #[error("one of the two has blocked the other")]
    Blocked(UserId),
    /// A person would exceed a limit.
    #[error("a limit is met: {0:?}")]
    Limit(Limit),
    /// The store itself failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Limit> for WriteError {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<sqlx::Error> for WriteError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl WriteError {
    /// Whether only the shared transaction failed, and not this write.
    pub(super) fn is_of_others(&self) -> bool {
        matches!(self, Self::Store(StoreError::Busy(sqlx::Error::Io(_))))
    }

    /// Whether a retry may help: another process holds the database, or another write rolled back ours. A
    /// wait for our own connection does not count, because a retry would only lengthen the queue.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self, Self::Store(StoreError::Busy(error)) if !matches!(error, sqlx::Error::PoolTimedOut))
    }
}
