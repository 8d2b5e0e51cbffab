//! Regression tests: reduced scripts of runs that broke. Their bugs are fixed.
//!
//! When the simulation changes, a script may no longer reach its bug. So each has a direct test as well: in
//! the tests of the store for boards, and of the app for moves, that are in progress when the clock jumps.

use super::faults::Mishap::{ClockLeap, Crash, DatabaseHeld, RateLimited, Slow, Swallowed};
use super::life::Act::{Rival, Table};
use super::life::{Round, Script};

/// All scripts, each with its bug.
pub fn scripts() -> Vec<(&'static str, Script)> {
    vec![
        (
            "a_board_came_beside_its_answer_when_the_clock_leapt",
            Script {
                seed: 85,
                by_http: false,
                processes: 1,
                rounds: vec![
                    Round {
                        seed: 15_330_610_937_352_436_910,
                        acts: vec![Table(2)],
                        mishaps: vec![],
                        minutes: 5,
                    },
                    Round {
                        seed: 10_840_997_906_835_549_185,
                        acts: vec![Table(2), Table(6), Table(7), Rival(0)],
                        mishaps: vec![ClockLeap(90), Swallowed(4)],
                        minutes: 45,
                    },
                ],
            },
        ),
        (
            "who_was_to_move_after_a_move_in_hand_when_the_clock_leapt_was_late",
            Script {
                seed: 100,
                by_http: false,
                processes: 1,
                rounds: vec![
                    Round { seed: 16_710_017_690_618_030_689, acts: vec![], mishaps: vec![], minutes: 20 },
                    Round {
                        seed: 13_631_068_496_931_053_311,
                        acts: vec![Table(2)],
                        mishaps: vec![Slow(14)],
                        minutes: 1,
                    },
                    Round {
                        seed: 7_520_262_953_798_740_771,
                        acts: vec![Table(5)],
                        mishaps: vec![RateLimited(3)],
                        minutes: 2,
                    },
                    Round {
                        seed: 4_429_824_625_381_798_101,
                        acts: vec![Table(2), Table(5)],
                        mishaps: vec![ClockLeap(1500), DatabaseHeld(10), Crash { after: 108, away: 0 }],
                        minutes: 2_000,
                    },
                ],
            },
        ),
    ]
}
