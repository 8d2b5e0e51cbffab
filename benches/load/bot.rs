//! The program as a separate process, and what Linux reports about it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::Asked;
use super::discord::Discord;
use super::process_figures::{memory, processor_time};

/// The bot's process, killed on drop.
pub struct Bot {
    child: Child,
    /// The file that records its syncs, one per line.
    syncs: Option<PathBuf>,
    /// The process id of the bot itself, which may be a child of strace.
    id: u32,
    /// The port on which it accepts interactions by HTTP.
    listen: Option<u16>,
}

/// All of the bot's processes.
pub struct Bots(Vec<Bot>);

impl Bots {
    /// Starts the processes.
    pub fn start(asked: &Asked, discord: &Discord, dir: &Path) -> Self {
        Self((1..=asked.processes).map(|number| Bot::start(asked, discord, dir, number)).collect())
    }

    /// The addresses on which they accept interactions by HTTP.
    pub fn addresses(&self) -> Vec<String> {
        let ports = self.0.iter().filter_map(|bot| bot.listen);
        ports.map(|port| format!("http://127.0.0.1:{port}/interactions")).collect()
    }

    /// The processor time they have used, in seconds.
    pub fn processor_time(&self) -> f64 {
        self.0.iter().map(|bot| processor_time(&bot.id.to_string())).sum()
    }

    /// How many syncs they have made.
    pub fn syncs(&self) -> Option<usize> {
        self.0.iter().map(Bot::syncs).sum()
    }

    /// Prints the memory of each process.
    pub fn tell_memory(&self, when: &str) {
        for (number, bot) in self.0.iter().enumerate() {
            let which = if number == 0 { String::new() } else { format!("-{}", number + 1) };
            println!("figure rss-{when}{which} {:.1} MiB", bot.memory());
        }
    }

    /// Shuts them down gracefully.
    pub fn stop(mut self) {
        for bot in &mut self.0 {
            bot.stop();
        }
    }
}

/// A port on which no process listens.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

impl Bot {
    /// Starts the process with this number. It logs to `dir/log-NUMBER`.
    fn start(asked: &Asked, discord: &Discord, dir: &Path, number: usize) -> Self {
        let program = asked.bot.clone().unwrap_or_else(|| env!("CARGO_BIN_EXE_rookery").into());
        let syncs = asked.syncs.then(|| dir.join(format!("syncs-{number}")));
        let mut command = match &syncs {
            Some(file) => {
                let mut command = Command::new("strace");
                command.args(["-f", "--seccomp-bpf", "-qq", "-e", "trace=fsync,fdatasync", "-o"]);
                command.arg(file);
                if let Some(longer) = asked.slower_syncs {
                    command.args(["-e", &format!("inject=fsync,fdatasync:delay_exit={longer}us")]);
                }
                command.arg(&program);
                command
            }
            None => Command::new(&program),
        };
        command.arg("run").current_dir(dir).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(std::fs::File::create(dir.join(format!("log-{number}"))).expect("a log"));
        command.env("DISCORD_TOKEN", "load.and.nothing.else").env("ROOKERY_DISCORD_API_URL", discord.url());
        match &asked.store {
            Some(url) => command.env("ROOKERY_STORE_URL", url),
            None => command.env("ROOKERY_STORE_PATH", "rookery.db"),
        };
        command.env("ROOKERY_RUN_HEARTBEAT", format!("heartbeat-{number}"));
        let listen = asked.http.then(free_port);
        if let Some(port) = listen {
            command.env("ROOKERY_DISCORD_HTTP_LISTEN", format!("127.0.0.1:{port}"));
            command.env("ROOKERY_DISCORD_PUBLIC_KEY", discord.public_key());
        }
        let child = command.spawn().expect("the program starts");
        let mut id = child.id();
        while syncs.is_some() && !runs(id, &program) {
            let known = child.id();
            let children = std::fs::read_to_string(format!("/proc/{known}/task/{known}/children"));
            let first = children.unwrap_or_default();
            id = first.split_whitespace().next().and_then(|id| id.parse().ok()).unwrap_or(known);
        }
        Self { child, syncs, id, listen }
    }

    fn syncs(&self) -> Option<usize> {
        let noted = std::fs::read(self.syncs.as_ref()?).expect("strace runs");
        // A call interrupted by another thread is listed twice.
        let lines = noted.split(|byte| *byte == b'\n');
        Some(lines.filter(|line| line.windows(5).any(|part| part == b"sync(")).count())
    }

    /// Resident memory, in MiB.
    fn memory(&self) -> f64 {
        memory(&self.id.to_string(), "VmRSS") / 1_024.0
    }

    /// Shuts it down gracefully.
    fn stop(&mut self) {
        let ended = Command::new("kill").args(["-TERM", &self.id.to_string()]).status();
        assert!(ended.expect("kill is there").success());
        assert!(self.child.wait().expect("a child").success(), "it did not end in order");
    }
}

impl Drop for Bot {
    #[expect(clippy::let_underscore_must_use, reason = "it may be gone already")]
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// True if a process is this program.
fn runs(id: u32, program: &Path) -> bool {
    std::fs::read_link(format!("/proc/{id}/exe")).is_ok_and(|exe| exe.file_name() == program.file_name())
}

/// The processor time of this process, in seconds.
pub fn own_time() -> f64 {
    processor_time("self")
}
