//! How the rest of the bot asks for something that it knows to be owed now.

use std::time::Duration;

use tokio::sync::mpsc;

use crate::store::OwedKey;

/// What a process knows to be owed now.
#[derive(Clone, Debug)]
pub struct Told {
    pub(super) key: OwedKey,
    /// Its answer may still arrive, so it is looked for only then.
    pub(super) after: Duration,
}

/// The sending end of the outbox.
#[derive(Clone, Debug)]
pub struct Outbox(mpsc::Sender<Told>);

impl Outbox {
    /// The sending end, and the receiving end for [`worker::work`](super::worker::work).
    pub fn new() -> (Self, mpsc::Receiver<Told>) {
        let (send, receive) = mpsc::channel(1_024);
        (Self(send), receive)
    }

    /// Has it delivered now. If too many come at once, the regular look at the store finds it.
    pub fn tell(&self, key: OwedKey) {
        self.tell_after(key, Duration::ZERO);
    }

    /// The same after a pause.
    pub fn tell_after(&self, key: OwedKey, after: Duration) {
        let _ = self.0.try_send(Told { key, after });
    }
}
