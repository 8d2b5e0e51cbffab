//! The interface between a connection and the implementation of the gateway's protocol.
//!
//! The implementation requests the session after HELLO, sends heartbeats and answers close frames. The layer
//! above decides when to connect and how to handle what is received.

use std::fmt::Debug;

use futures_util::future::BoxFuture;
use secrecy::SecretString;

use super::session::SessionKeeper;
use crate::store::{GatewaySession, GatewayShard};

/// Parameters for opening a connection.
pub struct Opening<'a> {
    /// The address, without a query.
    pub address: &'a str,
    pub token: &'a SecretString,
    pub shard: GatewayShard,
    /// The session to resume, if it has one.
    pub session: GatewaySession,
    /// Permits each IDENTIFY.
    pub turns: SessionKeeper,
}

/// The next event on a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketEvent {
    /// The connection is open. No frame comes before this.
    Opened,
    /// A text frame.
    Text(String),
    /// The connection was closed, with this code if there is one. 1006 means that it is dead.
    Closed(Option<u16>),
    /// The connection could not be opened, or cannot continue, for this reason.
    Failed(String),
    /// The connection ended without a close frame.
    BrokeOff,
}

/// One connection to the gateway.
pub trait GatewaySocket: Send {
    /// Waits for the next event. The protocol advances only while this is awaited. Nothing is
    /// lost if it is dropped.
    fn next(&mut self) -> BoxFuture<'_, SocketEvent>;

    /// Closes the connection so that the session can be resumed.
    fn close(&mut self);

    /// Sends the pending close frame, if any. No further events are requested afterwards.
    fn goodbye(&mut self);
}

/// Opens connections to the gateway.
pub trait GatewayConnector: Debug + Send + Sync {
    /// Starts to open a connection; [`SocketEvent::Opened`] reports when it is open.
    fn open(&self, opening: Opening<'_>) -> Box<dyn GatewaySocket>;
}
