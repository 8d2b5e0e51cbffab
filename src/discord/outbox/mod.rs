//! What is owed to Discord: messages that are to be posted or to be changed until they are.

pub(super) mod board_posts;
pub(super) mod closed_challenges;
pub(super) mod closed_offers;
pub(super) mod daily;
pub(super) mod lobby;
pub(super) mod message_edits;
pub(super) mod old_boards;
pub(super) mod reminders;
