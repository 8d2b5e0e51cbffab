//! When a process dies, and how its database fails before: decided at each access to the database or to
//! Discord.
//!
//! A dead process stops at the next such access, so nothing of it is seen afterwards. If its database is a
//! file, the next process gets a copy of it from that moment. Every change is synced on commit, so this is
//! also what a power failure leaves behind.

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

/// How long a slow disk takes for a commit.
const SYNC: Duration = Duration::from_millis(180);
/// The names of the database file and its log.
pub const FILES: [&str; 2] = ["rookery.db", "rookery.db-wal"];

/// When a process dies, and how its database fails before.
#[derive(Debug)]
pub struct Fate {
    /// Its database directory, and that of the next process, which gets a copy.
    files: Option<(PathBuf, PathBuf)>,
    dead: AtomicBool,
    died: Notify,
    /// Number of accesses to the database or to Discord.
    crossings: AtomicU64,
    /// The crossing at which the process dies.
    last: AtomicU64,
    /// The fault of write statements, and when it ends.
    fault: Mutex<Option<(StatementFault, Instant)>>,
    /// When the database server becomes reachable again.
    cut_off: Mutex<Option<Instant>>,
    /// When the database last failed because of an injected fault.
    failed: Mutex<Option<Instant>>,
    /// When the disk stops being slow.
    slow: Mutex<Option<Instant>>,
    /// How many transactions fail at their commit.
    failing_commits: AtomicU64,
    /// How many transactions are stored although their process gets an error.
    unheard: AtomicU64,
    /// The order of events, shared by all lives.
    order: Arc<Order>,
}

/// The order in which the bot accessed its database and Discord. It is the same in each run of a script.
#[derive(Debug)]
pub struct Order {
    began: Mutex<Option<Instant>>,
    hash: AtomicU64,
    /// Records each access, for comparing two runs.
    trace: Option<Mutex<File>>,
}

impl Order {
    /// An empty order. `ROOKERY_SIM_TRACE` names a trace file for the accesses, for one run at a time.
    pub fn begin() -> Arc<Self> {
        let trace =
            std::env::var_os("ROOKERY_SIM_TRACE").map(|path| File::create(path).expect("a file").into());
        Arc::new(Self { began: Mutex::default(), hash: AtomicU64::new(0), trace })
    }

    /// A hash of the whole order.
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
    /// The fate of a new process. `files` are its database directory and that of the next process.
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

    /// The fate of the next life. A database server that was unreachable still is.
    pub fn next(&self, files: Option<(PathBuf, PathBuf)>) -> Arc<Self> {
        let next = Self::new(files, Arc::clone(&self.order));
        *next.cut_off.lock().expect("no panic") = *self.cut_off.lock().expect("no panic");
        next
    }

    /// True if an injected database fault has occurred since then.
    pub fn has_failed_since(&self, when: Instant) -> bool {
        self.failed.lock().expect("no panic").is_some_and(|failed| failed >= when)
    }

    /// Fails a statement and records the time.
    fn fail(&self, with: StatementFault) -> Result<(), StatementFault> {
        *self.failed.lock().expect("no panic") = Some(Instant::now());
        Err(with)
    }

    /// True once the process is dead.
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

    /// Makes it die after this many further crossings.
    pub fn dies_after(&self, crossings: u64) {
        self.last.store(self.crossings.load(Ordering::Relaxed) + crossings, Ordering::Relaxed);
    }

    /// Makes write statements fail with this for `time`, unless they already fail for longer.
    pub fn fails(&self, with: StatementFault, time: Duration) {
        let until = Instant::now() + time;
        let mut fault = self.fault.lock().expect("no panic");
        if fault.is_none_or(|(_, before)| before < until) {
            *fault = Some((with, until));
        }
    }

    /// Makes the database server unreachable for at least `time`.
    pub fn cuts_off(&self, time: Duration) {
        let mut cut_off = self.cut_off.lock().expect("no panic");
        *cut_off = (*cut_off).max(Some(Instant::now() + time));
    }

    /// Makes the disk slow to commit for `time`.
    pub fn slows(&self, time: Duration) {
        *self.slow.lock().expect("no panic") = Some(Instant::now() + time);
    }

    /// Makes the next `times` commits fail.
    pub fn fails_commits(&self, times: u64) {
        self.failing_commits.store(times, Ordering::Relaxed);
    }

    /// Ends all database faults.
    pub fn mends(&self) {
        *self.fault.lock().expect("no panic") = None;
        *self.cut_off.lock().expect("no panic") = None;
        *self.slow.lock().expect("no panic") = None;
        self.fails_commits(0);
    }

    /// The result of a transaction's commit.
    async fn commits(&self) -> Result<(), StatementFault> {
        let fails = take_one(&self.failing_commits);
        if self.files.is_none() {
            return match fails {
                None => Ok(()),
                Some(left) if left.is_multiple_of(2) => self.fail(StatementFault::Lost),
                // The other half is stored, but the process gets an error.
                Some(_) => {
                    self.unheard.fetch_add(1, Ordering::Relaxed);
                    Ok(())
                }
            };
        }
        let is_slow = self.slow.lock().expect("no panic").is_some_and(|until| Instant::now() < until);
        if is_slow || fails.is_some() {
            // Other tasks continue meanwhile, as they do during a real sync.
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

    /// Counts an access. Never returns in a dead process.
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

/// Takes one of the remaining ones. Returns how many there were, if any.
fn take_one(left: &AtomicU64) -> Option<u64> {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).ok()
}

/// True for a statement that ends a transaction. An unsynced one is followed by more SQL after its commit.
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

/// A connection that is closed when its process dies.
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
