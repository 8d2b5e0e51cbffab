//! What the connections of a store find damaged in its database: whoever watches the bot is told of it, whatever met it.

use crate::error::Code;
use std::sync::Arc;
use tokio::sync::watch;

/// The first damage that was met. All clones have the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct DamageNote(Arc<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// The database, as the operator sees it.
    database: String,
    found: watch::Sender<Option<String>>,
}

impl DamageNote {
    /// Nothing is found yet in this database.
    pub(crate) fn of(database: String) -> Self {
        Self(Arc::new(Noted { database, found: watch::Sender::new(None) }))
    }

    /// What a statement has come to, noted if it says that the database is damaged.
    pub(crate) fn noted<T>(&self, done: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        done.inspect_err(|error| {
            if Code::of(error) == Code::Damaged {
                self.note(&error.to_string());
            }
        })
    }

    /// Notes a damage, and tells the operator of the first.
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

    /// What is damaged, if anything is.
    pub(crate) fn found(&self) -> Option<String> {
        self.0.found.borrow().clone()
    }

    /// Waits until a damage is found.
    pub(crate) async fn changed(&self) {
        // The sender lives in here, so this cannot fail.
        let _ = self.0.found.subscribe().changed().await;
    }
}
