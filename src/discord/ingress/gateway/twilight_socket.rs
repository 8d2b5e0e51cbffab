//! Connections through [`twilight_gateway`]. One twilight shard serves one connection.

use std::future::poll_fn;
use std::task::Poll;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt};
use secrecy::{ExposeSecret, SecretString};
use twilight_gateway::error::{ReceiveMessageError, ReceiveMessageErrorType};
use twilight_gateway::{CloseFrame, Config, ConfigBuilder, Message, Session, Shard, ShardId, ShardState};

use super::INTENTS;
use super::session::SessionKeeper;
use super::socket::{GatewayConnector, GatewaySocket, Opening, SocketEvent};

/// Opens connections by WebSocket.
#[derive(Debug)]
pub struct TwilightConnector(Config);

impl TwilightConnector {
    /// Creates a connector for the bot with this token.
    pub fn new(token: &SecretString) -> Self {
        Self(ConfigBuilder::new(token.expose_secret().to_owned(), INTENTS).build())
    }
}

impl GatewayConnector for TwilightConnector {
    fn open(&self, opening: Opening<'_>) -> Box<dyn GatewaySocket> {
        let Opening { address, shard, session, turns, .. } = opening;
        let mut config = ConfigBuilder::from(self.0.clone()).queue(turns).proxy_url(address.to_owned());
        if let Some(id) = session.session {
            config = config.session(Session::new(session.sequence, id)).resume_url(address.to_owned());
        }
        let shard = Shard::with_config(ShardId::new(shard.number, shard.total), config.build());
        Box::new(TwilightSocket { shard, opened: false, held: None })
    }
}

struct TwilightSocket {
    shard: Shard<SessionKeeper>,
    opened: bool,
    /// An event that arrived together with the connection, to be reported after it.
    held: Option<SocketEvent>,
}

impl GatewaySocket for TwilightSocket {
    /// Reports an end without a close frame like any other end; twilight by itself would reconnect silently.
    fn next(&mut self) -> BoxFuture<'_, SocketEvent> {
        Box::pin(poll_fn(|turn| {
            if let Some(held) = self.held.take() {
                return Poll::Ready(held);
            }
            let next = self.shard.poll_next_unpin(turn);
            let connected = !matches!(self.shard.state(), ShardState::Disconnected { .. });
            if connected && !self.opened {
                self.opened = true;
                if let Poll::Ready(Some(message)) = next {
                    self.held = Some(event(message));
                }
                return Poll::Ready(SocketEvent::Opened);
            }
            match next {
                Poll::Ready(Some(message)) => Poll::Ready(event(message)),
                Poll::Pending if connected || !self.opened => Poll::Pending,
                _ => Poll::Ready(SocketEvent::BrokeOff),
            }
        }))
    }

    fn close(&mut self) {
        self.shard.close(CloseFrame::RESUME);
    }

    /// Polls once. That is enough for the close frame; with more polls twilight would reconnect by itself.
    ///
    /// Frames that still arrive are not read, so Discord sends them again.
    fn goodbye(&mut self) {
        if !matches!(self.shard.state(), ShardState::FatallyClosed) && self.opened {
            let _ = self.shard.next().now_or_never();
        }
    }
}

fn event(message: Result<Message, ReceiveMessageError>) -> SocketEvent {
    let error = match message {
        Ok(Message::Text(text)) => return SocketEvent::Text(text),
        Ok(Message::Close(frame)) => return SocketEvent::Closed(frame.map(|frame| frame.code)),
        Err(error) => error,
    };
    // The layer above can parse what twilight cannot. The error's own text would contain the whole frame.
    if let ReceiveMessageErrorType::Deserializing { event } = error.kind() {
        return SocketEvent::Text(event.clone());
    }
    let why = error.into_source().map(|source| source.to_string());
    SocketEvent::Failed(why.unwrap_or_else(|| "no reason given".to_owned()))
}
