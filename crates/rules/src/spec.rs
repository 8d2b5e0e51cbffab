//! What makes a game: its description worked out, and cross-checked once when it is loaded.

use super::description::{Diagram, Goal, PawnRule};
use super::lesson::LessonStep;
use super::movement::{Brake, CompiledMovement};
use super::piece::{ByColor, Color, Kind};
use super::piece_type::{PIECE_TYPES, PieceType};
use super::square::{CELLS, Square, SquareSet};

/// How the reserve of ninja pawns works.
#[derive(Clone, Copy, Debug)]
pub struct DropRule {
    /// What is dropped.
    pub kind: Kind,
    /// Ninja pawns that a side may have in hand.
    pub in_hand: u8,
    /// Ninja pawns that a side has in all.
    pub in_all: u8,
    /// The squares on which they enter.
    pub squares: ByColor<SquareSet>,
    /// Whether they may be pushed on at once, up the board.
    pub pushes: bool,
    /// The last rank of a side's own half, as far as a ninja pawn may be pushed.
    pub half: ByColor<u8>,
}

impl DropRule {
    /// The rank on which all of a side's drops enter, if it is one.
    pub fn rank(&self, color: Color) -> Option<u8> {
        let mut ranks = self.squares[color].iter().map(Square::rank);
        let first = ranks.next()?;
        ranks.all(|rank| rank == first).then_some(first)
    }
}

/// One way to castle.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    /// Whose it is.
    pub color: Color,
    /// Towards the rook on the king's side (else the queen's).
    pub king_side: bool,
    /// The king's home.
    pub king: Square,
    /// The rook's home.
    pub rook: Square,
    /// Where the king lands.
    pub king_to: Square,
    /// Where the rook lands.
    pub rook_to: Square,
    /// What must be empty between the two.
    pub(super) between: SquareSet,
}

impl Castling {
    /// The bit of this right among the four, in the order `KQkq`.
    pub const fn right(&self) -> u8 {
        let side = if self.king_side { 1 } else { 2 };
        match self.color {
            Color::White => side,
            Color::Black => side << 2,
        }
    }
}

/// Kinds that become another one as soon as they land on some squares.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Which.
    pub kinds: Vec<Kind>,
    /// What they become.
    pub becomes: Kind,
    /// Where, by the colour of the piece.
    pub squares: ByColor<SquareSet>,
}

/// Which material no longer allows a mate.
#[derive(Clone, Debug)]
pub struct DeadMaterial {
    /// The kinds of which one alone, beside the kings, cannot mate.
    pub lone: Vec<Kind>,
    /// The bishop, where any number of them on squares of one colour is dead as well.
    pub bishop: Option<Kind>,
}

/// The kind that brakes the enemies round it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BrakeRule {
    /// Which.
    pub kind: Kind,
    /// Whether it holds leapers where they stand, and is never taken by one.
    pub holds_leapers: bool,
}

/// The kinds of a game that take from afar, by the lines on which they do.
#[derive(Clone, Debug)]
pub(super) struct Liners {
    /// Along ranks and files.
    pub(super) orthogonal: Vec<Kind>,
    /// Along diagonals.
    pub(super) diagonal: Vec<Kind>,
    /// Those of either that come down behind what they take.
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
            orthogonal: those(&|mover| mover.lines().iter().any(|line| line.is_orthogonal())),
            diagonal: those(&|mover| mover.lines().iter().any(|line| !line.is_orthogonal())),
            landing_behind: those(&CompiledMovement::lands_behind),
        }
    }
}

/// A game: board, pieces and the places where it leaves orthodox chess.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name players read.
    pub name: &'static str,
    /// The name on command lines, in stored games and in addresses.
    pub slug: &'static str,
    /// The first game of its family, by which the family is known: games whose players may like each other's.
    pub family: &'static str,
    /// The game on which it is built: what is not told of this one is told of that one.
    pub base: Option<&'static str>,
    /// Raised whenever a stored game could read differently.
    pub rules_version: u32,
    /// The inventor's page.
    pub source_url: &'static str,
    /// For each kind a diagram of the piece alone and one of a telling position, in this order.
    pub(super) diagrams: Vec<&'static Diagram>,
    /// What a newcomer learns it by, from step to step.
    pub lesson: &'static [LessonStep],
    /// The start position as an extended FEN.
    pub start_fen: &'static str,
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
    /// Where a king of each colour wins on arrival.
    pub goals: ByColor<SquareSet>,
    /// What that arrival is; none where there is no such square.
    pub goal: Option<&'static Goal>,
    /// The ordinary pawn.
    pub pawn: PawnRule,
    /// The rank on which pawns promote, by colour.
    pub promotion_rank: ByColor<u8>,
    /// Whether the number of promotions made is part of the position.
    pub counts_promotions: bool,
    /// What other pieces become as soon as they land somewhere.
    pub zone: Option<Zone>,
    /// The ways to castle.
    pub castlings: Vec<Castling>,
    /// The reserve, where the game has one.
    pub drops: Option<DropRule>,
    /// The kind that freezes the enemies beside it.
    pub freezer: Option<Kind>,
    /// The kind that brakes the enemies round it.
    pub braker: Option<BrakeRule>,
    /// The dead positions; none where material alone never draws.
    pub dead: Option<DeadMaterial>,
    pub(super) types: &'static [PieceType],
    /// How each kind moves, by its number.
    pub(super) movements: Vec<CompiledMovement>,
    /// What the next pawn may become, by the number of promotions made, the last for all from there on.
    pub(super) promotions: Vec<Vec<Kind>>,
    /// The pawns of any sort, as [`Kind::bit`]s.
    pub(super) pawns: u16,
    /// The ordinary pawn's kind.
    pub(super) ordinary_pawn: Option<Kind>,
    /// The kind that castles with the king.
    pub rook: Option<Kind>,
    /// The cells at which lines end: the holes, where they do.
    pub(super) walls: SquareSet,
    /// Rights that a move touching a square takes away, by square.
    pub(super) rights_lost: [u8; CELLS],
    /// The cells from which each kind could ever take what stands on a cell: by colour, as pawns go one way, target and kind.
    pub(super) reach: ByColor<Vec<[SquareSet; Kind::MOST]>>,
    /// The kinds that take from afar.
    pub(super) liners: Liners,
    /// The kinds of which no move leaves the safety of their own king as it was, as [`Kind::bit`]s: the king, and what freezes or brakes
    /// the enemy.
    pub(super) guarding: u16,
}

impl Spec {
    /// The kinds of the game, the king first.
    #[inline]
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = Kind> + ExactSizeIterator + Clone + use<> {
        (0..self.types.len()).map(Kind::of)
    }

    /// The letters of the kinds, upper case, in the order of [`Spec::kinds`].
    pub fn letters(&self) -> impl Iterator<Item = char> + use<> {
        self.types.iter().map(|piece| piece.letter)
    }

    /// The kinds in the order in which what stands on a board is listed, the same in all games.
    pub fn listed(&self) -> impl Iterator<Item = Kind> + use<> {
        let place = |piece: &PieceType| PIECE_TYPES.iter().position(|one| one == piece);
        let mut listed: Vec<Kind> = self.kinds().collect();
        listed.sort_by_key(|kind| place(self.piece_type(*kind)));
        listed.into_iter()
    }

    /// The pieces of the game, in the order of [`Spec::kinds`].
    pub fn piece_types(&self) -> &'static [PieceType] {
        self.types
    }

    /// What a kind of this game is.
    pub fn piece_type(&self, kind: Kind) -> &'static PieceType {
        &self.types[kind.index()]
    }

    /// The upper-case letter of a kind in this game.
    pub fn letter(&self, kind: Kind) -> char {
        self.piece_type(kind).letter
    }

    /// The kind of an upper-case letter.
    pub fn kind(&self, letter: char) -> Option<Kind> {
        self.types.iter().position(|piece| piece.letter == letter).map(Kind::of)
    }

    /// The kind that is this piece.
    pub fn kind_of(&self, piece: &PieceType) -> Option<Kind> {
        self.types.iter().position(|one| one == piece).map(Kind::of)
    }

    /// Whether it is a pawn of any sort: its moves reset the half-move clock and it promotes.
    #[inline]
    pub fn is_pawn(&self, kind: Kind) -> bool {
        self.pawns & kind.bit() != 0
    }

    /// Whether it is the ordinary pawn.
    #[inline]
    pub fn is_ordinary_pawn(&self, kind: Kind) -> bool {
        self.ordinary_pawn == Some(kind)
    }

    /// The kind that a bare square means: the ordinary pawn, where there is one.
    pub fn bare_pawn(&self) -> Option<Kind> {
        self.ordinary_pawn.or(self.ninja_pawn())
    }

    /// The kind that is dropped.
    pub fn ninja_pawn(&self) -> Option<Kind> {
        self.drops.map(|rule| rule.kind)
    }

    /// Whether a line ends at a hole; else it runs on behind it.
    pub fn lines_end_at_holes(&self) -> bool {
        !self.walls.is_empty()
    }

    /// What the next pawn may become of a side that has made so many promotions.
    #[inline]
    pub fn promotions(&self, made: u16) -> &[Kind] {
        &self.promotions[usize::from(made).min(self.promotions.len() - 1)]
    }

    /// Whether it takes what it does not land on.
    pub fn takes_in_passing(&self, kind: Kind) -> bool {
        self.movements[kind.index()].takes_in_passing()
    }

    /// What the game's brake does to an enemy of this kind.
    pub fn brake(&self, kind: Kind) -> Brake {
        self.braker.map_or(Brake::Free, |rule| self.movements[kind.index()].brake(rule.holds_leapers))
    }

    /// The diagrams of all kinds, in the order of [`Spec::kinds`].
    pub fn diagrams(&self) -> impl Iterator<Item = &'static Diagram> + use<'_> {
        self.diagrams.iter().copied()
    }

    /// The diagrams of a kind: the piece alone, then the telling position.
    pub fn diagrams_of(&self, kind: Kind) -> impl Iterator<Item = &'static Diagram> + use<'_> {
        let letter = self.letter(kind);
        self.diagrams().filter(move |diagram| diagram.kind == letter)
    }

    /// A rank as the side sees it: Black's ranks are counted from the other end.
    #[inline]
    pub fn relative_rank(&self, color: Color, rank: u8) -> u8 {
        match color {
            Color::White => rank,
            Color::Black => (self.first_rank + self.last_rank).saturating_sub(rank),
        }
    }

    /// The rights that the game has at all, as bits in the order `KQkq`.
    pub(super) fn all_rights(&self) -> u8 {
        self.castlings.iter().fold(0, |rights, castling| rights | castling.right())
    }

    /// Cells of the bounding rectangle, rank by rank from the top, files from a.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square> + use<>> + use<> {
        let files = self.files;
        (self.first_rank..=self.last_rank)
            .rev()
            .map(move |rank| (0..files).filter_map(move |file| Square::at(file, rank)))
    }
}
