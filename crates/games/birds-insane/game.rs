//! Birds and Ninjas by Charles Daniel with a prize behind the enemy king: a knight or guard that lands there becomes an Insane Ninja
//! Knight.
//!
//! Source: the last section of the inventor's page. Readings: start, hand and drops are those of Birds and Ninjas; a knight or guard
//! always becomes one, a pawn never does; the draws by material.

use crate::board::piece::ByColor;
use crate::board::piece_type::{
    BISHOP, FLYING_BOMBER, INSANE_NINJA_KNIGHT, KING, KNIGHT, NINJA_GUARD, NINJA_PAWN, PAWN, QUEEN, ROOK,
};
use crate::spec::description::{Dead, Description, Diagram, ZonePromotion};
use crate::spec::lesson::{LessonAim, LessonStep, step};
use crate::variants::birds_and_ninjas;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Insane Ninjas",
    slug: "birds-insane",
    base: Some("birds-and-ninjas"),
    diagrams: &[DIAGRAMS, birds_and_ninjas::DIAGRAMS],
    lesson: LESSON,
    kinds: &[
        KING,
        QUEEN,
        ROOK,
        BISHOP,
        KNIGHT,
        FLYING_BOMBER,
        NINJA_GUARD,
        INSANE_NINJA_KNIGHT,
        PAWN,
        NINJA_PAWN,
    ],
    zone: Some(ZonePromotion {
        kinds: "NG",
        becomes: 'Z',
        squares: ByColor { white: "e11 f11", black: "e0 f0" },
    }),
    dead: Some(Dead { lone: "B", bishops_of_one_colour: false }),
    ..birds_and_ninjas::GAME
};

/// Its own diagrams: the guard next to the enemy's rear squares and the piece it becomes.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::telling('G', "c9", "****2****/3b4k1/2G7/1n8/10/10/10/10/10/10/7K2/****2****[] w - - 0 1"),
    Diagram::alone('Z', "e5", "****2****/8k1/10/10/10/10/4Z5/10/10/10/1K8/****2****[] w - - 0 1"),
    Diagram::telling('Z', "d4", "****2****/8k1/10/10/10/3pr5/3p6/1bPZ6/10/10/7K2/****2****[] w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    step(birds_and_ninjas::LESSON, "bird"),
    step(birds_and_ninjas::LESSON, "ninja"),
    step(birds_and_ninjas::LESSON, "drop"),
    step(birds_and_ninjas::LESSON, "sideways"),
    LessonStep::new(
        "rear",
        "****2****/7r2/3N6/10/10/10/1k8/10/10/10/4K5/****2****[] w - - 0 1",
        LessonAim::Reach('N', "e11 f11"),
        &["d9e11z"],
    ),
    LessonStep::new(
        "insane",
        "****2****/7k2/10/10/10/10/10/2Zpq5/10/K9/10/****2****[] w - - 0 1",
        LessonAim::Take("d4 e4"),
        &["c4e4"],
    ),
];
