//! What the ingress passes on.

use tokio::sync::oneshot;

use super::Received;
use crate::discord::operator::Halted;
use crate::game::{ChannelId, GuildId};
use crate::store::GatewayShard;

/// An event from the gateway or the endpoint.
#[derive(Debug)]
pub enum Incoming {
    /// A command or component was used.
    Interaction(Box<Received>),
    /// A channel or thread was deleted.
    ChannelGone(ChannelId),
    /// The bot was removed from this server, or the server was deleted.
    GuildGone(GuildId),
    /// This server is unavailable because of an outage at Discord; the bot is still in it.
    GuildOutage(GuildId),
    /// The bot is in this server and can see these channels and threads.
    ///
    /// Sent at each new session, when the bot is added, and after an outage of the server.
    GuildHere {
        /// The server's id.
        id: GuildId,
        /// The ids of its channels and active threads.
        channels: Vec<ChannelId>,
    },
    /// This thread was archived but not locked.
    ThreadArchived(ChannelId),
    /// The bot was added to this thread, or removed from it.
    ThreadAccess(ChannelId),
    /// The bot was invited to this server; nothing else is known about it.
    GuildJoined(GuildId),
    /// All servers of this shard that the bot is in. Sent at each new session: the bot has left any other.
    Guilds(GatewayShard, Vec<GuildId>),
    /// The state of the connections that bring interactions.
    Connections(ConnectionState),
    /// The connection ended for good, for this reason.
    Ended(Halted),
    /// A liveness probe: answered if events are processed.
    AreYouThere(oneshot::Sender<()>),
}

/// The state of the connections that bring interactions to this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionState {
    /// All are down, or not up yet; they reconnect by themselves.
    Down,
    /// Some are down.
    Part,
    /// Other processes hold them all; this one takes over when one of those ends.
    Standby,
    /// All are up.
    Up,
}
