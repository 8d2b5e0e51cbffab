//! Birds and Ninjas by Charles Daniel with a scepter behind each king, for the enemy king to capture.
//!
//! Source: the last section of the inventor's page, and his file for Zillions, where the ninja pawns are dropped on the two rear
//! squares alone. Reading: no position is drawn by material.

use crate::description::{Description, Diagram, Drops};
use crate::lesson::{LessonAim, LessonStep};
use crate::piece::ByColor;
use crate::variants::{birds_second, claustrophobia};

const WHITE_REAR: &str = "e0 f0";
const BLACK_REAR: &str = "e11 f11";

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Ninjas with Scepter",
    slug: "birds-scepter",
    base: Some("birds-second"),
    diagrams: DIAGRAMS,
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

const SECOND: &[Diagram] = birds_second::GAME.diagrams;

/// The king's goal and the ninja pawn behind its king are its own.
const DIAGRAMS: &[Diagram] = &[
    SECOND[0],
    Diagram::telling('K', "e10", "****2****/4K5/7g2/10/10/10/1k8/10/10/10/10/****2****[] w - - 0 1"),
    SECOND[2],
    SECOND[3],
    SECOND[4],
    SECOND[5],
    SECOND[6],
    SECOND[7],
    SECOND[8],
    SECOND[9],
    SECOND[10],
    SECOND[11],
    SECOND[12],
    SECOND[13],
    SECOND[14],
    SECOND[15],
    SECOND[16],
    Diagram::telling('J', "e0", "****2****/7k2/10/10/10/10/10/10/10/10/3n3K2/****J1****[] w - - 0 1"),
];

/// What is particular in it, a minute each.
const LESSON: &[LessonStep] = &[
    birds_second::GAME.lesson[0],
    birds_second::GAME.lesson[1],
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
    birds_second::GAME.lesson[3],
    LessonStep::new(
        "scepter",
        "****2****/10/3K6/10/10/10/10/10/10/k9/5r4/****2****[] w - - 0 1",
        LessonAim::Win,
        &["d9e10", "f1e1", "e10f11"],
    ),
];
