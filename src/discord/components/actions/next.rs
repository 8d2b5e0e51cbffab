//! The card of the next game in which a person is to move.
//!
//! Carried out in `features/game/next.rs`.

use super::{GameRev, PieceThen, actions};
use crate::game::GameId;

actions! {
    /// What is done on that card.
    NextAction {
        /// Show the next game, after this one, in which the person who clicks is to move.
        "next" => Next(GameId): Reads,
        /// See what the chosen piece can do.
        "next-piece" => Piece(GameRev): Reads Carried,
        /// Play the chosen move of this piece.
        "next-to" => To(PieceThen): Carried,
        /// Play the move that makes a pawn the chosen piece.
        "next-as" => As(PieceThen): Carried,
        /// Type a move.
        "next-type" => Type(GameRev): Reads Form Carried,
    }
}
