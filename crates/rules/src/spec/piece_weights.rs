//! Piece values for an engine, by square.

use std::ops::RangeInclusive;

/// Piece values by square in centipawns, from a game's file. The rules never use them; an engine does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceWeights {
    /// For each kind, in the order of [`Spec::kinds`](crate::Spec::kinds), its opening and ending values.
    ///
    /// Each list has one value for each square of the board, lowest square first, from White's view.
    pub kinds: Vec<[Vec<i16>; 2]>,
    /// The value of a piece in hand, in the opening and in the ending.
    pub hand: [i16; 2],
    /// The scale of the logistic curve from score to winning chance; `None` if the file does not give it.
    pub slope: Option<u16>,
}

impl PieceWeights {
    /// The range of values that a file may give.
    pub const VALUES: RangeInclusive<i16> = -5_000..=5_000;
    /// The range of scales that a file may give.
    pub const SLOPES: RangeInclusive<u16> = 10..=10_000;
}
