//! The parts of the task that keeps a shard connected.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use secrecy::SecretString;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::counts::LineCounts;
use super::event_sender::EventSender;
use super::pace::IdentifyPace;
use super::session::SessionKeeper;
use super::socket::GatewayConnector;
use super::trust::ShardTrust;
use crate::discord::context::Context;
use crate::store::GatewayShard;

/// Parts that all shards of a process share.
#[derive(Clone)]
pub struct ConnectionParts {
    pub ctx: Arc<Context>,
    pub token: SecretString,
    pub connector: Arc<dyn GatewayConnector>,
    pub event_sender: Arc<EventSender>,
    pub counts: Arc<LineCounts>,
    pub pace: IdentifyPace,
    /// The gateway's address, if it was requested at startup. `first` equals it until the first shard is
    /// opened, so that this shard need not request it again.
    pub general: Option<String>,
    pub first: Option<String>,
    /// There are no sessions to resume.
    pub fresh: bool,
}

/// Parts of one shard's connections.
pub struct ConnectionFactory {
    pub parts: ConnectionParts,
    pub shard: GatewayShard,
    pub kept: SessionKeeper,
    pub outage: Arc<ConnectionOutage>,
    pub stop: CancellationToken,
    /// How long this process is known to hold the shard.
    pub trust: watch::Receiver<ShardTrust>,
}

/// When a shard's connection was lost, if it is lost now.
#[derive(Debug, Default)]
pub struct ConnectionOutage(Mutex<Option<Instant>>);

impl ConnectionOutage {
    /// Records that the connection is up; returns how long it was lost.
    pub fn is_up(&self) -> Option<Duration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().map(|at| at.elapsed())
    }

    /// Returns when the connection was lost, if it is lost now.
    pub fn since(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that the connection is lost; returns for how long.
    pub fn is_lost(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(Instant::now).elapsed()
    }
}

/// Returns the address in a form that twilight can use.
///
/// twilight panics on anything that is not a URL, and appends its own path and query.
pub fn usable(address: &str) -> Option<String> {
    let mut url = url::Url::parse(address).ok()?;
    if !matches!(url.scheme(), "ws" | "wss") || !url.has_host() {
        return None;
    }
    url.set_query(None);
    url.set_fragment(None);
    Some(url.as_str().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_made_usable_or_refused() {
        for (given, made) in [
            ("wss://gateway.discord.gg", Some("wss://gateway.discord.gg")),
            ("wss://gateway-us-east1-b.discord.gg/", Some("wss://gateway-us-east1-b.discord.gg")),
            ("ws://127.0.0.1:8791/gateway?v=9#x", Some("ws://127.0.0.1:8791/gateway")),
            ("https://discord.gg", None),
            ("gateway.discord.gg", None),
            ("wss://", None),
            ("wss://a b", None),
            ("", None),
        ] {
            assert_eq!(usable(given).as_deref(), made, "{given}");
        }
    }
}
