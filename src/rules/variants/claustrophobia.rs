//! Claustrophobia by Charles Daniel (2007): 46 squares, and a scepter to capture.
//!
//! Source: the inventor's page at the Chess Variant Pages, an entry of the 45/46 cell contest. Readings, pinned by the
//! tests in `tests/rules/claustrophobia.rs`: pawns start on a2-e2 and a7-e7; the bomber lands only on the cell right
//! behind its victim; bare kings are no draw.

use super::shared::{SLIDING_PAWN, orthodox, rectangle, squares};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{Goal, Spec};

/// The description of the game.
pub(super) fn spec() -> Spec {
    let white = squares("f1 f2 g2");
    let black = squares("f8 f7 g7");
    Spec {
        origin: "by Charles Daniel, 2007",
        source_url: "https://www.chessvariants.com/invention/claustrophobia",
        summary: "46 squares: a1-e8 and a palace of three squares for each side. You win by checkmate, or by moving \
                  your King legally to any square of the enemy palace (f8 f7 g7 is Black's, f1 f2 g2 is White's): \
                  that captures the scepter. No castling. Missing squares do not hinder any line. The Queen-Guard \
                  steps like a king. A pawn that faces an enemy may slip past it to an empty square diagonally \
                  ahead. Pawns promote on the last rank to Queen-Guard, Ninja Guard, Flying Bomber or Knight.",
        readings: &[
            "The pawns start on a2-e2 and a7-e7: the source's picture is lost.",
            "The Flying Bomber lands only on the cell right behind its victim; the source's starred note overrides \
             its \"any empty square\".",
            "Bare kings are no draw: the scepter can still be won.",
        ],
        start_fen: "ffnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/FFNGGK* w - - 0 1",
        files: 7,
        squares: rectangle(5, 1, 8) | white | black,
        palaces: ByColor { white, black },
        goals: ByColor { white: black, black: white },
        goal: Goal::Scepter,
        letters: &[
            ('K', Kind::King),
            ('Q', Kind::QueenGuard),
            ('F', Kind::FlyingBomber),
            ('N', Kind::Knight),
            ('G', Kind::NinjaGuard),
            ('P', Kind::Pawn),
        ],
        pawn: SLIDING_PAWN,
        promotion: |_| &[Kind::QueenGuard, Kind::NinjaGuard, Kind::FlyingBomber, Kind::Knight],
        ..orthodox("Claustrophobia", "claustrophobia")
    }
}
