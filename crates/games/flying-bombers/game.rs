//! Flying Bombers Grand Chess by Charles Daniel: ten by ten, with bombers in the corners that land anywhere behind their victim.
//!
//! Source: the inventor's page at the Chess Variant Pages. Its array is lost; we take the one on his page of the game with ninja pawns.
//! Readings: pawn, en passant and the seven castlings are those of Birds and Ninjas; pawns promote to Q, R, B, N or F; the draws by
//! material.

use crate::board::piece_type::{BISHOP, EXTENDED_BOMBER, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::spec::description::{Dead, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::birds_and_ninjas;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Flying Bombers Grand Chess",
    slug: "flying-bombers",
    family: "flying-bombers",
    base: Some("birds-and-ninjas"),
    source_url: "https://www.chessvariants.com/invention/flying-bombers-grand-chess",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "frnbqkbnrf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FRNBQKBNRF w KQkq - 0 1",
    first_rank: 1,
    last_rank: 10,
    squares: "a1-j10",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, EXTENDED_BOMBER, PAWN],
    promotions: &["QRBNF"],
    drops: None,
    dead: Some(Dead { lone: "NB", bishops_of_one_colour: false }),
    ..birds_and_ninjas::GAME
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "d5", "10/7k2/10/10/10/3K6/10/10/10/10 w - - 0 1"),
    Diagram::telling('K', "f1", "fr3k2rf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FR3K2RF w KQkq - 0 1"),
    Diagram::alone('Q', "e5", "7k2/10/10/10/10/4Q5/10/10/10/2K7 w - - 0 1"),
    Diagram::telling('Q', "d4", "8k1/10/3n6/6r3/10/10/1P1Q6/10/5P4/8K1 w - - 0 1"),
    Diagram::alone('R', "e4", "6k3/10/10/10/10/10/4R5/10/10/2K7 w - - 0 1"),
    Diagram::telling('R', "d4", "8k1/10/10/3p6/10/10/1N1R2f3/10/10/8K1 w - - 0 1"),
    Diagram::alone('B', "e5", "7k2/10/10/10/10/4B5/10/10/10/2K7 w - - 0 1"),
    Diagram::telling('B', "d3", "5k4/9r/10/10/n9/10/10/3B6/2P1P5/6K3 w - - 0 1"),
    Diagram::alone('N', "e5", "7k2/10/10/10/10/4N5/10/10/10/2K7 w - - 0 1"),
    Diagram::telling('N', "e6", "8k1/10/3f6/4p1q3/3pNp4/4P5/5P4/10/10/2K7 w - - 0 1"),
    Diagram::alone('F', "e4", "6k3/10/10/10/10/10/4F5/10/10/2K7 w - - 0 1"),
    Diagram::telling('F', "a4", "7k2/10/10/10/r9/P9/F2p6/10/10/2K7 w - - 0 1"),
    Diagram::alone('P', "e2", "7k2/10/10/10/10/10/10/10/4P5/2K7 w - - 0 1"),
    Diagram::telling('P', "b7", "5k4/10/2n7/1P8/pP8/10/10/10/10/5K4 w - a8a7 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new("landing", "10/10/10/10/9k/10/F2p6/10/10/5K4 w - - 0 1", LessonAim::Check, &["a4j4"]),
    LessonStep::new(
        "hop",
        "2k7/10/10/10/10/10/5Fpr2/10/10/2K7 w - - 0 1",
        LessonAim::Take("g4 h4"),
        &["f4h4"],
    ),
    LessonStep::new(
        "shield",
        "7k2/10/10/10/10/10/f2P6/6N3/10/7K2 w - - 0 1",
        LessonAim::Reach('N', "e4"),
        &["g3e4"],
    ),
    LessonStep::new(
        "passing",
        "5k4/10/2n7/1P8/pP8/10/10/10/10/5K4 w - a8a7 0 1",
        LessonAim::Take("a6"),
        &["b7a8"],
    ),
    LessonStep::new(
        "castle",
        "5k4/1p6p1/10/10/10/10/10/1p6p1/10/1R3K2R1 w KQ - 0 1",
        LessonAim::Check,
        &["O-Og1"],
    ),
];
