//! The description of a game: pure data, no functions. A [`Spec`](super::Spec) is compiled from it.
//!
//! Squares are written by name or as rectangles, separated by spaces: `a1-j10 e0 f0`. Kinds are written by
//! their letters.

use super::ends::{FewPieces, NoMoves};
use super::explosion::Explosion;
use super::lesson::LessonStep;
use crate::board::piece::ByColor;
use crate::board::piece_type::PieceType;
use crate::board::square::{RANKS, Square};

/// How the ordinary pawn of a game moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnRule {
    /// The most squares it may advance, by rank (from 0) from White's view; Black's ranks are mirrored.
    pub advance: [u8; RANKS as usize],
    /// Whether it may also step back one square.
    pub backs: bool,
    /// Whether pawns may stand on the two lowest ranks of their side.
    pub on_first_ranks: bool,
    /// Whether a pawn that advances several squares from this rank can be captured en passant, by rank (from
    /// 0) from White's view.
    pub en_passant_from: [bool; RANKS as usize],
}

/// What a move must do, and what it may not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duties {
    /// Whether a side that can capture must do so.
    pub must_take: bool,
    /// Whether a move may give check.
    pub may_check: bool,
}

/// The rule for the reserve of ninja pawns.
#[derive(Clone, Debug)]
pub struct Drops {
    /// The most ninja pawns that a side may have in hand.
    pub in_hand: u8,
    /// The number of ninja pawns that a side has in total.
    pub in_all: u8,
    /// The squares for drops.
    pub squares: ByColor<String>,
    /// Whether a drop may immediately push the pawn further up the board.
    pub pushes: bool,
    /// The last rank of a side's own half, the limit for pushing a ninja pawn.
    pub half: ByColor<u8>,
}

/// A castling, given for White. Black's is the same on [`Description::black_rank`].
#[derive(Clone, Debug)]
pub struct CastlingRow {
    /// Whether it castles on the king's side, otherwise the queen's.
    pub king_side: bool,
    /// The king's home, the rook's home, the king's target, the rook's target.
    pub squares: [String; 4],
}

/// The kind of win when a piece of [`Description::goal_pieces`] reaches a square of [`Description::goals`].
#[derive(PartialEq, Eq, Debug, Hash)]
pub struct Goal {
    /// Its name in stored games and on the command line.
    pub slug: &'static str,
}

/// The kinds of win on arrival: the king captures the enemy's scepter, or leaves the board, or a piece just
/// gets there.
pub static GOALS: [Goal; 3] = [Goal { slug: "scepter" }, Goal { slug: "escape" }, Goal { slug: "arrival" }];

/// Kinds that become another kind as soon as they land on certain squares.
#[derive(Clone, Debug)]
pub struct ZonePromotion {
    /// The letters of the kinds.
    pub kinds: String,
    /// The letter of the kind they become.
    pub becomes: char,
    /// The squares, by the colour of the piece.
    pub squares: ByColor<String>,
}

/// The kind of piece that brakes the enemies around it.
#[derive(Clone, Copy, Debug)]
pub struct Braker {
    /// The letter of the kind.
    pub kind: char,
    /// Whether it also holds leapers in place and is never captured by one; otherwise leapers ignore it.
    pub holds_leapers: bool,
}

/// The material with which no mate is possible.
#[derive(Clone, Debug)]
pub struct Dead {
    /// The kinds of which a single piece, in addition to the kings, cannot mate.
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
    /// Whether the piece is alone; the kings are present only because a position must have them.
    pub alone: bool,
}

impl Diagram {
    /// Returns the square of the piece shown; `None` for drops from the hand.
    pub fn square(&self) -> Option<Square> {
        self.from.parse().ok()
    }
}

/// A game: its board, its pieces, and its differences from orthodox chess.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name shown to players.
    pub name: String,
    /// The name on the command line, in stored games and in URLs.
    pub slug: String,
    /// The slug of the first game of its family: a group of games that appeal to the same players.
    pub family: String,
    /// The game it is derived from; the source of texts that this game does not have.
    pub base: Option<String>,
    /// Raised whenever a rule change could make a stored game read differently.
    pub rules_version: u32,
    /// The inventor's page.
    pub source_url: String,
    /// Diagrams. For each kind, the first with the piece alone and the first illustrative one are shown.
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
    /// The squares on which each side wins by the arrival of a piece.
    pub goals: ByColor<String>,
    /// The kind of win on arrival; `None` without such squares.
    pub goal: Option<&'static Goal>,
    /// The letters of the kinds that win on arrival.
    pub goal_pieces: String,
    /// Whether Black has one more move after White's arrival, if it can arrive by it: then it is a draw.
    pub last_reply: bool,
    /// Whether a side's king is royal: it has exactly one, which may not be left in check. Otherwise K is a
    /// piece like others.
    pub royal: ByColor<bool>,
    /// What a move must do, and what it may not.
    pub duties: Duties,
    /// What a capture blows up; `None` if captures do not explode.
    pub explosion: Option<Explosion>,
    /// The result for a side that is not in check and has no legal move.
    pub no_moves: NoMoves,
    /// The number of checks with which a side wins.
    pub checks: Option<u8>,
    /// The end by few pieces.
    pub few_pieces: Option<FewPieces>,
    /// The pieces, the king first.
    ///
    /// Their order must not change: it numbers the moves in buttons and the inputs of the engine's networks.
    pub kinds: Vec<PieceType>,
    /// The rule of the ordinary pawn.
    pub pawn: PawnRule,
    /// The rank on which pawns promote, by colour.
    pub promotion_rank: ByColor<u8>,
    /// What the next pawn may promote to, by the number of promotions its side has made.
    ///
    /// The last row holds for all further ones. With several rows, the number is part of the position.
    pub promotions: Vec<String>,
    /// Promotion of pieces other than pawns, on landing.
    pub zone: Option<ZonePromotion>,
    /// The possible castlings.
    pub castlings: Vec<CastlingRow>,
    /// Black's home rank, on which it castles.
    pub black_rank: u8,
    /// The reserve, if the game has one.
    pub drops: Option<Drops>,
    /// The letter of the kind that freezes the enemies next to it.
    pub freezer: Option<char>,
    /// The kind that brakes the enemies next to it.
    pub braker: Option<Braker>,
    /// The dead positions; `None` if material alone never draws.
    pub dead: Option<Dead>,
}

impl Description {
    /// Returns orthodox chess without its name, pieces, start position and castling.
    ///
    /// A game overrides only its differences.
    pub fn orthodox() -> Self {
        let mut advance = [1; RANKS as usize];
        advance[2] = 2;
        let en_passant_from = [true; RANKS as usize];
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
            goal_pieces: "K".to_owned(),
            last_reply: false,
            royal: ByColor { white: true, black: true },
            duties: Duties { must_take: false, may_check: true },
            explosion: None,
            no_moves: NoMoves::Draws,
            checks: None,
            few_pieces: None,
            kinds: Vec::new(),
            pawn: PawnRule { advance, backs: false, on_first_ranks: false, en_passant_from },
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
