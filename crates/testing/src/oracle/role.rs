//! The pieces: their letters, and how they move.

use super::Cell;

/// A piece's upper-case letter, and how it moves.
pub type Piece = (u8, Role);

/// How a piece moves.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// One step in any direction.
    Stepper,
    /// Any distance along these lines.
    Slider(&'static [Cell]),
    /// Onto these cells, over anything.
    Leaper(&'static [Cell]),
    /// A Flying Bomber.
    Bomber(Landing),
    /// One step along the first lines, or two over anything, taking an enemy leapt over; and the plain leaps
    /// of the second list.
    Ninja(&'static [Cell], &'static [Cell]),
    /// One or two squares in any direction, but never onto a king.
    Bodyguard,
    Pawn,
    NinjaPawn,
}

/// Where a bomber lands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// On the square right behind the enemy.
    Next,
    /// There, or on any empty square further behind, up to the next piece.
    Any,
}

/// Up, down, left, right.
pub const ORTHOGONAL: [Cell; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
pub const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const ALL_AROUND: [Cell; 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const BY_KNIGHT: [Cell; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const BY_CAMEL: [Cell; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
const BY_SQUIRREL: [Cell; 16] = [
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

pub const KING: Piece = (b'K', Role::Stepper);
pub const QUEEN: Piece = (b'Q', Role::Slider(&ALL_AROUND));
pub const ROOK: Piece = (b'R', Role::Slider(&ORTHOGONAL));
pub const BISHOP: Piece = (b'B', Role::Slider(&DIAGONAL));
pub const KNIGHT: Piece = (b'N', Role::Leaper(&BY_KNIGHT));
pub const PAWN: Piece = (b'P', Role::Pawn);
pub const NINJA_PAWN: Piece = (b'J', Role::NinjaPawn);
/// The limited bomber.
pub const BOMBER: Piece = (b'F', Role::Bomber(Landing::Next));
/// The extended bomber.
pub const FAR_BOMBER: Piece = (b'F', Role::Bomber(Landing::Any));
pub const NINJA_GUARD: Piece = (b'G', Role::Ninja(&DIAGONAL, &[]));
pub const LEAPING_GUARD: Piece = (b'L', Role::Ninja(&DIAGONAL, &BY_CAMEL));
pub const WARRIOR: Piece = (b'W', Role::Ninja(&ORTHOGONAL, &[]));
pub const INSANE_NINJA: Piece = (b'Y', Role::Ninja(&ALL_AROUND, &[]));
pub const INSANE_KNIGHT: Piece = (b'Z', Role::Ninja(&ALL_AROUND, &BY_KNIGHT));
/// Claustrophobia's queen.
pub const QUEEN_GUARD: Piece = (b'Q', Role::Stepper);
pub const ICE_QUEEN: Piece = (b'I', Role::Stepper);
/// Squirrel Chess's Guard.
pub const GUARD: Piece = (b'G', Role::Stepper);
pub const CAMEL: Piece = (b'C', Role::Leaper(&BY_CAMEL));
pub const SQUIRREL: Piece = (b'S', Role::Leaper(&BY_SQUIRREL));
pub const BODYGUARD: Piece = (b'H', Role::Bodyguard);
