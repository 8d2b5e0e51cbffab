//! What an action in a game is: as it is intended, stored and told.

use crate::app::caller::Caller;
use crate::app::load::Loaded;
use crate::app::view::What;
use crate::game::{Ending, Event, Game, Intent, LogEntry, OfferKind, Venue};
use crate::rules::Color;
use crate::store::StoredGame;

/// Whether what the caller does in a game is of no concern to anybody else there: it is against the bot, which can keep the message with the
/// board current.
pub(super) fn is_quiet(by: &Caller, row: &StoredGame) -> bool {
    let is_here = by.channel == row.channel;
    row.engine.is_some() && row.channel.venue() != Venue::UserInstall && (by.may_post || !is_here)
}

/// What is intended, as a rated game allows it: whoever manages the server cannot call it off alone, as they may be losing it.
pub(super) fn as_rated(loaded: &Loaded, intent: &Intent) -> Intent {
    match intent {
        Intent::Abort { .. } if loaded.row.rated => Intent::Abort { manages: false },
        other => other.clone(),
    }
}

/// An event as it is stored; `index` is its place in the action. A second move is the reply to the first. An ending that a move
/// brings about has no actor.
pub(super) fn entry(event: &Event, index: usize, actor: Option<Color>) -> LogEntry {
    let side = match event {
        Event::Ended(ending) if ending.is_on_time() => None,
        // Also where the bot resigns because the other side wants it to.
        Event::Ended(Ending::Resigned(winner)) => Some(winner.other()),
        _ if index == 0 => actor,
        Event::Moved(_) => actor.map(Color::other),
        _ => None,
    };
    event.entry(side)
}

/// Whether an intent is about an offer: its buttons carry the event of the offer, which may be older than the board.
pub(super) fn is_of_offer(intent: &Intent) -> bool {
    matches!(intent, Intent::Answer { .. } | Intent::Withdraw { .. })
}

/// Whether the other side has asked to end the game without a result.
pub(super) fn agrees_to_abort(before: &Game, actor: Option<Color>) -> bool {
    actor.is_some_and(|side| before.offers.open_of(OfferKind::Abort, side.other()).is_some())
}

/// What the first of these events is.
pub(super) fn what(events: &[Event]) -> What {
    match events.first() {
        Some(Event::Moved(_)) => What::Moved,
        Some(Event::TakenBack(_)) => What::TakenBack,
        Some(Event::Asked(ask, _)) => What::Asked(*ask),
        Some(Event::Declined(..)) => What::Declined,
        Some(Event::Withdrawn(..)) => What::Withdrawn,
        Some(Event::Ended(_)) | None => What::Ended,
    }
}
