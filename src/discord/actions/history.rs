//! Actions that look back at a game.
//!
//! Carried out in `features/history.rs`.

use crate::app::Named;
use crate::discord::actions::{Payload, actions};
use crate::game::GameId;

actions! {
    /// A request about a finished game, or about earlier moves of a live one.
    HistoryAction {
        /// Shows a page of a game's moves, in place of the message.
        "moves" => MoveList(Leaf): Reads,
        /// Shows the position after a number of half-moves, in place of the message.
        "after" => After(Leaf): Reads,
        /// Sends a game as an animation.
        "replay" => Replay(GameId): Reads TakesWork,
        /// Sends a game as PGN.
        "export" => Export(GameId): Reads,
        /// Analyses a finished game.
        "analysis" => Analyse(GameId): Reads TakesWork,
    }
}

/// A page of a game's moves, or one of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub game: GameId,
    /// The page number, counted from 0, or the number of half-moves.
    pub number: u32,
}

impl Payload for Leaf {
    fn write(&self) -> String {
        format!("{}:{}", self.game.0, self.number)
    }

    fn parse(text: &str) -> Option<Self> {
        let (game, number) = text.split_once(':')?;
        Some(Self { game: GameId::parse(game)?, number: number.parse().ok()? })
    }

    fn named(&self) -> Option<Named> {
        Some(Named::Game(self.game))
    }
}
