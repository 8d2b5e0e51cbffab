//! An error for stored data that this version does not understand, as one of a statement's failures.

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unreadable(String);

/// Creates an error that describes the unknown data.
pub(crate) fn unreadable(what: String) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(Unreadable(what)))
}

/// Extracts that description from an error.
pub(crate) fn what_is_unreadable(error: sqlx::Error) -> Result<String, sqlx::Error> {
    match error {
        sqlx::Error::Decode(why) => why.downcast::<Unreadable>().map(|it| it.0).map_err(sqlx::Error::Decode),
        error => Err(error),
    }
}
