//! The owner of the database: the Discord application that runs on it.
//!
//! The stored data about servers, messages and commands is valid for one application only. Another one would
//! find that it is in none of those servers.

use crate::db::dialect::Isolation;
use crate::sqlite::files;
use crate::{OpenError, Store, StoreError, StoreUrl, WriteError, retry_write};
use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

/// How long a process on a server's database may be silent. It renews its leases every second.
const SILENCE: Duration = Duration::from_secs(3);

/// Assigns a database that no bot is using to this application. Returns the previous owner, if any.
///
/// # Errors
/// The reason as one sentence. Nothing was changed.
pub async fn adopt(url: &StoreUrl, application: u64) -> Result<Option<u64>, OpenError> {
    let store = Store::open_beside_at(url).await?;
    let done = store.adopt(url, application).await;
    store.close().await;
    done
}

impl Store {
    /// Returns the application that owns the database, if any.
    pub async fn owner(&self) -> Result<Option<u64>, StoreError> {
        self.first("SELECT application FROM owner WHERE one = 1", ()).await
    }

    /// Makes this application the owner, if there is none. Returns the resulting owner.
    pub async fn own(&self, application: u64) -> Result<u64, WriteError> {
        // Later starts need no write, so they do not fail on a full disk.
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

    /// Makes sure that no bot runs on this database, which is that of the URL. The result is kept until the
    /// work is done: meanwhile none starts on a file.
    ///
    /// # Errors
    /// The reason as one sentence.
    pub async fn alone(&self, url: &StoreUrl) -> Result<Option<File>, OpenError> {
        let name = PathBuf::from(url.to_string());
        match url {
            StoreUrl::Sqlite(path) => files::take_if_there(&files::real(path)),
            StoreUrl::Postgres(_) => match self.is_played_on().await {
                Ok(false) => Ok(None),
                Ok(true) => Err(OpenError::InUse(name)),
                Err(error) => Err(OpenError::Other(name, error.to_string())),
            },
        }
    }

    async fn adopt(&self, url: &StoreUrl, application: u64) -> Result<Option<u64>, OpenError> {
        let name = PathBuf::from(url.to_string());
        let failed = |error: WriteError| OpenError::Other(name.clone(), error.to_string());
        let _lock = self.alone(url).await?;
        let owner = self.owner().await.map_err(|error| failed(error.into()))?;
        self.give_to(application).await.map_err(failed)?;
        Ok(owner)
    }

    /// Whether a process is using a server's database.
    async fn is_played_on(&self) -> Result<bool, StoreError> {
        let before = self.leases_of("").await?;
        if before.is_empty() {
            return Ok(false);
        }
        tokio::time::sleep(SILENCE).await;
        // A killed process leaves leases that are no longer renewed.
        Ok(self.leases_of("").await? != before)
    }

    /// Assigns the database to this application.
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
