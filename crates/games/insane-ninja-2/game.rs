//! Insane Ninja Chess, second array, by Charles Daniel: insane ninjas at the back, and plain guards instead of leaping ones.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings: the guards stand on a1 and j1; what pawns promote to; otherwise as
//! in the first array.

use crate::board::piece_type::{BISHOP, INSANE_NINJA, KING, KNIGHT, NINJA_GUARD, PAWN, QUEEN, ROOK};
use crate::spec::description::{Dead, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep, step};
use crate::variants::insane_ninja;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Insane Ninja Chess 2",
    slug: "insane-ninja-2",
    base: Some("insane-ninja"),
    diagrams: &[DIAGRAMS, insane_ninja::DIAGRAMS],
    lesson: LESSON,
    start_fen: "****yy****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****YY**** w KQkq - 0 1",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, NINJA_GUARD, INSANE_NINJA, PAWN],
    promotions: &["QRBNGY"],
    dead: Some(Dead { lone: "NBG", bishops_of_one_colour: false }),
    ..insane_ninja::GAME
};

/// As in the first array, with the plain guard instead of the leaping one.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('G', "e5", "****2****/7k2/10/10/10/10/4G5/10/10/10/2K7/****2**** w - - 0 1"),
    Diagram::telling('G', "d4", "****2****/7k2/10/10/10/1p3p4/2N1r5/3G6/2n7/10/7K2/****2**** w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    step(insane_ninja::LESSON, "insane"),
    step(insane_ninja::LESSON, "mate"),
    LessonStep::new(
        "ninja",
        "****2****/7k2/10/10/10/5q4/4p5/3G6/2r7/10/K9/****2**** w - - 0 1",
        LessonAim::Take("e5 f6"),
        &["d4f6"],
    ),
    step(insane_ninja::LESSON, "passing"),
    step(insane_ninja::LESSON, "castle"),
];
