//! Counts recent edits of each message, to find which message of a channel has used up its rate limit for
//! edits.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use crate::discord::rest::rate_limit::OLD_EDITS;
use crate::game::MessageId;

/// How long edits are remembered: slightly longer than they count against the limit.
const REMEMBERED: Duration = OLD_EDITS.1.saturating_add(Duration::from_secs(1));

/// The times of recent edits.
#[derive(Debug, Default)]
pub struct RecentEdits(Mutex<BTreeMap<MessageId, Vec<Instant>>>);

impl RecentEdits {
    /// Records an edit.
    pub fn note(&self, message: MessageId, now: Instant) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, edits| {
            edits.retain(|at| now.saturating_duration_since(*at) <= REMEMBERED);
            !edits.is_empty()
        });
        all.entry(message).or_default().push(now);
    }

    /// True if this message alone has used up the channel's limit for edits of messages older than an hour.
    pub fn are_many(&self, message: MessageId, now: Instant) -> bool {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let edits = all.get(&message).into_iter().flatten();
        edits.filter(|at| now.saturating_duration_since(**at) <= REMEMBERED).count() >= OLD_EDITS.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_message_that_was_edited_that_often_itself_counts() {
        let (edits, start) = (RecentEdits::default(), Instant::now());
        for message in [1, 2, 1, 2, 1] {
            edits.note(MessageId(message), start);
        }
        assert!(edits.are_many(MessageId(1), start) && !edits.are_many(MessageId(2), start));
        let later = start + REMEMBERED + Duration::from_millis(1);
        assert!(!edits.are_many(MessageId(1), later));
        edits.note(MessageId(2), later);
        assert!(!edits.are_many(MessageId(2), later), "what was before counts no more");
    }
}
