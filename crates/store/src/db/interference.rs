//! What a test may put between a store and its database.

use futures_util::future::BoxFuture;
use sqlx::SqlStr;
use sqlx::error::{DatabaseError, ErrorKind};
use std::borrow::Cow;
use std::error::Error;
use std::fmt::Debug;
use std::sync::Arc;

/// What a test does to the statements of a store.
pub trait Interference: Debug + Send + Sync {
    /// Called before each statement and before each loan of a connection, which is told as "". It may wait, for ever if the process is to be
    /// as good as dead.
    ///
    /// # Errors
    /// What the statement fails with, before anything is done.
    fn before<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>>;

    /// Called after each statement that did not fail. It may wait in the same way.
    ///
    /// # Errors
    /// What is heard of the statement, though it is done.
    fn after<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>>;
}

/// What a statement fails with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StatementFault {
    /// Somebody else holds the file, as `SQLITE_BUSY`.
    #[error("database is locked")]
    Busy,
    /// The disk is full, as `SQLITE_FULL`.
    #[error("database or disk is full")]
    Full,
    /// The disk fails, as `SQLITE_IOERR`.
    #[error("disk I/O error")]
    Disk,
    /// The server is gone, or the network to it, as an error of its connection.
    #[error("connection reset")]
    Lost,
}

impl StatementFault {
    /// What the driver would say of it.
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
            // It is no error of a statement.
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

/// Who was told of a statement, and which one.
pub(crate) type ToldBefore = (Arc<dyn Interference>, SqlStr);

/// Lets a test interfere before a statement. What is returned is for [`tell_after`].
pub(crate) async fn tell_before(
    interference: Option<&Arc<dyn Interference>>,
    sql: &SqlStr,
) -> Result<Option<ToldBefore>, sqlx::Error> {
    let Some(interference) = interference else { return Ok(None) };
    interference.before(sql.as_str()).await.map_err(StatementFault::told)?;
    Ok(Some((Arc::clone(interference), sql.clone())))
}

/// Lets a test interfere after a statement.
pub(crate) async fn tell_after(told: Option<ToldBefore>) -> Result<(), sqlx::Error> {
    let Some((interference, sql)) = told else { return Ok(()) };
    interference.after(sql.as_str()).await.map_err(StatementFault::told)
}
