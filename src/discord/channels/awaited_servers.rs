//! Servers of which a new session has told, but not yet that they are available: Discord names them all as unavailable first, and tells of
//! each that is available soon after. <https://docs.discord.com/developers/events/gateway-events#ready>

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use crate::game::GuildId;

/// A server that Discord has not told of by then is in an outage.
const TOLD_BY: Duration = Duration::from_mins(1);

/// The servers that are awaited, and since when.
#[derive(Debug, Default)]
pub struct AwaitedServers(Mutex<BTreeMap<u64, Instant>>);

impl AwaitedServers {
    fn with<T>(&self, act: impl FnOnce(&mut BTreeMap<u64, Instant>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A new session has named these servers.
    pub fn await_all(&self, servers: &[u64], now: Instant) {
        self.with(|all| all.extend(servers.iter().map(|server| (*server, now))));
    }

    /// Discord has told how a server stands.
    pub fn told_of(&self, server: u64) {
        self.with(|all| all.remove(&server));
    }

    /// Whether this server is awaited.
    pub fn has(&self, server: GuildId) -> bool {
        self.with(|all| all.contains_key(&server.0))
    }

    /// Takes out the servers that Discord should have told of by now.
    pub fn overdue(&self, now: Instant) -> Vec<GuildId> {
        self.with(|all| {
            let late = all.extract_if(.., |_, since| now.saturating_duration_since(*since) >= TOLD_BY);
            late.map(|(server, _)| GuildId(server)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_told_of_in_time_is_overdue_once() {
        let (awaited, start) = (AwaitedServers::default(), Instant::now());
        awaited.await_all(&[1, 2], start);
        awaited.told_of(2);
        assert!(awaited.has(GuildId(1)) && !awaited.has(GuildId(2)));
        assert_eq!(awaited.overdue(start + TOLD_BY / 2), []);
        assert_eq!(awaited.overdue(start + TOLD_BY), [GuildId(1)]);
        assert!(!awaited.has(GuildId(1)) && awaited.overdue(start + TOLD_BY).is_empty());
    }
}
