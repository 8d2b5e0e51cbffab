//! Birds and Leaping Ninjas by Charles Daniel: the second array of Birds and Ninjas with guards that leap like camels as well.
//!
//! Source: the last section of the inventor's page. Reading: pawns promote to the leaping guard in place of the plain one.

use crate::board::piece_type::{BISHOP, FLYING_BOMBER, KING, KNIGHT, LEAPING_NINJA_GUARD, PAWN, QUEEN, ROOK};
use crate::spec::description::{Dead, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep, step};
use crate::variants::{birds_old, birds_second};

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Leaping Ninjas",
    slug: "birds-leaping",
    base: Some("birds-second"),
    diagrams: &[DIAGRAMS, birds_old::DIAGRAMS],
    lesson: LESSON,
    start_fen: "****ll****/frnbqkbnrf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FRNBQKBNRF/****LL**** w KQkq - 0 1",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, FLYING_BOMBER, LEAPING_NINJA_GUARD, PAWN],
    promotions: &["QRBNLF"],
    drops: None,
    dead: Some(Dead { lone: "NBL", bishops_of_one_colour: false }),
    ..birds_second::GAME
};

/// Its own diagrams: the king's castlings and the leaping guard.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::telling(
        'K',
        "f1",
        "****2****/fr3k2rf/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/FR3K2RF/****2**** w KQkq - 0 1",
    ),
    Diagram::alone('L', "e5", "****2****/7k2/10/10/10/10/4L5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('L', "d4", "****2****/7k2/10/10/4r5/5p4/4n5/3L6/2P7/10/7K2/****2**** w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    step(birds_old::LESSON, "bird"),
    LessonStep::new(
        "ninja",
        "****2****/7k2/10/10/10/5q4/4p5/3L6/2r7/10/K9/****2**** w - - 0 1",
        LessonAim::Take("e5 f6"),
        &["d4f6"],
    ),
    LessonStep::new(
        "leap",
        "****2****/8k1/10/10/3nq5/6p3/4p5/3L6/2r7/10/K9/****2**** w - - 0 1",
        LessonAim::Take("e7"),
        &["d4e7"],
    ),
    step(birds_old::LESSON, "passing"),
    LessonStep::new(
        "castle",
        "****2****/5k4/1p6p1/10/10/10/10/10/1p6p1/10/1R3K2R1/****2**** w KQ - 0 1",
        LessonAim::Check,
        &["O-Og1"],
    ),
];
