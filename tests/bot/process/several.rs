//! The real program as one or several processes that receive interactions by the gateway or by HTTP.

use std::fmt;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::time::Instant;

use rookery::discord::ENDPOINT_PATH;
use rookery::sandbox::StandIn;

use crate::bot::bench::soon;
use crate::bot::running::Process;

/// How long a process may take to start.
const START: Duration = Duration::from_secs(30);

/// The delivery of interactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the gateway.
    Gateway,
    /// By HTTP, in turn to all reachable processes.
    Http,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gateway => "gateway",
            Self::Http => "http",
        })
    }
}

/// Processes on one database, each with its own directory.
pub struct Several {
    way: Way,
    processes: Vec<Option<Process>>,
    ports: Vec<u16>,
    dir: PathBuf,
    address: String,
    settings: Vec<(&'static str, String)>,
    /// The program of later starts; the one under test by default.
    program: PathBuf,
}

impl Several {
    /// This many processes, not started yet, on the database at this address.
    pub fn new(dir: &Path, address: &str, way: Way, processes: usize) -> Self {
        let free = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let free: Vec<_> = free.collect();
        let ports = free.iter().map(|listener| listener.local_addr().expect("an address").port()).collect();
        Self {
            way,
            processes: (0..processes).map(|_| None).collect(),
            ports,
            dir: dir.to_owned(),
            address: address.to_owned(),
            settings: Vec::new(),
            program: env!("CARGO_BIN_EXE_rookery").into(),
        }
    }

    /// Adds a setting as an environment variable.
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.settings.push((name, value.to_owned()));
        self
    }

    /// Sets the program of later starts.
    pub fn runs(&mut self, program: &Path) {
        program.clone_into(&mut self.program);
    }

    /// Starts the processes that do not run, and distributes interactions to all.
    pub async fn start(&mut self, discord: &StandIn) {
        for number in 0..self.processes.len() {
            if self.processes[number].is_none() {
                self.begin(discord, number);
            }
        }
        for number in 0..self.processes.len() {
            self.is_ready(discord, number).await;
        }
        if self.way == Way::Http {
            let urls: Vec<_> =
                self.ports.iter().map(|port| format!("http://127.0.0.1:{port}{ENDPOINT_PATH}")).collect();
            discord.send_interactions_to(&urls).await.expect("they take interactions");
        }
    }

    /// Starts this process.
    pub fn begin(&mut self, discord: &StandIn, number: usize) {
        let dir = self.dir.join(format!("process-{number}"));
        let (listen, key) = (format!("127.0.0.1:{}", self.ports[number]), discord.public_key());
        let mut settings: Vec<_> = self.settings.iter().map(|(name, value)| (*name, &**value)).collect();
        if self.way == Way::Http {
            settings
                .extend([("ROOKERY_DISCORD_HTTP_LISTEN", &*listen), ("ROOKERY_DISCORD_PUBLIC_KEY", &*key)]);
        }
        self.processes[number] =
            Some(Process::spawn_program(&self.program, discord, &dir, &self.address, &settings));
    }

    /// Waits until this process receives interactions; by the gateway, until any does.
    pub async fn is_ready(&self, discord: &StandIn, number: usize) {
        if self.way == Way::Gateway {
            assert!(discord.wait_for_bot().await, "process {number} did not connect");
            return;
        }
        let begun = Instant::now();
        let url = format!("http://127.0.0.1:{}/health", self.ports[number]);
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        while !client.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) {
            assert!(begun.elapsed() < START, "process {number} did not begin");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Sends a signal that ends this process, and waits for its exit.
    pub fn signal(&mut self, number: usize, name: &str) {
        self.processes[number].take().expect("a running process").signal(name);
    }

    /// Waits until the running processes exit by themselves. Returns their exit codes.
    pub async fn ended(&mut self) -> Vec<Option<i32>> {
        let mut codes = Vec::new();
        for mut process in self.processes.iter_mut().filter_map(Option::take) {
            let mut status = None;
            soon("it has ended", || {
                status = process.child.try_wait().expect("a child");
                status.is_some()
            })
            .await;
            codes.push(status.and_then(|status| status.code()));
        }
        codes
    }

    /// Stops each gracefully and restarts it before the next.
    pub async fn roll(&mut self, discord: &StandIn) {
        for number in 0..self.processes.len() {
            self.signal(number, "-TERM");
            self.begin(discord, number);
            self.is_ready(discord, number).await;
        }
    }

    /// Kills all processes.
    pub fn end(&mut self) {
        for mut process in self.processes.iter_mut().filter_map(Option::take) {
            process.signal("-KILL");
        }
    }

    /// The logs of all processes.
    pub fn logs(&self) -> String {
        let log = |number| std::fs::read_to_string(self.dir.join(format!("process-{number}/log")));
        (0..self.processes.len()).map(|number| log(number).expect("a log")).collect()
    }
}
