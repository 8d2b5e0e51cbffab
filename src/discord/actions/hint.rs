//! Actions that ask for hints.
//!
//! Carried out in `features/hint.rs`.

use crate::discord::actions::{GameRev, actions};

actions! {
    /// A request for a hint.
    HintAction {
        /// Shows the piece to move.
        "hint" => Piece(GameRev): Reads BelowBoard,
        /// Shows the move, in place of the piece.
        "hint-move" => Move(GameRev): Reads,
    }
}
