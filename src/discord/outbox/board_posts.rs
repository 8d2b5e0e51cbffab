//! Boards that are owed: states of games that are on disk, but that no known message shows. Whatever went wrong (a crash, an
//! outage, a channel that is closed), they are posted as soon as it can be, once, and without hammering.
//!
//! Whether a board arrived is asked, not guessed: the answer to an interaction can be looked at for 15 minutes, and a message
//! of our own carries a nonce that makes no second message for some minutes. What stays unknown is posted again without a ping.

use tokio::sync::mpsc;

use crate::game::{GameId, Rev};

/// A board that could not be delivered.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The game.
    pub game: GameId,
    /// The state that is to be shown. A later one is somebody else's.
    pub rev: Rev,
    /// It is to be a message of our own, as nobody has asked for it; or one was tried just now, and nobody knows whether it got
    /// through.
    pub posted: bool,
}

/// Where debts are told.
#[derive(Clone, Debug)]
pub struct BoardOutbox(mpsc::Sender<Entry>);

impl BoardOutbox {
    /// The place to tell, and the end for [`deliver::work`].
    pub fn new() -> (Self, mpsc::Receiver<Entry>) {
        let (send, receive) = mpsc::channel(1_024);
        (Self(send), receive)
    }

    /// Tells one. When too many come at once, the regular look at the store finds it.
    pub fn tell(&self, debt: Entry) {
        let _ = self.0.try_send(debt);
    }
}
pub mod deliver;
mod schedule;
