//! Prison Break by Charles Daniel (2007): 46 squares and two exits for a fleeing king.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in
//! `crates/rules/tests/rules/prison_break.rs`: to guard an exit a piece must be able to take a king standing there, even by landing
//! on an exit; a frozen Ice Queen still freezes; frozen pieces give no check; no draw by material.

use super::shared::{SLIDING_PAWN, orthodox, rectangle, squares};
use crate::lesson::{LessonAim, LessonStep};
use crate::piece::{ByColor, Kind};
use crate::spec::{Diagram, Goal, Spec};

/// The king is out of the prison.
static ESCAPE: Goal = Goal { slug: "escape" };

/// The description of the game.
pub(super) fn spec() -> Spec {
    let exits = squares("a4 a5");
    Spec {
        source_url: "https://www.chessvariants.com/invention/prison-break",
        diagrams: DIAGRAMS,
        lesson: LESSON,
        start_fen: "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1",
        files: 6,
        squares: rectangle(6, 1, 8),
        exits,
        goals: ByColor::both(exits),
        goal: Some(&ESCAPE),
        letters: &[
            ('K', Kind::King),
            ('I', Kind::IceQueen),
            ('F', Kind::FlyingBomber),
            ('N', Kind::Knight),
            ('G', Kind::NinjaGuard),
            ('P', Kind::Pawn),
        ],
        pawn: SLIDING_PAWN,
        promotion: |_| &[Kind::IceQueen, Kind::NinjaGuard, Kind::FlyingBomber, Kind::Knight],
        freezer: Some(Kind::IceQueen),
        ..orthodox("Prison Break", "prison-break")
    }
}

/// What each piece does, on an (almost) empty board and where it shows what is peculiar to it.
const DIAGRAMS: &[Diagram] = &[
    Diagram::alone(Kind::King, "b4", "5k/6/6/6/1K4/6/6/6 w - - 0 1"),
    Diagram::telling(Kind::King, "b4", "5k/f5/6/6/1K4/6/6/6 w - - 0 1"),
    Diagram::alone(Kind::IceQueen, "d4", "5k/6/6/6/3I2/6/6/K5 w - - 0 1"),
    Diagram::telling(Kind::IceQueen, "e5", "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1"),
    Diagram::alone(Kind::FlyingBomber, "a2", "3k2/6/6/6/2K3/6/F5/6 w - - 0 1"),
    Diagram::telling(Kind::FlyingBomber, "d4", "1k4/6/3g2/3P2/1n1Fpn/6/3p2/5K w - - 0 1"),
    Diagram::alone(Kind::Knight, "d4", "5k/6/6/6/3N2/6/6/K5 w - - 0 1"),
    Diagram::telling(Kind::Knight, "b2", "5k/3p2/6/6/2i3/2K3/1N3P/6 w - - 0 1"),
    Diagram::alone(Kind::NinjaGuard, "d4", "3k2/6/6/6/3G2/6/6/3K2 w - - 0 1"),
    Diagram::telling(Kind::NinjaGuard, "c3", "5k/6/6/4n1/1n1p2/2G3/1P4/5K w - - 0 1"),
    Diagram::alone(Kind::Pawn, "c2", "5k/6/6/6/6/6/2P3/5K w - - 0 1"),
    Diagram::telling(Kind::Pawn, "b3", "5k/4p1/6/6/1n4/1P4/6/5K w - - 0 1"),
];

/// What is particular in it, a minute each.
const LESSON: &[LessonStep] = &[
    LessonStep::new("bomber", "2k3/6/6/6/4n1/4p1/4F1/1K4 w - - 0 1", LessonAim::Take("e3 e4"), &["e2e4"]),
    LessonStep::new("freeze", "5k/6/6/2f1n1/6/3I2/6/4K1 w - - 0 1", LessonAim::Hold("c5 e5"), &["d3d4"]),
    LessonStep::new("thaw", "5k/6/6/6/2i3/2K1I1/1N4/6 w - - 0 1", LessonAim::Take("c4"), &["b2c4"]),
    LessonStep::new("mate", "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1", LessonAim::Win, &["e5f6"]),
    LessonStep::new("exit", "f4k/6/6/1K4/6/P5/6/6 w - - 0 1", LessonAim::Win, &["b5a4"]),
    LessonStep::new("run", "5k/f5/2I3/6/1K4/6/6/6 w - - 0 1", LessonAim::Win, &["c6b6", "f8e7", "b4a5"]),
];
