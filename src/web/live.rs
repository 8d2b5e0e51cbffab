//! Notifies pages of new events in their games.
//!
//! Events of this process are reported at once, whether they happen on a page or in the chat. Those of other
//! processes are found by one query each second for all games that are watched here.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, watch};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::game::{GameId, Rev};

/// The polling interval of the store.
const EVERY: Duration = Duration::from_secs(1);

type Watched = HashMap<GameId, watch::Sender<Rev>>;

/// The watched games and their newest events.
#[derive(Clone)]
pub struct Live(Arc<LiveGames>);

#[derive(Default)]
struct LiveGames {
    watched: Mutex<Watched>,
    /// Wakes the poll when the first game is watched.
    begun: Notify,
}

impl LiveGames {
    fn watched(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Live {
    /// Watches until `stop`.
    pub fn new(app: App, stop: CancellationToken) -> Self {
        let live = Self(Arc::default());
        let own = live.clone();
        tokio::spawn(async move {
            tokio::select! {
                biased;
                () = stop.cancelled() => {}
                () = own.look(&app) => {}
                () = own.hear(&app) => {}
            }
        });
        live
    }

    /// Subscribes to a game's newest event. `rev` is the newest that is known.
    pub fn watch(&self, game: GameId, rev: Rev) -> watch::Receiver<Rev> {
        let receiver = match self.0.watched().entry(game) {
            Entry::Occupied(known) => known.get().subscribe(),
            Entry::Vacant(new) => new.insert(watch::Sender::new(rev)).subscribe(),
        };
        self.0.begun.notify_one();
        receiver
    }

    /// Reports a new event in a game.
    pub fn happened(&self, game: GameId, rev: Rev) {
        if let Some(known) = self.0.watched().get(&game) {
            later(known, rev);
        }
    }

    /// Returns the number of watched games.
    pub fn games(&self) -> usize {
        self.0.watched().len()
    }

    /// Reports the events of this process.
    async fn hear(&self, app: &App) {
        let mut happened = app.hear();
        loop {
            match happened.recv().await {
                Ok((game, rev)) => self.happened(game, rev),
                // The poll of the store finds missed events.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Finds the events of other processes.
    async fn look(&self, app: &App) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if self.games() == 0 {
                self.0.begun.notified().await;
            }
            ticks.tick().await;
            let games: Vec<GameId> = {
                let mut watched = self.0.watched();
                watched.retain(|_, known| known.receiver_count() > 0);
                watched.keys().copied().collect()
            };
            match app.store().page_revs(&games).await {
                Ok(revs) => revs.into_iter().for_each(|(game, rev)| self.happened(game, rev)),
                Err(error) => tracing::warn!(%error, "pages were not told what is new"),
            }
        }
    }
}

fn later(known: &watch::Sender<Rev>, rev: Rev) {
    known.send_if_modified(|before| {
        let is_later = rev > *before;
        *before = rev.max(*before);
        is_later
    });
}
