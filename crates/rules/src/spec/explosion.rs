//! Captures that explode, as in atomic chess.

use crate::board::geometry::neighbours;
use crate::board::piece::Kind;
use crate::board::square::{Square, SquareSet};

/// The rule that a capture explodes, as described.
///
/// The captured and the capturing piece go, and with them what stands next to the target square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explosion {
    /// The letters of the kinds that an explosion beside them spares.
    pub spares: String,
}

/// Likewise, compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExplosionRule {
    /// The kinds that an explosion beside them spares.
    pub spared: Vec<Kind>,
}

impl ExplosionRule {
    /// True if a capture on this square blows up a king that stands on one of those.
    pub(crate) fn reaches_king(&self, capture: Square, kings: SquareSet) -> bool {
        !self.spared.contains(&Kind::KING) && neighbours(capture).meets(kings)
    }
}
