//! The connections that a store keeps open: one writer for a file, several for a server, and a few readers.
//!
//! A pool of sqlx tests a connection before and after each use, which takes as long as a move. Here a
//! connection is trusted after a successful use and closed after a failure. Only a server's connection is
//! tested, and only if it has been idle for a while.

use super::damage::DamageNote;
use super::dialect::Dialect;
use super::interference::{Interference, StatementFault};
use super::sql::{ConnectTo, Lender, SqlConnection, asked};
use crate::error::unasked;
use crate::write::group_commit::OpenGroup;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use timing::{self, Phase};
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// How long to wait for a connection: an interaction must be acknowledged within three seconds.
pub(crate) const WAIT: Duration = Duration::from_secs(2);

/// How long after its last use a connection is assumed to work.
const TRUSTED: Duration = Duration::from_secs(1);

/// Connections to one database, opened on demand. Read-only statements run on `&Connections`.
#[derive(Clone, Debug)]
pub(crate) struct Connections(Arc<Stock>);

#[derive(Debug)]
struct Stock {
    most: u32,
    options: Mutex<ConnectTo>,
    /// Idle connections, the last used on top because it has cached its statements.
    idle: Mutex<Vec<Idle>>,
    permits: Semaphore,
    /// Test hooks around statements.
    interference: Option<Arc<dyn Interference>>,
    damage: DamageNote,
    /// How often a connection was requested.
    asked: std::sync::atomic::AtomicU64,
}

#[derive(Debug)]
struct Idle {
    connection: SqlConnection,
    used: Instant,
    group: Option<OpenGroup>,
}

/// A connection in use. It is closed unless given back, because a cancelled or failed use leaves it in an
/// unknown state.
#[derive(Debug)]
pub(crate) struct Lent {
    connection: Option<SqlConnection>,
    /// The transaction left open on it, if any. It ends with the connection.
    pub(crate) group: Option<OpenGroup>,
    home: Connections,
}

impl Connections {
    pub(crate) fn new(
        most: u32,
        options: ConnectTo,
        (interference, damage): (Option<Arc<dyn Interference>>, DamageNote),
    ) -> Self {
        let permits = Semaphore::new(most as usize);
        Self(Arc::new(Stock {
            most,
            options: Mutex::new(options),
            idle: Mutex::default(),
            permits,
            interference,
            damage,
            asked: std::sync::atomic::AtomicU64::default(),
        }))
    }

    /// Sets the options for connections opened from now on.
    pub(crate) fn set_options(&self, options: ConnectTo) {
        *lock(&self.0.options) = options;
    }

    /// Takes a connection for exclusive use. Waiters are served in order.
    pub(crate) async fn take(&self) -> Result<Lent, sqlx::Error> {
        let _time = timing::start(Phase::Store);
        if let Some(interference) = &self.0.interference {
            let faulty = interference.before("").await;
            faulty.map_err(StatementFault::told)?;
        }
        tokio::time::timeout(WAIT, self.take_in_turn()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// Returns the damage these connections have found.
    pub(crate) fn damage(&self) -> &DamageNote {
        &self.0.damage
    }

    /// How often a connection was requested.
    pub(crate) fn asked(&self) -> u64 {
        self.0.asked.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Like `Connections::take`, without a time limit.
    pub(crate) async fn take_in_turn(&self) -> Result<Lent, sqlx::Error> {
        self.0.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.0.permits.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?.forget();
        // From here on the permit is returned on drop.
        let mut held = Lent { connection: None, group: None, home: self.clone() };
        while held.connection.is_none() {
            let idle = lock(&self.0.idle).pop();
            if let Some(mut idle) = idle {
                if idle.used.elapsed() < TRUSTED || Box::pin(idle.connection.works()).await {
                    held.connection = Some(idle.connection);
                    held.group = idle.group;
                } else {
                    // The ones below it have been idle even longer.
                    lock(&self.0.idle).clear();
                }
            } else {
                let options = lock(&self.0.options).clone();
                // Boxed because it is rare and would enlarge the callers' futures.
                let watchers = (self.0.interference.clone(), self.0.damage.clone());
                let opened = Box::pin(SqlConnection::open(&options, watchers)).await;
                held.connection = Some(self.0.damage.noted(opened).map_err(unasked)?);
            }
        }
        Ok(held)
    }

    /// Drops the idle connections: one has broken, so the others may have too.
    pub(crate) fn distrust(&self) {
        lock(&self.0.idle).clear();
    }

    /// The SQL dialect of the connections.
    pub(crate) fn dialect(&self) -> Dialect {
        match *lock(&self.0.options) {
            ConnectTo::Sqlite(_) => Dialect::Sqlite,
            ConnectTo::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Whether connections may break and be reopened, as those to a server may.
    fn may_break(&self) -> bool {
        self.dialect() == Dialect::Postgres
    }

    /// Waits until all connections have been given back, and closes them.
    pub(crate) async fn close(&self) {
        // An error means they are closed already. Otherwise they return in time, because every statement on a
        // server has a time limit.
        if let Ok(all) = self.0.permits.acquire_many(self.0.most).await {
            all.forget();
        }
        self.0.permits.close();
        let idle = std::mem::take(&mut *lock(&self.0.idle));
        for idle in idle {
            let _ = idle.connection.close().await;
        }
    }
}

impl Lent {
    /// Gives the connection back. It must work, with no open transaction other than its group's.
    pub(crate) fn give_back(mut self) {
        let Some(connection) = self.connection.take() else { return };
        let idle = Idle { connection, used: Instant::now(), group: self.group.take() };
        lock(&self.home.0.idle).push(idle);
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        drop(self.connection.take());
        drop(self.group.take());
        self.home.0.permits.add_permits(1);
    }
}

impl Deref for Lent {
    type Target = SqlConnection;

    fn deref(&self) -> &SqlConnection {
        self.connection.as_ref().expect("held until it is given back")
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut SqlConnection {
        self.connection.as_mut().expect("held until it is given back")
    }
}

/// Locks even if poisoned: no code leaves the data half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lender for &Connections {
    type Output = Lent;

    async fn lend(self) -> Result<Lent, sqlx::Error> {
        self.take().await
    }

    fn once_more(&self) -> Option<Self> {
        self.may_break().then_some(*self)
    }

    fn broken(&self) {
        self.distrust();
    }

    fn give_back(lent: Lent) {
        lent.give_back();
    }
}

asked!(Connections, (&self) => self);
