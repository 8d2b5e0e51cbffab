//! The bot as one process with a database file, or as several on a database server. Each can die at any
//! moment, and is restarted.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::select_all;
use rookery::app::{App, Limits};
use rookery::discord::clock::BotClock;
use rookery::discord::{self, EndpointSettings, InMemoryGateway, Running, Settings};
use rookery::sandbox::{StandIn, Unanswered};
use rookery::store::{Store, StoreOptions, StoreUrl};
use tokio::time::Instant;

use super::fate::{FILES, Fate, MortalGateway, MortalNetwork, Order};
use super::invariant::{Invariant, broken};
use crate::bot::network::InMemory;
use crate::databases::{self, DbProbe};

/// How long a start may take while nothing fails, in simulated time.
const PATIENCE: Duration = Duration::from_mins(30);

/// The bot across all its lives.
pub struct Bot {
    discord: StandIn,
    clock: BotClock,
    by_http: bool,
    database: Database,
    processes: Vec<Process>,
    /// The order of events of all lives.
    pub order: Arc<Order>,
}

/// The bot's database.
enum Database {
    /// A file, in a new subdirectory for each life.
    File { dir: PathBuf, lives: usize },
    /// A database on a server.
    Server(StoreUrl),
}

struct Process {
    fate: Arc<Fate>,
    running: Option<(App, Running)>,
}

impl Bot {
    /// A bot of this many processes, not started yet. A single process gets a database in this directory.
    pub async fn new(
        (discord, clock): (&StandIn, &BotClock),
        by_http: bool,
        processes: usize,
        dir: &Path,
        order: Arc<Order>,
    ) -> Self {
        let database = if processes == 1 {
            databases::file_in(&life(dir, 0));
            Database::File { dir: dir.to_owned(), lives: 0 }
        } else {
            Database::Server(databases::fresh(dir).await)
        };
        let fate = || Fate::new(database.files(), Arc::clone(&order));
        let processes = (0..processes).map(|_| Process { fate: fate(), running: None }).collect();
        let (discord, clock) = (discord.clone(), clock.clone());
        Self { discord, clock, by_http, database, processes, order }
    }

    /// The database in use.
    pub fn database(&self) -> StoreUrl {
        match &self.database {
            Database::File { dir, lives } => StoreUrl::Sqlite(life(dir, *lives).join(FILES[0])),
            Database::Server(url) => url.clone(),
        }
    }

    /// True if others run while one process is away.
    pub fn is_several(&self) -> bool {
        self.processes.len() > 1
    }

    /// The app of a running process, for calls other than commands.
    pub fn app(&self) -> Option<&App> {
        self.processes.iter().find_map(|process| process.running.as_ref()).map(|(app, _)| app)
    }

    /// The fate of each process in its current life.
    pub fn fates(&self) -> Vec<Arc<Fate>> {
        self.processes.iter().map(|process| Arc::clone(&process.fate)).collect()
    }

    /// The fate of one process.
    pub fn fate(&self, number: usize) -> &Fate {
        &self.processes[number % self.processes.len()].fate
    }

    /// True if all processes run.
    pub fn runs(&self) -> bool {
        self.processes.iter().all(|process| process.running.is_some() && !process.fate.is_dead())
    }

    /// True if one of its processes is dead.
    pub fn is_dead(&self) -> bool {
        self.processes.iter().any(|process| process.fate.is_dead())
    }

    /// Makes a process die after this many further accesses. The number also selects the process.
    pub fn dies_after(&self, crossings: u64) {
        self.fate(crossings as usize).dies_after(crossings);
    }

    /// Cancels scheduled deaths.
    pub fn lives_on(&self) {
        self.processes.iter().for_each(|process| process.fate.dies_after(u64::MAX / 2));
    }

    /// Ends all database faults.
    pub fn mends(&self) {
        self.processes.iter().for_each(|process| process.fate.mends());
    }

    /// Starts the processes that do not run, repeatedly if they die meanwhile. Returns the number of deaths.
    pub async fn start(&mut self) -> usize {
        let mut deaths = 0;
        for number in 0..self.processes.len() {
            while self.processes[number].running.is_none() {
                let fate = Arc::clone(&self.processes[number].fate);
                let started = tokio::select! {
                    biased;
                    () = fate.died() => None,
                    started = tokio::time::timeout(PATIENCE, self.begins(number)) => Some(started),
                };
                match started {
                    Some(Ok(running)) => self.processes[number].running = Some(running),
                    Some(Err(_)) => broken(Invariant::TheBotComesBack, "a start came to no end"),
                    None => {
                        deaths += 1;
                        self.bury().await;
                    }
                }
            }
        }
        deaths
    }

    /// Starts a process, and retries if its database failed meanwhile.
    async fn begins(&self, number: usize) -> (App, Running) {
        loop {
            let begun = Instant::now();
            match self.begin(number).await {
                Ok(running) => return running,
                Err(_) if self.processes[number].fate.has_failed_since(begun) => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                Err(why) => broken(Invariant::TheBotComesBack, why),
            }
        }
    }

    async fn begin(&self, number: usize) -> Result<(App, Running), String> {
        let fate = &self.processes[number].fate;
        let url = match &self.database {
            Database::File { .. } => self.database(),
            Database::Server(url) => named(url, number),
        };
        let options = StoreOptions { interference: Some(fate.clone()), ..StoreOptions::default() };
        let store = Store::open_at(&url, options).await.map_err(|why| why.to_string())?;
        let app = App::new(store).with_limits(Limits::NONE);
        let dial = self.discord.clone();
        let gateway = InMemoryGateway::new(move |address| dial.connect_in_memory(address));
        let public_key = self.discord.public_key().parse().expect("a key");
        let settings = Settings {
            api_url: Some(self.discord.url()),
            network: Some(Arc::new(MortalNetwork(InMemory(self.discord.clone()), Arc::clone(fate)))),
            gateway: Some(Arc::new(MortalGateway(gateway, Arc::clone(fate)))),
            endpoint: self.by_http.then_some(EndpointSettings { listen: None, public_key }),
            clock: self.clock.clone(),
            ..Settings::new(self.discord.token().to_owned())
        };
        let running = discord::start(app.clone(), settings).await?;
        if let Some(endpoint) = running.endpoint_in_memory() {
            let (endpoint, fate) = (endpoint.clone(), Arc::clone(fate));
            self.discord.host_in_memory(&host(number), move |request| {
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
            self.share_the_load(number).await;
        }
        running.connected().await?;
        running.commands_answered().await;
        Ok((app, running))
    }

    /// Distributes interactions in turn to the running processes and to this one.
    async fn share_the_load(&self, newest: usize) {
        loop {
            let runs = |process: &Process| process.running.is_some() && !process.fate.is_dead();
            let among = self.processes.iter().enumerate();
            let among = among.filter(|(number, process)| *number == newest || runs(process));
            let urls: Vec<String> = among
                .map(|(number, _)| format!("http://{}{}", host(number), discord::ENDPOINT_PATH))
                .collect();
            // While Discord fails it may take several attempts.
            if self.discord.send_interactions_to(&urls).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Waits until its gateway connection is up, or it is dead.
    pub async fn connected(&self) {
        for process in &self.processes {
            let Some((_, running)) = &process.running else { continue };
            let up = tokio::select! {
                biased;
                () = process.fate.died() => continue,
                up = running.connected() => up,
            };
            if let Err(why) = up {
                broken(Invariant::TheBotComesBack, why);
            }
        }
    }

    /// Prepares the next life of a dead process, from the files it left.
    pub async fn bury(&mut self) {
        for (number, process) in self.processes.iter_mut().enumerate() {
            if !process.fate.is_dead() {
                continue;
            }
            drop(process.running.take());
            match &mut self.database {
                Database::File { lives, .. } => *lives += 1,
                Database::Server(url) => end_sessions(url, number).await,
            }
            process.fate = process.fate.next(self.database.files());
        }
    }

    /// Shuts down one process gracefully.
    pub async fn stop_one(&mut self, number: usize) {
        let number = number % self.processes.len();
        self.processes[number].stop().await;
    }

    /// Shuts down all processes gracefully.
    pub async fn stop(&mut self) {
        for process in &mut self.processes {
            process.stop().await;
        }
    }
}

impl Process {
    async fn stop(&mut self) {
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

impl Database {
    /// The database directory of the current life, and that of the next.
    fn files(&self) -> Option<(PathBuf, PathBuf)> {
        match self {
            Self::File { dir, lives } => Some((life(dir, *lives), life(dir, lives + 1))),
            Self::Server(_) => None,
        }
    }
}

/// Waits until one of these is dead.
pub async fn one_died(fates: &[Arc<Fate>]) {
    select_all(fates.iter().map(|fate| Box::pin(fate.died()))).await;
}

/// Ends the database sessions of a dead process, as a system does when it closes its sockets.
async fn end_sessions(url: &StoreUrl, number: usize) {
    let name = host(number);
    let end = format!(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '{name}' AND datname = current_database()"
    );
    let beside = DbProbe::open(url).await;
    beside.change(end).await;
    beside.close().await;
}

/// The address with the name of a process, by which the server identifies its sessions.
fn named(url: &StoreUrl, number: usize) -> StoreUrl {
    let address = databases::address(url);
    let and = if address.ends_with('?') { "" } else { "&" };
    format!("{address}{and}application_name={}", host(number)).parse().expect("an address")
}

fn host(number: usize) -> String {
    format!("bot-{number}.test")
}

fn life(dir: &Path, number: usize) -> PathBuf {
    dir.join(format!("life-{number}"))
}
