//! The types of pieces as data: their names, letters and movements. Each game lists those it uses.
//!
//! This is the only table of how pieces move; `movement.rs` derives everything else from it. A game has at
//! most fifteen kinds (see `Kind::MOST`).

use std::borrow::Cow;

use super::geometry::Direction;

/// A type of piece, as listed in a game's description.
///
/// Two are equal if they share a [`PieceType::slug`], even if their movement differs slightly between games.
#[derive(Clone)]
pub struct PieceType {
    /// The key of its drawing and texts, such as `flying-bomber`. Games that use the same slug have the same
    /// piece.
    pub slug: Cow<'static, str>,
    /// The name of its drawing: the slug for built-in pieces, otherwise a drawing chosen by the game file or
    /// `letter-A`.
    pub drawing: Cow<'static, str>,
    /// The English name shown to players.
    pub name: Cow<'static, str>,
    /// Other names; the first is the inventor's own.
    pub nicknames: Cow<'static, [&'static str]>,
    /// Its letter, in upper case.
    pub letter: char,
    /// How it moves.
    pub movement: Movement,
    /// Its usual value in centipawns.
    pub worth: i32,
    /// Its value in the proofs of puzzles, in centipawns. It must never change, so that old proofs stay
    /// valid.
    pub proof_worth: i32,
}

impl Movement {
    /// True if some of it depends on where pieces of the kind start.
    pub fn has_first_moves(&self) -> bool {
        self.rides.iter().any(|ride| ride.at_first)
    }
}

impl PieceType {
    /// True if it is not in [`PIECE_TYPES`] but defined by a game file.
    pub const fn is_custom(&self) -> bool {
        matches!(self.slug, Cow::Owned(_))
    }

    /// Returns its name in lower case: "queen guard".
    pub(crate) fn words(&self) -> String {
        self.name.to_ascii_lowercase().replace('-', " ")
    }
}

impl PartialEq for PieceType {
    fn eq(&self, other: &Self) -> bool {
        self.slug == other.slug
    }
}

impl Eq for PieceType {}

/// Writes the name as an identifier: `FlyingBomber`.
impl std::fmt::Debug for PieceType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name.replace([' ', '-'], ""))
    }
}

impl std::fmt::Display for PieceType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// How a type of piece moves: all fields combined.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Movement {
    /// Steps and leaps as (files, ranks), over any pieces in between. The opposite of each must be included.
    pub leaps: Cow<'static, [(i8, i8)]>,
    /// Lines along which it slides, up to the first piece.
    pub lines: &'static [Direction],
    /// The most squares it slides.
    pub range: u8,
    /// Movement that leaps and lines cannot express because it differs by direction, or between moving and
    /// capturing.
    pub rides: Cow<'static, [Ride]>,
    /// Movement that none of the other fields can express.
    pub special: Option<Special>,
    /// Whether it never captures a king, and so never gives check.
    pub spares_kings: bool,
}

/// A step or leap in one direction, repeated until it meets a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Ride {
    /// Files and ranks of the step from the piece's own side: positive ranks are forward, positive files to
    /// its right.
    pub step: (i8, i8),
    /// The most times it is repeated; 1 for a leap.
    pub most: u8,
    /// Whether it may end on an empty square.
    pub moves: bool,
    /// Whether it may capture.
    pub takes: bool,
    /// Whether it is allowed only from squares where the start position has a piece of this kind and side.
    pub at_first: bool,
}

/// Movements that leaps, lines and rides cannot express.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Special {
    /// Slides like a rook, captures by flying over a piece to the square behind it, and hops exactly two
    /// squares.
    Bomber,
    /// Like `Bomber`, but lands on any of the empty squares behind.
    ExtendedBomber,
    /// One step, or a leap of two that captures what it leaps over, along these lines.
    Ninja(&'static [Direction]),
    /// The ordinary pawn, by the game's own [`crate::spec::description::PawnRule`].
    Pawn,
    /// Like `Pawn`, and it may slip diagonally past an enemy directly in front of it.
    SlidingPawn,
    /// The pawn that is dropped from the hand, by the game's own drop rule.
    NinjaPawn,
}

impl Special {
    /// True if the piece can leap as well.
    pub const fn may_leap(self) -> bool {
        matches!(self, Self::Ninja(_))
    }

    /// True if it is a pawn of any sort: it promotes, and its moves reset the half-move clock.
    pub const fn is_pawn(self) -> bool {
        matches!(self, Self::Pawn | Self::SlidingPawn | Self::NinjaPawn)
    }
}

const fn movement(
    leaps: &'static [(i8, i8)],
    lines: &'static [Direction],
    special: Option<Special>,
) -> Movement {
    let rides = Cow::Borrowed(&[] as &[Ride]);
    Movement { leaps: Cow::Borrowed(leaps), lines, range: u8::MAX, rides, special, spares_kings: false }
}

const fn leaper(leaps: &'static [(i8, i8)]) -> Movement {
    movement(leaps, &[], None)
}

const fn slider(lines: &'static [Direction]) -> Movement {
    movement(&[], lines, None)
}

const fn special(special: Special) -> Movement {
    movement(&[], &[], Some(special))
}

const fn ninja(lines: &'static [Direction], leaps: &'static [(i8, i8)]) -> Movement {
    movement(leaps, &[], Some(Special::Ninja(lines)))
}

const STEPS: &[(i8, i8)] = &Direction::STEPS;
const KNIGHT_LEAPS: &[(i8, i8)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const CAMEL_LEAPS: &[(i8, i8)] = &[(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];
const SQUIRREL_LEAPS: &[(i8, i8)] = &[
    (2, -2),
    (2, -1),
    (2, 0),
    (2, 1),
    (2, 2),
    (1, 2),
    (0, 2),
    (-1, 2),
    (-2, 2),
    (-2, 1),
    (-2, 0),
    (-2, -1),
    (-2, -2),
    (-1, -2),
    (0, -2),
    (1, -2),
];

macro_rules! piece_types {
    ($($(#[$doc:meta])+ $constant:ident $letter:literal $slug:literal $name:literal $movement:expr, $worth:literal $proof:literal $($nickname:literal)*;)+) => {
        $(
            $(#[$doc])+
            pub static $constant: PieceType = PieceType {
                slug: Cow::Borrowed($slug),
                drawing: Cow::Borrowed($slug),
                name: Cow::Borrowed($name),
                nicknames: Cow::Borrowed(&[$($nickname),*]),
                letter: $letter,
                movement: $movement,
                worth: $worth,
                proof_worth: $proof,
            };
        )+

        /// All types of pieces. The order decides which one a letter means in a game that has no piece of
        /// that letter.
        pub static PIECE_TYPES: &[&PieceType] = &[$(&$constant),+];
    };
}

piece_types! {
    /// Royal, one step in any direction; it alone may enter exits.
    KING 'K' "king" "King" leaper(STEPS), 0 0;
    /// Slides in all eight directions.
    QUEEN 'Q' "queen" "Queen" slider(&Direction::ALL), 950 900;
    /// Slides along ranks and files.
    ROOK 'R' "rook" "Rook" slider(&Direction::ORTHOGONAL), 480 500;
    /// Slides along diagonals.
    BISHOP 'B' "bishop" "Bishop" slider(&Direction::DIAGONAL), 320 325;
    /// Leaps (1,2).
    KNIGHT 'N' "knight" "Knight" leaper(KNIGHT_LEAPS), 310 300;
    /// The ordinary pawn; its steps depend on the game.
    PAWN 'P' "pawn" "Pawn" special(Special::Pawn), 100 100;
    /// The pawn that slips past a piece blocking it.
    SLIDING_PAWN 'P' "pawn" "Pawn" special(Special::SlidingPawn), 100 100;
    /// The Bird: slides like a rook, captures by flying over, hops like a helicopter to exactly two squares
    /// away.
    FLYING_BOMBER 'F' "flying-bomber" "Flying Bomber" special(Special::Bomber), 400 500 "bird" "heli" "helicopter";
    /// Like `FLYING_BOMBER`, but lands any distance behind its victim.
    EXTENDED_BOMBER 'F' "flying-bomber" "Flying Bomber" special(Special::ExtendedBomber), 420 500 "bird" "heli" "helicopter";
    /// One diagonal step, or a leap of two that captures what it leaps over.
    NINJA_GUARD 'G' "ninja-guard" "Ninja Guard" special(Special::Ninja(&Direction::DIAGONAL)), 300 300;
    /// The pawn that is dropped from the hand.
    NINJA_PAWN 'J' "ninja-pawn" "Ninja Pawn" special(Special::NinjaPawn), 120 100;
    /// One step in any direction, not royal (Claustrophobia).
    QUEEN_GUARD 'Q' "queen-guard" "Queen-Guard" leaper(STEPS), 330 300;
    /// One step in any direction; freezes the enemies next to it (Prison Break).
    ICE_QUEEN 'I' "ice-queen" "Ice Queen" leaper(STEPS), 480 500;
    /// Leaps (1,3).
    CAMEL 'C' "camel" "Camel" leaper(CAMEL_LEAPS), 260 300;
    /// Leaps (0,2), (1,2), (2,2).
    SQUIRREL 'S' "squirrel" "Squirrel" leaper(SQUIRREL_LEAPS), 600 600;
    /// One step in any direction; brakes the enemies next to it (Squirrel Chess).
    GUARD 'G' "guard" "Guard" leaper(STEPS), 340 300;
    /// The Ninja Guard along ranks and files.
    NINJA_WARRIOR 'W' "ninja-warrior" "Ninja Warrior" special(Special::Ninja(&Direction::ORTHOGONAL)), 320 300;
    /// The Ninja Guard that also leaps (1,3).
    LEAPING_NINJA_GUARD 'L' "leaping-ninja-guard" "Leaping Ninja Guard" ninja(&Direction::DIAGONAL, CAMEL_LEAPS), 520 500;
    /// Ninja Guard and Ninja Warrior combined.
    INSANE_NINJA 'Y' "insane-ninja" "Insane Ninja" ninja(&Direction::ALL, &[]), 620 600;
    /// Insane Ninja and Knight combined.
    INSANE_NINJA_KNIGHT 'Z' "insane-ninja-knight" "Insane Ninja Knight" ninja(&Direction::ALL, KNIGHT_LEAPS), 900 900;
    /// One or two squares like a Queen; never captures a king, and brakes the enemies next to it (Hiashatar).
    BODYGUARD 'H' "bodyguard" "Bodyguard" Movement { leaps: Cow::Borrowed(&[]), lines: &Direction::ALL, range: 2, rides: Cow::Borrowed(&[]), special: None, spares_kings: true }, 450 500 "hia";
}
