//! Offers of a draw and requests to abort.

use super::Rev;
use crate::rules::{Color, listed};

listed! {
    /// What the other side can be asked to agree to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ask {
        /// A draw.
        Draw,
        /// To end the game without a result.
        Abort,
    }
}

impl Ask {
    /// The word in the log.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Abort => "abort",
        }
    }
}

/// Something a side asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// For what.
    pub ask: Ask,
    /// Who asked.
    pub by: Color,
    /// The event that it was made by; the buttons that answer it carry it.
    pub rev: Rev,
    /// It still waits for an answer. A closed one is kept until its side has moved: until then it may not ask again.
    pub open: bool,
    /// Its side has moved since.
    pub moved: bool,
}

/// The offers of a game: at most one a side and kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers(Vec<Offer>);

impl Offers {
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Offer> {
        self.0.iter()
    }

    /// What a side asked last, open or not.
    pub fn get(&self, ask: Ask, by: Color) -> Option<Offer> {
        self.0.iter().copied().find(|o| o.ask == ask && o.by == by)
    }

    /// What a side is waiting for.
    pub fn open(&self, ask: Ask, by: Color) -> Option<Offer> {
        self.get(ask, by).filter(|o| o.open)
    }

    pub(super) fn put(&mut self, ask: Ask, by: Color, rev: Rev) {
        self.0.retain(|o| o.ask != ask || o.by != by);
        self.0.push(Offer { ask, by, rev, open: true, moved: false });
    }

    pub(super) fn close(&mut self, ask: Ask, by: Color) {
        for offer in self.0.iter_mut().filter(|o| o.ask == ask && o.by == by) {
            offer.open = false;
        }
        self.forget_spent();
    }

    /// A side has moved. To play on is to decline, and who has moved may ask again.
    pub(super) fn moved(&mut self, mover: Color) {
        for offer in &mut self.0 {
            if offer.by == mover {
                offer.moved = true;
            } else {
                offer.open = false;
            }
        }
        self.forget_spent();
    }

    /// What is closed and forbids nothing any more.
    fn forget_spent(&mut self) {
        self.0.retain(|offer| offer.open || !offer.moved);
    }
}
