//! Whom a game's news is for.
//!
//! A message notifies one person at most. A challenge to anybody notifies the role that the server has chosen for it.

use crate::game::{Ending, Event, EventKind, Game, LogEntry, UserId};

/// Whom to notify of what has just happened; never the person who did it.
pub(in crate::app) fn of_event(before: &Game, after: &Game, event: &Event, who: UserId) -> Option<UserId> {
    let actor = before.side_of(who);
    let other = actor.and_then(|side| after.players[side.other()]).filter(|user| *user != who);
    match event {
        Event::Moved(_) | Event::TakenBack(_) | Event::Asked(..) | Event::Declined(..) => other,
        // Nothing is asked of anybody any more.
        Event::Withdrawn(..) => None,
        // A manager who does not play here can abort: then the player to move is notified, or the person who plays alone.
        Event::Ended(_) => other.or(before.alone()).or(before.to_move()).filter(|user| *user != who),
    }
}

/// Whom to notify of a board that tells of the last event: never the person who did it. Of an offer, an answer, a takeback or an ending it
/// is the other side, of an offer that is withdrawn nobody, otherwise whom the game concerns most.
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

/// Whom the game as it stands concerns most: the player to move, the one who was resigned against, or who is left.
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
