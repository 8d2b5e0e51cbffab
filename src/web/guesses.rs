//! Limits how often an address may try links that open nothing.
//!
//! A valid link costs nothing, because many people may share an address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of failed links in a row that are allowed.
const IN_A_ROW: u32 = 30;
/// After that, one more is allowed in each interval of this length.
const ONE_IN: Duration = Duration::from_secs(3);

/// The time when the bucket of each address is full again.
#[derive(Default)]
pub struct Guesses(Mutex<HashMap<IpAddr, Instant>>);

impl Guesses {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<IpAddr, Instant>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts a link that this address tries.
    ///
    /// # Errors
    /// The time to wait before the next try.
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

    /// Refunds a try of this address: the link was valid.
    pub fn give_back(&self, from: IpAddr) {
        self.with(|full| {
            if let Some(then) = full.get_mut(&from) {
                *then = then.checked_sub(ONE_IN).unwrap_or(*then);
            }
        });
    }

    /// Removes the buckets that are full.
    pub fn sweep(&self, now: Instant) {
        self.with(|full| full.retain(|_, then| *then > now));
    }
}
