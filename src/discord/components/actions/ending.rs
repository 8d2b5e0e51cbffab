//! Resigning and aborting, with the question before it.
//!
//! Carried out in `features/game/ending.rs`.

use super::{GameRev, actions};

actions! {
    /// What ends a game before its time.
    EndingAction {
        /// Ask whether to resign.
        "resign" => Resign(GameRev): ForOne ActsOnGame BelowBoard,
        /// Resign, after the question.
        "resign-yes" => ResignSure(GameRev): ActsOnGame,
        /// Accept the resignation that the bot has offered.
        "resign-take" => TakeResignation(GameRev): ActsOnGame BelowBoard,
        /// Abort, after the question.
        "abort-yes" => AbortSure(GameRev): ActsOnGame,
        /// End a game against oneself as a draw, after the question.
        "draw-sure" => DrawSure(GameRev): ActsOnGame,
        /// Leave a private question and go on with the game.
        "never" => PlayOn(GameRev): ForOne,
    }
}
