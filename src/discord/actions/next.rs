//! Actions on the card of the next game in which a person is to move.
//!
//! Carried out in `features/game/next.rs`.

use crate::discord::actions::{GameRev, PieceThen, actions};
use crate::game::GameId;

actions! {
    /// An action on that card.
    NextAction {
        /// Shows the next game after this one in which the person who clicks is to move.
        "next" => Next(GameId): Reads,
        /// Shows the moves of the chosen piece.
        "next-piece" => Piece(GameRev): Reads Carried,
        /// Plays the chosen move of this piece.
        "next-to" => To(PieceThen): Carried,
        /// Plays the move that promotes a pawn to the chosen piece.
        "next-as" => As(PieceThen): Carried,
        /// Opens the form to type a move.
        "next-type" => Type(GameRev): Reads Form Carried,
    }
}
