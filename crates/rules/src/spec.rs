//! The specification of a game: its description, compiled and cross-checked once when it is loaded.

use crate::board::movement::{Brake, CompiledMovement};
use crate::board::piece::{ByColor, Color, Kind};
use crate::board::piece_type::{PIECE_TYPES, PieceType};
use crate::board::square::{CELLS, Square, SquareSet};
use description::{Diagram, Duties, Goal, PawnRule};
use ends::{Ends, NoMoves};
use explosion::ExplosionRule;
use lesson::LessonStep;
use piece_weights::PieceWeights;

/// The rule for the reserve of ninja pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DropRule {
    /// The kind that is dropped.
    pub kind: Kind,
    /// The most ninja pawns that a side may have in hand.
    pub in_hand: u8,
    /// The number of ninja pawns that a side has in total.
    pub in_all: u8,
    /// The squares for drops.
    pub squares: ByColor<SquareSet>,
    /// Whether a drop may immediately push the pawn further up the board.
    pub pushes: bool,
    /// The last rank of a side's own half, the limit for pushing a ninja pawn.
    pub half: ByColor<u8>,
}

impl DropRule {
    /// Returns the rank of a side's squares for drops, if they share one.
    pub fn rank(&self, color: Color) -> Option<u8> {
        let mut ranks = self.squares[color].iter().map(Square::rank);
        let first = ranks.next()?;
        ranks.all(|rank| rank == first).then_some(first)
    }
}

/// One way to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// The side that castles.
    pub color: Color,
    /// Whether it castles on the king's side, otherwise the queen's.
    pub king_side: bool,
    /// The king's home.
    pub king: Square,
    /// The rook's home.
    pub rook: Square,
    /// The king's target.
    pub king_to: Square,
    /// The rook's target.
    pub rook_to: Square,
    /// The squares between king and rook, which must be empty.
    pub(super) between: SquareSet,
}

impl Castling {
    /// Returns the bit of this right among the four, in the order `KQkq`.
    pub const fn right(&self) -> u8 {
        let side = if self.king_side { 1 } else { 2 };
        match self.color {
            Color::White => side,
            Color::Black => side << 2,
        }
    }
}

/// Kinds that become another kind as soon as they land on certain squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    /// The kinds that promote.
    pub kinds: Vec<Kind>,
    /// The kind they become.
    pub becomes: Kind,
    /// The squares, by the colour of the piece.
    pub squares: ByColor<SquareSet>,
}

/// The material with which no mate is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeadMaterial {
    /// The kinds of which a single piece, in addition to the kings, cannot mate.
    pub lone: Vec<Kind>,
    /// The bishop, if any number of bishops on squares of one colour is dead as well.
    pub bishop: Option<Kind>,
}

/// The kind of piece that brakes the enemies next to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BrakeRule {
    /// The kind that brakes.
    pub kind: Kind,
    /// Whether it also holds leapers in place and is never captured by one.
    pub holds_leapers: bool,
}

/// The kinds that capture at a distance, by the lines they use.
#[derive(Clone, Debug)]
pub(super) struct Liners {
    /// Along ranks and files.
    pub(super) orthogonal: Vec<Kind>,
    /// Along diagonals.
    pub(super) diagonal: Vec<Kind>,
    /// Kinds that can be blocked off the lines.
    pub(super) crooked: Vec<Kind>,
    /// Kinds that capture along lines and land behind the victim.
    pub(super) landing_behind: Vec<Kind>,
}

impl Liners {
    pub(super) fn of(movements: &[CompiledMovement]) -> Self {
        let those = |is: &dyn Fn(&CompiledMovement) -> bool| {
            movements
                .iter()
                .enumerate()
                .filter(|(_, mover)| is(mover))
                .map(|(number, _)| Kind::of(number))
                .collect()
        };
        Self {
            orthogonal: those(&|mover| mover.takes_along(true)),
            diagonal: those(&|mover| mover.takes_along(false)),
            crooked: those(&CompiledMovement::takes_crookedly),
            landing_behind: those(&CompiledMovement::lands_behind),
        }
    }
}

/// A game: its board, its pieces, and its differences from orthodox chess.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name shown to players.
    pub name: String,
    /// The name on the command line, in stored games and in URLs.
    pub slug: String,
    /// The slug of the first game of its family: a group of games that appeal to the same players.
    pub family: String,
    /// The game it is derived from; the source of texts that this game does not have.
    pub base: Option<String>,
    /// Its index in the order shown to players. Games without one come last.
    pub place: Option<usize>,
    /// Raised whenever a rule change could make a stored game read differently.
    pub rules_version: u32,
    /// The inventor's page.
    pub source_url: String,
    /// For each kind, a diagram of the piece alone and one in an illustrative position, in this order.
    pub(super) diagrams: Vec<Diagram>,
    /// The engine's piece values, if the game's file gives them.
    pub weights: Option<PieceWeights>,
    /// The lesson for newcomers, step by step.
    pub lesson: Vec<LessonStep>,
    /// The start position as an extended FEN.
    pub start_fen: String,
    /// Files of the bounding rectangle.
    pub files: u8,
    /// The lowest rank of the bounding rectangle, as printed.
    pub first_rank: u8,
    /// The highest rank of the bounding rectangle, as printed.
    pub last_rank: u8,
    /// The squares of the board; the other cells of the rectangle are holes.
    pub squares: SquareSet,
    /// Squares that only a king may enter.
    pub exits: SquareSet,
    /// The squares that every piece may enter.
    pub(super) open: SquareSet,
    /// The squares of each side's palace, for the picture.
    pub palaces: ByColor<SquareSet>,
    /// The squares on which each side wins by the arrival of a piece.
    pub goals: ByColor<SquareSet>,
    /// The kind of win on arrival; `None` without such squares.
    pub goal: Option<&'static Goal>,
    /// The kinds that win on arrival, as [`Kind::bit`]s.
    pub(super) goal_kinds: u16,
    /// Whether Black has one more move after White's arrival, if it can arrive by it: then it is a draw.
    pub last_reply: bool,
    /// Whether a side's king is royal: it has exactly one, which may not be left in check. Otherwise K is a
    /// piece like others.
    pub royal: ByColor<bool>,
    /// What a move must do, and what it may not.
    pub duties: Duties,
    /// What a capture blows up; `None` if captures do not explode.
    pub explosion: Option<ExplosionRule>,
    /// The ends of the game besides mate, goals and draws.
    pub ends: Ends,
    /// The rule of the ordinary pawn.
    pub pawn: PawnRule,
    /// The rank on which pawns promote, by colour.
    pub promotion_rank: ByColor<u8>,
    /// Whether the number of promotions made is part of the position.
    pub counts_promotions: bool,
    /// Promotion of pieces other than pawns, on landing.
    pub zone: Option<Zone>,
    /// The possible castlings.
    pub castlings: Vec<Castling>,
    /// The reserve, if the game has one.
    pub drops: Option<DropRule>,
    /// The kind that freezes the enemies next to it.
    pub freezer: Option<Kind>,
    /// The kind that brakes the enemies next to it.
    pub braker: Option<BrakeRule>,
    /// The dead positions; `None` if material alone never draws.
    pub dead: Option<DeadMaterial>,
    pub(super) types: Vec<PieceType>,
    /// How each kind moves, by its number.
    pub(super) movements: Vec<CompiledMovement>,
    /// What the next pawn may promote to, by the number of promotions made; the last row holds for all
    /// further ones.
    pub(super) promotions: Vec<Vec<Kind>>,
    /// The pawns of all sorts, as [`Kind::bit`]s.
    pub(super) pawns: u16,
    /// The ordinary pawn's kind.
    pub(super) ordinary_pawn: Option<Kind>,
    /// The kind that castles with the king.
    pub rook: Option<Kind>,
    /// The cells at which lines end: the holes, if the game's lines end at them.
    pub(super) walls: SquareSet,
    /// The castling rights lost when a move touches a square, by square.
    pub(super) rights_lost: [u8; CELLS],
    /// The cells from which each kind could ever capture on a cell, by colour (pawns differ), target and
    /// kind.
    pub(super) reach: ByColor<Vec<[SquareSet; Kind::MOST]>>,
    /// The kinds that capture at a distance.
    pub(super) liners: Liners,
    /// The kinds whose every move may affect the safety of their own king, as [`Kind::bit`]s.
    ///
    /// These are the king and the kinds that freeze or brake enemies.
    pub(super) guarding: u16,
}

impl Spec {
    /// True if it comes from a file and is not one of the games offered to players.
    pub const fn is_custom(&self) -> bool {
        self.place.is_none()
    }

    /// Returns the kinds of the game, the king first.
    #[inline]
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator + Clone + use<> {
        (0..self.types.len()).map(Kind::of)
    }

    /// Returns the upper-case letters of the kinds, in the order of [`Spec::kinds`].
    pub fn letters(&self) -> impl Iterator<Item = char> + use<'_> {
        self.types.iter().map(|piece| piece.letter)
    }

    /// Returns the squares that win and have no other marking: neither a palace nor an exit.
    pub fn bare_goals(&self) -> SquareSet {
        (self.goals.white | self.goals.black) & !self.exits & !(self.palaces.white | self.palaces.black)
    }

    /// Returns the kinds in the order in which a board's pieces are listed, equal in all games.
    pub fn listed(&self) -> impl Iterator<Item = Kind> + use<> {
        let place = |piece: &PieceType| PIECE_TYPES.iter().position(|one| *one == piece);
        let mut listed: Vec<Kind> = self.kinds().collect();
        listed.sort_by_key(|kind| place(self.piece_type(*kind)));
        listed.into_iter()
    }

    /// Returns the pieces of the game, in the order of [`Spec::kinds`].
    pub fn piece_types(&self) -> &[PieceType] {
        &self.types
    }

    /// Returns the type of a kind of this game.
    pub fn piece_type(&self, kind: Kind) -> &PieceType {
        &self.types[kind.index()]
    }

    /// Returns the upper-case letter of a kind in this game.
    pub fn letter(&self, kind: Kind) -> char {
        self.piece_type(kind).letter
    }

    /// Returns the kind of an upper-case letter.
    pub fn kind(&self, letter: char) -> Option<Kind> {
        self.types.iter().position(|piece| piece.letter == letter).map(Kind::of)
    }

    /// Returns the kind of this type of piece.
    pub fn kind_of(&self, piece: &PieceType) -> Option<Kind> {
        self.types.iter().position(|one| one == piece).map(Kind::of)
    }

    /// True if a game can end by its last move other than by mate and draws.
    #[inline]
    pub(super) fn is_decided_by_moves(&self) -> bool {
        self.goal.is_some()
            || self.ends.checks.is_some()
            || self.ends.extinction.is_some()
            || self.explosion.is_some()
    }

    /// True if the game has other ways to win than mate and the king's arrival, no mate, or a side without a
    /// royal king.
    #[inline]
    pub fn has_own_ends(&self) -> bool {
        let Ends { no_moves, checks, extinction } = &self.ends;
        let is_chess = *no_moves == NoMoves::Draws && checks.is_none() && extinction.is_none();
        let is_kings = self.royal.white && self.royal.black && self.explosion.is_none();
        !is_chess || !is_kings || !self.duties.may_check || self.goal.is_some() && !self.king_alone_arrives()
    }

    /// True if the kings alone win by arrival, and at once.
    #[inline]
    pub fn king_alone_arrives(&self) -> bool {
        self.goal_kinds == Kind::KING.bit() && !self.last_reply
    }

    /// True if no other pieces than kings win by arrival.
    pub fn is_won_by_kings(&self) -> bool {
        self.goal_kinds == Kind::KING.bit()
    }

    /// True if this kind wins by arrival.
    #[inline]
    pub fn arrives(&self, kind: Kind) -> bool {
        self.goal_kinds & kind.bit() != 0
    }

    /// True if each move has to be tested for the safety of both kings, whichever squares it touches.
    #[inline]
    pub(super) fn tests_each_move(&self) -> bool {
        !self.duties.may_check || self.explosion.is_some()
    }

    /// True if a side wins by losing its pieces.
    pub fn is_giveaway(&self) -> bool {
        self.ends.extinction.as_ref().is_some_and(|rule| rule.wins)
    }

    /// True if it is a pawn of any sort: it promotes, and its moves reset the half-move clock.
    #[inline]
    pub fn is_pawn(&self, kind: Kind) -> bool {
        self.pawns & kind.bit() != 0
    }

    /// True if it is the ordinary pawn.
    #[inline]
    pub fn is_ordinary_pawn(&self, kind: Kind) -> bool {
        self.ordinary_pawn == Some(kind)
    }

    /// Returns the kind that a bare square means: the ordinary pawn, otherwise the ninja pawn.
    pub fn bare_pawn(&self) -> Option<Kind> {
        self.ordinary_pawn.or(self.ninja_pawn())
    }

    /// Returns the kind that is dropped.
    pub fn ninja_pawn(&self) -> Option<Kind> {
        self.drops.map(|rule| rule.kind)
    }

    /// True if a line ends at a hole; otherwise it continues behind the hole.
    pub fn lines_end_at_holes(&self) -> bool {
        !self.walls.is_empty()
    }

    /// Returns what a side's next pawn may promote to after this many promotions.
    #[inline]
    pub fn promotions(&self, made: u16) -> &[Kind] {
        &self.promotions[usize::from(made).min(self.promotions.len() - 1)]
    }

    /// Returns the promotion rows: one for each promotion of a side; the last holds for all further ones.
    pub fn promotion_rows(&self) -> impl ExactSizeIterator<Item = &[Kind]> {
        self.promotions.iter().map(Vec::as_slice)
    }

    /// True if it has the same board, pieces and rules as another game.
    ///
    /// They may still differ in names, pictures and start positions.
    pub fn plays_like(&self, other: &Self) -> bool {
        let moves = |spec: &Self| -> Vec<_> {
            spec.types
                .iter()
                .map(|piece| (piece.slug.clone(), piece.letter, piece.movement.clone()))
                .collect()
        };
        let begins_alike = self.start_fen == other.start_fen
            || !self.types.iter().any(|piece| piece.movement.has_first_moves());
        moves(self) == moves(other)
            && begins_alike
            && (self.squares, self.exits, &self.palaces) == (other.squares, other.exits, &other.palaces)
            && (&self.goals, self.goal, self.walls) == (&other.goals, other.goal, other.walls)
            && (self.goal_kinds, self.last_reply) == (other.goal_kinds, other.last_reply)
            && (self.duties, &self.explosion) == (other.duties, &other.explosion)
            && (&self.royal, &self.ends) == (&other.royal, &other.ends)
            && (self.pawn, &self.promotion_rank) == (other.pawn, &other.promotion_rank)
            && (&self.promotions, &self.zone) == (&other.promotions, &other.zone)
            && (&self.castlings, self.drops) == (&other.castlings, other.drops)
            && (self.freezer, self.braker, &self.dead) == (other.freezer, other.braker, &other.dead)
    }

    /// True if the kind can capture pieces that it does not land on.
    pub fn takes_in_passing(&self, kind: Kind) -> bool {
        self.movements[kind.index()].takes_in_passing()
    }

    /// Returns the effect of the game's brake on an enemy of this kind.
    pub fn brake(&self, kind: Kind) -> Brake {
        self.braker.map_or(Brake::Free, |rule| self.movements[kind.index()].brake(rule.holds_leapers))
    }

    /// Returns the diagrams of all kinds, in the order of [`Spec::kinds`].
    pub fn diagrams(&self) -> impl Iterator<Item = &Diagram> + use<'_> {
        self.diagrams.iter()
    }

    /// Returns the diagrams of a kind: the piece alone, then the illustrative position.
    pub fn diagrams_of(&self, kind: Kind) -> impl Iterator<Item = &Diagram> + use<'_> {
        let letter = self.letter(kind);
        self.diagrams().filter(move |diagram| diagram.kind == letter)
    }

    /// Returns a rank from this side's view: Black's ranks are counted from the other end.
    #[inline]
    pub fn relative_rank(&self, color: Color, rank: u8) -> u8 {
        match color {
            Color::White => rank,
            Color::Black => (self.first_rank + self.last_rank).saturating_sub(rank),
        }
    }

    /// Returns the castling rights that exist in the game, as bits in the order `KQkq`.
    pub(super) fn all_rights(&self) -> u8 {
        self.castlings.iter().fold(0, |rights, castling| rights | castling.right())
    }

    /// Returns the cells of the bounding rectangle, rank by rank from the top, files from a.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square> + use<>> + use<> {
        let files = self.files;
        (self.first_rank..=self.last_rank)
            .rev()
            .map(move |rank| (0..files).filter_map(move |file| Square::at(file, rank)))
    }
}
mod contradictions;
pub(super) mod description;
pub(super) mod description_reader;
pub(super) mod ends;
pub(super) mod explosion;
mod homes;
pub(super) mod lesson;
pub(super) mod piece_weights;
