//! Palace Ninja Guards by Charles Daniel (2007): chess with two ninja guards a side, on two more squares behind each back rank.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings: the guards start on the new squares; pawns promote on ranks 8 and 1;
//! the draws by material.

use crate::board::piece_type::{BISHOP, KING, KNIGHT, NINJA_GUARD, PAWN, QUEEN, ROOK};
use crate::spec::description::{Dead, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep};

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Palace Ninja Guards",
    slug: "palace-ninja-guards",
    family: "palace-ninja-guards",
    base: Some("chess"),
    source_url: "https://www.chessvariants.com/zillions/palace-ninja-guards",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "***gg***/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/***GG*** w KQkq - 0 1",
    first_rank: 0,
    last_rank: 9,
    squares: "a1-h8 d0 e0 d9 e9",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, NINJA_GUARD, PAWN],
    promotions: &["QRBNG"],
    dead: Some(Dead { lone: "NBG", bishops_of_one_colour: false }),
    ..crate::variants::chess::GAME
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "e8", "***2***/4K3/8/8/8/8/8/8/7k/***2*** w - - 0 1"),
    Diagram::telling('K', "e1", "***2***/5rk1/6pp/8/8/8/8/PPP3PP/R3K2R/***2*** w KQ - 0 1"),
    Diagram::alone('Q', "e5", "***2***/6k1/8/8/4Q3/8/8/8/2K5/***2*** w - - 0 1"),
    Diagram::telling('Q', "b2", "***2***/6k1/8/1n6/4p3/8/8/PQ2P3/7K/***g1*** w - - 0 1"),
    Diagram::alone('R', "d4", "***2***/8/6k1/8/8/3R4/8/1K6/8/***2*** w - - 0 1"),
    Diagram::telling('R', "e4", "***2***/6k1/4p3/8/8/2N1R3/8/8/1K6/***1g*** w - - 0 1"),
    Diagram::alone('B', "b6", "***2***/8/7k/1B6/8/8/8/7K/8/***2*** w - - 0 1"),
    Diagram::telling('B', "h6", "***1g***/2k5/8/7B/8/8/4P3/8/4K3/***2*** w - - 0 1"),
    Diagram::alone('N', "d7", "***2***/8/3N3k/8/8/8/8/7K/8/***2*** w - - 0 1"),
    Diagram::telling('N', "f7", "***1g***/3qk2r/4pNp1/8/4P3/8/8/8/4K3/***2*** w - - 0 1"),
    Diagram::alone('G', "d4", "***2***/8/7k/8/8/3G4/8/7K/8/***2*** w - - 0 1"),
    Diagram::telling('G', "f7", "***g1***/1k2N1r1/5G2/4p1p1/3n4/8/8/8/7K/***2*** w - - 0 1"),
    Diagram::alone('P', "e2", "***2***/6k1/8/8/8/8/8/4P3/6K1/***2*** w - - 0 1"),
    Diagram::telling('P', "e5", "***2***/6k1/8/4pn2/3pP3/8/8/8/6K1/***2*** w - d6 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "ninja",
        "***2***/6k1/6p1/5q2/4p3/3G4/8/1P6/1K6/***2*** w - - 0 1",
        LessonAim::Take("e5 f6"),
        &["d4f6"],
    ),
    LessonStep::new(
        "leap",
        "***2***/6k1/6p1/8/8/8/8/1P4n1/1K3N2/***1G*** w - - 0 1",
        LessonAim::Take("g2"),
        &["e0g2"],
    ),
    LessonStep::new(
        "shelter",
        "***2***/7k/8/6B1/8/8/6P1/r7/r3K3/***2*** w - - 0 1",
        LessonAim::Reach('K', "d0 e0"),
        &["e1e0"],
    ),
    LessonStep::new(
        "promotion",
        "***2***/8/5rP1/4k3/8/8/8/8/1K6/***2*** w - - 0 1",
        LessonAim::Check,
        &["g7g8g"],
    ),
];
