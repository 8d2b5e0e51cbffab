//! Databases on a server: PostgreSQL, or a compatible one with the same transaction isolation.
//!
//! Session locks, notifications and temporary tables are not used, so a distributed database that speaks
//! PostgreSQL's protocol and has triggers should work; none was tried. Copying into one also needs `COPY` and
//! transactional DDL.

use super::connections::Connections;
use super::damage::DamageNote;
use super::interference::Interference;
use super::schema::{Noted, adopt, known_schema, newest, noted, server_migrations};
use super::sql::{ConnectTo, Driver, query};
use crate::admin::check::reason;
use crate::admin::operator::{COUNTS, Checked, contradiction};
use crate::error::{Code, is_denied};
use crate::sqlite::health::{DatabasePlace, PACE, Shared};
use crate::tables::compatible_from::{lets_work, note_version};
use crate::{Limits, OpenError, ServerUrl, Store, StoreOptions, StoreUrl};
use futures_util::TryStreamExt;
use sqlx::migrate::{MigrateError, Migrator};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The number of connections for writing and for reading.
const WRITERS: u32 = 16;
const READERS: u32 = 8;

/// How often to retry a migration while other processes may be migrating too.
const TRIES: u32 = 20;

impl Store {
    /// Opens the database of a URL.
    ///
    /// For a file see [`Store::open`]. On a server, missing tables are created and the schema is migrated.
    ///
    /// # Errors
    /// The reason as one sentence. Nothing has been overwritten.
    pub async fn open_at(url: &StoreUrl, options: StoreOptions) -> Result<Self, OpenError> {
        let server = match url {
            StoreUrl::Sqlite(path) => return Self::open(path, options).await,
            StoreUrl::Postgres(server) => server,
        };
        let store = Self::at_server(server, options.interference.as_ref());
        if let Err(error) = store.prepare(server).await {
            store.close().await;
            return Err(error);
        }
        store.tend(options.pace.unwrap_or(PACE));
        Ok(store)
    }

    /// Opens an existing database beside a running bot. See [`Store::open_beside`].
    ///
    /// # Errors
    /// The reason as one sentence. The schema must be exactly this program's.
    pub async fn open_beside_at(url: &StoreUrl) -> Result<Self, OpenError> {
        let server = match url {
            StoreUrl::Sqlite(path) => return Self::open_beside(path).await,
            StoreUrl::Postgres(server) => server,
        };
        let store = Self::at_server(server, None);
        let found = store.noted(server, &server_migrations()).await;
        match found.and_then(|noted| noted.schema(&name(server), known_schema())) {
            Ok(found) if found == known_schema() => Ok(store),
            found => {
                store.close().await;
                let known = known_schema();
                Err(match found {
                    Ok(0) => OpenError::Empty(server.to_string()),
                    Ok(found) => OpenError::Older { path: name(server), found, known },
                    Err(error) => error,
                })
            }
        }
    }

    fn at_server(url: &ServerUrl, interference: Option<&Arc<dyn Interference>>) -> Self {
        let damage = DamageNote::of(url.to_string());
        let [writer, reader] = [WRITERS, READERS].map(|most| {
            let watchers = (interference.cloned(), damage.clone());
            Connections::new(most, ConnectTo::Postgres(url.clone()), watchers)
        });
        Self(Arc::new(Shared::new(DatabasePlace::Server(url.clone()), writer, reader)), Limits::NONE)
    }

    /// Migrates the schema.
    async fn prepare(&self, url: &ServerUrl) -> Result<(), OpenError> {
        let steps = server_migrations();
        for further in (0..TRIES).rev() {
            let noted = self.noted(url, &steps).await?;
            match noted.schema(&name(url), newest(&steps)) {
                Ok(found) if found == newest(&steps) && noted != Noted::Former => break,
                Ok(_) => {}
                // A newer schema stays as it is.
                Err(OpenError::Newer { .. })
                    if lets_work(&self.0.reader, newest(&steps)).await.map_err(|e| failed(url, &e))? =>
                {
                    break;
                }
                Err(why) => return Err(why),
            }
            let mut connection = self.0.writer.take().await.map_err(|e| failed(url, &e))?;
            let done = match &mut connection.driver {
                _ if noted == Noted::Former => {
                    adopt(&mut connection, &steps).await.map_err(MigrateError::Execute)
                }
                Driver::Postgres(server) => {
                    let _clock = timing::virtual_time::hold();
                    match steps.run(&mut **server).await {
                        Ok(()) => note_version(&mut *connection).await.map_err(MigrateError::Execute),
                        Err(error) => Err(error),
                    }
                }
                Driver::Sqlite(_) => break,
            };
            match done {
                Ok(()) => connection.give_back(),
                Err(error) if further == 0 => {
                    return Err(match error {
                        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                            failed(url, &error)
                        }
                        other => OpenError::Server(url.to_string(), other.to_string()),
                    });
                }
                // Another process may be migrating. A partial migration is rolled back with the connection.
                Err(_) => {
                    drop(connection);
                    tokio::time::sleep(Duration::from_millis(50 + fastrand::u64(..100))).await;
                }
            }
        }
        Ok(())
    }

    /// Reads which migrations the database has recorded.
    async fn noted(&self, url: &ServerUrl, steps: &Migrator) -> Result<Noted, OpenError> {
        let failed = |error: sqlx::Error| failed(url, &error);
        let tables = "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
             WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'";
        let tables: Vec<String> = self.0.reader.all(tables, ()).await.map_err(failed)?;
        if !tables.iter().any(|table| table == "_sqlx_migrations") {
            return Ok(if tables.is_empty() { Noted::Steps(0) } else { Noted::Foreign });
        }
        noted(&self.0.reader, steps).await.map_err(failed)
    }
}

/// Checks the games and their event logs, even while a bot is running. The server itself is responsible for
/// its disk. Changes nothing.
///
/// # Errors
/// One sentence: the first defect, or why the check failed.
pub async fn check_server(url: &ServerUrl) -> Result<Checked, OpenError> {
    let failed = |error: sqlx::Error| failed(url, &error);
    let store = Store::open_beside_at(&StoreUrl::Postgres(url.clone())).await?;
    let found = async {
        let mut connection = store.0.reader.take().await.map_err(failed)?;
        // Streamed, because it may take minutes.
        let mut wrong = connection.stream(contradiction()).map_err(failed)?;
        if let Some(row) = wrong.try_next().await.map_err(failed)? {
            let game: i64 = row.try_get("id").map_err(failed)?;
            let defect = format!("the row of game {game} does not follow from its log");
            return Err(OpenError::Contradiction(url.to_string(), defect));
        }
        drop(wrong);
        let mut counts = connection.stream(query(COUNTS, ())).map_err(failed)?;
        let row = counts.try_next().await.map_err(failed)?.ok_or(sqlx::Error::RowNotFound).map_err(failed)?;
        let (games, moves) = (row.try_get("games").map_err(failed)?, row.try_get("moves").map_err(failed)?);
        Ok(Checked { games, moves, up_to_date: true })
    };
    let found = found.await;
    store.close().await;
    found
}

/// The name of a server's database in messages.
fn name(url: &ServerUrl) -> PathBuf {
    PathBuf::from(url.to_string())
}

fn failed(url: &ServerUrl, error: &sqlx::Error) -> OpenError {
    unusable(&url.to_string(), error)
}

/// Returns the error for a database that does not work, by its name in messages.
pub(crate) fn unusable(name: &str, error: &sqlx::Error) -> OpenError {
    match Code::of(error) {
        Code::Full => OpenError::Full(PathBuf::from(name)),
        // The server does not respond at all.
        Code::Busy if matches!(error, sqlx::Error::PoolTimedOut) => {
            OpenError::Away(name.to_owned(), "it does not answer".to_owned())
        }
        Code::Disk => OpenError::Disk(PathBuf::from(name), reason(error)),
        Code::Unreachable | Code::Away | Code::Busy if !is_denied(error) => {
            OpenError::Away(name.to_owned(), reason(error))
        }
        _ => OpenError::Server(name.to_owned(), reason(error)),
    }
}
