//! Birds and Ninjas by Charles Daniel (2007): 104 squares, flying bombers, and ninja pawns dropped from the hand.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in
//! `tests/rules/birds_and_ninjas.rs`: every square passed over by an advance of two or three can be taken on en
//! passant; the bomber's range has no limit; the material draws.

use super::shared::{ORTHODOX_PAWN, castlings, orthodox, rectangle, squares};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{DeadMaterial, DropRule, PawnRule, Spec};

/// A pawn may run to rank 5 on its own half, else it steps once.
fn advance(rank: u8) -> u8 {
    if rank < 5 { (5 - rank).min(3) } else { 1 }
}

/// The description of the game.
pub(super) fn spec() -> Spec {
    Spec {
        origin: "by Charles Daniel, 2007",
        source_url: "https://www.chessvariants.com/invention/birds-and-ninjas",
        summary: "104 squares: a1-j10 and two more behind each king (e0 f0, e11 f11). Pawns on their own half may \
                  run up to three squares to the middle and can be taken en passant on every square they passed. \
                  Each side has four Ninja Pawns in hand: drop one on an empty square of rank 2 (Black 9) and, if \
                  you like, push it on at once. Ninja Pawns also step sideways, and take sideways beyond the middle. \
                  There are seven ways to castle. Pawns promote on rank 10 (Black 1) to any of the pieces.",
        readings: &[
            "After an advance of two or three squares every square passed over can be taken on en passant, by an \
             ordinary pawn, at once.",
            "The bomber's range is not limited: e0-e11 is one move on an empty file.",
            "Diagrams 1 and 2 of the source were drawn on an 8x8 board: \"no empty square beyond\" f1 and d8 is not \
             so here.",
            "Without pawns of either kind, also in hand, lone kings or one extra Knight, Bishop or Ninja Guard in all \
             is a draw.",
        ],
        start_fen: "****ff****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****FF****[JJJJjjjj] w KQkq - 0 1",
        files: 10,
        first_rank: 0,
        last_rank: 11,
        squares: rectangle(10, 1, 10) | squares("e0 f0 e11 f11"),
        letters: &[
            ('K', Kind::King),
            ('Q', Kind::Queen),
            ('R', Kind::Rook),
            ('B', Kind::Bishop),
            ('N', Kind::Knight),
            ('F', Kind::FlyingBomber),
            ('G', Kind::NinjaGuard),
            ('P', Kind::Pawn),
            ('J', Kind::NinjaPawn),
        ],
        pawn: PawnRule { advance, ..ORTHODOX_PAWN },
        promotion_rank: ByColor { white: 10, black: 1 },
        promotion: |_| {
            &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::NinjaGuard, Kind::FlyingBomber]
        },
        castlings: castlings(
            &[
                (true, "f1", "i1", "g1", "f1"),
                (true, "f1", "i1", "h1", "g1"),
                (true, "f1", "i1", "i1", "h1"),
                (false, "f1", "b1", "e1", "f1"),
                (false, "f1", "b1", "d1", "e1"),
                (false, "f1", "b1", "c1", "d1"),
                (false, "f1", "b1", "b1", "c1"),
            ],
            10,
        ),
        drops: Some(DropRule {
            pawns: 4,
            rank: ByColor { white: 2, black: 9 },
            half: ByColor { white: 5, black: 6 },
        }),
        dead: Some(DeadMaterial {
            lone: &[Kind::Knight, Kind::Bishop, Kind::NinjaGuard],
            bishops_of_one_colour: false,
        }),
        ..orthodox("Birds and Ninjas", "birds-and-ninjas")
    }
}
