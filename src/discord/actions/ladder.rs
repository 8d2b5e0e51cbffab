//! Actions of the buttons below a ladder's message.
//!
//! Carried out in `features/ladder.rs`.

use crate::app::Named;
use crate::discord::actions::actions;
use crate::discord::actions::payload::Payload;
use crate::game::{LadderId, UserId};

/// A person on a ladder.
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
    /// An action on a ladder.
    LadderAction {
        /// Joins the ladder.
        "ladder-join" => Join(LadderId): ForOne,
        /// Shows the people within reach of a challenge.
        "ladder-up" => Up(LadderId): Reads ForOne,
        /// Challenges a person for their place.
        "ladder-challenge" => Challenge(OnLadder),
        /// Asks for confirmation before leaving.
        "ladder-leave" => Leave(LadderId): Reads ForOne,
        /// Leaves, after confirmation.
        "ladder-leave-yes" => LeaveSurely(LadderId): ForOne,
        /// Stays on it, instead of the confirmation.
        "ladder-stay" => Stay(LadderId): Reads ForOne,
        /// Keeps it open, instead of the confirmation.
        "ladder-keep" => Keep(LadderId): Reads ForOne,
        /// Closes the ladder, after confirmation.
        "ladder-close-yes" => CloseSurely(LadderId): ForOne,
    }
}
