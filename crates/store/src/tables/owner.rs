//! Whose the database is: the application at Discord that plays on it.
//!
//! What is kept of servers, messages and commands is true for one application alone. Another one would find that it is in none of those
//! servers.

use crate::db::dialect::Isolation;
use crate::sqlite::files;
use crate::{OpenError, Store, StoreError, StoreUrl, WriteError, retry_write};
use std::path::PathBuf;
use std::time::Duration;

/// How long a process that plays on a server's database may say nothing. It says something every second.
const SILENCE: Duration = Duration::from_secs(3);

/// Lets a database on which nobody plays belong to this application. Returns the one that it belonged to, if it did to any.
///
/// # Errors
/// One sentence; nothing was changed.
pub async fn adopt(url: &StoreUrl, application: u64) -> Result<Option<u64>, OpenError> {
    let store = Store::open_beside_at(url).await?;
    let done = store.adopt(url, application).await;
    store.close().await;
    done
}

impl Store {
    /// The application that the database belongs to, if it belongs to one.
    pub async fn owner(&self) -> Result<Option<u64>, StoreError> {
        self.first("SELECT application FROM owner WHERE one = 1", ()).await
    }

    /// Lets the database belong to this application, if it belongs to none. Returns the one that it belongs to then.
    pub async fn own(&self, application: u64) -> Result<u64, WriteError> {
        // Later starts need no write, so that they do not fail on a full disk.
        if let Some(owner) = self.owner().await? {
            return Ok(owner);
        }
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(
                "INSERT INTO owner (one, application) VALUES (1, $1) ON CONFLICT (one) DO NOTHING",
                application,
            )
            .await?;
            tx.one("SELECT application FROM owner WHERE one = 1", ()).await?
        })
    }

    async fn adopt(&self, url: &StoreUrl, application: u64) -> Result<Option<u64>, OpenError> {
        let name = PathBuf::from(url.to_string());
        let failed = |error: WriteError| OpenError::Other(name.clone(), error.to_string());
        let _lock = match url {
            StoreUrl::Sqlite(path) => Some(files::take(&files::real(path))?),
            StoreUrl::Postgres(_) => {
                if self.is_played_on().await.map_err(failed)? {
                    return Err(OpenError::InUse(name));
                }
                None
            }
        };
        let owner = self.owner().await.map_err(|error| failed(error.into()))?;
        self.give_to(application).await.map_err(failed)?;
        Ok(owner)
    }

    /// Whether a process plays on a server's database.
    async fn is_played_on(&self) -> Result<bool, WriteError> {
        let before = self.leases_of("").await?;
        if before.is_empty() {
            return Ok(false);
        }
        tokio::time::sleep(SILENCE).await;
        // Whoever was killed has left its leases, which nobody renews.
        Ok(self.leases_of("").await? != before)
    }

    /// Lets the database belong to this application from now on.
    async fn give_to(&self, application: u64) -> Result<(), WriteError> {
        retry_write!(self.begin_on(Isolation::Rows), |tx| {
            tx.execute(
                "INSERT INTO owner (one, application) VALUES (1, $1)
                 ON CONFLICT (one) DO UPDATE SET application = excluded.application",
                application,
            )
            .await?;
        })
    }
}
