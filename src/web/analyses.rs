//! The analyses of games that run for pages, and those that are kept for a while, so that a page that is loaded anew has its own at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use crate::app::{Analysed, HowFar, NotAnalysed, OwnPlace, Past};
use crate::game::GameId;

/// So many results are kept ...
const KEPT: usize = 64;
/// ... for so long ...
const KEPT_FOR: Duration = Duration::from_hours(1);
/// ... or, where there is none, what stood in its way.
const FAILED_FOR: Duration = Duration::from_mins(1);

/// The analyses that run, and those that are kept.
#[derive(Clone, Default)]
pub struct Analyses(Arc<Mutex<HashMap<GameId, Known>>>);

struct Known {
    since: Instant,
    stands: Stands,
}

/// How an analysis stands.
#[derive(Clone)]
pub enum Stands {
    Runs(Arc<Past>, Arc<HowFar>),
    Found(Arc<Analysed>),
    Failed(NotAnalysed),
}

impl Analyses {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<GameId, Known>) -> T) -> T {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sweep(&mut known);
        act(&mut known)
    }

    /// That of a game.
    pub fn of(&self, game: GameId) -> Option<Stands> {
        self.with(|known| known.get(&game).map(|one| one.stands.clone()))
    }

    /// Notes how one stands.
    pub fn put(&self, game: GameId, stands: Stands) {
        self.with(|known| known.insert(game, Known { since: Instant::now(), stands }));
    }

    /// Notes that one begins, unless there is one. `place` is for whoever begins it.
    pub fn enter<E>(
        &self,
        past: &Arc<Past>,
        place: impl FnOnce() -> Result<OwnPlace, E>,
    ) -> Result<Option<(OwnPlace, Arc<HowFar>)>, E> {
        self.with(|known| {
            if known.get(&past.game).is_some_and(|one| one.stands.is_good()) {
                return Ok(None);
            }
            let (place, far) = (place()?, Arc::new(HowFar::default()));
            let stands = Stands::Runs(Arc::clone(past), Arc::clone(&far));
            known.insert(past.game, Known { since: Instant::now(), stands });
            Ok(Some((place, far)))
        })
    }
}

/// Forgets what is old, and the oldest of what is too much. What runs ends by itself.
fn sweep(known: &mut HashMap<GameId, Known>) {
    known.retain(|_, one| match one.stands {
        Stands::Runs(..) => true,
        Stands::Found(_) => one.since.elapsed() < KEPT_FOR,
        Stands::Failed(_) => one.since.elapsed() < FAILED_FOR,
    });
    while known.values().filter(|one| !one.stands.runs()).count() > KEPT {
        let ended = known.iter().filter(|(_, one)| !one.stands.runs());
        let Some(oldest) = ended.min_by_key(|(_, one)| one.since).map(|(game, _)| *game) else { return };
        known.remove(&oldest);
    }
}

impl Stands {
    fn runs(&self) -> bool {
        matches!(self, Self::Runs(..))
    }

    /// Whether nobody has to begin again.
    pub fn is_good(&self) -> bool {
        !matches!(self, Self::Failed(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_results_are_kept_and_no_more() {
        let analyses = Analyses::default();
        for game in 0..2 * KEPT as i64 {
            analyses.put(GameId(game), Stands::Failed(NotAnalysed::Late));
        }
        let kept: Vec<GameId> = analyses.with(|known| known.keys().copied().collect());
        assert_eq!(kept.len(), KEPT);
        assert!(kept.iter().all(|game| game.0 >= KEPT as i64), "the oldest are gone");
        assert!(analyses.of(GameId(0)).is_none() && analyses.of(GameId(2 * KEPT as i64 - 1)).is_some());
    }
}
