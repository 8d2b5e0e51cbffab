//! When a process dies, and what its database does until then: at every turn to its database or to Discord.
//!
//! A process that is dead gets no further at any of these places, so nothing of it reaches anybody any more. Where its database is a file, the
//! next one finds a copy of it as it was at that moment. As every change is synced when it is committed, that is also what a machine leaves
//! whose power fails.

use std::fs::File;
use std::future::pending;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use rookery::discord::rest::network::{Network, NetworkError, NetworkRequest, NetworkResponse};
use rookery::discord::{GatewayConnector, GatewaySocket, InMemoryGateway, Opening, SocketEvent};
use rookery::store::{Interference, StatementFault};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::bot::network::InMemory;

/// How long a slow disk takes to keep what is committed.
const SYNC: Duration = Duration::from_millis(180);
/// The name of the database file, and of the log beside it.
pub const FILES: [&str; 2] = ["rookery.db", "rookery.db-wal"];

/// When a process dies, and what its database does until then.
#[derive(Debug)]
pub struct Fate {
    /// Where its file is, and where the next process finds a copy of it.
    files: Option<(PathBuf, PathBuf)>,
    dead: AtomicBool,
    died: Notify,
    /// How often it has turned to its database or to Discord.
    crossings: AtomicU64,
    /// The crossing at which it dies.
    last: AtomicU64,
    /// What statements that write fail with, and until when.
    fault: Mutex<Option<(StatementFault, Instant)>>,
    /// Until when there is no way to the server of the database.
    cut_off: Mutex<Option<Instant>>,
    /// When its database last failed because it was told to.
    failed: Mutex<Option<Instant>>,
    /// Until when the disk is slow.
    slow: Mutex<Option<Instant>>,
    /// How many transactions fail at their end.
    failing_commits: AtomicU64,
    /// How many transactions are kept though their process hears that they failed.
    unheard: AtomicU64,
    /// Of all lives.
    order: Arc<Order>,
}

/// In what order the bot turned to its database and to Discord: the same in each run of a script.
#[derive(Debug)]
pub struct Order {
    began: Mutex<Option<Instant>>,
    hash: AtomicU64,
    /// Where each is told, for whoever compares two runs.
    trace: Option<Mutex<File>>,
}

impl Order {
    /// In which nothing has happened. `ROOKERY_SIM_TRACE` names the file in which each is told, for one run at a time.
    pub fn begin() -> Arc<Self> {
        let trace =
            std::env::var_os("ROOKERY_SIM_TRACE").map(|path| File::create(path).expect("a file").into());
        Arc::new(Self { began: Mutex::default(), hash: AtomicU64::new(0), trace })
    }

    /// A number that follows from all of it.
    pub fn number(&self) -> u64 {
        self.hash.load(Ordering::Relaxed)
    }

    fn note(&self, what: &str) {
        let at = self.began.lock().expect("no panic").get_or_insert_with(Instant::now).elapsed();
        let mut hasher = DefaultHasher::new();
        (self.number(), at, what).hash(&mut hasher);
        self.hash.store(hasher.finish(), Ordering::Relaxed);
        if let Some(trace) = &self.trace {
            writeln!(trace.lock().expect("no panic"), "{:.6} {what:?}", at.as_secs_f64()).expect("a line");
        }
    }
}

impl Fate {
    /// Of a process that begins; its `files` are where its database is, and where the next process finds a copy of it.
    pub fn new(files: Option<(PathBuf, PathBuf)>, order: Arc<Order>) -> Arc<Self> {
        Arc::new(Self {
            files,
            dead: AtomicBool::new(false),
            died: Notify::new(),
            crossings: AtomicU64::new(0),
            last: AtomicU64::new(u64::MAX),
            fault: Mutex::default(),
            cut_off: Mutex::default(),
            failed: Mutex::default(),
            slow: Mutex::default(),
            failing_commits: AtomicU64::new(0),
            unheard: AtomicU64::new(0),
            order,
        })
    }

    /// Of the next life of the process. A server that was out of reach still is.
    pub fn next(&self, files: Option<(PathBuf, PathBuf)>) -> Arc<Self> {
        let next = Self::new(files, Arc::clone(&self.order));
        *next.cut_off.lock().expect("no panic") = *self.cut_off.lock().expect("no panic");
        next
    }

    /// Whether its database has failed since then because it was told to.
    pub fn has_failed_since(&self, when: Instant) -> bool {
        self.failed.lock().expect("no panic").is_some_and(|failed| failed >= when)
    }

    /// What a statement fails with; that it did is noted.
    fn fail(&self, with: StatementFault) -> Result<(), StatementFault> {
        *self.failed.lock().expect("no panic") = Some(Instant::now());
        Err(with)
    }

    /// Whether the process is dead.
    pub fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Relaxed)
    }

    /// Waits until the process is dead.
    pub async fn died(&self) {
        let died = self.died.notified();
        if !self.is_dead() {
            died.await;
        }
    }

    /// Has it die after so many further crossings.
    pub fn dies_after(&self, crossings: u64) {
        self.last.store(self.crossings.load(Ordering::Relaxed) + crossings, Ordering::Relaxed);
    }

    /// Has statements that write fail with this for so long, unless they fail for longer already.
    pub fn fails(&self, with: StatementFault, time: Duration) {
        let until = Instant::now() + time;
        let mut fault = self.fault.lock().expect("no panic");
        if fault.is_none_or(|(_, before)| before < until) {
            *fault = Some((with, until));
        }
    }

    /// Has the server of the database out of reach for so long at least.
    pub fn cuts_off(&self, time: Duration) {
        let mut cut_off = self.cut_off.lock().expect("no panic");
        *cut_off = (*cut_off).max(Some(Instant::now() + time));
    }

    /// Has the disk take long for whatever is to be kept, for so long.
    pub fn slows(&self, time: Duration) {
        *self.slow.lock().expect("no panic") = Some(Instant::now() + time);
    }

    /// Has the ends of so many transactions fail.
    pub fn fails_commits(&self, times: u64) {
        self.failing_commits.store(times, Ordering::Relaxed);
    }

    /// Has the database do again what it is asked.
    pub fn mends(&self) {
        *self.fault.lock().expect("no panic") = None;
        *self.cut_off.lock().expect("no panic") = None;
        *self.slow.lock().expect("no panic") = None;
        self.fails_commits(0);
    }

    /// What becomes of a transaction at its end.
    async fn commits(&self) -> Result<(), StatementFault> {
        let fails = take_one(&self.failing_commits);
        if self.files.is_none() {
            return match fails {
                None => Ok(()),
                Some(left) if left.is_multiple_of(2) => self.fail(StatementFault::Lost),
                // The other half is kept, and nobody hears of it.
                Some(_) => {
                    self.unheard.fetch_add(1, Ordering::Relaxed);
                    Ok(())
                }
            };
        }
        let is_slow = self.slow.lock().expect("no panic").is_some_and(|until| Instant::now() < until);
        if is_slow || fails.is_some() {
            // Others go on meanwhile, as they do beside a disk.
            tokio::time::sleep(SYNC).await;
            self.cross().await;
        }
        if fails.is_some() { self.fail(StatementFault::Disk) } else { Ok(()) }
    }

    fn die(&self) {
        if self.dead.swap(true, Ordering::Relaxed) {
            return;
        }
        if let Some((dir, next)) = &self.files {
            std::fs::create_dir_all(next).expect("a directory");
            for file in FILES {
                match std::fs::copy(dir.join(file), next.join(file)) {
                    Ok(_) => {}
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    Err(error) => panic!("{file} is not copied: {error}"),
                }
            }
        }
        self.died.notify_waiters();
    }

    /// Goes on only in a process that lives.
    async fn cross(&self) {
        let number = self.crossings.fetch_add(1, Ordering::Relaxed);
        if number >= self.last.load(Ordering::Relaxed) {
            self.die();
        }
        if self.is_dead() {
            pending::<()>().await;
        }
    }
}

impl Interference for Fate {
    fn before<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        Box::pin(async move {
            self.order.note(sql);
            self.cross().await;
            if self.cut_off.lock().expect("no panic").is_some_and(|until| Instant::now() < until) {
                return self.fail(StatementFault::Lost);
            }
            if is_commit(sql) {
                self.commits().await?;
            }
            let mut fault = self.fault.lock().expect("no panic");
            fault.take_if(|(_, until)| *until <= Instant::now());
            let writes =
                !sql.is_empty() && !["SELECT", "PRAGMA", "WITH"].iter().any(|word| sql.starts_with(word));
            fault.filter(|_| writes).map_or(Ok(()), |(fault, _)| self.fail(fault))
        })
    }

    fn after<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        Box::pin(async move {
            self.cross().await;
            let is_unheard = is_commit(sql) && take_one(&self.unheard).is_some();
            if is_unheard { self.fail(StatementFault::Lost) } else { Ok(()) }
        })
    }
}

/// Takes one of those that are left; how many there were, if any.
fn take_one(left: &AtomicU64) -> Option<u64> {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).ok()
}

/// Whether a transaction ends with this. One that is not synced has more to say after its commit.
fn is_commit(sql: &str) -> bool {
    sql.ends_with("COMMIT") || sql.starts_with("COMMIT")
}

/// The network of one process.
#[derive(Clone, Debug)]
pub struct MortalNetwork(pub InMemory, pub Arc<Fate>);

impl Network for MortalNetwork {
    fn send(
        &self,
        request: NetworkRequest,
        within: Duration,
    ) -> BoxFuture<'_, Result<NetworkResponse, NetworkError>> {
        Box::pin(async move {
            self.1.order.note(&format!("{} {}", request.method, request.url));
            self.1.cross().await;
            let answer = self.0.send(request, within).await;
            self.1.cross().await;
            answer
        })
    }

    fn with_fresh_connections(&self) -> Result<Arc<dyn Network>, NetworkError> {
        Ok(Arc::new(self.clone()))
    }
}

/// The gateway of one process.
#[derive(Debug)]
pub struct MortalGateway(pub InMemoryGateway, pub Arc<Fate>);

impl GatewayConnector for MortalGateway {
    fn open(&self, opening: Opening<'_>) -> Box<dyn GatewaySocket> {
        let socket = (!self.1.is_dead()).then(|| self.0.open(opening));
        Box::new(MortalSocket(socket, Arc::clone(&self.1)))
    }
}

/// A connection that is cut when its process dies.
struct MortalSocket(Option<Box<dyn GatewaySocket>>, Arc<Fate>);

impl GatewaySocket for MortalSocket {
    fn next(&mut self) -> BoxFuture<'_, SocketEvent> {
        Box::pin(async move {
            let event = match &mut self.0 {
                Some(socket) => tokio::select! {
                    biased;
                    () = self.1.died() => None,
                    event = socket.next() => Some(event),
                },
                None => None,
            };
            if let Some(event) = event {
                return event;
            }
            self.0 = None;
            pending().await
        })
    }

    fn close(&mut self) {
        if let Some(socket) = &mut self.0 {
            socket.close();
        }
    }

    fn goodbye(&mut self) {
        if let Some(socket) = &mut self.0 {
            socket.goodbye();
        }
    }
}
