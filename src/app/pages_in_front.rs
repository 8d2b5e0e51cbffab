//! The game pages that players are looking at: a player who sees a move there is not pinged for it.
//!
//! A hidden page closes its stream. Pages served by other processes are not known here and count as not seen.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::{GameId, Rev, UserId};

/// The pages in front, by game and player.
#[derive(Clone, Debug, Default)]
pub(super) struct PagesInFront(Arc<Mutex<HashMap<(GameId, UserId), InFront>>>);

/// One player's pages of one game.
#[derive(Clone, Copy, Debug)]
struct InFront {
    /// How many there are.
    pages: u32,
    /// The newest event that any of them has fetched since.
    seen: Rev,
}

/// One page that a player is looking at.
#[derive(Debug)]
pub struct PageInFront {
    pages: PagesInFront,
    of: (GameId, UserId),
}

impl PagesInFront {
    fn games(&self) -> MutexGuard<'_, HashMap<(GameId, UserId), InFront>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a page of this game for this player.
    pub(super) fn enter(&self, game: GameId, player: UserId) -> PageInFront {
        let of = (game, player);
        self.games().entry(of).or_insert(InFront { pages: 0, seen: Rev(0) }).pages += 1;
        PageInFront { pages: self.clone(), of }
    }

    /// Records that a page fetched this event for this player.
    pub(super) fn see(&self, game: GameId, player: UserId, rev: Rev) {
        if let Some(front) = self.games().get_mut(&(game, player)) {
            front.seen = front.seen.max(rev);
        }
    }

    /// True if the player has a page of this game in front that has fetched this event. A stream may stay
    /// open for a while after its page is gone.
    pub(super) fn has_seen(&self, game: GameId, player: UserId, rev: Rev) -> bool {
        self.games().get(&(game, player)).is_some_and(|front| front.seen >= rev)
    }

    /// True if the player has a page of this game in front.
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
