//! What one side asks the other to agree to.

use super::{Ply, Rev};
use crate::rules::{ByColor, Color, listed};

listed! {
    /// What the other side can be asked to agree to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Ask {
        /// A draw.
        Draw,
        /// To take back the asker's last move, and what followed it.
        Takeback,
        /// To end the game without a result.
        Abort,
    }
}

impl Ask {
    /// The word in the log.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
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
    /// How many moves the game had had when it was made, and whose turn it was.
    pub(super) made: (Ply, Color),
    /// It still waits for an answer. A closed one is kept until its side has moved: until then it may not ask again.
    pub open: bool,
    /// Its side has moved since.
    pub moved: bool,
}

impl Offer {
    /// How many moves are left of the game if this takeback is agreed to: the asker is at the turn of their last move once more.
    /// None: the asker had not moved when it was made.
    pub fn back_to(&self) -> Option<Ply> {
        let (Ply(made), turn) = self.made;
        made.checked_sub(if turn == self.by { 2 } else { 1 }).map(Ply)
    }
}

/// The offers of a game: the last one of each side, until it has moved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers(ByColor<Option<Offer>>);

impl Offers {
    /// Those that wait for an answer.
    pub fn open(&self) -> impl Iterator<Item = Offer> {
        Color::BOTH.into_iter().filter_map(|by| self.0[by]).filter(|offer| offer.open)
    }

    /// What a side asked last, open or not.
    pub fn last_of(&self, by: Color) -> Option<Offer> {
        self.0[by]
    }

    /// What a side is waiting for.
    pub fn open_of(&self, ask: Ask, by: Color) -> Option<Offer> {
        self.0[by].filter(|offer| offer.open && offer.ask == ask)
    }

    /// What a side asked for before is asked no more.
    pub(super) fn put(&mut self, offer: Offer) {
        self.0[offer.by] = Some(offer);
    }

    pub(super) fn close(&mut self, ask: Ask, by: Color) {
        if let Some(offer) = self.0[by].as_mut().filter(|offer| offer.ask == ask) {
            offer.open = false;
        }
        self.forget_spent();
    }

    /// A side has moved. To play on is to decline, and who has moved may ask again.
    pub(super) fn moved(&mut self, mover: Color) {
        if let Some(offer) = &mut self.0[mover] {
            offer.moved = true;
        }
        if let Some(offer) = &mut self.0[mover.other()] {
            offer.open = false;
        }
        self.forget_spent();
    }

    /// Another position is on the board: what was asked in the one before is asked no more.
    pub(super) fn taken_back(&mut self) {
        for by in Color::BOTH {
            if let Some(offer) = &mut self.0[by] {
                offer.open = false;
            }
        }
        self.forget_spent();
    }

    /// What is closed and forbids nothing any more.
    fn forget_spent(&mut self) {
        for by in Color::BOTH {
            self.0[by] = self.0[by].filter(|offer| offer.open || !offer.moved);
        }
    }
}
