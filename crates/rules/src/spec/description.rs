//! The description of a game: data alone, no functions. A [`Spec`](super::Spec) is compiled from it.
//!
//! Squares are written by name or as rectangles, separated by spaces: `a1-j10 e0 f0`. Kinds are written by their letters.

use super::lesson::LessonStep;
use crate::board::piece::ByColor;
use crate::board::piece_type::PieceType;
use crate::board::square::{RANKS, Square};

/// How the ordinary pawn of a game moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnRule {
    /// The most squares it may advance, by the rank it stands on, from rank 0, as White sees it (Black's ranks are mirrored).
    pub advance: [u8; RANKS as usize],
    /// Whether it may also step back one square.
    pub backs: bool,
    /// Whether pawns may stand on the two lowest ranks of their side.
    pub on_first_ranks: bool,
}

/// How the reserve of ninja pawns works.
#[derive(Clone, Debug)]
pub struct Drops {
    /// Ninja pawns that a side may have in hand.
    pub in_hand: u8,
    /// Ninja pawns that a side has in all.
    pub in_all: u8,
    /// The squares on which they are dropped.
    pub squares: ByColor<String>,
    /// Whether a drop may push the pawn further up the board at once.
    pub pushes: bool,
    /// The last rank of a side's own half, as far as a ninja pawn may be pushed.
    pub half: ByColor<u8>,
}

/// A way to castle, given for White. Black's is the same on [`Description::black_rank`].
#[derive(Clone, Debug)]
pub struct CastlingRow {
    /// Whether it is towards the king's side (else the queen's).
    pub king_side: bool,
    /// The king's home, the rook's home, the king's target, the rook's target.
    pub squares: [String; 4],
}

/// How a king wins when it reaches a square of [`Description::goals`].
#[derive(PartialEq, Eq, Debug, Hash)]
pub struct Goal {
    /// Its name in stored games and on the command line.
    pub slug: &'static str,
}

/// The ways to win on arrival: the king has captured the enemy's scepter, or it has left the board.
pub static GOALS: [Goal; 2] = [Goal { slug: "scepter" }, Goal { slug: "escape" }];

/// Kinds of piece that become another kind as soon as they land on certain squares.
#[derive(Clone, Debug)]
pub struct ZonePromotion {
    /// The letters of the kinds.
    pub kinds: String,
    /// The letter of what they become.
    pub becomes: char,
    /// The squares, by the colour of the piece.
    pub squares: ByColor<String>,
}

/// The kind of piece that brakes the enemies round it.
#[derive(Clone, Copy, Debug)]
pub struct Braker {
    /// The letter of the kind.
    pub kind: char,
    /// Whether it also holds leapers in place and is never taken by one; if not, it does nothing to them.
    pub holds_leapers: bool,
}

/// The material with which no mate is possible any more.
#[derive(Clone, Debug)]
pub struct Dead {
    /// The kinds of which a single piece, beside the kings, cannot mate.
    pub lone: String,
    /// Whether any number of bishops on squares of one colour is dead as well.
    pub bishops_of_one_colour: bool,
}

/// A position that shows what a kind of piece can do.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The letter of the kind shown.
    pub kind: char,
    /// The square of the piece shown; empty for drops from the hand.
    pub from: String,
    /// The position as an extended FEN.
    pub fen: String,
    /// Whether the piece stands alone. The kings are there only because a position must have them.
    pub alone: bool,
}

impl Diagram {
    /// The square of the piece shown; `None` for drops from the hand.
    pub fn square(&self) -> Option<Square> {
        self.from.parse().ok()
    }
}

/// A game: its board, its pieces, and where it differs from orthodox chess.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name players read.
    pub name: String,
    /// The name on command lines, in stored games and in addresses.
    pub slug: String,
    /// The slug of the first game of its family. A family is a group of games that appeal to the same players.
    pub family: String,
    /// The game it is derived from; texts that this game does not have are taken from that one.
    pub base: Option<String>,
    /// Raised whenever a change of the rules could make a stored game read differently.
    pub rules_version: u32,
    /// The inventor's page.
    pub source_url: String,
    /// Diagrams. Of each kind the first of the piece alone and the first of an illustrative position are shown.
    pub diagrams: Vec<Diagram>,
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
    pub squares: String,
    /// Whether a line ends at a hole; if not, it continues behind the hole.
    pub holes_end_lines: bool,
    /// Squares that only a king may enter.
    pub exits: String,
    /// The squares of each side's palace, for the picture.
    pub palaces: ByColor<String>,
    /// The squares on which a king of each colour wins on arrival.
    pub goals: ByColor<String>,
    /// The kind of win on arrival; `None` where there are no such squares.
    pub goal: Option<&'static Goal>,
    /// The pieces, the king first. Their order must not change: it numbers the moves in buttons and the inputs of the engine's networks.
    pub kinds: Vec<PieceType>,
    /// The ordinary pawn.
    pub pawn: PawnRule,
    /// The rank on which pawns promote, by colour.
    pub promotion_rank: ByColor<u8>,
    /// What the next pawn may become, by the number of promotions its side has made; the last row holds for all further ones. With
    /// several rows, that number is part of the position.
    pub promotions: Vec<String>,
    /// Promotion of pieces other than pawns, on landing.
    pub zone: Option<ZonePromotion>,
    /// The ways to castle.
    pub castlings: Vec<CastlingRow>,
    /// Black's home rank, on which it castles.
    pub black_rank: u8,
    /// The reserve, where the game has one.
    pub drops: Option<Drops>,
    /// The letter of the kind that freezes the enemies next to it.
    pub freezer: Option<char>,
    /// The kind that brakes the enemies next to it.
    pub braker: Option<Braker>,
    /// The dead positions; `None` where material alone never draws.
    pub dead: Option<Dead>,
}

impl Description {
    /// Orthodox chess without its name, pieces, start position and castling. A game says only where it differs.
    pub fn orthodox() -> Self {
        let mut advance = [1; RANKS as usize];
        advance[2] = 2;
        Self {
            name: String::new(),
            slug: String::new(),
            family: String::new(),
            base: None,
            rules_version: 1,
            source_url: String::new(),
            diagrams: Vec::new(),
            lesson: Vec::new(),
            start_fen: String::new(),
            files: 8,
            first_rank: 1,
            last_rank: 8,
            squares: "a1-h8".to_owned(),
            holes_end_lines: false,
            exits: String::new(),
            palaces: ByColor::default(),
            goals: ByColor::default(),
            goal: None,
            kinds: Vec::new(),
            pawn: PawnRule { advance, backs: false, on_first_ranks: false },
            promotion_rank: ByColor { white: 8, black: 1 },
            promotions: vec!["QRBN".to_owned()],
            zone: None,
            castlings: Vec::new(),
            black_rank: 8,
            drops: None,
            freezer: None,
            braker: None,
            dead: None,
        }
    }
}
