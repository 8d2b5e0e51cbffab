//! A bot in very many servers, by the gateway: `cargo bench --bench servers -- --help`.
//!
//! At the start of a session Discord sends each server with its channels and roles, and sessions start five
//! seconds apart. The program runs as a separate process. The run ends with lines `figure NAME VALUE UNIT`.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

#[allow(dead_code, reason = "the other bench needs the rest of it")]
#[path = "load/discord.rs"]
mod discord;
mod process_figures;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use discord::{Discord, Servers};
use process_figures::{memory, processor_time};

/// Starts the bot in many servers and measures the cost.
#[derive(Parser)]
struct Asked {
    /// Number of servers.
    #[arg(long, default_value_t = 10_000)]
    servers: u64,
    /// Number of shards that Discord recommends.
    #[arg(long, default_value_t = 10)]
    shards: u64,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// How long the start may take before the run gives up.
const PATIENCE: Duration = Duration::from_mins(10);

/// The bot's process, killed on drop.
struct Bot(Child);

impl Drop for Bot {
    #[expect(clippy::let_underscore_must_use, reason = "it may be gone already")]
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn measure(asked: Asked) {
    let servers = Servers { count: asked.servers, shards: asked.shards };
    let discord = Discord::with_servers(servers).await;
    let dir = tempfile::tempdir().expect("a directory");
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|there| there.local_addr());
    let metrics = free.expect("a port").to_string();
    let begun = Instant::now();
    let child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("run")
        .current_dir(dir.path())
        .env("DISCORD_TOKEN", "load.and.nothing.else")
        .env("ROOKERY_DISCORD_API_URL", discord.url())
        .env("ROOKERY_METRICS_LISTEN", &metrics)
        .env("MALLOC_ARENA_MAX", "2")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(dir.path().join("log")).expect("a log"))
        .spawn()
        .expect("the program starts");
    let bot = Bot(child);
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let answer = client.get(format!("http://{metrics}/metrics")).send().await;
        let text = match answer {
            Ok(answer) => answer.text().await.unwrap_or_default(),
            Err(_) => String::new(),
        };
        let up =
            text.lines().filter(|line| line.starts_with("rookery_shard_up{") && line.ends_with(" 1")).count();
        if up as u64 == asked.shards && discord.told() == asked.servers {
            break;
        }
        if begun.elapsed() > PATIENCE {
            let log = std::fs::read_to_string(dir.path().join("log")).unwrap_or_default();
            panic!("{up} shards and {} servers came: {log}", discord.told());
        }
    }
    println!("figure ready {:.1} s", begun.elapsed().as_secs_f64());
    // The events received so far are still being read.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let id = bot.0.id().to_string();
    println!("figure memory {:.1} MiB", memory(&id, "VmRSS") / 1_024.0);
    println!("figure memory-most {:.1} MiB", memory(&id, "VmHWM") / 1_024.0);
    println!("figure processor-time {:.1} s", processor_time(&id));
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(measure(Asked::parse()));
}
