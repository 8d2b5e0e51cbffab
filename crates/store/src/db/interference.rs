//! Test hooks between a store and its database.

use futures_util::future::BoxFuture;
use sqlx::SqlStr;
use sqlx::error::{DatabaseError, ErrorKind};
use std::borrow::Cow;
use std::error::Error;
use std::fmt::Debug;
use std::sync::Arc;

/// Test hooks around the statements of a store.
pub trait Interference: Debug + Send + Sync {
    /// Called before each statement, and with "" before each loan of a connection.
    ///
    /// It may wait, even forever to simulate a dead process.
    ///
    /// # Errors
    /// The statement fails with this before anything is done.
    fn before<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>>;

    /// Called after each successful statement. It may wait as well.
    ///
    /// # Errors
    /// The statement has been executed, but the caller sees this failure.
    fn after<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>>;
}

/// A failure injected into a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatementFault {
    /// The file is locked, as `SQLITE_BUSY`.
    #[error("database is locked")]
    Busy,
    /// The disk is full, as `SQLITE_FULL`.
    #[error("database or disk is full")]
    Full,
    /// The disk fails, as `SQLITE_IOERR`.
    #[error("disk I/O error")]
    Disk,
    /// The server or its network is gone, as a connection error.
    #[error("connection reset")]
    Lost,
}

impl StatementFault {
    /// Converts it to the driver's error.
    pub(super) fn told(self) -> sqlx::Error {
        match self {
            Self::Lost => sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into()),
            Self::Busy | Self::Full | Self::Disk => sqlx::Error::Database(Box::new(self)),
        }
    }
}

impl DatabaseError for StatementFault {
    fn message(&self) -> &'static str {
        "ordered by a test"
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        // https://www.sqlite.org/rescode.html
        Some(Cow::Borrowed(match self {
            Self::Busy => "5",
            Self::Full => "13",
            Self::Disk => "10",
            // A connection error has no SQLite code.
            Self::Lost => return None,
        }))
    }

    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }

    fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
        self
    }
}

/// The hook that was called before a statement, and the statement.
pub(crate) type ToldBefore = (Arc<dyn Interference>, SqlStr);

/// Calls the hook before a statement. The result is for [`tell_after`].
pub(crate) async fn tell_before(
    interference: Option<&Arc<dyn Interference>>,
    sql: &SqlStr,
) -> Result<Option<ToldBefore>, sqlx::Error> {
    let Some(interference) = interference else { return Ok(None) };
    interference.before(sql.as_str()).await.map_err(StatementFault::told)?;
    Ok(Some((Arc::clone(interference), sql.clone())))
}

/// Calls the hook after a statement.
pub(crate) async fn tell_after(told: Option<ToldBefore>) -> Result<(), sqlx::Error> {
    let Some((interference, sql)) = told else { return Ok(()) };
    interference.after(sql.as_str()).await.map_err(StatementFault::told)
}
