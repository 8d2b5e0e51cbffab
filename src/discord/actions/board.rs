//! Actions for moving without a command, on a board and on the card opened from it.
//!
//! Carried out in `features/game/choose_move.rs`.

use crate::discord::actions::{GameRev, PieceThen, actions};

actions! {
    /// An action for moving, on a board or on the card opened from it.
    BoardAction {
        /// Shows the moves of the chosen piece, privately.
        "choose" => Piece(GameRev): Reads BelowBoard,
        /// Shows the moves of another piece, in place of the card's.
        "swap" => OtherPiece(GameRev): Reads,
        /// Plays the chosen move of this piece.
        "go" => To(PieceThen): ActsOnGame,
        /// Plays the move that promotes a pawn to the chosen piece.
        "become" => As(PieceThen): ActsOnGame,
        /// Opens the form to type a move.
        "type" => Type(GameRev): Reads ActsOnGame BelowBoard Form,
        /// Shows the board from the other side, privately.
        "flip" => Flip(GameRev): Reads BelowBoard,
    }
}
