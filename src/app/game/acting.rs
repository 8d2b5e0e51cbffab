//! Helpers for actions in a game: adjusting an intent, storing its events, and describing the result.

use crate::app::caller::Caller;
use crate::app::load::Loaded;
use crate::app::view::What;
use crate::game::{Ending, Event, Game, Intent, LogEntry, OfferKind, Venue};
use crate::rules::Color;
use crate::store::StoredGame;

/// True if an action needs no public message: the game is against the bot, which can keep its board message
/// current.
pub(super) fn is_quiet(by: &Caller, row: &StoredGame) -> bool {
    let is_here = by.channel == row.channel;
    row.engine.is_some() && row.channel.venue() != Venue::UserInstall && (by.may_post || !is_here)
}

/// Adjusts an intent for rated games: a server manager cannot abort alone, because they may be the one
/// losing.
pub(super) fn as_rated(loaded: &Loaded, intent: &Intent) -> Intent {
    match intent {
        Intent::Abort { .. } if loaded.row.rated => Intent::Abort { manages: false },
        other => other.clone(),
    }
}

/// The log entry of an event; `index` is its position in the action.
///
/// A second move is the reply to the first. An ending caused by a move has no actor.
pub(super) fn entry(event: &Event, index: usize, actor: Option<Color>) -> LogEntry {
    let side = match event {
        Event::Ended(ending) if ending.is_on_time() => None,
        // Also applies if the bot resigns because the other side asked it to.
        Event::Ended(Ending::Resigned(winner)) => Some(winner.other()),
        _ if index == 0 => actor,
        Event::Moved(_) => actor.map(Color::other),
        _ => None,
    };
    event.entry(side)
}

/// True if an intent is about an offer: its buttons carry the offer's event, which may be older than the
/// board.
pub(super) fn is_of_offer(intent: &Intent) -> bool {
    matches!(intent, Intent::Answer { .. } | Intent::Withdraw { .. })
}

/// True if the other side has asked to end the game without a result.
pub(super) fn agrees_to_abort(before: &Game, actor: Option<Color>) -> bool {
    actor.is_some_and(|side| before.offers.open_of(OfferKind::Abort, side.other()).is_some())
}

/// The kind of the first event.
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
