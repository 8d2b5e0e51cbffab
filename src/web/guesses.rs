//! How often an address may try links that open nothing. A link that opens costs nothing, as many people may be behind one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many links in a row may open nothing.
const IN_A_ROW: u32 = 30;
/// And then one in each such time.
const ONE_IN: Duration = Duration::from_secs(3);

/// When the bucket of each address is full again.
#[derive(Default)]
pub struct Guesses(Mutex<HashMap<IpAddr, Instant>>);

impl Guesses {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<IpAddr, Instant>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts a link that is tried from this address.
    ///
    /// # Errors
    /// It has to wait so long.
    pub fn take(&self, from: IpAddr, now: Instant) -> Result<(), Duration> {
        self.with(|full| {
            let then = full.get(&from).copied().unwrap_or(now).max(now) + ONE_IN;
            match then.saturating_duration_since(now).checked_sub(ONE_IN * IN_A_ROW) {
                Some(wait) if !wait.is_zero() => Err(wait),
                _ => {
                    full.insert(from, then);
                    Ok(())
                }
            }
        })
    }

    /// Takes back that this address has tried a link: it was no guess.
    pub fn give_back(&self, from: IpAddr) {
        self.with(|full| {
            if let Some(then) = full.get_mut(&from) {
                *then = then.checked_sub(ONE_IN).unwrap_or(*then);
            }
        });
    }

    /// Throws away the buckets that are full.
    pub fn sweep(&self, now: Instant) {
        self.with(|full| full.retain(|_, then| *then > now));
    }
}
