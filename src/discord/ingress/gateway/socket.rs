//! The seam below a connection: one that speaks the gateway's protocol.
//!
//! It asks for the session when it is greeted, sends heartbeats and answers close frames. When to connect, and what becomes of all that is
//! heard, is decided above it.

use std::fmt::Debug;

use futures_util::future::BoxFuture;
use secrecy::SecretString;

use super::session::SessionKeeper;
use crate::store::{GatewaySession, GatewayShard};

/// What a connection is opened for.
pub struct Opening<'a> {
    /// Where to, without a query.
    pub address: &'a str,
    pub token: &'a SecretString,
    pub shard: GatewayShard,
    /// What is to be resumed, if it has a session.
    pub session: GatewaySession,
    /// Allows each IDENTIFY.
    pub turns: SessionKeeper,
}

/// What happens next on a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketEvent {
    /// It is open. Nothing that is heard comes before this.
    Opened,
    /// A text frame.
    Text(String),
    /// It was closed, with this code if there is one. 1006: it is dead.
    Closed(Option<u16>),
    /// It could not be opened, or cannot go on, and why.
    Failed(String),
    /// It ended without a close frame.
    BrokeOff,
}

/// One connection to the gateway.
pub trait GatewaySocket: Send {
    /// What happens next. The protocol goes on only while this is waited for. Nothing is lost if it is dropped.
    fn next(&mut self) -> BoxFuture<'_, SocketEvent>;

    /// Closes it so that the session can be resumed.
    fn close(&mut self);

    /// Sends the close frame that it holds, if any. It is not asked for more.
    fn goodbye(&mut self);
}

/// Opens connections to the gateway.
pub trait GatewayConnector: Debug + Send + Sync {
    /// A connection that is being opened; [`SocketEvent::Opened`] says when it is.
    fn open(&self, opening: Opening<'_>) -> Box<dyn GatewaySocket>;
}
