//! The deadlines of games, as they were last seen, and when nobody could move: no clock runs out while its player could not move.

use std::collections::{BTreeMap, BTreeSet};

use super::invariant::{Invariant, broken};
use super::look::Look;

/// How far, in milliseconds, the bot may be off when it says from when until when nobody could move.
const MARGIN: i64 = 30_000;

/// What is known of them. All times are in milliseconds since 1970, by the bot's clock.
#[derive(Debug, Default)]
pub struct Deadlines {
    /// By game, as it was last seen while the game went on: the row of a game that is over has none.
    known: BTreeMap<i64, i64>,
    /// When nobody could move.
    away: Vec<(i64, i64)>,
    /// When nobody could move though the bot ran.
    down: Vec<(i64, i64)>,
    /// Games whose end was found right: what nobody could do later is nothing to them.
    ended: BTreeSet<i64>,
}

impl Deadlines {
    /// Notes the deadlines as they are.
    pub async fn look(&mut self, look: &Look) {
        let now: Vec<(i64, i64)> =
            look.rows("SELECT id, deadline FROM games WHERE state = 'live' AND deadline IS NOT NULL").await;
        self.known.extend(now);
    }

    /// Between these times nobody could move.
    pub fn nobody_could_move(&mut self, from: i64, to: i64) {
        if from + MARGIN < to {
            self.away.push((from, to));
        }
    }

    /// The computer's clock goes back to this time, so nothing is missed of what comes once more.
    pub fn time_comes_again_from(&mut self, when: i64) {
        for known in [&mut self.away, &mut self.down] {
            for (_, to) in known.iter_mut() {
                *to = when.min(*to);
            }
        }
    }

    /// Between these times the bot ran, but nobody could move: Discord was down, or nothing could be kept.
    pub fn nothing_worked(&mut self, from: i64, to: i64) {
        self.nobody_could_move(from, to);
        self.down.push((from, to));
    }

    /// Between these times people could move, but nobody could be told anything.
    pub fn nobody_was_told(&mut self, from: i64, to: i64) {
        self.down.push((from, to));
    }

    /// No game ended by time before its deadline, or while nobody could move; and where its deadline was at a time when nobody could move,
    /// it ended later by so much at least.
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
