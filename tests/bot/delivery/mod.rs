//! Delivery of results: answers, notifications, and the messages' later states.

use libtest_mimic::Trial;

pub(super) mod after_kills;
pub(super) mod answers;
pub(super) mod blocked;
pub(super) mod closed_challenges;
pub(super) mod closed_offers;
pub(super) mod late_offers;
pub(super) mod outbox;
pub(super) mod restarts;
pub(super) mod restored;
pub(super) mod rough;
pub(super) mod stored;
pub(super) mod token;
pub(super) mod unheard;
pub(super) mod unreached;
pub(super) mod unshown;

/// The tests of all modules here.
pub fn tests() -> Vec<Trial> {
    [
        after_kills::tests(),
        answers::tests(),
        blocked::tests(),
        closed_challenges::tests(),
        closed_offers::tests(),
        late_offers::tests(),
        outbox::tests(),
        restarts::tests(),
        restored::tests(),
        rough::tests(),
        stored::tests(),
        token::tests(),
        unheard::tests(),
        unreached::tests(),
        unshown::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
