//! Requests that need the other side's consent.

use super::{Ply, Rev};
use rules::{ByColor, Color};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// The kinds of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// Take back the asker's last move and the moves after it.
    Takeback,
    /// End the game without a result.
    Abort,
}

impl OfferKind {
    /// Returns the word used in the log.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// A request of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is asked for.
    pub ask: OfferKind,
    /// The side that asked.
    pub by: Color,
    /// The event that made the offer; the buttons that answer it carry it.
    pub rev: Rev,
    /// The number of moves played when the offer was made, and the side to move.
    pub(super) made: (Ply, Color),
    /// Whether it is unanswered. A closed offer is kept until its side has moved, and blocks the same request
    /// until then.
    pub open: bool,
    /// Whether its side has moved since.
    pub moved: bool,
}

impl Offer {
    /// Returns the number of moves left after this takeback: the asker is to move, before their last move.
    ///
    /// `None` if the asker had not moved when the offer was made.
    pub fn back_to(&self) -> Option<Ply> {
        let (Ply(made), turn) = self.made;
        made.checked_sub(if turn == self.by { 2 } else { 1 }).map(Ply)
    }
}

/// Number of own moves before a side may offer a draw again after a refusal.
const MOVES_WITHOUT_DRAW: u32 = 5;

/// The offers of a game: the last one of each side and kind until that side has moved.
///
/// Also records when each side may offer a draw again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    last: Vec<Offer>,
    /// The ply from which a declined side may offer a draw again.
    draws_from: ByColor<Option<Ply>>,
}

impl Offers {
    /// Returns the unanswered offers.
    pub fn open(&self) -> impl Iterator<Item = Offer> {
        self.last.iter().copied().filter(|offer| offer.open)
    }

    /// Returns the last offer of this kind by a side, open or not.
    pub fn last_of(&self, ask: OfferKind, by: Color) -> Option<Offer> {
        self.last.iter().copied().find(|offer| offer.by == by && offer.ask == ask)
    }

    /// Returns the open offer of this kind by a side.
    pub fn open_of(&self, ask: OfferKind, by: Color) -> Option<Offer> {
        self.last_of(ask, by).filter(|offer| offer.open)
    }

    /// Returns the ply from which a declined side may offer a draw again, if it is after `now`.
    pub fn no_draw_before(&self, by: Color, now: Ply) -> Option<Ply> {
        self.draws_from[by].filter(|from| now < *from)
    }

    /// Adds an offer. It replaces the side's last one of this kind and leaves those of other kinds.
    pub(super) fn put(&mut self, offer: Offer) {
        self.last.retain(|last| last.by != offer.by || last.ask != offer.ask);
        self.last.push(offer);
    }

    pub(super) fn close(&mut self, ask: OfferKind, by: Color) {
        for offer in self.last.iter_mut().filter(|offer| (offer.ask, offer.by) == (ask, by)) {
            offer.open = false;
        }
        self.forget_spent();
    }

    /// Closes an offer as declined, after this many moves and at this side's turn.
    pub(super) fn decline(&mut self, ask: OfferKind, by: Color, at: (Ply, Color)) {
        self.close(ask, by);
        if ask == OfferKind::Draw {
            self.draws_from[by] = Some(draw_again(by, at));
        }
    }

    /// Records a move. It declines the other side's offers, and the mover may ask again.
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

    /// Closes all offers after a takeback, which leaves this many moves and this side to move.
    ///
    /// Limits the wait for a draw to that after a fresh refusal.
    pub(super) fn taken_back(&mut self, at: (Ply, Color)) {
        for offer in &mut self.last {
            offer.open = false;
        }
        self.forget_spent();
        for by in Color::BOTH {
            self.draws_from[by] = self.draws_from[by].map(|from| from.min(draw_again(by, at)));
        }
    }

    /// Removes closed offers that no longer block anything.
    fn forget_spent(&mut self) {
        self.last.retain(|offer| offer.open || !offer.moved);
    }
}

/// Returns the ply after [`MOVES_WITHOUT_DRAW`] more moves by this side.
fn draw_again(by: Color, (Ply(now), turn): (Ply, Color)) -> Ply {
    let others_first = u32::from(turn != by);
    Ply(now + others_first + 2 * MOVES_WITHOUT_DRAW - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[test]
    fn logs_hold_these_words() {
        let kinds = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Abort];
        assert_eq!(kinds.map(OfferKind::slug), ["draw", "takeback", "abort"]);
        assert_eq!(kinds.map(|kind| kind.slug().parse()), kinds.map(Ok));
        assert!(OfferKind::iter().eq(kinds));
    }
}
