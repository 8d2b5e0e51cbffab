//! Prison Break by Charles Daniel (2007): 46 squares and two exits for a fleeing king.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in
//! `tests/rules/prison_break.rs`: to guard an exit a piece must be able to take a king standing there, even by landing
//! on an exit; a frozen Ice Queen still freezes; frozen pieces give no check; no draw by material.

use super::shared::{SLIDING_PAWN, orthodox, rectangle, squares};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{Goal, Spec};

/// The description of the game.
pub(super) fn spec() -> Spec {
    let exits = squares("a4 a5");
    Spec {
        origin: "by Charles Daniel, 2007",
        source_url: "https://www.chessvariants.com/invention/prison-break",
        summary: "46 squares and two exits, a4 and a5. You win by checkmate, or by moving your King legally to an \
                  exit: it has escaped. No other piece may enter an exit. The Ice Queen steps like a king and \
                  freezes every enemy piece next to her: it has no moves and gives no check. A pawn that faces an \
                  enemy may slip past it to an empty square diagonally ahead. No castling. Pawns promote on the last \
                  rank to Ice Queen, Ninja Guard, Flying Bomber or Knight.",
        readings: &[
            "An exit is guarded by a piece that could take a king standing there, even by landing on an exit.",
            "A frozen Ice Queen still freezes, so two enemy Ice Queens side by side freeze each other.",
            "No legal move and no check is stalemate, also for a frozen side.",
            "In the source's diagram, e5-e6 threatens no mate: Black can answer by freezing the checker.",
            "No position is drawn by material: a king can always run for the exit.",
        ],
        start_fen: "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1",
        files: 6,
        squares: rectangle(6, 1, 8),
        exits,
        goals: ByColor::both(exits),
        goal: Goal::Escape,
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
