//! Arrival at a goal.

use super::moves::Move;
use super::pseudo_legal::Sink;
use crate::board::piece::{Color, Kind};
use crate::board::position::PositionOf;
use crate::board::square::{Square, SquareSet};

/// A sink that looks for a move that brings a piece to its goal.
struct Arriving {
    /// The squares on which a piece wins by arrival.
    goals: SquareSet,
    /// The kinds that win by arrival, as [`Kind::bit`]s.
    kinds: u16,
    found: bool,
}

impl Sink for Arriving {
    fn walks(&mut self, kind: Kind, _: Square, targets: SquareSet) {
        self.found |= self.kinds & kind.bit() != 0 && targets.meets(self.goals);
    }

    fn push(&mut self, mv: Move) {
        self.found |= self.kinds & mv.becomes().bit() != 0 && self.goals.contains(mv.to());
    }

    fn is_done(&self) -> bool {
        self.found
    }
}

impl PositionOf<'_> {
    /// Returns the squares of this side's pieces that have arrived at its goal.
    #[inline]
    fn at_goal(&self, color: Color) -> SquareSet {
        let there = self.spec.goals[color] & self.board.sides[color];
        if self.spec.is_won_by_kings() {
            return self.board.kings() & there;
        }
        let arriving = self.spec.kinds().filter(|kind| self.spec.arrives(*kind));
        arriving.fold(SquareSet::EMPTY, |all, kind| all | self.board.kinds[kind.index()] & there)
    }

    /// Returns the square of a side's piece that has arrived at its goal.
    pub fn arrived_at(&self, color: Color) -> Option<Square> {
        self.at_goal(color).first()
    }

    /// True if both sides have a piece on their goals.
    pub(crate) fn have_both_arrived(&self) -> bool {
        Color::BOTH.into_iter().all(|color| !self.at_goal(color).is_empty())
    }

    /// Returns the side that has a piece on its goal, such as the king that has captured the scepter or
    /// escaped.
    #[inline]
    pub fn goal_reached_by(&self) -> Option<Color> {
        // The side that just moved comes first: had the other one arrived before, the game would have been
        // over.
        [self.turn.other(), self.turn].into_iter().find(|color| !self.at_goal(*color).is_empty())
    }

    /// True if a legal move of the side to move brings a piece to its goal, other than by castling.
    #[cold]
    pub(crate) fn can_arrive(&self) -> bool {
        let mut arrival =
            Arriving { goals: self.spec.goals[self.turn], kinds: self.spec.goal_kinds, found: false };
        let (generator, mut filter) = self.begin_undecided(self.doubtful(self.is_check()), &mut arrival);
        generator.all(self.hands[self.turn], self.becomes(), &mut filter);
        arrival.found
    }
}
