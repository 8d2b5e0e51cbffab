//! Orthodox chess: it proves the core sound, and is what a newcomer tries first.
//!
//! Source: the FIDE Laws of Chess. The tests pin it to the public perft tables.

use crate::board::piece_type::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::spec::description::{CastlingRow, Dead, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::orthodox::ORTHODOX;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Chess",
    slug: "chess",
    family: "chess",
    source_url: "https://handbook.fide.com/chapter/E012023",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN],
    castlings: &[
        CastlingRow::king_side(["e1", "h1", "g1", "f1"]),
        CastlingRow::queen_side(["e1", "a1", "c1", "d1"]),
    ],
    black_rank: 8,
    dead: Some(Dead { lone: "NB", bishops_of_one_colour: true }),
    ..ORTHODOX
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "e4", "7k/8/8/8/4K3/8/8/8 w - - 0 1"),
    Diagram::telling('K', "e1", "5rk1/6pp/8/8/8/8/PPP3PP/R3K2R w KQ - 0 1"),
    Diagram::alone('Q', "d4", "8/7k/8/8/3Q4/8/8/2K5 w - - 0 1"),
    Diagram::telling('Q', "e3", "4r1k1/8/8/2b5/8/4Q3/8/4K3 w - - 0 1"),
    Diagram::alone('R', "d4", "8/6k1/8/8/3R4/8/1K6/8 w - - 0 1"),
    Diagram::telling('R', "d4", "6k1/8/3P4/8/3R2n1/8/8/6K1 w - - 0 1"),
    Diagram::alone('B', "d4", "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1"),
    Diagram::telling('B', "e3", "6k1/5pp1/7p/2n5/8/4B3/3P1P2/6K1 w - - 0 1"),
    Diagram::alone('N', "d4", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1"),
    Diagram::telling('N', "e5", "6k1/3q4/2rppp2/4N3/3PPP2/3P4/8/6K1 w - - 0 1"),
    Diagram::alone('P', "e2", "6k1/8/8/8/8/8/4P3/6K1 w - - 0 1"),
    Diagram::telling('P', "e5", "6k1/8/4pn2/3pP3/8/8/8/6K1 w - d6 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new("mate", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", LessonAim::Win, &["d1d8"]),
    LessonStep::new("passing", "6k1/8/4pn2/3pP3/8/8/8/6K1 w - d6 0 1", LessonAim::Take("d5"), &["e5d6"]),
    LessonStep::new("rook", "8/5P1k/5K2/8/8/8/8/8 w - - 0 1", LessonAim::Win, &["f7f8r", "h7h6", "f8h8"]),
];
