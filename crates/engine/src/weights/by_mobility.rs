//! Weights from the move generator alone.

use rules::{Kind, Line, Position, Variant};

use super::Weights;

/// The number of random games for counting mobility, and their plies.
const RANDOM_GAMES: u64 = 60;
const RANDOM_PLIES: usize = 60;
/// The value of each piece where a side wins by losing them, in centipawns.
const TO_LOSE: i32 = -100;

impl Weights {
    /// Returns weights by each kind's average number of moves in random games, constant over the board.
    pub fn by_mobility(variant: Variant) -> Self {
        let spec = variant.spec();
        if spec.is_giveaway() {
            // Whoever has fewer pieces is nearer to winning; which ones matters less.
            return Self::uniform(variant, |_| TO_LOSE);
        }
        let (mut moves, mut seen) = ([0_u64; Kind::MOST], [1_u64; Kind::MOST]);
        for seed in 0..RANDOM_GAMES {
            at_random(variant, seed, |line| {
                let position = line.position();
                for kind in spec.kinds() {
                    seen[kind.index()] += position.of(position.turn(), kind).len() as u64;
                }
                for mv in position.legal_moves() {
                    moves[mv.kind().index()] += u64::from(!mv.is_drop());
                }
            });
        }
        let mobility = |kind: Kind| moves[kind.index()] as f64 / seen[kind.index()] as f64;
        let pawn = spec.bare_pawn().unwrap_or(Kind::KING);
        let of_pawn = mobility(pawn).max(0.5);
        Self::uniform(variant, |kind| match kind {
            Kind::KING if spec.royal.white || spec.royal.black => 0,
            _ if kind == pawn => 100,
            // 60 instead of 100 per pawn's mobility, because a pawn has few moves but promotes.
            _ => (60.0 * mobility(kind) / of_pawn).round().clamp(60.0, 2_000.0) as i32,
        })
    }
}

/// Plays a game of random moves and calls `each` with the line before every move.
fn at_random(variant: Variant, seed: u64, mut each: impl FnMut(&Line)) {
    let mut line = Line::new(Position::start(variant));
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..RANDOM_PLIES {
        each(&line);
        let moves = line.position().legal_moves();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { return };
        if line.play(*mv).is_err() || line.termination().is_some() {
            return;
        }
    }
}
