//! Actions for resigning and aborting, and their confirmation.
//!
//! Carried out in `features/game/ending.rs`.

use crate::discord::actions::{GameRev, actions};

actions! {
    /// An action that ends a game early.
    EndingAction {
        /// Asks whether to resign.
        "resign" => Resign(GameRev): ForOne ActsOnGame BelowBoard,
        /// Resigns, after confirmation.
        "resign-yes" => ResignSure(GameRev): ActsOnGame,
        /// Accepts the resignation that the bot has offered.
        "resign-take" => TakeResignation(GameRev): ActsOnGame BelowBoard,
        /// Aborts, after confirmation.
        "abort-yes" => AbortSure(GameRev): ActsOnGame,
        /// Ends a game against oneself as a draw, after confirmation.
        "draw-sure" => DrawSure(GameRev): ActsOnGame,
        /// Cancels the confirmation; the game continues.
        "never" => PlayOn(GameRev): ForOne,
    }
}
