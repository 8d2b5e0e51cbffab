//! Messages that are to be posted or edited in Discord, each retried until that is done.

pub(super) mod board_posts;
pub(super) mod closed_challenges;
pub(super) mod closed_offers;
pub(super) mod daily;
pub(super) mod lobby;
pub(super) mod message_edits;
pub(super) mod old_boards;
pub(super) mod reminders;
