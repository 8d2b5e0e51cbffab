//! Control of the gateway: closing connections, faults, and a record of the handshakes.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::StandIn;
use crate::http::frame_socket::FrameChannel;
use crate::http::gateway;
use crate::hub::{Alter, Order};
use crate::outage::{GatewayTrouble, Handshake};

impl StandIn {
    /// Connects a bot in this process to the gateway without a socket. Frames are not packed.
    ///
    /// `address` is the WebSocket address with its query: `ws://127.0.0.1:PORT/gateway/?v=10&encoding=json`.
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

    /// Reports the session as invalid (op 9).
    pub fn gateway_invalidate(&self, resumable: bool) {
        if !resumable {
            self.shared.change(|w| w.hub.forget_backlogs());
        }
        self.order(&Order::Frame(format!(r#"{{"t":null,"s":null,"op":9,"d":{resumable}}}"#)));
    }

    /// Closes all gateway connections with this code. `None` cuts them without a close frame.
    pub fn gateway_close(&self, code: Option<u16>) {
        self.order(&Order::Close(code));
    }

    /// Closes all gateway connections with a close frame that has no code.
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

    /// Cuts the connections of the shard with this number, until [`StandIn::shard_up`].
    pub fn shard_down(&self, shard: u64) {
        self.gateway_trouble(GatewayTrouble { dead_shard: Some(shard), ..GatewayTrouble::default() });
        self.shared.change(|w| w.hub.order_some(&Order::Close(None), |one| one == shard));
    }

    /// Lets all shards connect again. Clears all gateway faults.
    pub fn shard_up(&self) {
        self.gateway_trouble(GatewayTrouble::default());
    }

    /// Cuts all connections to the gateway and closes its port, until [`StandIn::gateway_up`].
    ///
    /// Needs [`Options::gateway_apart`](crate::Options::gateway_apart) or
    /// [`Options::in_memory`](crate::Options::in_memory).
    pub async fn gateway_down(&self) {
        self.shared.outage.open.send_replace(false);
        self.shared.outage.cut();
        if self.shared.options.in_memory {
            return;
        }
        // Until the port is closed, a new connection can still be made. It is cut below.
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

    /// Reports this base (`wss://localhost:1234`) to bots instead of the gateway's own, for a proxy in front
    /// of it.
    pub fn gateway_is_at(&self, base: &str) {
        self.shared.outage.tell(base);
    }

    /// Returns the address on which the gateway listens: `127.0.0.1:PORT`.
    pub fn gateway_address(&self) -> std::net::SocketAddr {
        self.shared.gateway_address
    }

    /// Returns every IDENTIFY and RESUME so far, oldest first.
    pub fn handshakes(&self) -> Vec<Handshake> {
        self.shared.outage.handshakes()
    }

    /// Changes every interaction's JSON just before it is sent, until the next call.
    ///
    /// Imitates a field that Discord adds or leaves out.
    pub fn alter_interactions(&self, change: impl Fn(&mut Value) + Send + Sync + 'static) {
        self.shared.change(|w| w.hub.alter = Alter(Some(Arc::new(change))));
    }

    /// Clears [`StandIn::failures`], for tests that provoke a failure.
    pub fn forget_failures(&self) {
        self.shared.change(|w| w.failures.clear());
    }
}
