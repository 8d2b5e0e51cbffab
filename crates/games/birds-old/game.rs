//! Birds and Ninjas by Charles Daniel from its first array: no ninja pawns, and rooks on the outermost files.
//!
//! Source: the last section of the inventor's page. Readings: the guards stand next to the bishops, on the outer side; the king castles
//! in nine ways, as far as the rook's own square.

use crate::board::piece_type::{BISHOP, FLYING_BOMBER, KING, KNIGHT, NINJA_GUARD, PAWN, QUEEN, ROOK};
use crate::spec::description::{CastlingRow, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::birds_and_ninjas;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Ninjas, First Array",
    slug: "birds-old",
    base: Some("birds-and-ninjas"),
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "****ff****/rngbqkbgnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNGBQKBGNR/****FF**** w KQkq - 0 1",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, FLYING_BOMBER, NINJA_GUARD, PAWN],
    castlings: &[
        CastlingRow::king_side(["f1", "j1", "g1", "f1"]),
        CastlingRow::king_side(["f1", "j1", "h1", "g1"]),
        CastlingRow::king_side(["f1", "j1", "i1", "h1"]),
        CastlingRow::king_side(["f1", "j1", "j1", "i1"]),
        CastlingRow::queen_side(["f1", "a1", "e1", "f1"]),
        CastlingRow::queen_side(["f1", "a1", "d1", "e1"]),
        CastlingRow::queen_side(["f1", "a1", "c1", "d1"]),
        CastlingRow::queen_side(["f1", "a1", "b1", "c1"]),
        CastlingRow::queen_side(["f1", "a1", "a1", "b1"]),
    ],
    drops: None,
    ..birds_and_ninjas::GAME
};

/// As in Birds and Ninjas, but without a hand and with its own castlings.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "d5", "****2****/10/7k2/10/10/10/3K6/10/10/10/10/****2**** w - - 0 1"),
    Diagram::telling(
        'K',
        "f1",
        "****2****/r4k3r/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/R4K3R/****2**** w KQkq - 0 1",
    ),
    Diagram::alone('Q', "e5", "****2****/7k2/10/10/10/10/4Q5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('Q', "g2", "****2****/5k4/10/10/10/2n7/10/10/6P3/3P2QP2/8K1/****r1**** w - - 0 1"),
    Diagram::alone('R', "e4", "****2****/6k3/10/10/10/10/10/4R5/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('R', "f4", "****2****/6k3/10/10/10/5p4/10/2N2R4/10/10/2K7/****1f**** w - - 0 1"),
    Diagram::alone('B', "e5", "****2****/7k2/10/10/10/10/4B5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('B', "i8", "****1f****/5k4/10/8B1/10/10/10/4P5/10/10/5K4/****2**** w - - 0 1"),
    Diagram::alone('N', "e5", "****2****/7k2/10/10/10/10/4N5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('N', "g9", "****1f****/4qkb1r1/5pNp2/10/5P4/10/10/10/10/10/5K4/****2**** w - - 0 1"),
    Diagram::alone('F', "e0", "****2****/10/7k2/10/10/10/10/10/2K7/10/10/****F1**** w - - 0 1"),
    Diagram::telling('F', "f4", "****2****/10/10/10/5b4/10/10/3rPFpr2/10/5k4/5n3K/****2**** b - - 0 1"),
    Diagram::alone('G', "e5", "****2****/7k2/10/10/10/10/4G5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('G', "d4", "****2****/7k2/10/10/10/1p3p4/2N1r5/3G6/2n7/10/7K2/****2**** w - - 0 1"),
    Diagram::alone('P', "e2", "****2****/7k2/10/10/10/10/10/10/10/4P5/2K7/****2**** w - - 0 1"),
    Diagram::telling('P', "b7", "****2****/5k4/10/2n7/1P8/pP8/10/10/10/10/5K4/****2**** w - a8a7 0 1"),
];

/// The lesson, about a minute a step: first as in Birds and Ninjas, then its own castlings.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "bird",
        "****2****/2k7/10/10/10/10/10/5Fpr2/10/10/2K7/****2**** w - - 0 1",
        LessonAim::Take("g4 h4"),
        &["f4h4"],
    ),
    LessonStep::new(
        "ninja",
        "****2****/7k2/10/10/10/5q4/4p5/3G6/2r7/10/K9/****2**** w - - 0 1",
        LessonAim::Take("e5 f6"),
        &["d4f6"],
    ),
    LessonStep::new(
        "passing",
        "****2****/5k4/10/2n7/1P8/pP8/10/10/10/10/5K4/****2**** w - a8a7 0 1",
        LessonAim::Take("a6"),
        &["b7a8"],
    ),
    LessonStep::new(
        "castle",
        "****2****/5k4/p8p/10/10/10/10/10/p8p/10/R4K3R/****2**** w KQ - 0 1",
        LessonAim::Check,
        &["O-Og1"],
    ),
    LessonStep::new(
        "corner",
        "****2****/3r3k2/p8p/10/10/10/10/10/p8p/10/R4K3R/****2**** w KQ - 0 1",
        LessonAim::Reach('K', "j1"),
        &["O-Oj1"],
    ),
];
