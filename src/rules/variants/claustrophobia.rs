//! Claustrophobia by Charles Daniel (2007): 46 squares, and a scepter to capture.
//!
//! Source: the inventor's page at the Chess Variant Pages, an entry of the 45/46 cell contest. Readings, pinned by the
//! tests in `tests/rules/claustrophobia.rs`: pawns start on a2-e2 and a7-e7; the bomber lands only on the cell right
//! behind its victim; bare kings are no draw.

use super::shared::{SLIDING_PAWN, moves, orthodox, rectangle, squares};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{Diagram, Goal, Spec};

/// The king has entered the enemy palace.
static SCEPTER: Goal = Goal {
    slug: "scepter",
    told: "the scepter is captured",
    news: "The King captures the scepter",
    standing: "{winner} has captured the scepter and wins",
};

/// The description of the game.
pub(super) fn spec() -> Spec {
    let white = squares("f1 f2 g2");
    let black = squares("f8 f7 g7");
    Spec {
        origin: "by Charles Daniel, 2007",
        source_url: "https://www.chessvariants.com/invention/claustrophobia",
        pieces: &[
            (
                Kind::King,
                "moves one square in any direction, never castles, and wins by reaching the enemy \
                 palace.",
            ),
            (
                Kind::QueenGuard,
                "moves and captures one square in any direction, like a King, but can be captured.",
            ),
            (Kind::FlyingBomber, moves::FLYING_BOMBER),
            (Kind::Knight, moves::KNIGHT),
            (Kind::NinjaGuard, moves::NINJA_GUARD),
            (Kind::Pawn, moves::SLIDING_PAWN),
        ],
        summary: "You win by checkmate, or by moving your King legally to any square of the enemy \
                  palace (f8 f7 g7 is Black's, f1 f2 g2 is White's): that captures the scepter. The \
                  board has 46 squares, a1-e8 and the two palaces; missing squares do not hinder any \
                  line. There is no castling. Pawns promote on the last rank to Queen-Guard, Ninja \
                  Guard, Flying Bomber or Knight.",
        readings: &[
            "The pawns start on a2-e2 and a7-e7: the source's picture is lost.",
            "The Flying Bomber lands only on the cell right behind its victim; the source's starred note overrides \
             its \"any empty square\".",
            "Bare kings are no draw: the scepter can still be won.",
        ],
        diagrams: DIAGRAMS,
        start_fen: "ffnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/FFNGGK* w - - 0 1",
        files: 7,
        squares: rectangle(5, 1, 8) | white | black,
        palaces: ByColor { white, black },
        goals: ByColor { white: black, black: white },
        goal: Some(&SCEPTER),
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

/// What each piece does, on an (almost) empty board and where it shows what is peculiar to it.
const DIAGRAMS: &[Diagram] = &[
    Diagram::alone(
        Kind::King,
        "d5",
        "k5*/7/5**/3K1**/5**/5**/7/6* w - - 0 1",
        "The King moves one square in any direction. There is no castling.",
    ),
    Diagram::telling(
        Kind::King,
        "e7",
        "6*/k3K2/5**/3g1**/5**/5**/7/6* w - - 0 1",
        "A King that reaches the enemy palace captures the scepter and wins: here by f8. f7 is not safe: \
         the Ninja Guard d5 attacks it by a leap, and e6 on the way.",
    ),
    Diagram::alone(
        Kind::QueenGuard,
        "c4",
        "5k*/7/5**/5**/2Q2**/5**/7/5K* w - - 0 1",
        "The Queen-Guard moves one square in any direction, like a King. Unlike a King it may be taken.",
    ),
    Diagram::telling(
        Kind::QueenGuard,
        "d6",
        "2k3*/7/2KQ1**/4p**/5**/5**/7/6* w - - 0 1",
        "The Queen-Guard takes as it moves: the pawn e5. Guarded by its King it can give mate on its own: \
         d6-c7 is checkmate.",
    ),
    Diagram::alone(
        Kind::FlyingBomber,
        "f2",
        "2k3*/7/5**/5**/2K2**/5**/5F1/6* w - - 0 1",
        "The Flying Bomber slides along ranks and files like a Rook, but not to take. Missing cells do not \
         stop it: from f2 it flies on to f7 and f8.",
    ),
    Diagram::telling(
        Kind::FlyingBomber,
        "f7",
        "k5*/3N1f1/5**/5**/4g**/5**/5K1/6* w - - 0 1",
        "Black's Bomber f7 checks the King f2: it can fly over the missing cells and over the King to f1. \
         It can take the Knight d7 in two ways, by flying on to c7 or, being exactly two squares away, by \
         landing on d7.",
    ),
    Diagram::alone(
        Kind::Knight,
        "c4",
        "5k*/7/5**/5**/2N2**/5**/7/5K* w - - 0 1",
        "The Knight leaps two squares one way and one to the side, as in chess.",
    ),
    Diagram::telling(
        Kind::Knight,
        "e6",
        "1k4*/2p3q/4N**/5**/3P1**/5**/7/5K* w - - 0 1",
        "The Knight leaps over missing cells too: from e6 to f8, or to g7, where it takes the Queen-Guard. \
         It wins no scepter there, for only a King can.",
    ),
    Diagram::alone(
        Kind::NinjaGuard,
        "e4",
        "k5*/7/5**/5**/4G**/5**/7/K5* w - - 0 1",
        "The Ninja Guard moves one or two squares along diagonals. Missing cells do not stop it: from e4 it \
         leaps to g2.",
    ),
    Diagram::telling(
        Kind::NinjaGuard,
        "c4",
        "5k*/7/p3p**/1N1n1**/2G2**/1p3**/7/5K* w - - 0 1",
        "The Ninja Guard takes by landing, on b3 or d5, and takes every enemy that it leaps over: b3 by \
         c4-a2, d5 together with e6 by c4-e6. Over its own Knight b5 it leaps to take a6.",
    ),
    Diagram::alone(
        Kind::Pawn,
        "c2",
        "5k*/7/5**/5**/5**/5**/2P4/5K* w - - 0 1",
        "The pawn advances one square, or two from its start rank, as in chess.",
    ),
    Diagram::telling(
        Kind::Pawn,
        "d4",
        "5k*/7/5**/3pn**/3P1**/5**/7/5K* w - - 0 1",
        "An enemy stands straight ahead, so the pawn may slip past it without taking, diagonally ahead to \
         an empty square: d4-c5. It takes as in chess: the Knight e5.",
    ),
];
