//! The two ways of the gateway's frames: by WebSocket, and to a bot in the same process.

use axum::Error;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// A frame of a connection in memory: a text, or a close frame with its code if it has one.
pub type ChannelFrame = Result<String, Option<u16>>;

/// A bot's end of a connection in memory: the frames that go out, and those that come in. A channel that ends is a connection that is cut.
pub type FrameChannel = (UnboundedSender<ChannelFrame>, UnboundedReceiver<ChannelFrame>);

/// The gateway's end of a connection.
pub(crate) enum FrameSocket {
    WebSocket(Box<WebSocket>),
    InMemory(FrameChannel),
}

impl FrameSocket {
    /// A connection in memory: our end, and the bot's.
    pub fn in_memory() -> (Self, FrameChannel) {
        let ((out, theirs), (their_out, frames)) = (unbounded_channel(), unbounded_channel());
        (Self::InMemory((out, frames)), (their_out, theirs))
    }

    /// Sends a frame; fails if nobody is there any more.
    pub async fn send(&mut self, message: Message) -> Result<(), Error> {
        let out = match self {
            Self::WebSocket(socket) => return socket.send(message).await,
            Self::InMemory((out, _)) => out,
        };
        let frame = match message {
            Message::Text(text) => Ok(text.to_string()),
            Message::Close(frame) => Err(frame.map(|frame| frame.code)),
            // Bots make sense of bytes only where frames are packed, which these are not.
            _ => return Ok(()),
        };
        out.send(frame).map_err(Error::new)
    }

    /// The next frame; none once the connection has ended, however it did.
    pub async fn recv(&mut self) -> Option<Message> {
        let frame = match self {
            Self::WebSocket(socket) => return socket.recv().await?.ok(),
            Self::InMemory((_, frames)) => frames.recv().await?,
        };
        let close = |code: Option<u16>| code.map(|code| CloseFrame { code, reason: "".into() });
        Some(frame.map_or_else(|code| Message::Close(close(code)), Message::from))
    }
}
