//! Months of many people's games by the whole program, while it is cut off at any moment: each time all that was acknowledged must be
//! stored, once, all that is due must be done, once, and nobody may be called who is not to move; also in channels that are deleted.
//!
//! A short life is lived by every run of the tests. `ROOKERY_MONTHS=drop:5000:500` plays 5,000 games while all tasks of the bot are
//! dropped 500 times; `kill:400:50` does so with the real program, in real time, which is killed 50 times.

pub mod audit;
mod heard;
pub mod host;
mod life;
mod people;

use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use super::bench::wait_for;
use life::Life;

/// The tests of this module, and the trial, ignored unless it is asked for.
pub fn tests() -> Vec<Trial> {
    let asked = std::env::var_os("ROOKERY_MONTHS").map(|text| text.to_string_lossy().into_owned());
    let absent = asked.is_none();
    let trial = move || {
        for asked in asked.as_deref().unwrap_or_default().split(',') {
            let (how, numbers) = asked.split_once(':').ok_or("give them as HOW:GAMES:FAULTS")?;
            let (games, faults) = numbers.split_once(':').ok_or("how many faults?")?;
            let number = |text: &str| text.parse().map_err(|_| "a number is wanted");
            println!("{}", lived(how, number(games)?, number(faults)?));
        }
        Ok(())
    };
    let short = || {
        println!("{}", lived("drop", 40, 4));
        Ok(())
    };
    let mut tests = heard::tests();
    tests.push(Trial::test(concat!(module_path!(), "::a_short_life_loses_nothing"), short));
    tests.push(Trial::test(concat!(module_path!(), "::months_of_games"), trial).with_ignored_flag(absent));
    tests
}

/// So many games with so many faults; what happened in them. Fails when something was lost, doubled or forgotten.
fn lived(how: &str, games: usize, faults: usize) -> String {
    wait_for(async {
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
