//! The bot's clock.
//!
//! The bot's time is an argument, so that tests can let hours pass. It follows the computer's clock every few seconds. Where that has leapt
//! forward, as it was set or the computer slept, players who would lose time by that get it back before it counts.

use std::ops::Deref;

use crate::game::Millis;
use crate::timing::Clock;

/// The clock that the bot goes by. Clones are the same clock.
///
/// Whatever the bot does at a set time or after a pause of its own goes by this clock. How long an answer from Discord
/// is waited for does not: the network has its own time.
#[derive(Clone, Debug)]
pub struct BotClock(pub Clock);

impl BotClock {
    /// A clock set by the computer's clock.
    pub fn system() -> Self {
        Self(Clock::system())
    }

    /// The present moment, as the games count it.
    pub fn now(&self) -> Millis {
        Millis(self.0.now_ms())
    }
}

impl Deref for BotClock {
    type Target = Clock;

    fn deref(&self) -> &Clock {
        &self.0
    }
}

impl Default for BotClock {
    fn default() -> Self {
        Self::system()
    }
}
