//! The bot as one process with a file of its own, or as several on the database of a server. Each can die at any moment, and is started again.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::select_all;
use rookery::app::{App, Limits};
use rookery::discord::background::clock::BotClock;
use rookery::discord::{self, EndpointSettings, InMemoryGateway, Running, Settings};
use rookery::sandbox::{StandIn, Unanswered};
use rookery::store::{Store, StoreOptions, StoreUrl};
use tokio::time::Instant;

use super::fate::{FILES, Fate, MortalGateway, MortalNetwork, Order};
use super::invariant::{Invariant, broken};
use crate::bot::network::InMemory;
use crate::databases::{self, DbProbe};

/// How long a start may take while nothing fails; that is time of the simulation.
const PATIENCE: Duration = Duration::from_mins(30);

/// The bot, life after life.
pub struct Bot {
    discord: StandIn,
    clock: BotClock,
    by_http: bool,
    database: Database,
    processes: Vec<Process>,
    /// Of all lives.
    pub order: Arc<Order>,
}

/// Where the bot keeps what it has to.
enum Database {
    /// A file, in another directory of this one for each life.
    File { dir: PathBuf, lives: usize },
    /// A database at a server.
    Server(StoreUrl),
}

struct Process {
    fate: Arc<Fate>,
    running: Option<(App, Running)>,
}

impl Bot {
    /// A bot that does not run yet, of so many processes: one has a database that is made in this directory.
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

    /// The database that is in use.
    pub fn database(&self) -> StoreUrl {
        match &self.database {
            Database::File { dir, lives } => StoreUrl::Sqlite(life(dir, *lives).join(FILES[0])),
            Database::Server(url) => url.clone(),
        }
    }

    /// Whether there are others when one process is away.
    pub fn is_several(&self) -> bool {
        self.processes.len() > 1
    }

    /// What is asked of the bot beside its commands.
    pub fn app(&self) -> Option<&App> {
        self.processes.iter().find_map(|process| process.running.as_ref()).map(|(app, _)| app)
    }

    /// The fate of each process in its present life.
    pub fn fates(&self) -> Vec<Arc<Fate>> {
        self.processes.iter().map(|process| Arc::clone(&process.fate)).collect()
    }

    /// The fate of one of them.
    pub fn fate(&self, number: usize) -> &Fate {
        &self.processes[number % self.processes.len()].fate
    }

    /// Whether all of it runs.
    pub fn runs(&self) -> bool {
        self.processes.iter().all(|process| process.running.is_some() && !process.fate.is_dead())
    }

    /// Whether one of its processes is dead.
    pub fn is_dead(&self) -> bool {
        self.processes.iter().any(|process| process.fate.is_dead())
    }

    /// A process dies after so many further turns to its database or to Discord: which, follows from them.
    pub fn dies_after(&self, crossings: u64) {
        self.fate(crossings as usize).dies_after(crossings);
    }

    /// A death that has not come does not come any more.
    pub fn lives_on(&self) {
        self.processes.iter().for_each(|process| process.fate.dies_after(u64::MAX / 2));
    }

    /// The database does again what it is asked.
    pub fn mends(&self) {
        self.processes.iter().for_each(|process| process.fate.mends());
    }

    /// Starts what does not run, again and again if it dies meanwhile. Returns how often it did.
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

    /// Begins a process, and begins it again where its database failed meanwhile.
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

    /// Interactions go in turn to the processes that run, and to this one.
    async fn share_the_load(&self, newest: usize) {
        loop {
            let runs = |process: &Process| process.running.is_some() && !process.fate.is_dead();
            let among = self.processes.iter().enumerate();
            let among = among.filter(|(number, process)| *number == newest || runs(process));
            let urls: Vec<String> = among
                .map(|(number, _)| format!("http://{}{}", host(number), discord::ENDPOINT_PATH))
                .collect();
            // While Discord fails it may take several tries.
            if self.discord.send_interactions_to(&urls).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Waits until Discord's line to it is up, or it is dead.
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

    /// After the death of a process: its next life begins with what it left.
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

    /// Ends one of its processes in order.
    pub async fn stop_one(&mut self, number: usize) {
        let number = number % self.processes.len();
        self.processes[number].stop().await;
    }

    /// Ends all of it in order.
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
    /// Where the file of the present life is, and where that of the next one will be.
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

/// The server learns that the last life of a process is over, as it does when a system closes its sockets.
async fn end_sessions(url: &StoreUrl, number: usize) {
    let name = host(number);
    let end = format!(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '{name}' AND datname = current_database()"
    );
    let beside = DbProbe::open(url).await;
    beside.change(end).await;
    beside.close().await;
}

/// The same address for a process, by whose name the server knows its sessions.
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
