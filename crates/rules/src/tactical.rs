//! A filter for tactical moves.

use super::movegen::Sink;
use super::moves::Move;
use super::piece::Kind;
use super::square::{Square, SquareSet};

/// A sink that passes on only tactical moves: captures, promotions and a king's arrival at its goal.
pub(super) struct Tactical<'a, S> {
    pub(super) enemy: SquareSet,
    /// Where the king wins.
    pub(super) goals: SquareSet,
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Sink for Tactical<'_, S> {
    #[inline]
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        let wanted = if kind == Kind::KING { self.enemy | self.goals } else { self.enemy };
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
