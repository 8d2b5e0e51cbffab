//! The time limit for each move.
//!
//! A deadline applies exactly. An action after it ends the game even if the scheduled job has not run yet.

use super::{Ending, Game, Millis, Ply};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// The time for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
pub enum Pace {
    /// One hour.
    #[strum(serialize = "1h")]
    Hour,
    /// Eight hours.
    #[strum(serialize = "8h")]
    EightHours,
    /// One day.
    #[strum(serialize = "1d")]
    Day,
    /// Three days.
    #[strum(serialize = "3d")]
    ThreeDays,
    /// Seven days.
    #[strum(serialize = "7d")]
    Week,
    /// Fourteen days.
    #[strum(serialize = "14d")]
    Fortnight,
}

impl Pace {
    /// Returns the word used in the database and in commands.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// Returns the pace of a stored word.
    pub fn from_slug(slug: &str) -> Option<Self> {
        slug.parse().ok()
    }

    /// Returns the pace in milliseconds.
    pub const fn millis(self) -> i64 {
        match self {
            Self::Hour => Millis::HOUR,
            Self::EightHours => 8 * Millis::HOUR,
            Self::Day => Millis::DAY,
            Self::ThreeDays => 3 * Millis::DAY,
            Self::Week => 7 * Millis::DAY,
            Self::Fortnight => 14 * Millis::DAY,
        }
    }
}

/// The clock of a live game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveClock {
    /// The time for each move.
    pub pace: Pace,
    /// The moment at which the side to move loses on time. Later than the pace alone implies if time was
    /// given back.
    pub deadline: Millis,
}

impl MoveClock {
    /// Starts the clock of a side whose turn begins now.
    pub fn starting(pace: Pace, now: Millis) -> Self {
        Self { pace, deadline: Millis(now.0 + pace.millis()) }
    }

    /// Returns when the player to move is reminded: when a quarter of the pace is left.
    ///
    /// At the fastest pace that is 15 minutes.
    pub fn reminds_at(self) -> Millis {
        Millis(self.deadline.0 - self.pace.millis() / 4)
    }
}

impl Game {
    /// Sets the pace, counted from the beginning of the game.
    #[must_use]
    pub fn timed(mut self, pace: Option<Pace>) -> Self {
        self.clock = pace.map(|pace| MoveClock::starting(pace, self.moved_at));
        self
    }

    /// Returns the ending if the time is up.
    ///
    /// A game is aborted without a loser before each side has moved once, and is a draw if the other side
    /// could not win on the board.
    pub fn time_out(&self, now: Millis) -> Option<Ending> {
        self.clock.filter(|clock| now >= clock.deadline)?;
        let winner = self.turn().other();
        Some(if self.ply() < Ply(2) {
            Ending::TimeOutAborted
        } else if self.line.position().can_still_win(winner) {
            Ending::TimeOut(winner)
        } else {
            Ending::TimeOutDraw
        })
    }

    /// Extends the turn that has just begun by the rest of its player's vacation.
    pub fn put_off(&mut self, now: Millis) {
        if let (Some(clock), Some(until)) = (&mut self.clock, self.away[self.line.position().turn()]) {
            clock.deadline = Millis(clock.deadline.0 + until.since(now));
        }
    }

    /// Starts the clock of a new turn.
    pub(super) fn restart_clock(&mut self, now: Millis) {
        self.clock = self.clock.map(|clock| MoveClock::starting(clock.pace, now));
    }
}
