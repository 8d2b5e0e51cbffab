//! Checks that the stored data is consistent, by replaying each game from its log.
//!
//! A game's row can be derived from its log, except for time that was given back.

use crate::app::load::{Unplayable, replay, snapshot};
use crate::app::{App, AppResult};
use crate::game::{Ending, GameId};
use crate::games;
use crate::rules::Color;
use crate::store::{Snapshot, StoreError, StoredGame, StoredState};
use std::fmt;

/// Games checked per batch.
const AT_A_TIME: u32 = 100;

/// A stored game that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    pub game: GameId,
    /// What is wrong, for the operator, without a full stop.
    pub why: String,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: {}", self.game, self.why)
    }
}

impl App {
    /// Replays every stored game and compares the result with its row; returns the first game that differs.
    ///
    /// Skips games under other versions of the rules, games of variants that no longer exist, and games set
    /// aside.
    pub async fn contradiction(&self) -> AppResult<Option<Contradiction>> {
        Ok(self.contradictions(1).await?.pop())
    }

    /// Returns up to `most` games that differ.
    pub async fn contradictions(&self, most: usize) -> AppResult<Vec<Contradiction>> {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let some = self.store.some_games(after, AT_A_TIME).await?;
            let Some(last) = some.last() else { return Ok(found) };
            after = Some(*last);
            for id in some {
                found.extend(self.contradiction_in(id).await?);
                if found.len() >= most {
                    return Ok(found);
                }
            }
        }
    }

    /// Checks one game.
    pub async fn contradiction_in(&self, game: GameId) -> AppResult<Option<Contradiction>> {
        let row = match self.store.game(game).await {
            Err(StoreError::Unreadable(why)) => return Ok(Some(Contradiction { game, why })),
            row => row?,
        };
        let Some(row) = row else { return Ok(None) };
        self.know_own_game(&row.variant).await?;
        // By now every finished game has its result.
        let due = half_points(&row);
        let result = match due {
            Some(_) => self.store.rated_result(game).await?.map(|result| result.half_points),
            None => None,
        };
        // A voided result no longer counts.
        let due = if result == due || !self.store.is_voided(game).await? { due } else { None };
        let why = wrong(row)
            .or_else(|| (result != due).then(|| format!("its result counts {result:?}, its end {due:?}")));
        Ok(why.map(|why| Contradiction { game, why }))
    }
}

/// White's half points in a rated game that counts for ratings.
fn half_points(row: &StoredGame) -> Option<u8> {
    let ending: Ending =
        row.stands.ending.as_ref().filter(|_| row.rated && row.stands.ply.0 >= 2)?.parse().ok()?;
    (!ending.is_abort()).then(|| match ending.winner() {
        Some(Color::White) => 2,
        None => 1,
        Some(Color::Black) => 0,
    })
}

/// Describes how a game's row differs from its log.
fn wrong(row: StoredGame) -> Option<String> {
    let known = games::from_slug(&row.variant);
    let of_today = known.is_some_and(|variant| variant.spec().rules_version == row.rules_version);
    if !of_today || row.stands.state == StoredState::SetAside {
        return None;
    }
    match replay(row) {
        Err(unplayable) => {
            let Unplayable { why, .. } = *unplayable;
            Some(format!("its log cannot be replayed: {why}"))
        }
        Ok(loaded) => {
            let (said, follows) = (&loaded.row.stands, snapshot(&loaded.game));
            // The position of a game that ended long ago may never have been stored.
            let fen = if said.fen.is_some() { follows.fen } else { None };
            let follows = Snapshot { fen, ..follows };
            (*said != follows).then(|| format!("its row says {said:?}, its log {follows:?}"))
        }
    }
}
