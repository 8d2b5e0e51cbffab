//! Birds and Ninjas by Charles Daniel as first tried: the first array, with birds that land anywhere behind their victim.
//!
//! Source: the last section of the inventor's page. The readings are those of the first array.

use crate::board::piece_type::{BISHOP, EXTENDED_BOMBER, KING, KNIGHT, NINJA_GUARD, PAWN, QUEEN, ROOK};
use crate::spec::description::{Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep, step};
use crate::variants::birds_old;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Birds and Ninjas, Extended Landing",
    slug: "birds-extended",
    base: Some("birds-old"),
    diagrams: &[DIAGRAMS, birds_old::DIAGRAMS],
    lesson: LESSON,
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, EXTENDED_BOMBER, NINJA_GUARD, PAWN],
    ..birds_old::GAME
};

/// Its own diagrams: the bomber in an illustrative position.
pub(crate) const DIAGRAMS: &[Diagram] =
    &[Diagram::telling('F', "a4", "****2****/7k2/10/10/10/r9/P9/F2p6/10/10/2K7/****2**** w - - 0 1")];

/// The bird first, then as in the first array.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "landing",
        "****2****/10/10/10/10/9k/10/F2p6/10/10/5K4/****2**** w - - 0 1",
        LessonAim::Check,
        &["a4j4"],
    ),
    LessonStep::new(
        "shield",
        "****2****/7k2/10/10/10/10/10/f2P6/6N3/10/7K2/****2**** w - - 0 1",
        LessonAim::Reach('N', "e4"),
        &["g3e4"],
    ),
    step(birds_old::LESSON, "ninja"),
    step(birds_old::LESSON, "passing"),
    step(birds_old::LESSON, "castle"),
    step(birds_old::LESSON, "corner"),
];
