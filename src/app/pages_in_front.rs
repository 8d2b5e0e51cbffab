//! The pages of games that their players look at: whoever sees a move there is not pinged for it.
//!
//! A page that is hidden closes its stream. What other processes serve is not known here, and counts as not seen.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::{GameId, Rev, UserId};

/// What each player looks at of each game.
#[derive(Clone, Debug, Default)]
pub(super) struct PagesInFront(Arc<Mutex<HashMap<(GameId, UserId), InFront>>>);

/// Pages of one game that one of its players looks at.
#[derive(Clone, Copy, Debug)]
struct InFront {
    /// How many.
    pages: u32,
    /// The newest event that one of them has fetched since.
    seen: Rev,
}

/// One page that a player looks at.
#[derive(Debug)]
pub struct PageInFront {
    pages: PagesInFront,
    of: (GameId, UserId),
}

impl PagesInFront {
    fn games(&self) -> MutexGuard<'_, HashMap<(GameId, UserId), InFront>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This player looks at one more page of this game.
    pub(super) fn enter(&self, game: GameId, player: UserId) -> PageInFront {
        let of = (game, player);
        self.games().entry(of).or_insert(InFront { pages: 0, seen: Rev(0) }).pages += 1;
        PageInFront { pages: self.clone(), of }
    }

    /// A page of this game was given this event for this player.
    pub(super) fn see(&self, game: GameId, player: UserId, rev: Rev) {
        if let Some(front) = self.games().get_mut(&(game, player)) {
            front.seen = front.seen.max(rev);
        }
    }

    /// Whether this player looks at a page of this game that has fetched this event. A stream may stay open for a while whose page has gone.
    pub(super) fn has_seen(&self, game: GameId, player: UserId, rev: Rev) -> bool {
        self.games().get(&(game, player)).is_some_and(|front| front.seen >= rev)
    }

    /// Whether this player looks at a page of this game.
    pub(super) fn is_any(&self, game: GameId, player: UserId) -> bool {
        self.games().contains_key(&(game, player))
    }
}

impl Drop for PageInFront {
    fn drop(&mut self) {
        if let Entry::Occupied(mut pages) = self.pages.games().entry(self.of) {
            pages.get_mut().pages -= 1;
            if pages.get().pages == 0 {
                pages.remove();
            }
        }
    }
}
