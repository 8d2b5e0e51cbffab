//! Actions on a person's live games: their list, nudges and premoves.
//!
//! Carried out in `features/game/live_games.rs`.

use crate::discord::actions::{GameRev, Payload, actions};
use crate::game::{GameId, UserId};

actions! {
    /// An action on the person's live games.
    GamesAction {
        /// Shows a page of a person's live games, in place of the message.
        "games" => Page(OfPerson): Reads,
        /// Asks the opponent to move.
        "nudge" => Nudge(GameRev): Carried,
        /// Deletes the person's premoves in a game.
        "forget-premoves" => ForgetPremoves(GameId): ForOne ActsOnGame Carried,
    }
}

/// A page of a person's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfPerson {
    pub user: UserId,
    /// The page number, counted from 0.
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
