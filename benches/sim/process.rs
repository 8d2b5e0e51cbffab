//! The bot as a process that can die at any moment: wherever it turns to its database or to Discord.
//!
//! A process that is dead gets no further at any of these places, so nothing of it reaches anybody any more. The next one finds a copy of
//! the files as they were at that moment. As every change is synced when it is committed, that is also what a machine leaves whose power
//! fails.

use std::fs::File;
use std::future::pending;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use rookery::app::{App, Limits};
use rookery::discord::background::clock::BotClock;
use rookery::discord::rest::network::{Network, NetworkError, NetworkRequest, NetworkResponse};
use rookery::discord::{
    self, EndpointSettings, GatewayConnector, GatewaySocket, InMemoryGateway, Opening, Running, Settings,
    SocketEvent,
};
use rookery::sandbox::{StandIn, Unanswered};
use rookery::store::{Interference, StatementFault, Store, StoreOptions, StoreUrl};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::invariant::{Invariant, broken};
use crate::bot::network::InMemory;

/// How long a start may take while nothing fails; that is time of the simulation.
const PATIENCE: Duration = Duration::from_mins(30);
/// How long a slow disk takes to keep what is committed.
const SYNC: Duration = Duration::from_millis(180);
/// The name of the database file, and of the log beside it.
const FILES: [&str; 2] = ["rookery.db", "rookery.db-wal"];

/// When a process dies, and what its database does until then.
#[derive(Debug)]
pub struct Fate {
    dir: PathBuf,
    next: PathBuf,
    dead: AtomicBool,
    died: Notify,
    /// How often it has turned to its database or to Discord.
    crossings: AtomicU64,
    /// The crossing at which it dies.
    last: AtomicU64,
    /// What statements that write fail with, and until when.
    fault: Mutex<Option<(StatementFault, Instant)>>,
    /// Until when the disk is slow.
    slow: Mutex<Option<Instant>>,
    /// How many transactions fail at their end.
    failing_commits: AtomicU64,
    /// Of all lives.
    pub order: Arc<Order>,
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
    fn new(dir: PathBuf, next: PathBuf, order: Arc<Order>) -> Arc<Self> {
        Arc::new(Self {
            dir,
            next,
            dead: AtomicBool::new(false),
            died: Notify::new(),
            crossings: AtomicU64::new(0),
            last: AtomicU64::new(u64::MAX),
            fault: Mutex::default(),
            slow: Mutex::default(),
            failing_commits: AtomicU64::new(0),
            order,
        })
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

    /// Has statements that write fail with this for so long.
    pub fn fails(&self, with: StatementFault, time: Duration) {
        *self.fault.lock().expect("no panic") = Some((with, Instant::now() + time));
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
        *self.slow.lock().expect("no panic") = None;
        self.fails_commits(0);
    }

    /// What becomes of a transaction at its end.
    async fn commits(&self) -> Result<(), StatementFault> {
        let fails = self
            .failing_commits
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        let is_slow = self.slow.lock().expect("no panic").is_some_and(|until| Instant::now() < until);
        if is_slow || fails.is_ok() {
            // Others go on meanwhile, as they do beside a disk.
            tokio::time::sleep(SYNC).await;
            self.cross().await;
        }
        fails.map_or(Ok(()), |_| Err(StatementFault::Disk))
    }

    fn die(&self) {
        if self.dead.swap(true, Ordering::Relaxed) {
            return;
        }
        std::fs::create_dir_all(&self.next).expect("a directory");
        for file in FILES {
            match std::fs::copy(self.dir.join(file), self.next.join(file)) {
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => panic!("{file} is not copied: {error}"),
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
            // A transaction that is not synced has more to say after its commit.
            if sql.ends_with("COMMIT") || sql.starts_with("COMMIT") {
                self.commits().await?;
            }
            let mut fault = self.fault.lock().expect("no panic");
            fault.take_if(|(_, until)| *until <= Instant::now());
            let writes =
                !sql.is_empty() && !["SELECT", "PRAGMA", "WITH"].iter().any(|word| sql.starts_with(word));
            fault.filter(|_| writes).map_or(Ok(()), |(fault, _)| Err(fault))
        })
    }

    fn after<'a>(&'a self, _: &'a str) -> BoxFuture<'a, ()> {
        Box::pin(self.cross())
    }
}

/// The network of one process.
#[derive(Clone, Debug)]
struct MortalNetwork(InMemory, Arc<Fate>);

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
struct MortalGateway(InMemoryGateway, Arc<Fate>);

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

/// The bot, life after life.
pub struct Process {
    discord: StandIn,
    clock: BotClock,
    by_http: bool,
    dir: PathBuf,
    lives: usize,
    /// Of the present life.
    pub fate: Arc<Fate>,
    running: Option<(App, Running)>,
}

impl Process {
    /// A bot that does not run yet, with a database that is made in this directory.
    pub fn new(discord: &StandIn, clock: &BotClock, by_http: bool, dir: &Path, order: Arc<Order>) -> Self {
        let fate = Fate::new(life(dir, 0), life(dir, 1), order);
        crate::databases::file_in(&fate.dir);
        let (discord, clock, dir) = (discord.clone(), clock.clone(), dir.to_owned());
        Self { discord, clock, by_http, dir, lives: 0, fate, running: None }
    }

    /// The database file that is in use.
    pub fn database(&self) -> PathBuf {
        self.fate.dir.join(FILES[0])
    }

    /// What is asked of the bot beside its commands.
    pub fn app(&self) -> Option<&App> {
        self.running.as_ref().map(|(app, _)| app)
    }

    /// Whether it runs.
    pub fn runs(&self) -> bool {
        self.running.is_some() && !self.fate.is_dead()
    }

    /// Starts it, again and again if it dies meanwhile. Returns how often it did.
    pub async fn start(&mut self) -> usize {
        let mut deaths = 0;
        loop {
            let fate = Arc::clone(&self.fate);
            let started = tokio::select! {
                biased;
                () = fate.died() => None,
                started = tokio::time::timeout(PATIENCE, self.begin()) => Some(started),
            };
            match started {
                Some(Ok(running)) => {
                    self.running = Some(running);
                    return deaths;
                }
                Some(Err(_)) => broken(Invariant::TheBotComesBack, "a start came to no end"),
                None => {
                    deaths += 1;
                    self.bury();
                }
            }
        }
    }

    async fn begin(&self) -> (App, Running) {
        let url = StoreUrl::Sqlite(self.database());
        let options = StoreOptions { interference: Some(self.fate.clone()), ..StoreOptions::default() };
        let store = match Store::open_at(&url, options).await {
            Ok(store) => store,
            Err(why) => broken(Invariant::TheBotComesBack, why),
        };
        let app = App::new(store).with_limits(Limits::NONE);
        let dial = self.discord.clone();
        let gateway = InMemoryGateway::new(move |address| dial.connect_in_memory(address));
        let public_key = self.discord.public_key().parse().expect("a key");
        let settings = Settings {
            api_url: Some(self.discord.url()),
            network: Some(Arc::new(MortalNetwork(InMemory(self.discord.clone()), Arc::clone(&self.fate)))),
            gateway: Some(Arc::new(MortalGateway(gateway, Arc::clone(&self.fate)))),
            endpoint: self.by_http.then_some(EndpointSettings { listen: None, public_key }),
            clock: self.clock.clone(),
            ..Settings::new(self.discord.token().to_owned())
        };
        let running = match discord::start(app.clone(), settings).await {
            Ok(running) => running,
            Err(why) => broken(Invariant::TheBotComesBack, why),
        };
        if let Some(endpoint) = running.endpoint_in_memory() {
            let (endpoint, fate) = (endpoint.clone(), Arc::clone(&self.fate));
            self.discord.host_in_memory("bot.test", move |request| {
                let (endpoint, fate) = (endpoint.clone(), Arc::clone(&fate));
                async move {
                    if fate.is_dead() {
                        return Err(Unanswered::Refused);
                    }
                    tokio::select! {
                        biased;
                        () = fate.died() => Err(Unanswered::Cut),
                        answer = endpoint.ask(Ipv4Addr::LOCALHOST.into(), request) => answer.ok_or(Unanswered::Refused),
                    }
                }
            });
            let url = format!("http://bot.test{}", discord::ENDPOINT_PATH);
            // While Discord fails it may take several tries.
            while self.discord.send_interactions_to(std::slice::from_ref(&url)).await.is_err() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
        if let Err(why) = running.connected().await {
            broken(Invariant::TheBotComesBack, why);
        }
        running.commands_answered().await;
        (app, running)
    }

    /// Waits until Discord's line to it is up, or it is dead.
    pub async fn connected(&self) {
        let Some((_, running)) = &self.running else { return };
        let up = tokio::select! {
            biased;
            () = self.fate.died() => return,
            up = running.connected() => up,
        };
        if let Err(why) = up {
            broken(Invariant::TheBotComesBack, why);
        }
    }

    /// After its death: the next life begins with what it left.
    pub fn bury(&mut self) {
        drop(self.running.take());
        self.lives += 1;
        let order = Arc::clone(&self.fate.order);
        self.fate = Fate::new(life(&self.dir, self.lives), life(&self.dir, self.lives + 1), order);
    }

    /// Ends it in order.
    pub async fn stop(&mut self) {
        if let Some((app, running)) = self.running.take() {
            drop(app);
            let fate = Arc::clone(&self.fate);
            tokio::select! {
                biased;
                () = fate.died() => {}
                () = running.stop() => {}
            }
        }
    }
}

fn life(dir: &Path, number: usize) -> PathBuf {
    dir.join(format!("life-{number}"))
}
