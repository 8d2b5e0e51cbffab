//! The transports of the gateway's frames: WebSocket, or channels to a bot in the same process.

use axum::Error;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A frame of an in-memory connection: a text, or a close frame with its optional code.
pub type ChannelFrame = Result<String, Option<u16>>;

/// A bot's end of an in-memory connection: its outgoing and incoming frames.
///
/// A closed channel means that the connection was cut.
pub type FrameChannel = (UnboundedSender<ChannelFrame>, UnboundedReceiver<ChannelFrame>);

/// The gateway's end of a connection.
pub(crate) enum FrameSocket {
    WebSocket(Box<WebSocket>),
    InMemory(FrameChannel),
}

impl FrameSocket {
    /// Creates an in-memory connection. Returns our end and the bot's.
    pub fn in_memory() -> (Self, FrameChannel) {
        let ((out, theirs), (their_out, frames)) = (unbounded_channel(), unbounded_channel());
        (Self::InMemory((out, frames)), (their_out, theirs))
    }

    /// Sends a frame. Fails if the peer is gone.
    pub async fn send(&mut self, message: Message) -> Result<(), Error> {
        let out = match self {
            Self::WebSocket(socket) => return socket.send(message).await,
            Self::InMemory((out, _)) => out,
        };
        let frame = match message {
            Message::Text(text) => Ok(text.to_string()),
            Message::Close(frame) => Err(frame.map(|frame| frame.code)),
            // Only packed frames are binary, and in-memory frames are never packed.
            _ => return Ok(()),
        };
        out.send(frame).map_err(Error::new)
    }

    /// Receives the next frame. Returns `None` once the connection has ended for any reason.
    pub async fn recv(&mut self) -> Option<Message> {
        let frame = match self {
            Self::WebSocket(socket) => return socket.recv().await?.ok(),
            Self::InMemory((_, frames)) => frames.recv().await?,
        };
        let close = |code: Option<u16>| code.map(|code| CloseFrame { code, reason: "".into() });
        Some(frame.map_or_else(|code| Message::Close(close(code)), Message::from))
    }
}
