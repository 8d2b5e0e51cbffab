//! Birds and Ninjas by Charles Daniel (2007): 104 squares, flying bombers, and ninja pawns dropped from the hand.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in
//! `crates/rules/tests/rules/birds_and_ninjas.rs`: a pawn that advances two or three squares can be taken en passant on every square it
//! passed over; the bomber's range has no limit; the draws by material.

use crate::board::piece::ByColor;
use crate::board::piece_type::{
    BISHOP, FLYING_BOMBER, KING, KNIGHT, NINJA_GUARD, NINJA_PAWN, PAWN, QUEEN, ROOK,
};
use crate::spec::description::{CastlingRow, Dead, Description, Diagram, Drops, PawnRule};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::orthodox::{ORTHODOX, ORTHODOX_PAWN};

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Ninjas",
    slug: "birds-and-ninjas",
    family: "birds-and-ninjas",
    source_url: "https://www.chessvariants.com/invention/birds-and-ninjas",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "****ff****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****FF****[JJJJjjjj] w KQkq - 0 1",
    files: 10,
    first_rank: 0,
    last_rank: 11,
    squares: "a1-j10 e0 f0 e11 f11",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, FLYING_BOMBER, NINJA_GUARD, PAWN, NINJA_PAWN],
    // A pawn may advance up to three squares as far as rank 5, the last of its own half; from there on one.
    pawn: PawnRule { advance: [3, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1], ..ORTHODOX_PAWN },
    promotion_rank: ByColor { white: 10, black: 1 },
    promotions: &["QRBNGF"],
    castlings: &[
        CastlingRow::king_side(["f1", "i1", "g1", "f1"]),
        CastlingRow::king_side(["f1", "i1", "h1", "g1"]),
        CastlingRow::king_side(["f1", "i1", "i1", "h1"]),
        CastlingRow::queen_side(["f1", "b1", "e1", "f1"]),
        CastlingRow::queen_side(["f1", "b1", "d1", "e1"]),
        CastlingRow::queen_side(["f1", "b1", "c1", "d1"]),
        CastlingRow::queen_side(["f1", "b1", "b1", "c1"]),
    ],
    black_rank: 10,
    drops: Some(Drops {
        in_hand: 4,
        in_all: 4,
        squares: ByColor { white: "a2-j2", black: "a9-j9" },
        pushes: true,
        half: ByColor { white: 5, black: 6 },
    }),
    dead: Some(Dead { lone: "NBG", bishops_of_one_colour: false }),
    ..ORTHODOX
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "d5", "****2****/10/7k2/10/10/10/3K6/10/10/10/10/****2****[] w - - 0 1"),
    Diagram::telling(
        'K',
        "f1",
        "****2****/gr3k2rg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GR3K2RG/****2****[] w KQkq - 0 1",
    ),
    Diagram::alone('Q', "e5", "****2****/7k2/10/10/10/10/4Q5/10/10/10/2K7/****2****[] w - - 0 1"),
    Diagram::telling('Q', "g2", "****2****/5k4/10/10/10/2n7/10/10/6P3/3P2QP2/8K1/****r1****[] w - - 0 1"),
    Diagram::alone('R', "e4", "****2****/6k3/10/10/10/10/10/4R5/10/10/2K7/****2****[] w - - 0 1"),
    Diagram::telling('R', "f4", "****2****/6k3/10/10/10/5p4/10/2N2R4/10/10/2K7/****1f****[] w - - 0 1"),
    Diagram::alone('B', "e5", "****2****/7k2/10/10/10/10/4B5/10/10/10/2K7/****2****[] w - - 0 1"),
    Diagram::telling('B', "i8", "****1f****/5k4/10/8B1/10/10/10/4P5/10/10/5K4/****2****[] w - - 0 1"),
    Diagram::alone('N', "e5", "****2****/7k2/10/10/10/10/4N5/10/10/10/2K7/****2****[] w - - 0 1"),
    Diagram::telling('N', "g9", "****1f****/4qkb1r1/5pNp2/10/5P4/10/10/10/10/10/5K4/****2****[] w - - 0 1"),
    Diagram::alone('F', "e0", "****2****/10/7k2/10/10/10/10/10/2K7/10/10/****F1****[] w - - 0 1"),
    Diagram::telling('F', "f4", "****2****/10/10/10/5b4/10/10/3rPFpr2/10/5k4/5n3K/****2****[] b - - 0 1"),
    Diagram::alone('G', "e5", "****2****/7k2/10/10/10/10/4G5/10/10/10/2K7/****2****[] w - - 0 1"),
    Diagram::telling('G', "d4", "****2****/7k2/10/10/10/1p3p4/2N1r5/3G6/2n7/10/7K2/****2****[] w - - 0 1"),
    Diagram::alone('P', "e2", "****2****/7k2/10/10/10/10/10/10/10/4P5/2K7/****2****[] w - - 0 1"),
    Diagram::telling('P', "b7", "****2****/5k4/10/2n7/1P8/pP8/10/10/10/10/5K4/****2****[] w - a8a7 0 1"),
    Diagram::alone('J', "", "****2****/7k2/10/10/10/10/10/10/10/10/2K7/****2****[J] w - - 0 1"),
    Diagram::telling('J', "e7", "****2****/8k1/10/4pr4/3nJ5/10/10/10/10/10/1K8/****2****[] w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "bird",
        "****2****/2k7/10/10/10/10/10/5Fpr2/10/10/2K7/****2****[] w - - 0 1",
        LessonAim::Take("g4 h4"),
        &["f4h4"],
    ),
    LessonStep::new(
        "ninja",
        "****2****/7k2/10/10/10/5q4/4p5/3G6/2r7/10/K9/****2****[] w - - 0 1",
        LessonAim::Take("e5 f6"),
        &["d4f6"],
    ),
    LessonStep::new(
        "drop",
        "****2****/5r2k1/10/10/10/10/10/10/10/6PP2/4RKR3/****2****[J] w - - 0 1",
        LessonAim::Drop,
        &["J@f2"],
    ),
    LessonStep::new(
        "sideways",
        "****2****/8k1/10/4pr4/3nJ5/10/10/10/10/10/1K8/****2****[] w - - 0 1",
        LessonAim::Take("d7"),
        &["e7d7"],
    ),
    LessonStep::new(
        "passing",
        "****2****/5k4/10/2n7/1P8/pP8/10/10/10/10/5K4/****2****[] w - a8a7 0 1",
        LessonAim::Take("a6"),
        &["b7a8"],
    ),
    LessonStep::new(
        "castle",
        "****2****/5k4/1p6p1/10/10/10/10/10/1p6p1/10/1R3K2R1/****2****[] w KQ - 0 1",
        LessonAim::Check,
        &["O-Og1"],
    ),
];
