//! Months of many people's games by the whole program, while it is cut off at any moment: each time all that was acknowledged must be
//! stored, once, all that is due must be done, once, and nobody may be called who is not to move; also in channels that are deleted.
//!
//! Some of their games are of tournaments and ladders, in channels that are called clubs here; the puzzle of the day and the list of open
//! challenges are in a channel that is called the hall. Meanwhile Discord fails, limits and loses requests.
//!
//! A short life is lived by every run of the tests. `cargo bench --bench trials -- months drop:5000:500` plays 5,000 games while all tasks
//! of the bot are dropped 500 times; `kill:400:50` does so with the real program, in real time, which is killed 50 times.
//! `months-on-postgres` does the same on PostgreSQL; there `fleet:400:300` plays at three processes, of which one is killed 300 times, or all
//! are restarted in turn.

pub mod audit;
mod club;
mod hall;
mod heard;
pub mod host;
mod life;
mod people;
pub mod tournaments;
mod weather;

use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;

use super::bench::on_real_time;
use crate::databases::{at_server, on_both};
use life::Life;

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let short = || println!("{}", lived("drop", 40, 4));
    let mut tests = heard::tests();
    tests.extend(on_both(concat!(module_path!(), "::a_short_life_loses_nothing"), short));
    let fleet = || println!("{}", lived("fleet", 10, 3));
    tests.push(at_server(concat!(module_path!(), "::a_short_life_of_three_processes_loses_nothing"), fleet));
    tests
}

/// So many games with so many faults; what happened in them. Fails when something was lost, doubled or forgotten.
pub fn lived(how: &str, games: usize, faults: usize) -> String {
    on_real_time(async {
        let begun = Instant::now();
        let mut life = Life::begin(how, games).await;
        let mut struck = 0;
        let mut rounds = 0;
        while !life.is_over(games).await || struck < faults {
            // The faults are spread over the games.
            let begun = life.games_begun().await;
            let due = struck < faults && struck * games <= begun * faults;
            life.round(due && rounds > 1).await;
            struck += usize::from(due && rounds > 1);
            rounds += 1;
        }
        let report = life.end().await;
        format!("{how}: {rounds} rounds, {struck} faults, {:.0} s; {report}", begun.elapsed().as_secs_f64())
    })
}

async fn pause(from_ms: u64, to_ms: u64) {
    tokio::time::sleep(Duration::from_millis(fastrand::u64(from_ms..to_ms))).await;
}
