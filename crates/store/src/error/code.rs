//! The kinds of failures, from what the database answers.

use sqlx::postgres::PgDatabaseError;

/// The kinds of failures that the store distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    Busy,
    Full,
    Disk,
    Damaged,
    Unwritable,
    Unreachable,
    Away,
    Unique,
    Other,
}

/// A failure before any change was requested.
#[derive(Debug, thiserror::Error)]
#[error("{}", within(.0))]
struct Unasked(#[source] sqlx::Error);

/// Returns the message without the prefix that wrapping would repeat.
pub(super) fn within(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(inner) => inner.to_string(),
        other => other.to_string(),
    }
}

/// Marks a failure as having changed nothing, if the server cannot be reached.
pub(crate) fn unasked(error: sqlx::Error) -> sqlx::Error {
    match Code::of(&error) {
        Code::Away => sqlx::Error::Io(std::io::Error::other(Unasked(error))),
        _ => error,
    }
}

/// Removes that mark.
pub(crate) fn unmarked(error: &sqlx::Error) -> &sqlx::Error {
    let sqlx::Error::Io(marked) = error else { return error };
    marked.get_ref().and_then(|inner| inner.downcast_ref()).map_or(error, |Unasked(error)| error)
}

/// Whether access is denied until the operator fixes a password, a permission, a database or a certificate.
pub(crate) fn is_denied(error: &sqlx::Error) -> bool {
    let error = unmarked(error);
    match state_of(error) {
        // Access denied, no such database or schema, insufficient privilege.
        Some(state) => state.starts_with("28") || matches!(state, "3D000" | "3F000" | "42501"),
        // An invalid certificate is reported as invalid data.
        None => match error {
            sqlx::Error::Tls(_) => true,
            sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::InvalidData,
            _ => false,
        },
    }
}

/// Returns PostgreSQL's SQLSTATE of a failure.
pub(super) fn state_of(error: &sqlx::Error) -> Option<&str> {
    let sqlx::Error::Database(error) = error else { return None };
    error.try_downcast_ref::<PgDatabaseError>().map(PgDatabaseError::code)
}

impl Code {
    pub(crate) fn of(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolTimedOut => Self::Busy,
            sqlx::Error::Io(error)
                if error.get_ref().and_then(|inner| inner.downcast_ref::<Unasked>()).is_some() =>
            {
                Self::Unreachable
            }
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => Self::Away,
            sqlx::Error::Database(error) => match error.try_downcast_ref::<PgDatabaseError>() {
                Some(error) => Self::of_state(error.code()),
                None => Self::of_result(error.code().and_then(|code| code.parse().ok())),
            },
            _ => Self::Other,
        }
    }

    /// Classifies PostgreSQL's SQLSTATE (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
    fn of_state(state: &str) -> Self {
        match state {
            // Serialization failure, deadlock, lock not available, canceled.
            "40001" | "40P01" | "55P03" | "57014" => Self::Busy,
            "53100" => Self::Full,
            "58030" => Self::Disk,
            "23505" => Self::Unique,
            // A standby server is read-only. It may become the primary at any moment.
            "25006" => Self::Unreachable,
            // Insufficient privilege.
            "42501" => Self::Unwritable,
            // A damaged page or index.
            "XX001" | "XX002" => Self::Damaged,
            // Too many connections, or the database does not exist.
            "53300" | "3D000" => Self::Away,
            _ => match &state[..state.len().min(2)] {
                // Connection lost, access denied, server shut down.
                "08" | "28" | "57" => Self::Away,
                _ => Self::Other,
            },
        }
    }

    /// Classifies SQLite's result code.
    fn of_result(code: Option<i32>) -> Self {
        // The low byte is the kind, the rest gives details (<https://sqlite.org/rescode.html>).
        match (code, code.map(|code| code & 0xff)) {
            (Some(2067 | 1555), _) => Self::Unique,
            (_, Some(5 | 6)) => Self::Busy,
            // SQLITE_IOERR_SHMSIZE: there is no room for the file that all connections share.
            (Some(4_874), _) | (_, Some(13)) => Self::Full,
            (_, Some(10)) => Self::Disk,
            (_, Some(11 | 26)) => Self::Damaged,
            (_, Some(3 | 8 | 14 | 23)) => Self::Unwritable,
            _ => Self::Other,
        }
    }
}
