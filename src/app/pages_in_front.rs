//! The pages of games that their players look at: whoever sees a move there is not pinged for it.
//!
//! A page that is hidden closes its stream. What other processes serve is not known here, and counts as not seen.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::{GameId, UserId};

/// How many pages of each game each of its players looks at.
#[derive(Clone, Debug, Default)]
pub(super) struct PagesInFront(Arc<Mutex<HashMap<(GameId, UserId), u32>>>);

/// One page that a player looks at.
#[derive(Debug)]
pub struct PageInFront {
    pages: PagesInFront,
    of: (GameId, UserId),
}

impl PagesInFront {
    fn games(&self) -> MutexGuard<'_, HashMap<(GameId, UserId), u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This player looks at one more page of this game.
    pub(super) fn enter(&self, game: GameId, player: UserId) -> PageInFront {
        let of = (game, player);
        *self.games().entry(of).or_default() += 1;
        PageInFront { pages: self.clone(), of }
    }

    /// Whether this player looks at a page of this game.
    pub(super) fn is_any(&self, game: GameId, player: UserId) -> bool {
        self.games().contains_key(&(game, player))
    }
}

impl Drop for PageInFront {
    fn drop(&mut self) {
        if let Entry::Occupied(mut pages) = self.pages.games().entry(self.of) {
            *pages.get_mut() -= 1;
            if *pages.get() == 0 {
                pages.remove();
            }
        }
    }
}
