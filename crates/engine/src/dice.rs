//! Random openings, for games of the engine against itself.

use rules::{Line, Position, Variant};

/// A reproducible random number generator (splitmix64); holds its state, at first the seed.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a random number below `most`.
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % most.max(1)
    }
}

/// Returns a line of this many random moves that does not end the game.
pub fn opening(variant: Variant, plies: u64, dice: &mut Dice) -> Line {
    loop {
        let mut line = Line::new(Position::start(variant));
        for _ in 0..plies {
            let moves = line.position().legal_moves();
            let Some(mv) = moves.get(dice.below(moves.len() as u64) as usize) else { break };
            if line.play(*mv).is_err() || line.termination().is_some() {
                break;
            }
        }
        if line.termination().is_none() && line.moves().len() as u64 == plies {
            return line;
        }
    }
}
