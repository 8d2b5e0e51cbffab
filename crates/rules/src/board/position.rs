//! A valid position, and how a move changes it.
//!
//! A `Position` is only ever made from a start position, a checked FEN or a legal move, so every `Position`
//! is valid.

use super::geometry::neighbours;
use super::piece::{ByColor, Color, Kind, Piece};
use super::piece_type::PieceType;
use super::square::{Square, SquareSet};
use crate::movegen::moves::{How, Move};
use crate::spec::Spec;
use crate::spec::explosion::ExplosionRule;
use crate::variant::Variant;

/// The pieces on the board: a set of squares for each kind and for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// By [`Kind::index`].
    pub(crate) kinds: [SquareSet; Kind::MOST],
    pub(crate) sides: ByColor<SquareSet>,
}

impl Board {
    pub(crate) const EMPTY: Self = Self {
        kinds: [SquareSet::EMPTY; Kind::MOST],
        sides: ByColor { white: SquareSet::EMPTY, black: SquareSet::EMPTY },
    };

    #[inline]
    pub(crate) fn occupied(&self) -> SquareSet {
        self.sides.white | self.sides.black
    }

    #[inline]
    pub(crate) fn of(&self, color: Color, kind: Kind) -> SquareSet {
        self.kinds[kind.index()] & self.sides[color]
    }

    /// Returns the king of a side, or its first one if kings are not royal.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        self.of(color, Kind::KING).first()
    }

    #[inline]
    pub(crate) fn kings(&self) -> SquareSet {
        self.kinds[Kind::KING.index()]
    }

    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::BOTH.into_iter().find(|color| self.sides[*color].contains(square))?;
        let kind = self.kinds.iter().position(|squares| squares.contains(square))?;
        Some(Piece { color, kind: Kind::of(kind) })
    }

    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.kinds[piece.kind.index()].insert(square);
        self.sides[piece.color].insert(square);
    }

    /// Removes the pieces on these squares from the board.
    #[inline]
    pub(crate) fn lift(&mut self, squares: SquareSet) {
        for kind in &mut self.kinds {
            *kind &= !squares;
        }
        self.sides.white &= !squares;
        self.sides.black &= !squares;
    }

    /// Returns the squares of the other pieces that a capture blows up, before it is made.
    fn blown_up(&self, rule: &ExplosionRule, mv: &Move) -> SquareSet {
        if !mv.is_capture() {
            return SquareSet::EMPTY;
        }
        let spared = rule.spared.iter().fold(SquareSet::EMPTY, |all, kind| all | self.kinds[kind.index()]);
        neighbours(mv.to()) & self.occupied() & !spared & !mv.victims() & !mv.origin().set()
    }

    /// Makes a move of `us`.
    #[inline]
    pub(crate) fn make(&mut self, spec: &Spec, us: Color, mv: &Move) {
        if mv.is_capture() {
            if let Some(rule) = &spec.explosion {
                self.lift(self.blown_up(rule, mv) | mv.victims() | mv.origin().set());
                return;
            }
            self.lift(mv.victims());
        }
        if mv.how() == How::Drop {
            self.put(mv.to(), Piece { color: us, kind: mv.kind() });
            return;
        }
        if mv.is_castling() {
            self.make_castling(spec, us, mv);
            return;
        }
        let (from, to) = (mv.origin(), mv.to());
        self.kinds[mv.kind().index()].remove(from);
        self.kinds[mv.becomes().index()].insert(to);
        self.sides[us].remove(from);
        self.sides[us].insert(to);
    }

    fn make_castling(&mut self, spec: &Spec, us: Color, mv: &Move) {
        let king_side = mv.how() == How::CastleKingSide;
        let row = spec
            .castlings
            .iter()
            .find(|row| row.color == us && row.king_side == king_side && row.king_to == mv.to());
        if let Some((row, rook)) = row.zip(spec.rook) {
            self.lift(row.king.set() | row.rook.set());
            self.put(row.king_to, Piece { color: us, kind: Kind::KING });
            self.put(row.rook_to, Piece { color: us, kind: rook });
        }
    }
}

/// A board in a third of the space, for lists of many positions.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Packed {
    white: SquareSet,
    /// Bit planes of the kind's number plus one; 0 is an empty square.
    planes: [SquareSet; 4],
}

impl Packed {
    #[inline]
    fn of(board: &Board) -> Self {
        // The bit is a const parameter so that the compiler unrolls the loop over the kinds.
        Self {
            white: board.sides.white,
            planes: [plane::<0>(board), plane::<1>(board), plane::<2>(board), plane::<3>(board)],
        }
    }
}

/// Returns the squares of all kinds whose number plus one has this bit.
fn plane<const BIT: usize>(board: &Board) -> SquareSet {
    let mut plane = SquareSet::EMPTY;
    for (kind, squares) in board.kinds.iter().enumerate() {
        if (kind + 1) >> BIT & 1 != 0 {
            plane |= *squares;
        }
    }
    plane
}

/// A valid position, made only by [`Position::start`], [`Position::from_fen`] and legal moves.
pub type Position = PositionOf<'static>;

/// A valid position of a game whose specification need not live for the whole program, such as one still
/// being read.
#[derive(Clone, Copy)]
pub struct PositionOf<'s> {
    pub(crate) spec: &'s Spec,
    pub(crate) board: Board,
    pub(crate) turn: Color,
    /// Remaining castling rights, four bits in the order `KQkq`.
    pub(crate) rights: u8,
    /// The squares that an ordinary pawn passed over in the last move.
    pub(crate) passed: SquareSet,
    pub(crate) hands: ByColor<u8>,
    pub(crate) promotions: ByColor<u16>,
    /// The checks that each side has still to give, if the game counts them.
    pub(crate) checks_left: ByColor<u8>,
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
}

impl Position {
    /// Returns the game.
    #[inline]
    pub fn variant(&self) -> Variant {
        Variant::new(self.spec)
    }
}

impl<'s> PositionOf<'s> {
    /// Returns the game's specification.
    #[inline]
    pub fn spec(&self) -> &'s Spec {
        self.spec
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Returns the type of the piece on a square, of either side.
    pub fn piece_type_at(&self, square: Square) -> Option<&'s PieceType> {
        self.kind_at(square).map(|kind| self.spec.piece_type(kind))
    }

    /// Returns all pieces with their squares, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.board.occupied().iter().filter_map(|square| Some((square, self.board.piece_at(square)?)))
    }

    /// Returns the squares of one side's pieces of a kind.
    #[inline]
    pub fn of(&self, color: Color, kind: Kind) -> SquareSet {
        self.board.of(color, kind)
    }

    /// Returns all occupied squares.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.board.occupied()
    }

    /// Returns the square of a side's royal king; `None` if its king is not royal, or has been blown up.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        if self.spec.royal[color] { self.board.king(color) } else { None }
    }

    /// Returns the number of checks with which a side would win, if the game counts them; otherwise 0.
    #[inline]
    pub fn checks_left(&self, color: Color) -> u8 {
        self.checks_left[color]
    }

    /// Returns the number of ninja pawns that a side has in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> u8 {
        self.hands[color]
    }

    /// Returns the number of promotions that a side has made, if the game counts them.
    #[inline]
    pub fn promotions(&self, color: Color) -> u16 {
        self.promotions[color]
    }

    /// Plies since the last capture, pawn move or drop.
    #[inline]
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// Returns the full-move number, which goes up after each of Black's moves.
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Returns the rooks with which a side may still castle, now or later.
    pub fn castling_rooks(&self, color: Color) -> SquareSet {
        let rows = self.spec.castlings.iter();
        rows.filter(|row| row.color == color && self.rights & row.right() != 0).map(|row| row.rook).collect()
    }

    /// Returns the squares on which the pawn that just advanced may be captured en passant.
    #[inline]
    pub fn passed(&self) -> SquareSet {
        self.passed
    }

    /// Returns the squares of the other pieces that go when this capture explodes.
    ///
    /// The captured and the capturing piece are not among them. Empty for any other move, and where captures
    /// do not explode.
    #[inline]
    pub fn blown_up(&self, mv: &Move) -> SquareSet {
        self.spec.explosion.as_ref().map_or(SquareSet::EMPTY, |rule| self.board.blown_up(rule, mv))
    }

    /// True if the piece that makes this move explodes with what it captures.
    #[inline]
    pub fn explodes(&self, mv: &Move) -> bool {
        self.spec.explosion.is_some() && mv.is_capture()
    }

    /// Returns the position after a move that is known to be legal here.
    #[inline]
    pub(crate) fn after_legal(&self, mv: &Move) -> Self {
        let mut next = *self;
        next.make(mv);
        next
    }

    /// Makes a pseudo-legal move.
    #[inline]
    pub(crate) fn make(&mut self, mv: &Move) {
        let us = self.turn;
        if self.rights != 0 {
            let lost = |square: Square| self.spec.rights_lost[square.index()];
            let gone = mv.victims() | self.blown_up(mv);
            let by_victims = gone.iter().fold(0, |bits, square| bits | lost(square));
            self.rights &= !(lost(mv.origin()) | lost(mv.to()) | by_victims);
        }
        self.board.make(self.spec, us, mv);
        if mv.how() == How::Drop {
            self.hands[us] -= 1;
        }
        if self.spec.counts_promotions && mv.promotion().is_some() && self.spec.is_pawn(mv.kind()) {
            self.promotions[us] = self.promotions[us].saturating_add(1);
        }
        self.passed = mv.passed(self.spec);
        // Pawn moves restart the count although some of them are reversible.
        let begins_anew = mv.is_capture() || self.spec.is_pawn(mv.kind());
        self.halfmove = if begins_anew { 0 } else { self.halfmove.saturating_add(1) };
        self.fullmove = self.fullmove.saturating_add(u32::from(us == Color::Black));
        self.turn = us.other();
        if self.spec.ends.checks.is_some() && self.is_check() {
            self.checks_left[us] = self.checks_left[us].saturating_sub(1);
        }
    }

    /// Returns what a repetition compares.
    ///
    /// That is the side to move, board, castling rights, legal en-passant captures, pieces in hand, promotion
    /// counts and checks left.
    pub fn repetition_key(&self) -> RepetitionKey {
        RepetitionKey {
            board: Packed::of(&self.board),
            en_passant: self.legal_en_passant(),
            turn: self.turn,
            rights: self.rights,
            hands: self.hands,
            promotions: self.promotions,
            checks_left: self.checks_left,
        }
    }
}

impl PartialEq for PositionOf<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.spec, other.spec)
            && self.board == other.board
            && self.turn == other.turn
            && self.rights == other.rights
            && self.passed == other.passed
            && self.hands == other.hands
            && self.promotions == other.promotions
            && self.checks_left == other.checks_left
            && (self.halfmove, self.fullmove) == (other.halfmove, other.fullmove)
    }
}

impl Eq for PositionOf<'_> {}

impl std::fmt::Debug for PositionOf<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.spec.slug, self.fen())
    }
}

/// The key of a position for repetition; equal keys mean equal positions.
#[derive(Clone, PartialEq, Eq)]
pub struct RepetitionKey {
    board: Packed,
    en_passant: SquareSet,
    turn: Color,
    rights: u8,
    hands: ByColor<u8>,
    promotions: ByColor<u16>,
    checks_left: ByColor<u8>,
}
