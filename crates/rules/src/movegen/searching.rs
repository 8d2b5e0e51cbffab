//! What a search needs from the rules in addition to the move list: tactical moves, null moves, moves as
//! numbers.

use super::attacks::{attackers, is_attacked};
use super::legal::Collect;
use super::moves::{How, Move};
use super::pseudo_legal::{Generator, Sink};
use crate::board::piece::{Color, Kind, Piece};
use crate::board::position::PositionOf;
use crate::board::square::{CELLS, Square, SquareSet};

/// A sink that finds the cheapest capture on a square that costs more than the one rejected last.
struct Cheapest<'a, C> {
    at: Square,
    cost: &'a C,
    refused: Option<(i32, u32)>,
    /// Number of captures seen so far; breaks ties in favour of the first.
    seen: u32,
    best: Option<((i32, u32), Move)>,
}

impl<C: Fn(&Move) -> i32> Sink for Cheapest<'_, C> {
    #[inline]
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        if targets.contains(self.at) {
            self.push(Move::walk(kind, from, self.at).taking(self.at));
        }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        if !mv.victims().contains(self.at) {
            return;
        }
        let rank = ((self.cost)(&mv), self.seen);
        self.seen += 1;
        if self.refused.is_none_or(|refused| rank > refused) && self.best.is_none_or(|(best, _)| rank < best)
        {
            self.best = Some((rank, mv));
        }
    }
}

impl PositionOf<'_> {
    /// True if a legal move wins at once because a piece reaches its goal.
    #[inline]
    pub fn is_arrival(&self, mv: &Move) -> bool {
        self.spec.arrives(mv.becomes())
            && self.spec.goals[self.turn].contains(mv.to())
            && !self.spec.last_reply
            && !self.explodes(mv)
    }

    /// Appends the tactical moves: legal captures, promotions and arrivals at the goal.
    #[inline]
    pub fn tactical_moves_into(&self, moves: &mut Vec<Move>) {
        self.known_tactical_moves_into(self.is_check(), moves);
    }

    /// Like `tactical_moves_into`, for a caller that already knows whether the side to move is
    /// in check.
    #[inline]
    pub fn known_tactical_moves_into(&self, check: bool, moves: &mut Vec<Move>) {
        debug_assert_eq!(check, self.is_check());
        let enemy = self.board.sides[self.turn.other()];
        self.generate_tactical(check, &mut Collect { enemy, moves });
    }

    /// Appends the legal moves, for a caller that already knows whether the side to move is in check.
    #[inline]
    pub fn known_legal_moves_into(&self, check: bool, moves: &mut Vec<Move>) {
        debug_assert_eq!(check, self.is_check());
        let enemy = self.board.sides[self.turn.other()];
        self.generate_with(self.doubtful(check), &mut Collect { enemy, moves });
    }

    /// Appends the moves for a quiescence search: all moves in check, otherwise the tactical ones.
    ///
    /// Returns true if the side to move is in check.
    pub fn settling_moves_into(&self, moves: &mut Vec<Move>) -> bool {
        let check = self.is_check();
        if check {
            self.known_legal_moves_into(check, moves);
        } else {
            self.known_tactical_moves_into(check, moves);
        }
        check
    }

    /// Returns the cheapest legal capture on a square, by the given cost; ties go to the generator's first.
    ///
    /// Only pieces that reach the square are considered. Captures are tested for legality from the cheapest
    /// up, until one is legal.
    pub fn cheapest_capture(&self, at: Square, cost: impl Fn(&Move) -> i32) -> Option<Move> {
        if self.decided().is_some() {
            return None;
        }
        let generator = Generator::new(self.spec, &self.board, self.turn, self.passed);
        let able = generator.own & !generator.frozen;
        let mut refused = None;
        loop {
            let mut cheapest = Cheapest { at, cost: &cost, refused, seen: 0, best: None };
            for kind in self.spec.kinds() {
                // A capture en passant does not land on the victim's square, so `reach` does not cover it.
                let near = if self.spec.is_ordinary_pawn(kind) && !self.passed.is_empty() {
                    SquareSet::ALL
                } else {
                    self.spec.reach[self.turn][at.index()][kind.index()]
                };
                for from in near & able & self.board.kinds[kind.index()] {
                    generator.piece(kind, from, self.becomes(), &mut cheapest);
                }
            }
            let (rank, mv) = cheapest.best?;
            if self.is_safe(&mv) {
                return Some(mv);
            }
            refused = Some(rank);
        }
    }

    /// Returns the position after a move listed by [`PositionOf::legal_moves`] or
    /// [`PositionOf::tactical_moves_into`].
    ///
    /// The move is not tested again. Any other move leads to an invalid position.
    #[inline]
    pub fn after_known(&self, mv: &Move) -> Self {
        debug_assert!(self.is_legal(mv), "{mv} in {self:?}");
        self.after_legal(mv)
    }

    /// Returns the position after a null move, with the other side to move.
    ///
    /// `None` in check, because the result would be invalid.
    pub fn passed_on(&self) -> Option<Self> {
        (!self.is_check()).then(|| self.known_passed_on())
    }

    /// Like `passed_on`, for a caller that knows that the side to move is not in check.
    #[inline]
    pub fn known_passed_on(&self) -> Self {
        debug_assert!(!self.is_check(), "{self:?}");
        let mut next = *self;
        next.passed = SquareSet::EMPTY;
        next.halfmove = next.halfmove.saturating_add(1);
        next.turn = self.turn.other();
        next
    }

    /// True if the king of this side could be captured on this square, regardless of whose turn it is.
    pub fn is_guarded_against(&self, color: Color, square: Square) -> bool {
        let mut board = self.board;
        board.lift(board.of(color, Kind::KING) | square.set());
        board.put(square, Piece { color, kind: Kind::KING });
        is_attacked(self.spec, &board, square, color.other())
    }

    /// Returns the pieces that could capture the piece on a square, except en passant.
    ///
    /// The turn and the safety of their own king are ignored.
    pub fn attackers_of(&self, square: Square) -> SquareSet {
        let by = |piece: Piece| attackers(self.spec, &self.board, square, piece.color.other());
        self.piece_at(square).map_or(SquareSet::EMPTY, by)
    }

    /// True if the piece shields its king: the king could be captured only without that piece.
    pub fn shields_its_king(&self, square: Square) -> bool {
        let Some(piece) = self.piece_at(square).filter(|piece| piece.kind != Kind::KING) else {
            return false;
        };
        let Some(king) = self.king(piece.color) else { return false };
        let mut without = self.board;
        without.lift(square.set());
        let is_taken = |board| is_attacked(self.spec, board, king, piece.color.other());
        is_taken(&without) && !is_taken(&self.board)
    }

    /// Returns the legal move with this [`Move::code`].
    pub fn move_of_code(&self, code: u32) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.code() == code)
    }
}

impl Move {
    /// Returns a number below 2^20 that identifies the move in its position.
    #[inline]
    pub const fn code(&self) -> u32 {
        const { assert!(CELLS <= 1 << 7, "a cell fits") };
        let becomes = match self.promotion() {
            Some(kind) => kind.index() as u32 + 1,
            None => 0,
        };
        let how = match self.how() {
            How::Walk | How::EnPassant => 0,
            How::Drop => 1,
            How::CastleKingSide => 2,
            How::CastleQueenSide => 3,
        };
        how << 18 | becomes << 14 | (self.origin().index() as u32) << 7 | self.to().index() as u32
    }
}
