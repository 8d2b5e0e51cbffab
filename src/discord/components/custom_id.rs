//! The `custom_id` of a button or select: `v2:action:payload`. It holds all that the action needs, so it means the same after a restart.
//!
//! Ids of earlier releases (`v1`) are still read. Their buttons on challenges and rules act as before; those on a
//! game say only which game it was.
//!
//! A button is old when the position has changed since its `rev`. One that answers an offer carries the offer's own `rev`, and accepts that
//! offer or nothing. Ids and values of menus hold what is half chosen.

use std::str::FromStr;

use super::actions::{ActionProperty, ComponentAction, EndingAction, GameRev, Payload, SettingsAction};
use crate::game::{GameId, Millis, Rev};

/// The most characters that Discord takes in an id.
pub const ID_MAX: usize = 100;

/// What the id of a component means to this release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// An action of this release.
    Now(ComponentAction),
    /// A button of an earlier release for this game. What its id says about the position is no longer understood.
    Before {
        game: GameId,
        /// It is below a board; otherwise below an offer or a question.
        board: bool,
    },
}

/// The id is not ours, or is of an unknown version.
#[derive(Debug, PartialEq, Eq)]
pub struct Foreign;

/// Whether the id is of an action of this release with this property.
pub fn has(id: &str, property: ActionProperty) -> bool {
    matches!(id.parse(), Ok(CustomId::Now(action)) if action.is(property))
}

impl FromStr for CustomId {
    type Err = Foreign;

    fn from_str(text: &str) -> Result<Self, Foreign> {
        let (version, rest) = text.split_once(':').ok_or(Foreign)?;
        let (word, payload) = rest.split_once(':').unwrap_or((rest, ""));
        let read = match version {
            // An earlier release had a second button to end a vacation, on the card of settings.
            "v2" if word == "back" => {
                Millis::read(payload).map(|until| CustomId::Now(SettingsAction::EndVacation(until).into()))
            }
            "v2" => ComponentAction::read(rest).filter(|action| action.to_string() == text).map(Self::Now),
            "v1" => of_v1(word, payload),
            _ => None,
        };
        read.ok_or(Foreign)
    }
}

/// What `v1` wrote: `game:ply` after every action except those on rules. The id of a challenge took the place of the game.
fn of_v1(word: &str, payload: &str) -> Option<CustomId> {
    if let "rules" | "piece" = word {
        return ComponentAction::read(&format!("{word}:{payload}")).map(CustomId::Now);
    }
    let (id, ply) = payload.split_once(':')?;
    let (id, ply) = (id.parse::<i64>().ok().filter(|id| *id > 0)?, ply.parse::<u32>().ok()?);
    if payload != format!("{id}:{ply}") {
        return None;
    }
    match word {
        "accept" | "decline" | "cancel" => ComponentAction::read(&format!("{word}:{id}")).map(CustomId::Now),
        // Going on with a game needs nothing but the game.
        "never" => {
            let now = GameRev { game: GameId(id), rev: Rev(0) };
            Some(CustomId::Now(EndingAction::PlayOn(now).into()))
        }
        "flip" | "draw" | "draw-take" | "resign" => Some(CustomId::Before { game: GameId(id), board: true }),
        "draw-yes" | "draw-sure" | "draw-no" | "resign-yes" | "abort-yes" | "abort-agree"
        | "abort-refuse" => Some(CustomId::Before { game: GameId(id), board: false }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
