//! Prison Break by Charles Daniel (2007): 46 squares, and two exits for a fleeing king.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in
//! `crates/rules/tests/rules/prison_break.rs`: a piece guards an exit if it could take a king standing there, even by landing on an exit;
//! a frozen Ice Queen still freezes; frozen pieces give no check; no draws by material.

use crate::board::piece::ByColor;
use crate::board::piece_type::{FLYING_BOMBER, ICE_QUEEN, KING, KNIGHT, NINJA_GUARD, SLIDING_PAWN};
use crate::spec::description::{Description, Diagram, Goal};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::orthodox::ORTHODOX;

/// The king has left the prison.
static ESCAPE: Goal = Goal { slug: "escape" };

const EXITS: &str = "a4 a5";

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Prison Break",
    slug: "prison-break",
    family: "prison-break",
    source_url: "https://www.chessvariants.com/invention/prison-break",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1",
    files: 6,
    squares: "a1-f8",
    exits: EXITS,
    goals: ByColor { white: EXITS, black: EXITS },
    goal: Some(&ESCAPE),
    kinds: &[KING, ICE_QUEEN, FLYING_BOMBER, KNIGHT, NINJA_GUARD, SLIDING_PAWN],
    promotions: &["IGFN"],
    freezer: Some('I'),
    ..ORTHODOX
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "b4", "5k/6/6/6/1K4/6/6/6 w - - 0 1"),
    Diagram::telling('K', "b4", "5k/f5/6/6/1K4/6/6/6 w - - 0 1"),
    Diagram::alone('I', "d4", "5k/6/6/6/3I2/6/6/K5 w - - 0 1"),
    Diagram::telling('I', "e5", "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1"),
    Diagram::alone('F', "a2", "3k2/6/6/6/2K3/6/F5/6 w - - 0 1"),
    Diagram::telling('F', "d4", "1k4/6/3g2/3P2/1n1Fpn/6/3p2/5K w - - 0 1"),
    Diagram::alone('N', "d4", "5k/6/6/6/3N2/6/6/K5 w - - 0 1"),
    Diagram::telling('N', "b2", "5k/3p2/6/6/2i3/2K3/1N3P/6 w - - 0 1"),
    Diagram::alone('G', "d4", "3k2/6/6/6/3G2/6/6/3K2 w - - 0 1"),
    Diagram::telling('G', "c3", "5k/6/6/4n1/1n1p2/2G3/1P4/5K w - - 0 1"),
    Diagram::alone('P', "c2", "5k/6/6/6/6/6/2P3/5K w - - 0 1"),
    Diagram::telling('P', "b3", "5k/4p1/6/6/1n4/1P4/6/5K w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new("bomber", "2k3/6/6/6/4n1/4p1/4F1/1K4 w - - 0 1", LessonAim::Take("e3 e4"), &["e2e4"]),
    LessonStep::new("freeze", "5k/6/6/2f1n1/6/3I2/6/4K1 w - - 0 1", LessonAim::Hold("c5 e5"), &["d3d4"]),
    LessonStep::new("thaw", "5k/6/6/6/2i3/2K1I1/1N4/6 w - - 0 1", LessonAim::Take("c4"), &["b2c4"]),
    LessonStep::new("mate", "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1", LessonAim::Win, &["e5f6"]),
    LessonStep::new("exit", "f4k/6/6/1K4/6/P5/6/6 w - - 0 1", LessonAim::Win, &["b5a4"]),
    LessonStep::new("run", "5k/f5/2I3/6/1K4/6/6/6 w - - 0 1", LessonAim::Win, &["c6b6", "f8e7", "b4a5"]),
];
