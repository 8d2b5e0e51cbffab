//! Several processes on one database, to which interactions come by HTTP.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rookery::discord::ENDPOINT_PATH;
use rookery::sandbox::StandIn;
use rookery::store::StoreUrl;

use crate::bot::running::Process;

/// How many.
const PROCESSES: usize = 3;
/// How long a process may take to begin.
const START: Duration = Duration::from_secs(30);
/// Of so many faults one is a rolling restart.
const ROLLING: usize = 16;

/// Processes of the program, each with a place of its own.
pub struct Several {
    processes: [Option<Process>; PROCESSES],
    ports: [u16; PROCESSES],
    dir: PathBuf,
    store: StoreUrl,
    faults: usize,
}

impl Several {
    /// Processes that are not yet running.
    pub fn new(dir: &Path, store: StoreUrl) -> Self {
        let free = [(); PROCESSES].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let ports = free.map(|listener| listener.local_addr().expect("an address").port());
        Self { processes: [const { None }; PROCESSES], ports, dir: dir.to_owned(), store, faults: 0 }
    }

    /// The database.
    pub fn store(&self) -> &StoreUrl {
        &self.store
    }

    /// Starts those that are not running, and has interactions sent to all.
    pub async fn start(&mut self, discord: &StandIn) {
        for number in 0..PROCESSES {
            if self.processes[number].is_none() {
                self.begin(discord, number);
            }
        }
        for number in 0..PROCESSES {
            self.is_ready(number).await;
        }
        let urls = self.ports.map(|port| format!("http://127.0.0.1:{port}{ENDPOINT_PATH}"));
        discord.send_interactions_to(&urls).await.expect("they take interactions");
    }

    fn begin(&mut self, discord: &StandIn, number: usize) {
        let dir = self.dir.join(format!("process-{number}"));
        let (listen, key) = (format!("127.0.0.1:{}", self.ports[number]), discord.public_key());
        let settings = [("ROOKERY_DISCORD_HTTP_LISTEN", &*listen), ("ROOKERY_DISCORD_PUBLIC_KEY", &*key)];
        self.processes[number] = Some(Process::spawn(discord, &dir, &self.store, &settings));
    }

    async fn is_ready(&self, number: usize) {
        let begun = Instant::now();
        let url = format!("http://127.0.0.1:{}/health", self.ports[number]);
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        while !client.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) {
            assert!(begun.elapsed() < START, "process {number} did not begin");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Kills one of them; or now and then ends each in order and starts it anew before the next. What it was.
    pub async fn strike(&mut self, discord: &StandIn) -> &'static str {
        self.faults += 1;
        if self.faults.is_multiple_of(ROLLING) {
            for number in 0..PROCESSES {
                self.processes[number].take().expect("a running process").signal("-TERM");
                self.begin(discord, number);
                self.is_ready(number).await;
            }
            return "rolling restarts";
        }
        let number = fastrand::usize(..PROCESSES);
        self.processes[number].take().expect("a running process").signal("-KILL");
        "kills of one process"
    }

    /// Kills all.
    pub fn end(&mut self) {
        for mut process in self.processes.iter_mut().filter_map(Option::take) {
            process.signal("-KILL");
        }
    }
}
