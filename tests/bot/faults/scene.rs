//! A bot and its players while something breaks.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rookery::sandbox::{Options, StandIn};
use tempfile::TempDir;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::cluster::PASSWORD;
use super::company::Company;
use crate::bot::process::program;
use crate::bot::process::several::{Several, Way};
use crate::databases::DbProbe;
use crate::slowest;

/// Number of concurrent games.
pub const TABLES: usize = 12;

/// At most two scenes run at once. Each keeps a core busy, and on an overloaded machine the bot's answers are
/// late with good reason.
static STAGES: Semaphore = Semaphore::const_new(2);

/// This number of times, multiplied by `ROOKERY_FAULTS`.
pub fn times(ordinarily: usize) -> usize {
    let asked = std::env::var("ROOKERY_FAULTS");
    ordinarily * asked.map_or(1, |text| text.parse::<usize>().expect("a number"))
}

/// Sleeps for a random time in this range, in milliseconds.
pub async fn pause(from_ms: u64, to_ms: u64) {
    tokio::time::sleep(Duration::from_millis(fastrand::u64(from_ms..to_ms))).await;
}

/// The scene of one fault.
pub struct Scene {
    /// The stand-in.
    pub discord: StandIn,
    /// The bot's processes.
    pub bots: Several,
    way: Way,
    processes: usize,
    store: String,
    company: Option<Company>,
    dir: TempDir,
    _stage: SemaphorePermit<'static>,
}

impl Scene {
    /// A stand-in without a database yet, once one of the stages is free.
    pub async fn of(way: Way, processes: usize) -> Self {
        let stage = slowest::waiting(STAGES.acquire()).await.expect("it stays open");
        let dir = tempfile::tempdir().expect("a directory");
        let mut options = Options::new(dir.path().join("discord"));
        options.session_starts = 1_000_000;
        options.shards = processes as u64;
        options.max_concurrency = options.shards;
        let discord = StandIn::start(options).await.expect("a stand-in");
        let bots = Several::new(dir.path(), "", way, processes);
        Self { discord, bots, way, processes, store: String::new(), company: None, dir, _stage: stage }
    }

    /// The directory for the scene's files.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// Sets the address of the database.
    pub fn set_store(&mut self, address: &str) {
        address.clone_into(&mut self.store);
        self.reach_store_at(address);
    }

    /// Makes the bot use another address for the database.
    pub fn reach_store_at(&mut self, address: &str) {
        self.bots = Several::new(self.dir.path(), address, self.way, self.processes)
            .with("ROOKERY_LOG_LEVEL", "debug");
    }

    /// Starts the bot and the games.
    pub async fn begin(&mut self) {
        self.bots.start(&self.discord).await;
        assert!(self.discord.wait_for_command("help").await, "it did not connect");
        // Of several shards, the server's own may connect last.
        for _ in 0..10 {
            if self.discord.member("first").slash("help", &[]).await.answered() {
                break;
            }
        }
        self.company = Some(Company::sit_down(&self.discord, TABLES).await);
        self.company().moves_on().await;
    }

    /// The players.
    pub fn company(&self) -> &Company {
        self.company.as_ref().expect("they have begun")
    }

    /// Stops all players and checks the result.
    ///
    /// Fails if anything was lost, duplicated or not shown, if the database is inconsistent, or if a log
    /// contains a secret. Prints a summary.
    pub async fn ends(&mut self, fault: &str, times: usize, store: &str) {
        let beside = DbProbe::at(&self.store).await;
        let company = self.company.take().expect("they have begun");
        let endured = company.leaves(&beside).await;
        beside.close().await;
        self.bots.end();
        self.is_whole(&self.store);
        self.tells_nothing();
        self.discord.stop().await;
        println!("figure fault {fault}, {store}, {}: {times} times, {endured}", self.way);
    }

    /// Checks that every game follows from its log.
    pub fn is_whole(&self, address: &str) {
        let mut check: Command = program::rookery(self.dir.path(), &["store", "check"]);
        let (code, said, wrong) = program::done(check.env("ROOKERY_STORE_URL", address));
        assert_eq!(code, 0, "{said}{wrong}");
        assert!(said.contains("is whole"), "{said}");
    }

    /// Checks that no log contains a password, or the secret part of the bot's token.
    fn tells_nothing(&self) {
        let logs = self.bots.logs();
        assert!(logs.lines().count() > 20, "there is something to search");
        let token = self.discord.token();
        for secret in [token, token.rsplit('.').next().expect("a part"), PASSWORD] {
            let told = logs.lines().find(|line| line.contains(secret));
            assert!(told.is_none(), "{told:?}");
        }
    }
}
