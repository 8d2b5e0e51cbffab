//! What differs from game to game, as plain questions.

use super::Cell;

/// The king's home, then for each side of the board the rook's home and the files the king may go to.
pub type Homes = (Cell, [(Cell, &'static [i8]); 2]);

/// One of the five games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    /// Claustrophobia.
    Claustrophobia,
    /// Prison Break.
    PrisonBreak,
    /// Birds and Ninjas.
    Birds,
    /// Squirrel Chess.
    Squirrel,
    /// Orthodox chess.
    Chess,
}

/// How a letter moves.
pub enum Role {
    /// One step in any direction.
    Stepper,
    Slider(&'static [Cell]),
    Leaper(&'static [Cell]),
    Bomber,
    NinjaGuard,
    Pawn,
    NinjaPawn,
}

/// Up, down, left, right.
pub const ORTHOGONAL: [Cell; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
pub const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const ALL_AROUND: [Cell; 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Cell; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const CAMEL: [Cell; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
const SQUIRREL: [Cell; 16] = [
    (0, 2),
    (0, -2),
    (2, 0),
    (-2, 0),
    (2, 2),
    (2, -2),
    (-2, 2),
    (-2, -2),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

impl Game {
    /// The game with this slug, which must be one of the five.
    pub fn from_slug(slug: &str) -> Self {
        match slug {
            "claustrophobia" => Self::Claustrophobia,
            "prison-break" => Self::PrisonBreak,
            "birds-and-ninjas" => Self::Birds,
            "squirrel" => Self::Squirrel,
            "chess" => Self::Chess,
            other => panic!("no game is called {other}"),
        }
    }

    /// Files of the bounding rectangle.
    pub fn width(self) -> i8 {
        match self {
            Self::Claustrophobia => 7,
            Self::PrisonBreak => 6,
            Self::Birds | Self::Squirrel => 10,
            Self::Chess => 8,
        }
    }

    /// The lowest and the highest printed rank.
    pub fn ranks(self) -> (i8, i8) {
        match self {
            Self::Birds => (0, 11),
            Self::Squirrel => (1, 10),
            Self::Claustrophobia | Self::PrisonBreak | Self::Chess => (1, 8),
        }
    }

    /// Is this cell of the rectangle no square?
    pub fn is_hole(self, (file, rank): Cell) -> bool {
        match self {
            Self::Claustrophobia => {
                file >= 5 && (3..=6).contains(&rank) || file == 6 && (rank == 1 || rank == 8)
            }
            Self::Birds => (rank == 0 || rank == 11) && file != 4 && file != 5,
            _ => false,
        }
    }

    /// a4 and a5 of Prison Break.
    pub fn is_exit(self, cell: Cell) -> bool {
        self == Self::PrisonBreak && (cell == (0, 4) || cell == (0, 5))
    }

    /// Is this a square of that side's palace?
    pub fn is_palace(self, white: bool, cell: Cell) -> bool {
        let palace: [Cell; 3] = if white { [(5, 1), (5, 2), (6, 2)] } else { [(5, 8), (5, 7), (6, 7)] };
        self == Self::Claustrophobia && palace.contains(&cell)
    }

    /// How the piece with this upper-case letter moves.
    pub fn role(self, letter: u8) -> Role {
        let birds = matches!(self, Self::Claustrophobia | Self::PrisonBreak | Self::Birds);
        match letter {
            b'K' => Role::Stepper,
            b'Q' if self == Self::Claustrophobia => Role::Stepper,
            b'I' if self == Self::PrisonBreak => Role::Stepper,
            b'G' if self == Self::Squirrel => Role::Stepper,
            b'G' if birds => Role::NinjaGuard,
            b'F' if birds => Role::Bomber,
            b'Q' => Role::Slider(&ALL_AROUND),
            b'R' => Role::Slider(&ORTHOGONAL),
            b'B' => Role::Slider(&DIAGONAL),
            b'N' => Role::Leaper(&KNIGHT),
            b'C' => Role::Leaper(&CAMEL),
            b'S' => Role::Leaper(&SQUIRREL),
            b'P' => Role::Pawn,
            b'J' => Role::NinjaPawn,
            other => panic!("{} is no piece of {self:?}", char::from(other)),
        }
    }

    /// Does a pawn step diagonally past an enemy that stands right before it?
    pub fn has_sliding_pawns(self) -> bool {
        matches!(self, Self::Claustrophobia | Self::PrisonBreak)
    }

    /// How far an unhindered ordinary pawn may advance from this rank.
    pub fn advance(self, white: bool, rank: i8) -> i8 {
        match self {
            Self::Squirrel => 2,
            Self::Birds => {
                let own = if white { rank } else { 11 - rank };
                (5 - own).clamp(1, 3)
            }
            _ => {
                if rank == if white { 2 } else { 7 } {
                    2
                } else {
                    1
                }
            }
        }
    }

    /// The rank on which this side's pawns promote.
    pub fn last_rank(self, white: bool) -> i8 {
        match (self, white) {
            (_, false) => 1,
            (Self::Birds | Self::Squirrel, true) => 10,
            (_, true) => 8,
        }
    }

    /// What a pawn may become, when its side has promoted so often before.
    pub fn promotions(self, made: u32) -> &'static [u8] {
        match (self, made) {
            (Self::Claustrophobia, _) => b"QGFN",
            (Self::PrisonBreak, _) => b"IGFN",
            (Self::Birds, _) => b"QRBNGF",
            (Self::Squirrel, 0) => b"NGC",
            (Self::Squirrel, 1) => b"SRB",
            (Self::Squirrel, 2) => b"Q",
            (Self::Squirrel, _) => b"QRBNSCG",
            (Self::Chess, _) => b"QRBN",
        }
    }

    /// Who may castle from where to where, in the games that have it.
    pub fn castling(self, white: bool) -> Option<Homes> {
        match self {
            Self::Chess => {
                let rank = if white { 1 } else { 8 };
                Some(((4, rank), [((7, rank), &[6]), ((0, rank), &[2])]))
            }
            Self::Birds => {
                let rank = if white { 1 } else { 10 };
                Some(((5, rank), [((8, rank), &[6, 7, 8]), ((1, rank), &[4, 3, 2, 1])]))
            }
            Self::Squirrel => {
                let rank = if white { 2 } else { 9 };
                Some(((5, rank), [((9, rank), &[7]), ((0, rank), &[2])]))
            }
            Self::Claustrophobia | Self::PrisonBreak => None,
        }
    }
}
