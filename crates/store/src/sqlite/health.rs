//! The health of the store, and its recovery from failures.

use super::files::Identity;
use crate::admin::check;
use crate::db::connections::Connections;
use crate::db::sql::{SqlConnection, query};
use crate::db::url::ServerUrl;
use crate::write::group_commit::Groups;
use crate::{Limits, Store, StoreError};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;
use timing::virtual_time::hold;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How often the store checks that its files are in place and, while writes fail, whether they work again.
pub(crate) const PACE: Duration = Duration::from_secs(2);

/// The log target of this part, the same for files and servers.
const TARGET: &str = "store::health";

/// The size of a trial write, which is larger than any move needs.
const TRIAL_BYTES: usize = 64 * 1024;

/// The health of the store. The texts are for the operator, without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// Reads and writes work.
    Well,
    /// Writes fail, or a part of the database is damaged. The store keeps trying and recovers by itself if it
    /// can.
    Ill(String),
    /// The files are no longer in place: nothing is read or written any more.
    Lost(String),
}

/// The current problems, one field per kind.
#[derive(Debug, Default)]
struct Condition {
    failing: Option<(String, Instant)>,
    lost: bool,
}

/// The state shared by all clones of a store.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) place: DatabasePlace,
    /// A single connection for files: writers of this process queue here instead of contending for SQLite's
    /// lock.
    pub(crate) writer: Connections,
    /// Readers never wait for a writer.
    pub(crate) reader: Connections,
    /// The groups of writes that become durable together.
    pub(crate) groups: Arc<Groups>,
    /// The lock that serializes serializable writes of this process, see `write/turn.rs`.
    pub(crate) alone: Arc<Mutex<()>>,
    /// The latest time that an id was derived from, see `write/numbers.rs`.
    pub(crate) last_number_at: AtomicI64,
    condition: watch::Sender<Condition>,
    pub(crate) stop: CancellationToken,
}

#[derive(Debug)]
pub(crate) enum DatabasePlace {
    Files(DatabaseFiles),
    Server(ServerUrl),
}

impl DatabasePlace {
    /// The location as shown to the operator.
    fn told(&self) -> String {
        match self {
            Self::Files(files) => files.path.display().to_string(),
            Self::Server(url) => url.to_string(),
        }
    }
}

/// The files of an SQLite database, and what is known about them.
#[derive(Debug)]
pub(crate) struct DatabaseFiles {
    pub(crate) path: PathBuf,
    /// A read-only connection. While it is open, SQLite does not remove the WAL, and if it is closed last,
    /// the WAL stays.
    pub(crate) anchor: Mutex<Option<SqlConnection>>,
    /// Held for the life of the bot's process; `None` for `forget` beside it.
    pub(crate) lock: Option<File>,
    /// The identity of the files, once opened.
    pub(crate) identity: OnceLock<Identity>,
    /// Whether the main file is, or may be, marked as needing its WAL.
    pub(crate) marked: AtomicBool,
    /// Whether that mark is in the main file itself and not only in its WAL.
    pub(crate) is_mark_in_file: AtomicBool,
    /// Whether the database was not closed cleanly and has not been checked since.
    pub(crate) unchecked: AtomicBool,
}

impl DatabaseFiles {
    pub(crate) fn new(path: &Path, lock: Option<File>) -> Self {
        Self {
            path: path.to_owned(),
            anchor: Mutex::new(None),
            lock,
            identity: OnceLock::new(),
            marked: AtomicBool::new(false),
            is_mark_in_file: AtomicBool::new(false),
            unchecked: AtomicBool::new(false),
        }
    }
}

impl Drop for DatabaseFiles {
    /// Leaves a store that was never closed as after a crash: its WAL must stay while the mark says that it
    /// is needed.
    fn drop(&mut self) {
        std::mem::forget(self.anchor.get_mut().take());
    }
}

impl Shared {
    pub(crate) fn new(place: DatabasePlace, writer: Connections, reader: Connections) -> Self {
        let (condition, stop) = (watch::Sender::new(Condition::default()), CancellationToken::new());
        Self {
            place,
            writer,
            reader,
            groups: Arc::default(),
            alone: Arc::default(),
            last_number_at: AtomicI64::default(),
            condition,
            stop,
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Store {
    /// Returns the location of the database: the path of its main file, or the URL of its server without the
    /// password.
    pub fn place(&self) -> String {
        self.0.place.told()
    }

    /// Returns the database's files; `None` on a server.
    pub(crate) fn files(&self) -> Option<&DatabaseFiles> {
        match &self.0.place {
            DatabasePlace::Files(files) => Some(files),
            DatabasePlace::Server(_) => None,
        }
    }

    /// Whether other processes may use the database at the same time.
    pub fn is_shared(&self) -> bool {
        self.files().is_none()
    }

    /// Returns the current health.
    pub fn health(&self) -> Health {
        let condition = self.0.condition.borrow();
        if condition.lost {
            return Health::Lost(StoreError::Lost.to_string());
        }
        match (self.0.reader.damage().found(), &condition.failing) {
            (Some(why), _) => Health::Ill(format!("the database is damaged ({why})")),
            (None, Some((why, _))) => Health::Ill(format!("nothing can be saved: {why}")),
            (None, None) => Health::Well,
        }
    }

    /// Waits until the files are found to be missing or replaced. Never returns otherwise.
    pub async fn lost(&self) {
        // The sender lives in the store, so this cannot fail.
        let _ = self.0.condition.subscribe().wait_for(|condition| condition.lost).await;
    }

    /// Waits until the health changes.
    pub async fn health_changed(&self) {
        let mut condition = self.0.condition.subscribe();
        tokio::select! {
            biased;
            _ = condition.changed() => {}
            () = self.0.reader.damage().changed() => {}
        }
    }

    /// Checks that the paths still lead to the files that were opened. Otherwise no read or write may be
    /// acknowledged.
    pub(crate) fn in_place(&self) -> Result<(), StoreError> {
        if self.0.condition.borrow().lost {
            return Err(StoreError::Lost);
        }
        let Some(files) = self.files() else { return Ok(()) };
        let Some(identity) = files.identity.get() else { return Ok(()) };
        if identity.stays(&files.path).map_err(|error| StoreError::Disk(sqlx::Error::Io(error)))? {
            return Ok(());
        }
        let news = self.0.condition.send_if_modified(|now| !std::mem::replace(&mut now.lost, true));
        if news {
            tracing::error!(
                target: TARGET,
                database = self.place(),
                "the database was moved, removed or replaced while it was in use; nothing is read or saved any more"
            );
        }
        Err(StoreError::Lost)
    }

    /// Records that writes fail, and logs it once for the operator.
    pub(crate) fn failed(&self, error: &StoreError) {
        match error {
            StoreError::Full(_) | StoreError::Disk(_) | StoreError::Unreachable(_) | StoreError::Away(_) => {
                let why = error.to_string();
                let news = self.0.condition.send_if_modified(|now| {
                    let news = now.failing.is_none();
                    now.failing.get_or_insert_with(|| (why.clone(), Instant::now()));
                    news
                });
                if news {
                    tracing::error!(
                        target: TARGET,
                        database = self.place(),
                        "nothing can be saved: {why}; it is tried again"
                    );
                }
            }
            StoreError::Damaged(source) => self.0.reader.damage().note(&source.to_string()),
            StoreError::Busy(_) | StoreError::Lost | StoreError::Unreadable(_) | StoreError::Other(_) => {}
        }
    }

    /// Tries complete transactions. If they succeed, clears the failure.
    async fn try_again(&self) {
        match self.trial().await {
            Ok(()) => {
                let mut since = None;
                self.0.condition.send_if_modified(|now| {
                    since = now.failing.take();
                    since.is_some()
                });
                if let Some((_, since)) = since {
                    let seconds = since.elapsed().as_secs();
                    tracing::warn!(target: TARGET, database = self.place(), "all can be saved again, after {seconds} s");
                }
            }
            Err(error) => tracing::debug!(%error, "still nothing can be saved"),
        }
    }

    /// Inserts and deletes in two transactions: the space that the deletion frees stays in the file and need
    /// not be free on the disk.
    async fn trial(&self) -> Result<(), StoreError> {
        // A checkpoint may free space. If it fails, the trial shows that.
        self.try_empty_log().await;
        let fill = query("INSERT INTO trials (filler) VALUES ($1)", vec![0_u8; TRIAL_BYTES]);
        let clear = query("DELETE FROM trials WHERE length(filler) > 0", ());
        for statement in [fill, clear] {
            let mut write = self.begin().await?;
            statement.execute(&mut *write).await?;
            write.commit().await?;
        }
        Ok(())
    }

    fn is_failing(&self) -> bool {
        self.0.condition.borrow().failing.is_some()
    }

    /// Starts the background checks, which run while the store is open.
    pub(crate) fn tend(&self, pace: Duration) {
        tokio::spawn(tend(Arc::downgrade(&self.0), self.0.stop.clone(), pace));
        if let Some(files) = self.files()
            && files.unchecked.load(Ordering::Acquire)
        {
            tokio::spawn(examine(Arc::downgrade(&self.0), files.path.clone(), self.0.stop.clone()));
        }
    }
}

async fn tend(shared: Weak<Shared>, stop: CancellationToken, pace: Duration) {
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pace) => {}
        }
        let Some(store) = shared.upgrade().map(|shared| Store(shared, Limits::NONE)) else { return };
        if let Err(StoreError::Lost) = store.in_place() {
            return;
        }
        if store.is_failing() {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                () = store.try_again() => {}
            }
        }
    }
}

/// Checks the whole database after a crash, slowly and in the background.
async fn examine(shared: Weak<Shared>, path: PathBuf, stop: CancellationToken) {
    let verdict = {
        // Held between its statements too: it waits for no other task.
        let _clock = hold();
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            verdict = check::quietly(&path, stop.clone()) => verdict,
        }
    };
    let Some(store) = shared.upgrade().map(|shared| Store(shared, Limits::NONE)) else { return };
    match verdict {
        Ok(None) => {
            if let Some(files) = store.files() {
                files.unchecked.store(false, Ordering::Release);
            }
            tracing::info!("the database was not closed in order; it has been checked and is whole");
        }
        Ok(Some(defect)) => store.0.reader.damage().note(&defect),
        Err(error) => {
            tracing::error!(%error, "the database was not closed in order and could not be checked");
        }
    }
}
