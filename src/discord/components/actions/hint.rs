//! Hints.
//!
//! Carried out in `features/hint.rs`.

use super::{GameRev, actions};

actions! {
    /// What a hint shows.
    HintAction {
        /// Its piece.
        "hint" => Piece(GameRev): Reads BelowBoard,
        /// Its move, instead of the piece.
        "hint-move" => Move(GameRev): Reads,
    }
}
