//! Running and recent analyses of games for pages, so that a reloaded page gets its analysis at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use crate::app::{Analysed, HowFar, NotAnalysed, OwnPlace, Past};
use crate::game::GameId;

/// The number of results that are kept.
const KEPT: usize = 64;
/// How long a result is kept.
const KEPT_FOR: Duration = Duration::from_hours(1);
/// How long a failure is kept.
const FAILED_FOR: Duration = Duration::from_mins(1);

/// The running and the kept analyses.
#[derive(Clone, Default)]
pub struct Analyses(Arc<Mutex<HashMap<GameId, Known>>>);

struct Known {
    since: Instant,
    stands: Stands,
}

/// The state of an analysis.
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

    /// Returns the state of a game's analysis.
    pub fn of(&self, game: GameId) -> Option<Stands> {
        self.with(|known| known.get(&game).map(|one| one.stands.clone()))
    }

    /// Stores the state of a game's analysis.
    pub fn put(&self, game: GameId, stands: Stands) {
        self.with(|known| known.insert(game, Known { since: Instant::now(), stands }));
    }

    /// Registers a new analysis, unless the game has a running or finished one.
    ///
    /// `place` reserves the person's place. It is called only for a new analysis.
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

/// Removes expired results, and the oldest ones above the limit. Running analyses stay.
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

    /// Whether the analysis is running or found, so that it need not be started again.
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
