//! Prison Break by Charles Daniel (2007): 46 squares and two exits for a fleeing king.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in
//! `tests/rules/prison_break.rs`: to guard an exit a piece must be able to take a king standing there, even by landing
//! on an exit; a frozen Ice Queen still freezes; frozen pieces give no check; no draw by material.

use super::shared::{SLIDING_PAWN, moves, orthodox, rectangle, squares};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{Diagram, Goal, Spec};

/// The king is out of the prison.
static ESCAPE: Goal = Goal {
    slug: "escape",
    told: "the king has escaped",
    news: "The King escapes through {square}",
    standing: "{winner}'s King has escaped, {winner} wins",
};

/// The description of the game.
pub(super) fn spec() -> Spec {
    let exits = squares("a4 a5");
    Spec {
        origin: "by Charles Daniel, 2007",
        source_url: "https://www.chessvariants.com/invention/prison-break",
        pieces: &[
            (Kind::King, "moves one square in any direction, never castles, and wins by reaching an exit."),
            (
                Kind::IceQueen,
                "moves and captures one square in any direction, can be captured, and freezes every \
                 enemy piece beside her, which then cannot move, capture, give check or guard.",
            ),
            (Kind::FlyingBomber, moves::FLYING_BOMBER),
            (Kind::Knight, moves::KNIGHT),
            (Kind::NinjaGuard, moves::NINJA_GUARD),
            (Kind::Pawn, moves::SLIDING_PAWN),
        ],
        summary: "You win by checkmate, or by moving your King legally to an exit, a4 or a5: it has \
                  escaped. No other piece may enter an exit, but lines pass over an empty one. The \
                  board has 46 squares and the two exits. There is no castling. Pawns promote on the \
                  last rank to Ice Queen, Ninja Guard, Flying Bomber or Knight.",
        readings: &[
            "An exit is guarded by a piece that could take a king standing there, even by landing on an exit.",
            "A frozen Ice Queen still freezes, so two enemy Ice Queens side by side freeze each other.",
            "No legal move and no check is stalemate, also for a frozen side.",
            "In the source's diagram, e5-e6 threatens no mate: Black can answer by freezing the checker.",
            "No position is drawn by material: a king can always run for the exit.",
        ],
        diagrams: DIAGRAMS,
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
    Diagram::alone(
        Kind::King,
        "b4",
        "5k/6/6/6/1K4/6/6/6 w - - 0 1",
        "The King moves one square in any direction. It alone may enter the exits a4 and a5, and wins as \
         soon as it does.",
    ),
    Diagram::telling(
        Kind::King,
        "b4",
        "5k/f5/6/6/1K4/6/6/6 w - - 0 1",
        "The Bomber a7 guards both exits: it could take a King on a4 by flying on to a3, and one on a5 by \
         landing there or by flying on to a4. So the King cannot escape yet.",
    ),
    Diagram::alone(
        Kind::IceQueen,
        "d4",
        "5k/6/6/6/3I2/6/6/K5 w - - 0 1",
        "The Ice Queen moves and takes one square in any direction. An enemy piece on any of these squares \
         is frozen.",
    ),
    Diagram::telling(
        Kind::IceQueen,
        "e5",
        "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1",
        "c5 and c7 are frozen by the Ice Queen c6: they neither move nor guard. e5-f6 is checkmate, for a \
         King beside an enemy Ice Queen cannot move. e5-d6 is stalemate and no check, for there the Ice \
         Queens freeze each other.",
    ),
    Diagram::alone(
        Kind::FlyingBomber,
        "a2",
        "3k2/6/6/6/2K3/6/F5/6 w - - 0 1",
        "The Flying Bomber slides along ranks and files like a Rook, but not to take. It flies over the \
         exits a4 and a5 and cannot stop there.",
    ),
    Diagram::telling(
        Kind::FlyingBomber,
        "d4",
        "1k4/6/3g2/3P2/1n1Fpn/6/3p2/5K w - - 0 1",
        "Over its own pawn d5 the Bomber lands on d6; over e4 it lands on f4 and takes both. The pawn d2 it \
         takes by landing on it or by flying on to d1; the Knight b4 only by landing, for it cannot stop on \
         the exit behind it.",
    ),
    Diagram::alone(
        Kind::Knight,
        "d4",
        "5k/6/6/6/3N2/6/6/K5 w - - 0 1",
        "The Knight leaps two squares one way and one to the side, as in chess.",
    ),
    Diagram::telling(
        Kind::Knight,
        "b2",
        "5k/3p2/6/6/2i3/2K3/1N3P/6 w - - 0 1",
        "The Ice Queen c4 has frozen the King c3 and gives check. The Knight stands two squares from her, \
         so it is not frozen and takes her. It could not go to the exit a4, though it guards it.",
    ),
    Diagram::alone(
        Kind::NinjaGuard,
        "d4",
        "3k2/6/6/6/3G2/6/6/3K2 w - - 0 1",
        "The Ninja Guard moves one or two squares along diagonals.",
    ),
    Diagram::telling(
        Kind::NinjaGuard,
        "c3",
        "5k/6/6/4n1/1n1p2/2G3/1P4/5K w - - 0 1",
        "The Ninja Guard takes d4 by landing, or d4 and e5 together by leaping on. Over its own pawn b2 it \
         leaps to a1. The Knight b4 it takes only by landing, for it may not leap on to the exit a5.",
    ),
    Diagram::alone(
        Kind::Pawn,
        "c2",
        "5k/6/6/6/6/6/2P3/5K w - - 0 1",
        "The pawn advances one square, or two from its start rank, as in chess.",
    ),
    Diagram::telling(
        Kind::Pawn,
        "b3",
        "5k/4p1/6/6/1n4/1P4/6/5K w - - 0 1",
        "The Knight b4 stands straight ahead, so the pawn may slip past it to c4 without taking. It may not \
         slip to a4: pawns never enter the exits, though this one guards a4.",
    ),
];
