//! Insane Ninja Chess by Charles Daniel: the board of Birds and Ninjas, with insane ninjas and leaping guards instead of birds.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings: no ninja pawns, which only the inventor's own site adds; what
//! pawns promote to; en passant on every square passed over; the draws by material.

use crate::board::piece_type::{BISHOP, INSANE_NINJA, KING, KNIGHT, LEAPING_NINJA_GUARD, PAWN, QUEEN, ROOK};
use crate::spec::description::{Dead, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep};

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Insane Ninja Chess",
    slug: "insane-ninja",
    family: "insane-ninja",
    base: Some("birds-and-ninjas"),
    source_url: "https://www.chessvariants.com/rules/insane-ninja-chess",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "****ll****/yrnbqkbnry/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/YRNBQKBNRY/****LL**** w KQkq - 0 1",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, LEAPING_NINJA_GUARD, INSANE_NINJA, PAWN],
    promotions: &["QRBNLY"],
    drops: None,
    dead: Some(Dead { lone: "NBL", bishops_of_one_colour: false }),
    ..crate::variants::birds_and_ninjas::GAME
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "d5", "****2****/10/7k2/10/10/10/3K6/10/10/10/10/****2**** w - - 0 1"),
    Diagram::telling(
        'K',
        "f1",
        "****2****/1r3k2r1/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/1R3K2R1/****2**** w KQkq - 0 1",
    ),
    Diagram::alone('Q', "e5", "****2****/7k2/10/10/10/10/4Q5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('Q', "g2", "****2****/5k4/10/10/10/2n7/10/10/6P3/3P2QP2/8K1/****r1**** w - - 0 1"),
    Diagram::alone('R', "e4", "****2****/6k3/10/10/10/10/10/4R5/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('R', "f4", "****2****/6k3/10/10/10/5p4/10/2N2R4/10/10/2K7/****1y**** w - - 0 1"),
    Diagram::alone('B', "e5", "****2****/7k2/10/10/10/10/4B5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('B', "i8", "****1y****/5k4/10/8B1/10/10/10/4P5/10/10/5K4/****2**** w - - 0 1"),
    Diagram::alone('N', "e5", "****2****/7k2/10/10/10/10/4N5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('N', "g9", "****1y****/4qkb1r1/5pNp2/10/5P4/10/10/10/10/10/5K4/****2**** w - - 0 1"),
    Diagram::alone('L', "e5", "****2****/7k2/10/10/10/10/4L5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('L', "d5", "****2****/7k2/10/10/5n4/4P5/3L6/2p1r1b3/1p8/10/7K2/****2**** w - - 0 1"),
    Diagram::alone('Y', "e5", "****2****/7k2/10/10/10/10/4Y5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('Y', "d4", "****2****/7k2/10/10/10/3p6/3p1b4/1nPYr5/10/10/7K2/****2**** w - - 0 1"),
    Diagram::alone('P', "e2", "****2****/7k2/10/10/10/10/10/10/10/4P5/2K7/****2**** w - - 0 1"),
    Diagram::telling('P', "b7", "****2****/5k4/10/2n7/1P8/pP8/10/10/10/10/5K4/****2**** w - a8a7 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "insane",
        "****2****/7k2/10/10/10/3r6/3p6/3Y6/10/10/K9/****2**** w - - 0 1",
        LessonAim::Take("d5 d6"),
        &["d4d6"],
    ),
    LessonStep::new(
        "mate",
        "****2****/8qk/8rp/5Y4/10/10/10/10/10/10/1K8/****2**** w - - 0 1",
        LessonAim::Win,
        &["f8h8"],
    ),
    LessonStep::new(
        "leap",
        "****2****/9k/10/10/3n6/7q2/4L5/10/10/6p3/K9/****2**** w - - 0 1",
        LessonAim::Take("h6"),
        &["e5h6"],
    ),
    LessonStep::new(
        "leaper",
        "****2****/7k2/10/10/10/10/3L6/2p1r5/1n8/10/7K2/****2**** w - - 0 1",
        LessonAim::Take("c4 b3"),
        &["d5b3"],
    ),
    LessonStep::new(
        "passing",
        "****2****/5k4/10/2n7/1P8/pP8/10/10/10/10/5K4/****2**** w - a8a7 0 1",
        LessonAim::Take("a6"),
        &["b7a8"],
    ),
    LessonStep::new(
        "castle",
        "****2****/5k4/1p6p1/10/10/10/10/10/1p6p1/10/1R3K2R1/****2**** w KQ - 0 1",
        LessonAim::Check,
        &["O-Og1"],
    ),
];
