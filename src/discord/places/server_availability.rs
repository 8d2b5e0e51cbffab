//! Tracks which servers may have an outage, as reported to this process by the gateway.
//!
//! A new session first names all servers as unavailable, and then reports each one that is available; until
//! then a server is awaited. <https://docs.discord.com/developers/events/gateway-events#ready>

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use crate::game::GuildId;

/// A server not reported within this time has an outage.
const TOLD_BY: Duration = Duration::from_mins(1);

/// The awaited and the unavailable servers.
#[derive(Debug, Default)]
pub struct ServerAvailability(Mutex<ServerStates>);

#[derive(Debug, Default)]
struct ServerStates {
    /// The awaited servers, and since when.
    awaited: BTreeMap<GuildId, Instant>,
    /// The servers that Discord has reported as unavailable.
    out: BTreeSet<GuildId>,
}

impl ServerAvailability {
    fn with<T>(&self, act: impl FnOnce(&mut ServerStates) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Records the servers named by a new session.
    pub fn await_all(&self, servers: &[GuildId], now: Instant) {
        self.with(|all| all.awaited.extend(servers.iter().map(|server| (*server, now))));
    }

    /// Records that Discord has reported a server as available, or as deleted.
    pub fn note_told(&self, server: GuildId) {
        self.with(|all| {
            all.awaited.remove(&server);
            all.out.remove(&server);
        });
    }

    /// Records that Discord has reported a server as unavailable.
    pub fn note_outage(&self, server: GuildId) {
        self.with(|all| {
            all.awaited.remove(&server);
            all.out.insert(server);
        });
    }

    /// True if this server is awaited.
    pub fn is_awaited(&self, server: GuildId) -> bool {
        self.with(|all| all.awaited.contains_key(&server))
    }

    /// True if this server is awaited, or reported as unavailable.
    pub fn may_be_out(&self, server: GuildId) -> bool {
        self.with(|all| all.awaited.contains_key(&server) || all.out.contains(&server))
    }

    /// Takes the servers that are overdue and therefore unavailable. Servers no longer carried here are
    /// dropped.
    pub fn overdue(&self, is_carried: impl Fn(GuildId) -> bool, now: Instant) -> Vec<GuildId> {
        self.with(|all| {
            all.awaited.retain(|server, _| is_carried(*server));
            all.out.retain(|server| is_carried(*server));
            let late =
                all.awaited.extract_if(.., |_, since| now.saturating_duration_since(*since) >= TOLD_BY);
            let late: Vec<GuildId> = late.map(|(server, _)| server).collect();
            all.out.extend(&late);
            late
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_told_of_in_time_is_overdue_once() {
        let (servers, start) = (ServerAvailability::default(), Instant::now());
        servers.await_all(&[GuildId(1), GuildId(2)], start);
        servers.note_told(GuildId(2));
        assert!(servers.is_awaited(GuildId(1)) && !servers.is_awaited(GuildId(2)));
        assert_eq!(servers.overdue(|_| true, start + TOLD_BY / 2), []);
        assert_eq!(servers.overdue(|_| true, start + TOLD_BY), [GuildId(1)]);
        assert!(servers.overdue(|_| true, start + TOLD_BY).is_empty());
        assert!(!servers.is_awaited(GuildId(1)) && servers.may_be_out(GuildId(1)));
        servers.await_all(&[GuildId(3)], start);
        assert!(
            servers.overdue(|server| server == GuildId(1), start + TOLD_BY).is_empty(),
            "another process carries it"
        );
        servers.note_told(GuildId(1));
        assert!(!servers.may_be_out(GuildId(1)) && !servers.may_be_out(GuildId(3)));
    }
}
