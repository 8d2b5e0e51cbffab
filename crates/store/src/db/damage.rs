//! Remembers damage that a store's connections find in its database, so that monitoring learns of it from any
//! statement.

use crate::error::Code;
use std::sync::Arc;
use tokio::sync::watch;

/// The first damage found. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct DamageNote(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// The database's name for the operator.
    database: String,
    found: watch::Sender<Option<String>>,
}

impl DamageNote {
    /// Creates an empty note for this database.
    pub(crate) fn of(database: String) -> Self {
        Self(Arc::new(Noted { database, found: watch::Sender::new(None) }))
    }

    /// Passes a result through, and notes the error if it says that the database is damaged.
    pub(crate) fn noted<T>(&self, done: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        done.inspect_err(|error| {
            if Code::of(error) == Code::Damaged {
                self.note(&error.to_string());
            }
        })
    }

    /// Notes damage. The first one is logged for the operator.
    pub(crate) fn note(&self, why: &str) {
        let is_first = self.0.found.send_if_modified(|found| {
            let is_first = found.is_none();
            found.get_or_insert_with(|| why.to_owned());
            is_first
        });
        if is_first {
            tracing::error!(database = self.0.database, "the database is damaged: {why}; restore a backup");
        }
    }

    /// Returns the damage, if any.
    pub(crate) fn found(&self) -> Option<String> {
        self.0.found.borrow().clone()
    }

    /// Waits until damage is found.
    pub(crate) async fn changed(&self) {
        // The sender lives in `self`, so this cannot fail.
        let _ = self.0.found.subscribe().changed().await;
    }
}
