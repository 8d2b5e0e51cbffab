//! The gateway connection: its loss and recovery, and the events received.

mod asking;
mod ends;
mod outages;
mod reading;
mod restarts;
mod slow_store;
mod tls;

use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;
use rookery::sandbox::{Handshake, Options, StandIn};

use super::bench::{Bench, soon};

/// The tests of all modules here.
pub fn tests() -> Vec<Trial> {
    [
        asking::tests(),
        ends::tests(),
        outages::tests(),
        reading::tests(),
        restarts::tests(),
        slow_store::tests(),
        tls::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A bot and a stand-in whose gateway has its own port.
async fn apart(change: impl FnOnce(&mut Options)) -> Bench {
    let mut bench = Bench::with(|options| {
        options.gateway_apart = true;
        change(options);
    })
    .await;
    bench.start().await;
    bench
}

/// Waits for an accepted handshake after the first `known`, with the bot connected.
async fn back(discord: &StandIn, known: usize) -> Handshake {
    let came = || discord.handshakes().into_iter().skip(known).find(|one| one.taken);
    soon("the bot comes back", || came().is_some() && discord.bot_is_online()).await;
    came().expect("it came")
}

/// Asserts that the bot answers a command.
async fn answers(bench: &Bench) {
    let told = bench.red("games").slash("help", &[]).await;
    assert!(told.answered() && told.text().contains("/move"), "{}", told.text());
}

/// IDENTIFYs are never closer than 5 s.
fn identifies_keep_apart(discord: &StandIn) {
    let asked: Vec<Instant> =
        discord.handshakes().iter().filter(|one| one.resume.is_none()).map(|one| one.at).collect();
    for pair in asked.windows(2) {
        let apart = pair[1] - pair[0];
        // Tolerance between the stand-in's stopwatch and the bot's clock of whole milliseconds.
        assert!(apart + Duration::from_millis(20) >= Duration::from_secs(5), "{apart:?}");
    }
}
