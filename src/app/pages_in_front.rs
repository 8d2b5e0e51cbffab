//! The pages of games that their players look at: whoever sees a move there is not pinged for it.
//!
//! A page that is hidden closes its stream. What other processes serve is not known here, and counts as not seen.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::game::GameId;

/// How many pages of each game players look at.
#[derive(Clone, Debug, Default)]
pub(super) struct PagesInFront(Arc<Mutex<HashMap<GameId, u32>>>);

/// One page that a player looks at.
#[derive(Debug)]
pub struct PageInFront {
    pages: PagesInFront,
    game: GameId,
}

impl PagesInFront {
    fn games(&self) -> MutexGuard<'_, HashMap<GameId, u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more page of this game is looked at.
    pub(super) fn enter(&self, game: GameId) -> PageInFront {
        *self.games().entry(game).or_default() += 1;
        PageInFront { pages: self.clone(), game }
    }

    /// Whether a page of this game is looked at.
    pub(super) fn is_any(&self, game: GameId) -> bool {
        self.games().contains_key(&game)
    }
}

impl Drop for PageInFront {
    fn drop(&mut self) {
        if let Entry::Occupied(mut pages) = self.pages.games().entry(self.game) {
            *pages.get_mut() -= 1;
            if *pages.get() == 0 {
                pages.remove();
            }
        }
    }
}
