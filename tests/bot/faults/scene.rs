//! A bot, and people who play at it while something breaks.

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

/// How many games are played at once.
pub const TABLES: usize = 12;

/// Two scenes at a time. Each keeps a core busy, and on a machine without time the bot rightly answers late.
static STAGES: Semaphore = Semaphore::const_new(2);

/// So many times, or as many times more as is asked for.
pub fn times(ordinarily: usize) -> usize {
    let asked = std::env::var("ROOKERY_FAULTS");
    ordinarily * asked.map_or(1, |text| text.parse::<usize>().expect("a number"))
}

/// Waits for some while between these, in milliseconds.
pub async fn pause(from_ms: u64, to_ms: u64) {
    tokio::time::sleep(Duration::from_millis(fastrand::u64(from_ms..to_ms))).await;
}

/// One fault's scene.
pub struct Scene {
    /// The stand-in.
    pub discord: StandIn,
    /// The program.
    pub bots: Several,
    way: Way,
    processes: usize,
    store: String,
    company: Option<Company>,
    dir: TempDir,
    _stage: SemaphorePermit<'static>,
}

impl Scene {
    /// A stand-in, without a database yet, as soon as there is a stage for it.
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

    /// Where files of the scene lie.
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The address of the database.
    pub fn set_store(&mut self, address: &str) {
        address.clone_into(&mut self.store);
        self.reach_store_at(address);
    }

    /// The bot reaches the database by another address.
    pub fn reach_store_at(&mut self, address: &str) {
        self.bots = Several::new(self.dir.path(), address, self.way, self.processes)
            .with("ROOKERY_LOG_LEVEL", "debug");
    }

    /// Starts the bot, and people begin to play.
    pub async fn begin(&mut self) {
        self.bots.start(&self.discord).await;
        assert!(self.discord.wait_for_command("help").await, "it did not connect");
        // Of several shards that of the server may come last.
        for _ in 0..10 {
            if self.discord.member("first").slash("help", &[]).await.answered() {
                break;
            }
        }
        self.company = Some(Company::sit_down(&self.discord, TABLES).await);
        self.company().moves_on().await;
    }

    /// The people.
    pub fn company(&self) -> &Company {
        self.company.as_ref().expect("they have begun")
    }

    /// Everybody stops. Fails where anything was lost, doubled or not shown, where the database contradicts itself, or where a log tells a
    /// secret. Says what it was.
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

    /// Every game follows from its log.
    pub fn is_whole(&self, address: &str) {
        let mut check: Command = program::rookery(self.dir.path(), &["store", "check"]);
        let (code, said, wrong) = program::done(check.env("ROOKERY_STORE_URL", address));
        assert_eq!(code, 0, "{said}{wrong}");
        assert!(said.contains("is whole"), "{said}");
    }

    /// No log tells the bot's token, or a part of it that is secret, or a password.
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
