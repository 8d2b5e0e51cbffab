//! One's live games: the list of them, nudges and premoves.
//!
//! Carried out in `features/game/live_games.rs`.

use super::{GameRev, Payload, actions};
use crate::game::{GameId, UserId};

actions! {
    /// What is done with one's live games.
    GamesAction {
        /// See a page of somebody's live games, instead of what the message shows.
        "games" => Page(OfPerson): Reads,
        /// Ask the opponent to move.
        "nudge" => Nudge(GameRev): Carried,
        /// Forget one's premoves in a game.
        "forget-premoves" => ForgetPremoves(GameId): ForOne ActsOnGame Carried,
    }
}

/// A page of a person's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfPerson {
    pub user: UserId,
    /// The number, counted from 0.
    pub page: u32,
}

impl Payload for OfPerson {
    fn write(&self) -> String {
        format!("{}:{}", self.user.0, self.page)
    }

    fn parse(text: &str) -> Option<Self> {
        let (user, page) = text.split_once(':')?;
        Some(Self { user: UserId(user.parse().ok()?), page: page.parse().ok()? })
    }
}
