//! Capture the Sceptre by Charles Daniel: Palace Ninja Guards, and a king behind the enemy's back rank wins.
//!
//! Source: the inventor's page of Palace Ninja Guards. Readings: those of that game, but no draw by material.

use crate::board::piece::ByColor;
use crate::spec::description::Description;
use crate::spec::lesson::{LessonAim, LessonStep, step};
use crate::variants::{claustrophobia, palace_ninja_guards};

const WHITE_PALACE: &str = "d0 e0";
const BLACK_PALACE: &str = "d9 e9";

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Capture the Sceptre",
    slug: "capture-the-sceptre",
    base: Some("palace-ninja-guards"),
    lesson: LESSON,
    palaces: ByColor { white: WHITE_PALACE, black: BLACK_PALACE },
    goals: ByColor { white: BLACK_PALACE, black: WHITE_PALACE },
    goal: Some(&claustrophobia::SCEPTER),
    dead: None,
    ..palace_ninja_guards::GAME
};

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    step(palace_ninja_guards::LESSON, "ninja"),
    step(palace_ninja_guards::LESSON, "leap"),
    step(palace_ninja_guards::LESSON, "shelter"),
    step(palace_ninja_guards::LESSON, "promotion"),
    LessonStep::new("scepter", "***2***/4K3/8/8/b5k1/8/8/8/8/***2*** w - - 0 1", LessonAim::Win, &["e8d9"]),
    LessonStep::new(
        "race",
        "***2***/8/2K5/8/8/8/4r3/8/6k1/***2*** w - - 0 1",
        LessonAim::Win,
        &["c7d8", "e3d3", "d8e9"],
    ),
];
