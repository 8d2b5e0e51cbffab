//! Which servers may be in an outage, as far as the gateway tells this process. A new session names all servers as unavailable first, and
//! then tells of each that is available: until then a server is awaited. <https://docs.discord.com/developers/events/gateway-events#ready>

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use crate::game::GuildId;

/// A server that Discord has not told of by then is in an outage.
const TOLD_BY: Duration = Duration::from_mins(1);

/// The servers that are awaited, and those that are unavailable.
#[derive(Debug, Default)]
pub struct ServerAvailability(Mutex<ServerStates>);

#[derive(Debug, Default)]
struct ServerStates {
    /// Those that are awaited, and since when.
    awaited: BTreeMap<GuildId, Instant>,
    /// Those that Discord has told are unavailable.
    out: BTreeSet<GuildId>,
}

impl ServerAvailability {
    fn with<T>(&self, act: impl FnOnce(&mut ServerStates) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A new session has named these servers.
    pub fn await_all(&self, servers: &[GuildId], now: Instant) {
        self.with(|all| all.awaited.extend(servers.iter().map(|server| (*server, now))));
    }

    /// Discord has told that a server is there, or that it is gone.
    pub fn note_told(&self, server: GuildId) {
        self.with(|all| {
            all.awaited.remove(&server);
            all.out.remove(&server);
        });
    }

    /// Discord has told that a server is unavailable.
    pub fn note_outage(&self, server: GuildId) {
        self.with(|all| {
            all.awaited.remove(&server);
            all.out.insert(server);
        });
    }

    /// Whether this server is awaited.
    pub fn is_awaited(&self, server: GuildId) -> bool {
        self.with(|all| all.awaited.contains_key(&server))
    }

    /// Whether this server is awaited, or unavailable as far as Discord has told.
    pub fn may_be_out(&self, server: GuildId) -> bool {
        self.with(|all| all.awaited.contains_key(&server) || all.out.contains(&server))
    }

    /// Takes out the servers that Discord should have told of by now: they are unavailable. What is not carried here any more is forgotten.
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
