//! Which user a game's message pings.
//!
//! A message pings at most one user. A challenge open to anyone pings the role that the server has chosen.

use crate::game::{Ending, Event, EventKind, Game, LogEntry, UserId};

/// The user to notify of an event; never its actor.
pub(in crate::app) fn of_event(before: &Game, after: &Game, event: &Event, who: UserId) -> Option<UserId> {
    let actor = before.side_of(who);
    let other = actor.and_then(|side| after.players[side.other()]).filter(|user| *user != who);
    match event {
        Event::Moved(_) | Event::TakenBack(_) | Event::Asked(..) | Event::Declined(..) => other,
        // A withdrawn offer needs no answer.
        Event::Withdrawn(..) => None,
        // A manager who does not play here can abort: then the player to move is notified, or the human
        // player of a game without an opponent.
        Event::Ended(_) => other.or(before.alone()).or(before.to_move()).filter(|user| *user != who),
    }
}

/// The user to notify with a board showing the last event; never its actor.
///
/// For an offer, an answer, a takeback or an ending it is the other side; for a withdrawn offer, no one;
/// otherwise the result of [`concerns`].
pub(in crate::app) fn of_last(game: &Game, last: Option<&LogEntry>) -> Option<UserId> {
    if last.is_some_and(|last| last.kind == EventKind::Withdrawn) {
        return None;
    }
    match last.filter(|last| last.kind != EventKind::Move).and_then(|last| last.by) {
        Some(_) if game.is_hot_seat() => None,
        Some(by) => game.players[by.other()],
        None => concerns(game),
    }
}

/// The user the current state concerns most: the player to move, the winner by resignation, or the remaining
/// player.
pub(in crate::app) fn concerns(game: &Game) -> Option<UserId> {
    if let Some(alone) = game.alone() {
        return (!game.is_hot_seat()).then_some(alone);
    }
    let first = match game.ending {
        Some(Ending::Resigned(winner)) => winner,
        _ => game.turn(),
    };
    game.players[first].or(game.players[first.other()])
}
