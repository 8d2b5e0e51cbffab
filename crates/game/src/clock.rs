//! Time for each move.

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
    /// The word that is stored and that commands know.
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

    /// The pace of a stored word.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.slug() == slug)
    }

    /// The same in milliseconds.
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
    /// From this moment on the side to move has lost on time. It can be later than the pace has it, when time was given back.
    pub deadline: Millis,
}

impl MoveClock {
    /// The clock of a side whose turn begins now.
    pub fn starting(pace: Pace, now: Millis) -> Self {
        Self { pace, deadline: Millis(now.0 + pace.millis()) }
    }

    /// When the player to move is reminded: when a quarter of the time is left, which is a quarter of an hour at least.
    pub fn reminds_at(self) -> Millis {
        Millis(self.deadline.0 - self.pace.millis() / 4)
    }
}

impl Game {
    /// The same game with so much time for each move, from its beginning on.
    #[must_use]
    pub fn timed(mut self, pace: Option<Pace>) -> Self {
        self.clock = pace.map(|pace| MoveClock::starting(pace, self.moved_at));
        self
    }

    /// How the game ends because its time is up, if it is: nobody loses who has not even begun, or to somebody who could not win.
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

    /// The turn that has begun now is put off for as long as its player is on vacation.
    pub fn put_off(&mut self, now: Millis) {
        if let (Some(clock), Some(until)) = (&mut self.clock, self.away[self.line.position().turn()]) {
            clock.deadline = Millis(clock.deadline.0 + until.since(now));
        }
    }

    /// A turn begins.
    pub(super) fn restart_clock(&mut self, now: Millis) {
        self.clock = self.clock.map(|clock| MoveClock::starting(clock.pace, now));
    }
}
