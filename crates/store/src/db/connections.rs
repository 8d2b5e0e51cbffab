//! The connections that a store keeps open: one that writes, a few that read.
//!
//! A pool of sqlx asks a connection whether it still works before and after each use, which takes as long as a move. Here a
//! connection is known to work because its last use did; any other is closed, and the next one made anew. Only one to a server is
//! asked, and only when its last use is a while ago.

use super::sql::{ConnectTo, Lender, SqlConnection};
use crate::error::unasked;
use crate::write::group_commit::OpenGroup;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use timing::{self, SpentOn};
use tokio::sync::Semaphore;

/// How long somebody waits for a connection: an answer must leave within three seconds.
pub(crate) const WAIT: Duration = Duration::from_secs(2);

/// For how long after its last use a connection is taken to work.
const TRUSTED: Duration = Duration::from_secs(1);

/// Some connections to one database, made when they are needed. Statements that read run on `&Connections`.
#[derive(Clone, Debug)]
pub(crate) struct Connections(Arc<Stock>);

#[derive(Debug)]
struct Stock {
    most: u32,
    /// What new ones are made with.
    options: Mutex<ConnectTo>,
    /// Those that nobody uses, the one used last on top: it remembers its statements.
    idle: Mutex<Vec<Idle>>,
    permits: Semaphore,
    /// How often one was asked for.
    asked: std::sync::atomic::AtomicU64,
}

/// A connection that nobody uses.
#[derive(Debug)]
struct Idle {
    connection: SqlConnection,
    used: Instant,
    group: Option<OpenGroup>,
}

/// A connection in use. Unless it is given back it is closed: what was cut off or has failed may be in any state.
#[derive(Debug)]
pub(crate) struct Lent {
    connection: Option<SqlConnection>,
    /// The transaction that was left open on it, if one was. It ends with the connection.
    pub(crate) group: Option<OpenGroup>,
    home: Connections,
}

impl Connections {
    pub(crate) fn new(most: u32, options: ConnectTo) -> Self {
        let permits = Semaphore::new(most as usize);
        Self(Arc::new(Stock {
            most,
            options: Mutex::new(options),
            idle: Mutex::default(),
            permits,
            asked: std::sync::atomic::AtomicU64::default(),
        }))
    }

    /// What connections are made with from now on.
    pub(crate) fn set_options(&self, options: ConnectTo) {
        *lock(&self.0.options) = options;
    }

    /// A connection that nobody else uses; those who wait get theirs in order.
    pub(crate) async fn take(&self) -> Result<Lent, sqlx::Error> {
        let _time = timing::clock(SpentOn::Store);
        tokio::time::timeout(WAIT, self.take_in_turn()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// How often one was asked for.
    pub(crate) fn asked(&self) -> u64 {
        self.0.asked.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// The same, however long it takes.
    pub(crate) async fn take_in_turn(&self) -> Result<Lent, sqlx::Error> {
        self.0.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.0.permits.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?.forget();
        // From here on the permit comes back with the drop.
        let mut held = Lent { connection: None, group: None, home: self.clone() };
        while held.connection.is_none() {
            let idle = lock(&self.0.idle).pop();
            if let Some(mut idle) = idle {
                if idle.used.elapsed() < TRUSTED || Box::pin(idle.connection.works()).await {
                    held.connection = Some(idle.connection);
                    held.group = idle.group;
                } else {
                    // All below were used before it.
                    lock(&self.0.idle).clear();
                }
            } else {
                let options = lock(&self.0.options).clone();
                // Rarely done, so it takes no room in the futures of others.
                held.connection = Some(Box::pin(SqlConnection::open(&options)).await.map_err(unasked)?);
            }
        }
        Ok(held)
    }

    /// One of them has broken, so the others may have as well: they are made anew.
    pub(crate) fn distrust(&self) {
        lock(&self.0.idle).clear();
    }

    /// Whether they are to a server, which may be gone and come back.
    fn may_break(&self) -> bool {
        matches!(*lock(&self.0.options), ConnectTo::Postgres(_))
    }

    /// Waits until all are given back, and closes them.
    pub(crate) async fn close(&self) {
        // Closed already, if there are none to wait for. Each is given back in time, as a statement at a server has a limit.
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
    /// Gives it back: it works, and no transaction is open on it but that of its group.
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

/// Nothing is left half done under these locks.
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
