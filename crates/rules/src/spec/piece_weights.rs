//! What pieces are worth to an engine on each square.

use std::ops::RangeInclusive;

/// What the pieces of a game are worth on each square, in hundredths of a pawn, as its file says. The rules never ask for it; an engine does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceWeights {
    /// For each kind, in the order of [`Spec::kinds`](crate::Spec::kinds), its values in the opening and in the ending: one for each square of
    /// the board, the lowest first, as White sees it.
    pub kinds: Vec<[Vec<i16>; 2]>,
    /// A piece in hand, in the opening and in the ending.
    pub hand: [i16; 2],
    /// The scale of the logistic curve from score to winning chance; `None` where the file does not say.
    pub slope: Option<u16>,
}

impl PieceWeights {
    /// The values that a file may give.
    pub const VALUES: RangeInclusive<i16> = -5_000..=5_000;
    /// The scales that a file may give.
    pub const SLOPES: RangeInclusive<u16> = 10..=10_000;
}
