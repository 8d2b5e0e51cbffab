//! The time limit for each move.
//!
//! Time is up at its moment. An action that comes later ends the game, even if the job that should end it has not come yet.

use super::{Ending, Game, Millis, Ply, listed};

listed! {
    /// How long each move may take.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Pace {
        /// One hour.
        Hour,
        /// Eight hours.
        EightHours,
        /// One day.
        Day,
        /// Three days.
        ThreeDays,
        /// Seven days.
        Week,
        /// Fourteen days.
        Fortnight,
    }
}

impl Pace {
    /// The word in the database and in commands.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Hour => "1h",
            Self::EightHours => "8h",
            Self::Day => "1d",
            Self::ThreeDays => "3d",
            Self::Week => "7d",
            Self::Fortnight => "14d",
        }
    }

    /// The pace that a stored word stands for.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.slug() == slug)
    }

    /// The pace in milliseconds.
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
    /// How long each move may take.
    pub pace: Pace,
    /// At this moment the side to move loses on time. It is later than the pace alone would make it when time was given back.
    pub deadline: Millis,
}

impl MoveClock {
    /// The clock of a side whose turn begins now.
    pub fn starting(pace: Pace, now: Millis) -> Self {
        Self { pace, deadline: Millis(now.0 + pace.millis()) }
    }

    /// When the player to move is reminded: when a quarter of the pace is left, which is 15 minutes at the fastest pace.
    pub fn reminds_at(self) -> Millis {
        Millis(self.deadline.0 - self.pace.millis() / 4)
    }
}

impl Game {
    /// The same game with this pace, counted from its beginning.
    #[must_use]
    pub fn timed(mut self, pace: Option<Pace>) -> Self {
        self.clock = pace.map(|pace| MoveClock::starting(pace, self.moved_at));
        self
    }

    /// How the game ends if the time is up. Nobody loses before each side has moved once,
    /// and nobody loses to a side that could not win on the board.
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
