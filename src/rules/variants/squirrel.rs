//! Squirrel Chess by Vitya Makov (2009): ten by ten, squirrels, camels, and Guards that brake.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in `tests/rules/squirrel.rs`:
//! the start array is ours, since the page's picture is lost; a brake stops a pawn's second step as it stops a slider;
//! the brake does not stop a castling rook.

use super::shared::{ORTHODOX_PAWN, castlings, orthodox, rectangle};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{DeadMaterial, PawnRule, Spec};

/// What the next pawn may become: the game opens the stronger pieces one promotion after another.
fn promotion(made: u16) -> &'static [Kind] {
    match made {
        0 => &[Kind::Knight, Kind::Guard, Kind::Camel],
        1 => &[Kind::Squirrel, Kind::Rook, Kind::Bishop],
        2 => &[Kind::Queen],
        _ => &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Squirrel, Kind::Camel, Kind::Guard],
    }
}

/// The description of the game.
pub(super) fn spec() -> Spec {
    Spec {
        origin: "by Vitya Makov, 2009",
        source_url: "https://www.chessvariants.com/invention/squirrel-chess",
        summary: "Ten by ten. The Squirrel leaps to any square two away, the Camel leaps (1,3). The Guard steps like a \
                  king and brakes enemy pieces on the eight squares round it: Rooks, Bishops and Queens must stop \
                  there and then move one square at a time; Knights, Camels and Squirrels cannot leave, and never \
                  take a Guard. Pawns move one or two squares up from anywhere, or one back. The first pawn of a \
                  side to promote becomes a Knight, Guard or Camel, the second a Squirrel, Rook or Bishop, the third \
                  a Queen, later ones any of these.",
        readings: &[
            "The start array is ours: the source's picture is lost. A challenge may start from any other position.",
            "A pawn's second step is braked as well: none from a braked square, none over one.",
            "The brake does not stop the Rook when castling.",
            "Lone kings or one extra Knight, Bishop or Camel in all is a draw.",
        ],
        start_fen: "c3gg3c/rnbsqksbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBSQKSBNR/C3GG3C w KQkq - 0 1 0/0",
        files: 10,
        last_rank: 10,
        squares: rectangle(10, 1, 10),
        letters: &[
            ('K', Kind::King),
            ('Q', Kind::Queen),
            ('R', Kind::Rook),
            ('B', Kind::Bishop),
            ('N', Kind::Knight),
            ('S', Kind::Squirrel),
            ('C', Kind::Camel),
            ('G', Kind::Guard),
            ('P', Kind::Pawn),
        ],
        pawn: PawnRule { advance: |_| 2, backs: true, on_first_ranks: true, ..ORTHODOX_PAWN },
        promotion_rank: ByColor { white: 10, black: 1 },
        promotion,
        counts_promotions: true,
        castlings: castlings(&[(true, "f2", "j2", "h2", "g2"), (false, "f2", "a2", "c2", "d2")], 9),
        braker: Some(Kind::Guard),
        dead: Some(DeadMaterial {
            lone: &[Kind::Knight, Kind::Bishop, Kind::Camel],
            bishops_of_one_colour: false,
        }),
        ..orthodox("Squirrel Chess", "squirrel")
    }
}
