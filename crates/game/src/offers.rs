//! What one side asks the other to agree to.

use super::{Ply, Rev};
use rules::{ByColor, Color, listed};

listed! {
    /// What the other side can be asked to agree to.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OfferKind {
        /// A draw.
        Draw,
        /// To take back the asker's last move, and what followed it.
        Takeback,
        /// To end the game without a result.
        Abort,
    }
}

impl OfferKind {
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
    pub ask: OfferKind,
    /// Who asked.
    pub by: Color,
    /// The event that it was made by; the buttons that answer it carry it.
    pub rev: Rev,
    /// How many moves the game had had when it was made, and whose turn it was.
    pub(super) made: (Ply, Color),
    /// It still waits for an answer. A closed one is kept until its side has moved: until then it may not ask for the same again.
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

/// Who was declined a draw offers none again before so many moves of their own.
const MOVES_WITHOUT_DRAW: u32 = 5;

/// The offers of a game: the last one of each side and kind, until its side has moved; and who may offer no draw yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    last: Vec<Offer>,
    /// How many moves the game has had when a side that was declined a draw may offer one again.
    draws_from: ByColor<Option<Ply>>,
}

impl Offers {
    /// Those that wait for an answer.
    pub fn open(&self) -> impl Iterator<Item = Offer> {
        Color::BOTH.into_iter().filter_map(|by| self.open_by(by))
    }

    /// What a side waits for an answer to: one thing at a time.
    pub fn open_by(&self, by: Color) -> Option<Offer> {
        self.last.iter().copied().find(|offer| offer.by == by && offer.open)
    }

    /// What a side asked last of this kind, open or not.
    pub fn last_of(&self, ask: OfferKind, by: Color) -> Option<Offer> {
        self.last.iter().copied().find(|offer| offer.by == by && offer.ask == ask)
    }

    /// What a side is waiting for.
    pub fn open_of(&self, ask: OfferKind, by: Color) -> Option<Offer> {
        self.last_of(ask, by).filter(|offer| offer.open)
    }

    /// How many moves the game will have had when a side may offer a draw again, if that is later than `now`: it was declined one.
    pub fn no_draw_before(&self, by: Color, now: Ply) -> Option<Ply> {
        self.draws_from[by].filter(|from| now < *from)
    }

    /// What a side asked for before is asked no more.
    pub(super) fn put(&mut self, offer: Offer) {
        self.last.retain(|last| last.by != offer.by || last.ask != offer.ask && !last.open);
        self.last.push(offer);
    }

    pub(super) fn close(&mut self, ask: OfferKind, by: Color) {
        for offer in self.last.iter_mut().filter(|offer| (offer.ask, offer.by) == (ask, by)) {
            offer.open = false;
        }
        self.forget_spent();
    }

    /// What a side asked for is declined, after so many moves and at whose turn.
    pub(super) fn decline(&mut self, ask: OfferKind, by: Color, at: (Ply, Color)) {
        self.close(ask, by);
        if ask == OfferKind::Draw {
            self.draws_from[by] = Some(draw_again(by, at));
        }
    }

    /// A side has moved. To play on is to decline, and who has moved may ask again.
    pub(super) fn moved(&mut self, mover: Color) {
        for offer in &mut self.last {
            if offer.by == mover {
                offer.moved = true;
            } else {
                offer.open = false;
            }
        }
        self.forget_spent();
    }

    /// Another position is on the board, with so many moves before it and whose turn: what was asked in the one before is asked no more, and no
    /// side waits for a draw for longer than it does after a declined one.
    pub(super) fn taken_back(&mut self, at: (Ply, Color)) {
        for offer in &mut self.last {
            offer.open = false;
        }
        self.forget_spent();
        for by in Color::BOTH {
            self.draws_from[by] = self.draws_from[by].map(|from| from.min(draw_again(by, at)));
        }
    }

    /// What is closed and forbids nothing any more.
    fn forget_spent(&mut self) {
        self.last.retain(|offer| offer.open || !offer.moved);
    }
}

/// How many moves the game will have had after [`MOVES_WITHOUT_DRAW`] more of this side.
fn draw_again(by: Color, (Ply(now), turn): (Ply, Color)) -> Ply {
    let others_first = u32::from(turn != by);
    Ply(now + others_first + 2 * MOVES_WITHOUT_DRAW - 1)
}
