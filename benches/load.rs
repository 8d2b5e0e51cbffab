//! What the real program bears: `cargo bench --bench load -- --help`.
//!
//! A lean Discord of its own (`load/discord.rs`) plays it as many games as asked for, at a given rate or with so many actions in flight, and
//! takes every upload whole. The stand-in of the tests looks at too much to be fast enough for this. A refused, missing or second answer ends the run as
//! failed. It ends with lines `figure NAME VALUE UNIT`, the disk's own rate of syncs among them.

#[path = "load/bot.rs"]
mod bot;
#[path = "load/channel.rs"]
mod channel;
#[path = "load/crowd.rs"]
mod crowd;
#[path = "load/discord.rs"]
mod discord;
#[path = "load/disk.rs"]
mod disk;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;

use bot::Bots;
use crowd::{Crowd, Pace};
use discord::Discord;

/// Plays many games at the real program, and tells what that costs.
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct Asked {
    /// Live games, two people each, a channel each.
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// Actions that are always in flight.
    #[arg(long, default_value_t = 64)]
    flight: usize,
    /// Actions a second instead, whether the ones before are answered or not.
    #[arg(long)]
    rate: Option<f64>,
    /// Moves in all.
    #[arg(long, default_value_t = 20_000)]
    moves: usize,
    /// Where the bot keeps its database; a fresh directory below it is used.
    #[arg(long)]
    dir: Option<PathBuf>,
    /// The bot's `store.url` instead.
    #[arg(long)]
    store: Option<String>,
    /// Send interactions by HTTP instead of by the gateway, to all processes in turn.
    #[arg(long)]
    http: bool,
    /// So many processes, which then need `--store`, and `--http` to work all of them.
    #[arg(long, default_value_t = 1)]
    processes: usize,
    /// Count the bot's syncs (needs strace, which costs some time).
    #[arg(long)]
    syncs: bool,
    /// Make each sync take so many microseconds more, as on a slower disk.
    #[arg(long, requires = "syncs")]
    slower_syncs: Option<u32>,
    /// Twenty people in one channel instead, at a Discord that takes 0.05, 0.3 and 0.7 s for each answer.
    #[arg(long)]
    channel: bool,
    /// Another program than the one that was just built.
    #[arg(long)]
    bot: Option<PathBuf>,
    /// Given by cargo.
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
    // The first pictures of each game are drawn meanwhile.
    tokio::time::sleep(Duration::from_secs(8)).await;
    bots.tell_memory("idle");
    if asked.channel {
        channel::channel(&discord).await;
        return bots.stop();
    }
    let crowd = Crowd::sit_down(&discord, asked.games).await;
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
    // What follows the last answers belongs to the cost.
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

/// Waits until nothing follows any more.
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
