//! Legality: filters the pseudo-legal moves that leave the mover's king safe.

use super::attacks::{attackers, dependence, is_attacked};
use super::moves::Move;
use super::pseudo_legal::{Generator, Sink};
use super::tactical::{Captures, Tactical};
use crate::board::geometry::Direction;
use crate::board::piece::{Color, Kind};
use crate::board::position::{Board, PositionOf};
use crate::board::square::{Square, SquareSet};
use crate::spec::Castling;

/// A sink that passes on only the legal moves among the pseudo-legal ones.
pub(super) struct Filter<'a, S> {
    position: &'a PositionOf<'a>,
    enemy: SquareSet,
    /// The squares on which the king's safety may depend.
    ///
    /// A move that touches none of them, of a kind that is not doubtful, needs no test.
    doubtful: SquareSet,
    sink: &'a mut S,
}

impl<S: Sink> Filter<'_, S> {
    /// True if the kind's moves are always tested: the king's, and those of a piece that freezes or brakes.
    #[inline]
    fn is_doubtful_kind(&self, kind: Kind) -> bool {
        self.position.spec.guarding & kind.bit() != 0
    }

    #[inline]
    fn with_victim(&self, kind: Kind, from: Square, to: Square) -> Move {
        let mv = Move::walk(kind, from, to);
        if self.enemy.contains(to) { mv.taking(to) } else { mv }
    }
}

impl<S: Sink> Sink for Filter<'_, S> {
    #[inline]
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        let to_test = if self.doubtful.contains(from) || self.is_doubtful_kind(kind) {
            targets
        } else {
            targets & self.doubtful
        };
        let mut legal = targets & !to_test;
        for to in to_test {
            if self.position.is_safe(&self.with_victim(kind, from, to)) {
                legal.insert(to);
            }
        }
        self.sink.walks(kind, from, legal);
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        let touched = mv.origin().set() | mv.to().set() | mv.victims();
        let certain = !touched.meets(self.doubtful) && !self.is_doubtful_kind(mv.kind()) && !mv.is_castling();
        if certain || self.position.is_safe(&mv) {
            self.sink.push(mv);
        }
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}

/// A sink that collects the squares of legal en-passant captures.
struct EnPassant<'a> {
    position: &'a PositionOf<'a>,
    on: SquareSet,
}

impl Sink for EnPassant<'_> {
    fn walks(&mut self, _: Kind, _: Square, _: SquareSet) {}

    fn push(&mut self, mv: Move) {
        if mv.is_en_passant() && self.position.is_safe(&mv) {
            self.on.insert(mv.to());
        }
    }
}

/// A sink that collects moves.
pub(crate) struct Collect<'a> {
    pub(crate) enemy: SquareSet,
    pub(crate) moves: &'a mut Vec<Move>,
}

impl Sink for Collect<'_> {
    #[inline]
    fn walks(&mut self, kind: Kind, from: Square, targets: SquareSet) {
        for to in targets & !self.enemy {
            self.moves.push(Move::walk(kind, from, to));
        }
        for to in targets & self.enemy {
            self.moves.push(Move::walk(kind, from, to).taking(to));
        }
    }

    #[inline]
    fn push(&mut self, mv: Move) {
        self.moves.push(mv);
    }
}

/// A sink that counts moves.
struct Count(u64);

impl Sink for Count {
    #[inline]
    fn walks(&mut self, _: Kind, _: Square, targets: SquareSet) {
        self.0 += targets.len() as u64;
    }

    #[inline]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// A sink that stops at the first move.
struct Any(bool);

impl Sink for Any {
    #[inline]
    fn walks(&mut self, _: Kind, _: Square, targets: SquareSet) {
        self.0 |= !targets.is_empty();
    }

    #[inline]
    fn push(&mut self, _: Move) {
        self.0 = true;
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.0
    }
}

impl PositionOf<'_> {
    /// Returns the legal moves, in the generator's order.
    ///
    /// Empty after checkmate, stalemate, and once the game is decided.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(&mut moves);
        moves
    }

    /// Appends the legal moves to a list, so that a search can reuse its allocation.
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        let enemy = self.board.sides[self.turn.other()];
        self.generate(&mut Collect { enemy, moves });
    }

    /// Returns the number of legal moves.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0
    }

    /// True if there is a legal move; stops at the first piece that has one.
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        self.generate(&mut any);
        any.0
    }

    /// Returns the legal moves, found by making and testing each one.
    ///
    /// This is a slow reference for tests of [`PositionOf::legal_moves`].
    pub fn legal_moves_by_testing_each(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let enemy = self.board.sides[self.turn.other()];
        self.generate_with(SquareSet::ALL, &mut Collect { enemy, moves: &mut moves });
        moves
    }

    /// Returns the pseudo-legal moves of the side to move, except castling.
    pub(crate) fn pseudo_legal_moves(&self, board: &Board, hooks: bool) -> Vec<Move> {
        let mut moves = Vec::new();
        let generator = Generator::new(self.spec, board, self.turn, self.passed);
        let generator = if hooks { generator } else { generator.without_hooks() };
        let enemy = board.sides[self.turn.other()];
        generator.all(self.hands[self.turn], self.becomes(), &mut Collect { enemy, moves: &mut moves });
        moves
    }

    /// True if a pseudo-legal move leaves the mover's king safe from capture, and gives no forbidden check.
    #[inline]
    pub(crate) fn is_safe(&self, mv: &Move) -> bool {
        if self.spec.tests_each_move() {
            return self.leaves_kings_safe(mv);
        }
        if !self.spec.royal[self.turn] {
            return true;
        }
        let mut board = self.board;
        board.make(self.spec, self.turn, mv);
        board.king(self.turn).is_some_and(|king| !is_attacked(self.spec, &board, king, self.turn.other()))
    }

    /// Likewise, where captures explode or checks are forbidden.
    #[cold]
    fn leaves_kings_safe(&self, mv: &Move) -> bool {
        let (spec, us, them) = (self.spec, self.turn, self.turn.other());
        let mut board = self.board;
        board.make(spec, us, mv);
        let is_attacked = |king, by| is_attacked(spec, &board, king, by);
        let their_king = board.king(them);
        if spec.royal[us] {
            let Some(king) = board.king(us) else { return false };
            // Whoever blows up the enemy's king need not care for a check.
            let wins = spec.royal[them] && their_king.is_none();
            if !wins && is_attacked(king, them) {
                return false;
            }
        }
        spec.duties.may_check || !spec.royal[them] || their_king.is_none_or(|king| !is_attacked(king, us))
    }

    /// Returns the squares on which the pawn that just advanced can legally be captured en passant.
    pub(crate) fn legal_en_passant(&self) -> SquareSet {
        if self.passed.is_empty() || self.decided().is_some() {
            return SquareSet::EMPTY;
        }
        let generator = Generator::new(self.spec, &self.board, self.turn, self.passed);
        let Some(pawn) = self.spec.ordinary_pawn else { return SquareSet::EMPTY };
        let pawns = self.board.of(self.turn, pawn) & !generator.frozen;
        let reach = &self.spec.reach[self.turn];
        let near = self.passed.iter().fold(SquareSet::EMPTY, |all, at| all | reach[at.index()][pawn.index()]);
        let mut found = EnPassant { position: self, on: SquareSet::EMPTY };
        for from in pawns & near {
            // The promotion does not matter for captures.
            generator.piece(pawn, from, &[Kind::KING], &mut found);
        }
        found.on
    }

    #[inline]
    fn generate(&self, sink: &mut impl Sink) {
        self.generate_with(self.doubtful(self.is_check()), sink);
    }

    /// Returns the squares on which the safety of the moving side's king can depend, in check or not.
    #[inline]
    pub(crate) fn doubtful(&self, check: bool) -> SquareSet {
        match self.king(self.turn) {
            _ if self.spec.tests_each_move() => SquareSet::ALL,
            Some(king) if !check => dependence(self.spec, &self.board, king, self.turn),
            Some(_) => SquareSet::ALL,
            None => SquareSet::EMPTY,
        }
    }

    /// Generates the legal tactical moves: captures, promotions and arrivals at the goal.
    ///
    /// Castling is never tactical.
    #[inline]
    pub(crate) fn generate_tactical(&self, check: bool, sink: &mut impl Sink) {
        if self.spec.duties.must_take && self.has_capture() {
            return self.captures(self.doubtful(check), sink);
        }
        let Some((generator, mut filter)) = self.begin(self.doubtful(check), sink) else { return };
        let mut tactical = Tactical {
            enemy: filter.enemy,
            goals: self.spec.goals[self.turn],
            arriving: self.spec.goal_kinds,
            sink: &mut filter,
        };
        generator.all(0, self.becomes(), &mut tactical);
    }

    #[inline]
    pub(crate) fn generate_with(&self, doubtful: SquareSet, sink: &mut impl Sink) {
        if self.spec.duties.must_take && self.has_capture() {
            return self.captures(doubtful, sink);
        }
        let Some((generator, mut filter)) = self.begin(doubtful, sink) else { return };
        generator.all(self.hands[self.turn], self.becomes(), &mut filter);
        if self.rights != 0 && !filter.is_done() {
            for row in &self.spec.castlings {
                if self.castling_obstacle(row).is_none() {
                    filter.push(Move::castle(row.king_side, row.king, row.king_to));
                }
            }
        }
    }

    /// Generates the legal captures.
    #[cold]
    fn captures(&self, doubtful: SquareSet, sink: &mut impl Sink) {
        let Some((generator, mut filter)) = self.begin(doubtful, sink) else { return };
        let mut captures = Captures { enemy: filter.enemy, sink: &mut filter };
        generator.all(0, self.becomes(), &mut captures);
    }

    /// True if the side to move has a legal capture.
    #[cold]
    pub(crate) fn has_capture(&self) -> bool {
        let mut any = Any(false);
        self.captures(self.doubtful(self.is_check()), &mut any);
        any.0
    }

    /// True if the side to move has to capture, and can.
    pub fn must_take(&self) -> bool {
        self.spec.duties.must_take && self.has_capture()
    }

    /// Returns the generator and the legality filter; `None` once the game is decided.
    #[inline]
    fn begin<'a, S: Sink>(
        &'a self,
        doubtful: SquareSet,
        sink: &'a mut S,
    ) -> Option<(Generator<'a>, Filter<'a, S>)> {
        if self.decided().is_some() {
            return None;
        }
        Some(self.begin_undecided(doubtful, sink))
    }

    #[inline]
    pub(super) fn begin_undecided<'a, S: Sink>(
        &'a self,
        doubtful: SquareSet,
        sink: &'a mut S,
    ) -> (Generator<'a>, Filter<'a, S>) {
        let enemy = self.board.sides[self.turn.other()];
        let generator = Generator::new(self.spec, &self.board, self.turn, self.passed);
        (generator, Filter { position: self, enemy, doubtful, sink })
    }

    /// Returns what a pawn of the side to move may promote to now.
    #[inline]
    pub(crate) fn becomes(&self) -> &[Kind] {
        self.spec.promotions(self.promotions[self.turn])
    }

    /// Returns why this castling is not possible; `None` if it is.
    ///
    /// The safety of the king's target is not tested here.
    pub(crate) fn castling_obstacle(&self, row: &Castling) -> Option<CastlingObstacle> {
        if row.color != self.turn || self.rights & row.right() == 0 {
            return Some(CastlingObstacle::NoRight);
        }
        let in_the_way = row.between & self.board.occupied();
        if let Some(square) = in_the_way.first() {
            return Some(CastlingObstacle::Occupied(square));
        }
        let them = self.turn.other();
        let direction = Direction::between(row.king, row.rook)?;
        let mut at = row.king;
        // Tests the king's own square and those it crosses, with the rook still at home. The target is tested
        // later on the board after the move.
        while at != row.king_to && self.spec.royal[self.turn] {
            let mut board = self.board;
            board.lift(row.king.set());
            board.put(at, crate::board::piece::Piece { color: self.turn, kind: Kind::KING });
            if let Some(attacker) = attackers(self.spec, &board, at, them).first() {
                return Some(CastlingObstacle::Attacked { square: at, attacker });
            }
            at = direction.step(at)?;
        }
        None
    }

    /// Returns the enemy pieces that give check to the side to move.
    pub fn checkers(&self) -> SquareSet {
        let Some(king) = self.king(self.turn) else { return SquareSet::EMPTY };
        attackers(self.spec, &self.board, king, self.turn.other())
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.king(self.turn).is_some_and(|king| is_attacked(self.spec, &self.board, king, self.turn.other()))
    }

    /// True if the king of the side that just moved could be captured; never true in a valid position.
    pub fn is_opponent_in_check(&self) -> bool {
        let them = self.turn.other();
        self.king(them).is_some_and(|king| is_attacked(self.spec, &self.board, king, self.turn))
    }

    /// Returns all frozen pieces, of both sides.
    pub fn frozen(&self) -> SquareSet {
        let of = |color| Generator::new(self.spec, &self.board, color, SquareSet::EMPTY).frozen;
        of(Color::White) | of(Color::Black)
    }

    /// Returns the squares on which enemy Guards or Bodyguards brake this colour's pieces.
    pub fn braked(&self, color: Color) -> SquareSet {
        Generator::new(self.spec, &self.board, color, SquareSet::EMPTY).braked & self.spec.squares
    }
}

/// An obstacle to castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CastlingObstacle {
    NoRight,
    Occupied(Square),
    Attacked { square: Square, attacker: Square },
}
