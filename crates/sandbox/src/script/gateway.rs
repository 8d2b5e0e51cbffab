//! Control of the gateway: its closures, its faults, and a record of the sessions.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::StandIn;
use crate::http::frame_socket::FrameChannel;
use crate::http::gateway;
use crate::hub::{Alter, Order};
use crate::outage::{GatewayTrouble, Handshake};

impl StandIn {
    /// Connects a bot of this process to the gateway without a socket. `address` is where it would connect by WebSocket, with its query:
    /// `ws://127.0.0.1:PORT/gateway/?v=10&encoding=json`. Frames are not packed.
    ///
    /// # Errors
    /// Why the connection is refused.
    pub fn connect_in_memory(&self, address: &str) -> Result<FrameChannel, String> {
        gateway::connect_in_memory(&self.shared, address)
    }

    /// Asks the bot to reconnect (op 7).
    pub fn gateway_reconnect(&self) {
        self.order(&Order::Frame(r#"{"t":null,"s":null,"op":7,"d":null}"#.to_owned()));
    }

    /// Says the session is invalid (op 9).
    pub fn gateway_invalidate(&self, resumable: bool) {
        if !resumable {
            self.shared.change(|w| w.hub.forget_backlogs());
        }
        self.order(&Order::Frame(format!(r#"{{"t":null,"s":null,"op":9,"d":{resumable}}}"#)));
    }

    /// Closes the gateway with this code; `None` cuts the TCP connection without a close frame.
    pub fn gateway_close(&self, code: Option<u16>) {
        self.order(&Order::Close(code));
    }

    /// Closes the gateway with a close frame that has no code.
    pub fn gateway_close_without_code(&self) {
        self.order(&Order::CloseBare);
    }

    /// Sends a text frame as is.
    pub fn gateway_say(&self, text: &str) {
        self.order(&Order::Frame(text.to_owned()));
    }

    /// Sends a binary frame.
    pub fn gateway_say_bytes(&self, bytes: &[u8]) {
        self.order(&Order::Bytes(bytes.to_vec()));
    }

    fn order(&self, order: &Order) {
        self.shared.change(|w| w.hub.order_all(order));
    }

    /// Makes the gateway misbehave from now on; the default is no fault.
    pub fn gateway_trouble(&self, trouble: GatewayTrouble) {
        self.shared.outage.set_trouble(trouble);
    }

    /// Cuts the connections of the shard of this number, until [`StandIn::shard_up`].
    pub fn shard_down(&self, shard: u64) {
        self.gateway_trouble(GatewayTrouble { dead_shard: Some(shard), ..GatewayTrouble::default() });
        self.shared.change(|w| w.hub.order_some(&Order::Close(None), |one| one == shard));
    }

    /// All shards can connect again.
    pub fn shard_up(&self) {
        self.gateway_trouble(GatewayTrouble::default());
    }

    /// Cuts all connections to the gateway and closes its port, until [`StandIn::gateway_up`]. Needs
    /// [`Options::gateway_apart`](crate::Options::gateway_apart), or [`Options::in_memory`](crate::Options::in_memory).
    pub async fn gateway_down(&self) {
        self.shared.outage.open.send_replace(false);
        self.shared.outage.cut();
        if self.shared.options.in_memory {
            return;
        }
        // While the port still listens, a new connection could be made.
        for _ in 0..100 {
            if tokio::net::TcpStream::connect(self.shared.gateway_address).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        self.shared.outage.cut();
    }

    /// Opens the gateway's port again.
    pub fn gateway_up(&self) {
        self.shared.outage.open.send_replace(true);
    }

    /// Gives bots this base (`wss://localhost:1234`) instead of the gateway's own, as a proxy in front of it needs.
    pub fn gateway_is_at(&self, base: &str) {
        self.shared.outage.tell(base);
    }

    /// Where the gateway listens: `127.0.0.1:PORT`.
    pub fn gateway_address(&self) -> std::net::SocketAddr {
        self.shared.gateway_address
    }

    /// Every IDENTIFY and RESUME so far, oldest first.
    pub fn handshakes(&self) -> Vec<Handshake> {
        self.shared.outage.handshakes()
    }

    /// Changes every interaction's JSON just before it is sent, until the next call. This imitates a field that Discord
    /// adds or leaves out.
    pub fn alter_interactions(&self, change: impl Fn(&mut Value) + Send + Sync + 'static) {
        self.shared.change(|w| w.hub.alter = Alter(Some(Arc::new(change))));
    }

    /// Clears [`StandIn::failures`], for tests that provoke one.
    pub fn forget_failures(&self) {
        self.shared.change(|w| w.failures.clear());
    }
}
