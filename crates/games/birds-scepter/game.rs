//! Birds and Ninjas by Charles Daniel with a scepter behind each king, for the enemy king to capture.
//!
//! Source: the last section of the inventor's page, and his file for Zillions, where ninja pawns are dropped only on the two rear
//! squares. Reading: no position is drawn by material.

use crate::board::piece::ByColor;
use crate::spec::description::{Description, Diagram, Drops};
use crate::spec::lesson::{LessonAim, LessonStep, step};
use crate::variants::{birds_and_ninjas, birds_second, claustrophobia};

const WHITE_REAR: &str = "e0 f0";
const BLACK_REAR: &str = "e11 f11";

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Ninjas with Scepter",
    slug: "birds-scepter",
    base: Some("birds-second"),
    diagrams: &[DIAGRAMS, birds_and_ninjas::DIAGRAMS],
    lesson: LESSON,
    palaces: ByColor { white: WHITE_REAR, black: BLACK_REAR },
    goals: ByColor { white: BLACK_REAR, black: WHITE_REAR },
    goal: Some(&claustrophobia::SCEPTER),
    drops: Some(Drops {
        in_hand: 4,
        in_all: 4,
        squares: ByColor { white: WHITE_REAR, black: BLACK_REAR },
        pushes: false,
        half: ByColor { white: 5, black: 6 },
    }),
    dead: None,
    ..birds_second::GAME
};

/// Its own diagrams: the king's goal and the ninja pawn behind its king.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::telling('K', "e10", "****2****/4K5/7g2/10/10/10/1k8/10/10/10/10/****2****[] w - - 0 1"),
    Diagram::telling('J', "e0", "****2****/7k2/10/10/10/10/10/10/10/10/3n3K2/****J1****[] w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    step(birds_and_ninjas::LESSON, "bird"),
    step(birds_and_ninjas::LESSON, "ninja"),
    LessonStep::new(
        "drop",
        "****2****/7k2/10/5f4/10/10/10/10/10/10/5K4/****2****[J] w - - 0 1",
        LessonAim::Drop,
        &["J@f0"],
    ),
    LessonStep::new(
        "run",
        "****2****/7k2/10/10/10/3r1n4/10/10/10/10/7K2/****J1****[] w - - 0 1",
        LessonAim::Reach('J', "e5"),
        &["e0e5"],
    ),
    step(birds_and_ninjas::LESSON, "sideways"),
    LessonStep::new(
        "scepter",
        "****2****/10/3K6/10/10/10/10/10/10/k9/5r4/****2****[] w - - 0 1",
        LessonAim::Win,
        &["d9e10", "f1e1", "e10f11"],
    ),
];
