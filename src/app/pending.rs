//! Stand-ins for types of the renderer until that layer is here; replaced then.

use crate::rules::{Color, Move, Position, Square};

/// What the picture, the alt text and the text board are made from; becomes `render::BoardView`.
#[derive(Clone)]
pub struct Board {
    /// The position.
    pub position: Position,
    /// The last move.
    pub last: Option<Move>,
    /// At the bottom.
    pub side: Color,
    /// Where a piece can go.
    pub dots: Option<(Square, Vec<Move>)>,
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.position.fen())
    }
}
