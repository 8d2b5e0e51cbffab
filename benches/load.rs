//! Load test of the real program: `cargo bench --bench load -- --help`.
//!
//! A minimal Discord (`load/discord.rs`) plays the requested number of games, at a given rate or with a given
//! number of actions in flight, and reads every upload in full. The tests' stand-in checks too much to be
//! fast enough for this. A refused, missing or duplicate answer fails the run. The run ends with lines
//! `figure NAME VALUE UNIT`, including the disk's own sync rate.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

#[path = "load/bot.rs"]
mod bot;
#[path = "load/channel.rs"]
mod channel;
#[path = "load/crowd.rs"]
mod crowd;
#[allow(dead_code, reason = "another bench needs the rest of it")]
#[path = "load/discord.rs"]
mod discord;
#[path = "load/disk.rs"]
mod disk;
mod process_figures;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;

use bot::Bots;
use crowd::{Crowd, Pace};
use discord::Discord;

/// Plays many games against the real program and measures the cost.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Asked {
    /// Live games, each with two people and a channel of its own.
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// Actions in flight at any time.
    #[arg(long, default_value_t = 64)]
    flight: usize,
    /// Actions per second instead, whether or not earlier ones have been answered.
    #[arg(long)]
    rate: Option<f64>,
    /// Play all built-in games in turn instead of chess alone.
    #[arg(long)]
    all_kinds: bool,
    /// Total number of moves.
    #[arg(long, default_value_t = 20_000)]
    moves: usize,
    /// Where the bot keeps its database; a fresh directory below it is used.
    #[arg(long)]
    dir: Option<PathBuf>,
    /// The bot's `store.url`, instead of `--dir`.
    #[arg(long)]
    store: Option<String>,
    /// Send interactions by HTTP instead of by the gateway, to all processes in turn.
    #[arg(long)]
    http: bool,
    /// Number of processes. More than one needs `--store`, and `--http` to use all of them.
    #[arg(long, default_value_t = 1)]
    processes: usize,
    /// Count the bot's syncs (needs strace, which has a cost of its own).
    #[arg(long)]
    syncs: bool,
    /// Make each sync take this many microseconds longer, as on a slower disk.
    #[arg(long, requires = "syncs")]
    slower_syncs: Option<u32>,
    /// Twenty people in one channel instead, with a Discord that takes 0.05, 0.3 and 0.7 s per answer.
    #[arg(long)]
    channel: bool,
    /// A program other than the one just built.
    #[arg(long)]
    bot: Option<PathBuf>,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let asked = Asked::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(load(&asked));
}

async fn load(asked: &Asked) {
    let parent = asked.dir.clone().unwrap_or_else(std::env::temp_dir);
    let dir = tempfile::tempdir_in(parent).expect("a directory");
    println!("figure disk-syncs {:.0} /s", disk::syncs_a_second(dir.path()));
    let discord = Discord::start().await;
    let begun = Instant::now();
    let bots = Bots::start(asked, &discord, dir.path());
    if asked.http {
        discord.post_to(&bots.addresses()).await;
    }
    discord.connected().await;
    println!("figure start {:.0} ms", begun.elapsed().as_secs_f64() * 1e3);
    // Meanwhile the bot renders the first pictures of each game.
    tokio::time::sleep(Duration::from_secs(8)).await;
    bots.tell_memory("idle");
    if asked.channel {
        channel::channel(&discord).await;
        return bots.stop();
    }
    let crowd = Crowd::sit_down(&discord, asked.games, asked.all_kinds).await;
    settle(&discord).await;
    bots.tell_memory("seated");

    let pace = asked.rate.map_or(Pace::InFlight(asked.flight), Pace::ASecond);
    let (before, own, syncs, others) =
        (bots.processor_time(), bot::own_time(), bots.syncs(), discord.others());
    let begun = Instant::now();
    let played = crowd.play(&discord, pace, asked.moves, |moves| {
        bots.tell_memory(&format!("after-{moves}"));
    });
    let mut times = played.await;
    let took = begun.elapsed().as_secs_f64();
    // The requests after the last answers are part of the cost.
    settle(&discord).await;
    let moves = times.len() as f64;
    times.sort_unstable();
    println!("figure moves {moves:.0} moves");
    println!("figure rate {:.1} moves/s", moves / took);
    for (name, part) in [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0)] {
        let at = ((times.len() - 1) as f64 * part) as usize;
        println!("figure {name} {:.2} ms", times[at].as_secs_f64() * 1e3);
    }
    println!("figure cpu {:.3} ms/move", (bots.processor_time() - before) * 1e3 / moves);
    println!("figure cpu-discord {:.3} ms/move", (bot::own_time() - own) * 1e3 / moves);
    println!("figure other-requests {:.2} a move", (discord.others() - others) as f64 / moves);
    if let (Some(before), Some(after)) = (syncs, bots.syncs()) {
        println!("figure syncs {:.3} a move", (after - before) as f64 / moves);
        println!("figure moves-a-sync {:.2} moves", moves / (after - before) as f64);
    }
    bots.tell_memory("loaded");
    bots.stop();
}

/// Waits until no more requests arrive.
async fn settle(discord: &Discord) {
    let mut before = discord.others();
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let now = discord.others();
        if now == before {
            return;
        }
        before = now;
    }
}
