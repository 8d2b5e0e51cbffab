//! Filters for tactical moves and for captures.

use super::moves::Move;
use super::pseudo_legal::Sink;
use crate::board::piece::Kind;
use crate::board::square::{Square, SquareSet};

/// A sink that passes on only tactical moves: captures, promotions and arrivals at the goal.
pub(crate) struct Tactical<'a, S> {
    pub(crate) enemy: SquareSet,
    /// The squares on which a piece wins by arrival.
    pub(crate) goals: SquareSet,
    /// The kinds that win by arrival, as [`Kind::bit`]s.
    pub(crate) arriving: u16,
    pub(crate) sink: &'a mut S,
}

impl<S: Sink> Sink for Tactical<'_, S> {
    #[inline]
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        let wanted = if self.arriving & kind.bit() != 0 { self.enemy | self.goals } else { self.enemy };
        let tactical = targets & wanted;
        if !tactical.is_empty() {
            self.sink.walks(kind, from, tactical);
        }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        if mv.is_tactical() {
            self.sink.push(mv);
        }
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

/// A sink that passes on only captures.
pub(crate) struct Captures<'a, S> {
    pub(crate) enemy: SquareSet,
    pub(crate) sink: &'a mut S,
}

impl<S: Sink> Sink for Captures<'_, S> {
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        self.sink.walks(kind, from, targets & self.enemy);
    }

    fn push(&mut self, mv: Move) {
        if mv.is_capture() {
            self.sink.push(mv);
        }
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}
