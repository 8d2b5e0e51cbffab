//! Moving without a command, from a board and from the card that opens from it.
//!
//! Carried out in `features/game/choose_move.rs`.

use super::{GameRev, PieceThen, actions};

actions! {
    /// What is done on a board to move, and on the card that opens from it.
    BoardAction {
        /// See what the chosen piece can do, privately.
        "choose" => Piece(GameRev): Reads BelowBoard,
        /// See what another piece can do, instead of what the card shows.
        "swap" => OtherPiece(GameRev): Reads,
        /// Play the chosen move of this piece.
        "go" => To(PieceThen): ActsOnGame,
        /// Play the move that makes a pawn the chosen piece.
        "become" => As(PieceThen): ActsOnGame,
        /// Type a move.
        "type" => Type(GameRev): Reads ActsOnGame BelowBoard Form,
        /// See the board from the other side, privately.
        "flip" => Flip(GameRev): Reads BelowBoard,
    }
}
