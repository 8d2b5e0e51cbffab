//! The bot's clock.
//!
//! It is passed as an argument so that tests can let hours pass. It is synchronised with the system clock
//! every few seconds. If the system clock has leapt forward, because it was set or the machine slept, the
//! affected players get that time back before it counts.

use std::ops::Deref;

use crate::game::Millis;
use crate::timing::Clock;

/// The bot's clock. Clones share state.
///
/// Everything the bot does at a set time or after its own pause uses this clock. Timeouts for Discord's
/// responses do not: the network has its own time.
#[derive(Clone, Debug)]
pub struct BotClock(pub Clock);

impl BotClock {
    /// A clock synchronised with the system clock.
    pub fn system() -> Self {
        Self(Clock::system())
    }

    /// The current time in the games' unit.
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
