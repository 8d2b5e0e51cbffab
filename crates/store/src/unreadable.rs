//! Something stored that this version does not understand, among what a statement fails with.

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unreadable(String);

/// The error that says what cannot be understood.
pub(crate) fn unreadable(what: String) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(Unreadable(what)))
}

/// What such an error says.
pub(crate) fn what_is_unreadable(error: sqlx::Error) -> Result<String, sqlx::Error> {
    match error {
        sqlx::Error::Decode(why) => why.downcast::<Unreadable>().map(|it| it.0).map_err(sqlx::Error::Decode),
        error => Err(error),
    }
}
