//! The two simple players of a trial.

use rules::{Move, Position, PositionOf, Spec, Termination};

/// How both sides of a game choose their moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Style {
    /// A uniformly random move.
    Random,
    /// A move that wins at once, otherwise the move with the largest material gain after a recapture. Ties
    /// are random.
    Greedy,
}

impl Style {
    /// Both styles, in the order of their discriminants.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// Returns the move chosen in a position; `None` if there is none. The seed determines the move.
    pub fn choose(self, position: &Position, seed: u64) -> Option<Move> {
        chosen(self, position, &position.legal_moves(), &mut Dice(seed))
    }

    /// Returns the style of the game with this seed.
    pub const fn of_seed(seed: u64) -> Self {
        if seed.is_multiple_of(2) { Self::Random } else { Self::Greedy }
    }
}

/// Seeded random numbers (`SplitMix64`).
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// Returns a random item; `None` if the list is empty.
    fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        list.get(((z ^ z >> 31) % list.len().max(1) as u64) as usize)
    }
}

/// Returns the chosen legal move; `None` if there is none.
pub(super) fn chosen(
    style: Style,
    position: &PositionOf<'_>,
    legal: &[Move],
    dice: &mut Dice,
) -> Option<Move> {
    match style {
        Style::Random => dice.one_of(legal).copied(),
        Style::Greedy => greedy(position, legal, dice),
    }
}

fn greedy(position: &PositionOf<'_>, legal: &[Move], dice: &mut Dice) -> Option<Move> {
    let (mut most, mut best) = (i32::MIN, Vec::new());
    for mv in legal {
        let after = position.after_known(mv);
        let ended =
            after.decided().or_else(|| if after.has_legal_move() { None } else { after.termination() });
        if ended.and_then(Termination::winner) == Some(position.turn()) {
            return Some(*mv);
        }
        let gain = if mv.is_tactical() { gain(position, mv, &after) } else { 0 };
        if gain > most {
            (most, best) = (gain, Vec::new());
        }
        if gain == most {
            best.push(*mv);
        }
    }
    dice.one_of(&best).copied()
}

/// Returns the material gain of a capture or promotion in centipawns.
///
/// The moved piece counts as lost if it can be captured.
fn gain(position: &PositionOf<'_>, mv: &Move, after: &PositionOf<'_>) -> i32 {
    let spec: &Spec = position.spec();
    let worth = |kind| spec.piece_type(kind).worth;
    let victims = mv.victims().iter().filter_map(|square| position.kind_at(square));
    let taken: i32 = victims.map(worth).sum();
    let lost = if after.cheapest_capture(mv.to(), |_| 0).is_some() { worth(mv.becomes()) } else { 0 };
    taken + worth(mv.becomes()) - worth(mv.kind()) - lost
}
