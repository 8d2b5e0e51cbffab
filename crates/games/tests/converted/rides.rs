//! A canonical form of movements, to compare them independent of their notation.

use rules::piece_type::{Movement, Ride};

/// Returns all rides of a movement, sorted.
pub fn rides(movement: &Movement) -> Vec<((i8, i8), u8, [bool; 3])> {
    let leaps = movement.leaps.iter().map(|step| (*step, 1, [true, true, false]));
    let lines = movement.lines.iter().map(|line| (line.steps(), movement.range, [true, true, false]));
    let rides = movement.rides.iter().map(|ride| {
        let Ride { step, most, moves, takes, at_first } = *ride;
        (step, most, [moves, takes, at_first])
    });
    let mut all: Vec<_> = leaps.chain(lines).chain(rides).collect();
    all.sort_unstable();
    all
}
