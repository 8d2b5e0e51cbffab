//! The last known deadlines of games, and the intervals in which no player could move.
//!
//! No clock may run out while its player could not move.

use std::collections::{BTreeMap, BTreeSet};

use super::invariant::{Invariant, broken};
use super::look::Look;

/// Tolerance, in milliseconds, in the bot's account of these intervals.
const MARGIN: i64 = 30_000;

/// Deadlines and outages. All times are Unix milliseconds by the bot's clock.
#[derive(Debug, Default)]
pub struct Deadlines {
    /// Deadlines by game, as last seen while the game was live: the row of a finished game has none.
    known: BTreeMap<i64, i64>,
    /// Intervals in which no player could move.
    away: Vec<(i64, i64)>,
    /// Intervals in which no player could move although the bot ran.
    down: Vec<(i64, i64)>,
    /// Games whose end has been checked. Later outages do not matter to them.
    ended: BTreeSet<i64>,
}

impl Deadlines {
    /// Records the current deadlines.
    pub async fn look(&mut self, look: &Look) {
        let now: Vec<(i64, i64)> =
            look.rows("SELECT id, deadline FROM games WHERE state = 'live' AND deadline IS NOT NULL").await;
        self.known.extend(now);
    }

    /// Records that no player could move between these times.
    pub fn nobody_could_move(&mut self, from: i64, to: i64) {
        if from + MARGIN < to {
            self.away.push((from, to));
        }
    }

    /// Drops what was recorded after this time, to which the computer's clock is set back.
    pub fn time_comes_again_from(&mut self, when: i64) {
        for known in [&mut self.away, &mut self.down] {
            for (_, to) in known.iter_mut() {
                *to = when.min(*to);
            }
        }
    }

    /// Records that the bot ran between these times but no player could move: Discord was down, or writes
    /// failed.
    pub fn nothing_worked(&mut self, from: i64, to: i64) {
        self.nobody_could_move(from, to);
        self.down.push((from, to));
    }

    /// Records that people could move between these times but no notification was delivered.
    pub fn nobody_was_told(&mut self, from: i64, to: i64) {
        self.down.push((from, to));
    }

    /// Checks games that ended by time.
    ///
    /// None ended before its deadline, or while no player could move. If the deadline fell into an outage,
    /// the game ended later by at least the outage's length.
    pub async fn hold(&mut self, look: &Look) {
        let lost = "SELECT game, at FROM games JOIN events ON game = id AND kind = 'ended'
             WHERE ending LIKE 'time %' OR ending IN ('aborted time', 'draw time')";
        for (game, at) in look.rows::<(i64, i64)>(lost).await {
            if !self.ended.insert(game) {
                continue;
            }
            if let Err(why) = self.may_end(game, at) {
                broken(Invariant::NobodyLosesWhoCouldNotMove, format!("game {game} ended at {at}: {why}"));
            }
        }
    }

    fn may_end(&self, game: i64, at: i64) -> Result<(), String> {
        if let Some(down) = self.down.iter().find(|(from, to)| (from + MARGIN..*to).contains(&at)) {
            return Err(format!("nobody could move then: {down:?}"));
        }
        let Some(deadline) = self.known.get(&game) else { return Ok(()) };
        if at < *deadline {
            return Err(format!("its deadline was {deadline}"));
        }
        let missed = self.away.iter().filter(|(from, to)| (from + MARGIN..to - MARGIN).contains(deadline));
        let missed = missed.map(|(from, to)| to - from).max().unwrap_or_default();
        if at < deadline + missed - MARGIN {
            return Err(format!("its deadline was {deadline}, when nobody could move for {missed} ms"));
        }
        Ok(())
    }
}
