//! Buttons below the message of a ladder.
//!
//! Carried out in `features/ladder.rs`.

use super::actions;
use super::payload::Payload;
use crate::app::Named;
use crate::game::{LadderId, UserId};

/// Somebody on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnLadder {
    pub ladder: LadderId,
    pub person: UserId,
}

impl Payload for OnLadder {
    fn write(&self) -> String {
        format!("{}:{}", self.ladder.0, self.person.0)
    }

    fn parse(text: &str) -> Option<Self> {
        let (ladder, person) = text.split_once(':')?;
        Some(Self { ladder: LadderId::parse(ladder)?, person: UserId::parse(person)? })
    }

    fn named(&self) -> Option<Named> {
        Some(Named::Ladder(self.ladder))
    }
}

actions! {
    /// What people do on a ladder.
    LadderAction {
        /// Get on it.
        "ladder-join" => Join(LadderId): ForOne,
        /// See whom one may challenge.
        "ladder-up" => Up(LadderId): Reads ForOne,
        /// Challenge somebody.
        "ladder-challenge" => Challenge(OnLadder),
        /// Be asked whether one really wants to get off it.
        "ladder-leave" => Leave(LadderId): Reads ForOne,
        /// Get off it.
        "ladder-leave-yes" => LeaveSurely(LadderId): ForOne,
        /// Close it, after the question.
        "ladder-close-yes" => CloseSurely(LadderId): ForOne,
    }
}
