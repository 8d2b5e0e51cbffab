//! What the bot may not do in a channel, told before anything goes wrong there.

use super::event::{Interaction, permission};
use super::language::private;
use crate::words::{Needs, Permission};

/// What is lacking of the permissions wanted for something.
pub fn lacking(from: &Interaction, wanted: u64, needs: Needs) -> Option<String> {
    let has = from.bot_may?;
    let lacking: Vec<Permission> = permission::NEEDED
        .into_iter()
        .filter(|(bit, _)| wanted & bit != 0 && has & bit == 0)
        .map(|(_, permission)| permission)
        .collect();
    (!lacking.is_empty()).then(|| private(from).lacking(&lacking, needs))
}

/// A game here would go wrong at its first board, so it is not begun.
pub fn missing_here(from: &Interaction) -> Option<String> {
    let send =
        if from.place.thread { permission::SEND_MESSAGES_IN_THREADS } else { permission::SEND_MESSAGES };
    lacking(from, permission::VIEW_CHANNEL | send | permission::ATTACH_FILES, Needs::Boards)
}
