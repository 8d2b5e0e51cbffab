//! The channels that have been the hall of the server.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The halls so far; the last one is current.
#[derive(Default)]
pub struct Halls(AtomicUsize);

impl Halls {
    /// The number of the current one.
    pub fn last(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes another channel the hall.
    pub fn move_on(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// The names of their channels.
    pub fn names(&self) -> impl Iterator<Item = String> {
        (0..=self.last()).map(name)
    }
}

/// The name of a hall's channel.
pub fn name(number: usize) -> String {
    format!("hall-{number}")
}
