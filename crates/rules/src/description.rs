//! How a game is described: as data alone, without a function. [`Spec`](super::spec::Spec) is made of it.
//!
//! Squares are written by name and as rectangles, with spaces between: `a1-j10 e0 f0`. Kinds are written by their letters.

use super::lesson::LessonStep;
use super::piece::ByColor;
use super::piece_type::PieceType;
use super::square::{RANKS, Square};

/// How the ordinary pawn of a game moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnRule {
    /// Squares it may advance at most, by the rank it stands on as White sees it (Black's ranks are mirrored), from rank 0.
    pub advance: [u8; RANKS as usize],
    /// Whether it may step back one square.
    pub backs: bool,
    /// Whether pawns may stand on the two lowest ranks of their side.
    pub on_first_ranks: bool,
}

/// How the reserve of ninja pawns works.
#[derive(Clone, Copy, Debug)]
pub struct Drops {
    /// Ninja pawns that a side may have in hand.
    pub in_hand: u8,
    /// Ninja pawns that a side has in all.
    pub in_all: u8,
    /// The squares on which they enter.
    pub squares: ByColor<&'static str>,
    /// Whether they may be pushed on at once, up the board.
    pub pushes: bool,
    /// The last rank of a side's own half, as far as a ninja pawn may be pushed.
    pub half: ByColor<u8>,
}

/// A way to castle, told for White. Black's is the same on [`Description::black_rank`].
#[derive(Clone, Copy, Debug)]
pub struct CastlingRow {
    /// Towards the rook on the king's side (else the queen's).
    pub king_side: bool,
    /// The king's home, the rook's, and where they land.
    pub squares: [&'static str; 4],
}

impl CastlingRow {
    /// Towards the king's side: the king's home, the rook's, the king's target, the rook's.
    pub(super) const fn king_side(squares: [&'static str; 4]) -> Self {
        Self { king_side: true, squares }
    }

    /// The same towards the queen's side.
    pub(super) const fn queen_side(squares: [&'static str; 4]) -> Self {
        Self { king_side: false, squares }
    }
}

/// What a king wins by when it reaches a square of [`Description::goals`].
#[derive(PartialEq, Eq, Debug, Hash)]
pub struct Goal {
    /// Its name in stored games and on the command line.
    pub slug: &'static str,
}

/// Kinds that become another one as soon as they land on some squares.
#[derive(Clone, Copy, Debug)]
pub struct ZonePromotion {
    /// Which.
    pub kinds: &'static str,
    /// What they become.
    pub becomes: char,
    /// Where, by the colour of the piece.
    pub squares: ByColor<&'static str>,
}

/// The kind that brakes the enemies round it.
#[derive(Clone, Copy, Debug)]
pub struct Braker {
    /// Which.
    pub kind: char,
    /// Whether it holds leapers where they stand, and is never taken by one. Else it does nothing to them.
    pub holds_leapers: bool,
}

/// Which material no longer allows a mate.
#[derive(Clone, Copy, Debug)]
pub struct Dead {
    /// The kinds of which one alone, beside the kings, cannot mate.
    pub lone: &'static str,
    /// Whether any number of bishops on squares of one colour is dead as well.
    pub bishops_of_one_colour: bool,
}

/// A position that shows what one kind of piece can do.
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    /// The letter of the kind shown.
    pub kind: char,
    /// The square of the piece shown; empty for drops from the hand.
    pub from: &'static str,
    /// The position as an extended FEN.
    pub fen: &'static str,
    /// Whether the piece stands alone: the kings are there because a position has to have them, and mean nothing.
    pub alone: bool,
}

impl Diagram {
    /// A piece on an otherwise empty board.
    pub(super) const fn alone(kind: char, from: &'static str, fen: &'static str) -> Self {
        Self { kind, from, fen, alone: true }
    }

    /// A piece where it shows what is peculiar to it.
    pub(super) const fn telling(kind: char, from: &'static str, fen: &'static str) -> Self {
        Self { kind, from, fen, alone: false }
    }

    /// The square of the piece shown; none for drops from the hand.
    pub fn square(&self) -> Option<Square> {
        self.from.parse().ok()
    }
}

/// A game: board, pieces and the places where it leaves orthodox chess.
#[derive(Clone, Copy, Debug)]
pub struct Description {
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
    /// For each kind a diagram of the piece alone and one of a telling position: that of the first of these lists that has one.
    pub diagrams: &'static [&'static [Diagram]],
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
    pub squares: &'static str,
    /// Whether a line ends at a hole; else it runs on behind it.
    pub holes_end_lines: bool,
    /// Squares that only a king may enter.
    pub exits: &'static str,
    /// The squares of each side's palace, for the picture.
    pub palaces: ByColor<&'static str>,
    /// Where a king of each colour wins on arrival.
    pub goals: ByColor<&'static str>,
    /// What that arrival is; none where there is no such square.
    pub goal: Option<&'static Goal>,
    /// The pieces, the king first. Their order is kept: moves in buttons and the networks of the engine are numbered by it.
    pub kinds: &'static [PieceType],
    /// The ordinary pawn.
    pub pawn: PawnRule,
    /// The rank on which pawns promote, by colour.
    pub promotion_rank: ByColor<u8>,
    /// What the next pawn may become, by the number of promotions that its side has made; the last row is for all from there on. Where
    /// there are several, the number is part of the position.
    pub promotions: &'static [&'static str],
    /// What other pieces become as soon as they land somewhere.
    pub zone: Option<ZonePromotion>,
    /// The ways to castle.
    pub castlings: &'static [CastlingRow],
    /// The rank on which Black castles.
    pub black_rank: u8,
    /// The reserve, where the game has one.
    pub drops: Option<Drops>,
    /// The kind that freezes the enemies beside it.
    pub freezer: Option<char>,
    /// The kind that brakes the enemies round it.
    pub braker: Option<Braker>,
    /// The dead positions; none where material alone never draws.
    pub dead: Option<Dead>,
}
