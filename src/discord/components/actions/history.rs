//! Looking back at a game.
//!
//! Carried out in `features/history.rs`.

use super::{Payload, actions};
use crate::app::Named;
use crate::game::GameId;

actions! {
    /// What is shown of a game that was played, or of its earlier moves.
    HistoryAction {
        /// See a page of the moves of a game, instead of what the message shows.
        "moves" => MoveList(Leaf): Reads,
        /// See the position after a number of half-moves, instead of what the message shows.
        "after" => After(Leaf): Reads,
        /// See a game as an animation.
        "replay" => Replay(GameId): Reads TakesWork,
        /// Get a game as PGN.
        "export" => Export(GameId): Reads,
        /// Have a finished game analysed.
        "analysis" => Analyse(GameId): Reads TakesWork,
    }
}

/// A page of a game's moves, or one of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub game: GameId,
    /// The number, counted from 0.
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
