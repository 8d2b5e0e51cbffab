//! Scripts of runs that broke, cut down to what is needed for it. What was wrong is mended; each stays, as a test.
//!
//! When the people of the simulation change their ways, a script may no longer meet what it was found for. So a test of its own goes with each:
//! here that of the store, for boards that somebody has in hand when the clock leaps.

use super::faults::Mishap::{ClockLeap, Swallowed};
use super::life::Act::{Rival, Table};
use super::life::{Round, Script};

/// All of them, by what was wrong.
pub fn scripts() -> Vec<(&'static str, Script)> {
    vec![(
        "a_board_came_beside_its_answer_when_the_clock_leapt",
        Script {
            seed: 85,
            by_http: false,
            processes: 1,
            rounds: vec![
                Round { seed: 15_330_610_937_352_436_910, acts: vec![Table(2)], mishaps: vec![], minutes: 5 },
                Round {
                    seed: 10_840_997_906_835_549_185,
                    acts: vec![Table(2), Table(6), Table(7), Rival(0)],
                    mishaps: vec![ClockLeap(90), Swallowed(4)],
                    minutes: 45,
                },
            ],
        },
    )]
}
