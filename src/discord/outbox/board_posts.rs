//! The board outbox: states of games that are stored but that no known message shows. Whatever went wrong (a crash, an outage, a
//! closed channel), each is posted as soon as possible, once, and without hammering Discord.
//!
//! Whether a board arrived is asked, not guessed: the answer to an interaction can be fetched for 15 minutes, and the nonce of a
//! message of our own prevents a second one for some minutes. If it stays unknown, the board is posted again without a ping.
//!
//! Those that the bot notices itself are posted at once, those of a process before it after a start, the rest by a regular look at the
//! store. An answer may tell the player's move alone: then it is made to tell the bot's.
//! The nonce of a post is made of game and event.

use tokio::sync::mpsc;

use crate::game::{GameId, Rev};

/// A board that could not be delivered.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub game: GameId,
    /// The state to show. A later one is delivered by whatever made it.
    pub rev: Rev,
    /// The board is to be a message of our own, because nobody asked for it; or one was tried just now, and it is
    /// unknown whether it got through.
    pub posted: bool,
}

/// The sending end of the board outbox.
#[derive(Clone, Debug)]
pub struct BoardOutbox(mpsc::Sender<Entry>);

impl BoardOutbox {
    /// The sending end, and the receiving end for [`deliver::work`].
    pub fn new() -> (Self, mpsc::Receiver<Entry>) {
        let (send, receive) = mpsc::channel(1_024);
        (Self(send), receive)
    }

    /// Adds an entry. If too many come at once, the regular look at the store finds it.
    pub fn tell(&self, entry: Entry) {
        let _ = self.0.try_send(entry);
    }
}
pub mod deliver;
mod schedule;
