//! Squirrel Chess by Vitya Makov (2009): ten by ten, squirrels, camels, and Guards that brake.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in `tests/rules/squirrel.rs`:
//! the start array is ours, since the page's picture is lost; a brake stops a pawn's second step as it stops a slider;
//! the brake does not stop a castling rook.

use super::shared::{ORTHODOX_PAWN, castlings, moves, orthodox, rectangle};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{DeadMaterial, Diagram, PawnRule, Spec};

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
        pieces: &[
            (Kind::King, "moves one square in any direction, and castles with a Rook of its own rank."),
            (Kind::Queen, moves::QUEEN),
            (Kind::Rook, moves::ROOK),
            (Kind::Bishop, moves::BISHOP),
            (Kind::Knight, moves::KNIGHT),
            (
                Kind::Squirrel,
                "leaps exactly two squares straight or diagonally, or like a Knight, over whatever \
                 stands between.",
            ),
            (Kind::Camel, "leaps three squares one way and one to the side, over whatever stands between."),
            (
                Kind::Guard,
                "moves and captures one square in any direction, like a King, can be captured, and \
                 brakes the enemies on the eight squares round it.",
            ),
            (
                Kind::Pawn,
                "moves one or two squares forward from any rank, or one back, and captures as in \
                 chess, also en passant after any double step.",
            ),
        ],
        summary: "You win by checkmate. Brake: beside an enemy Guard a Rook, Bishop or Queen moves \
                  one square only, and one that comes from outside stops there; a Knight, Camel or \
                  Squirrel beside it cannot move and never captures a Guard; a pawn makes no second \
                  step. Castling: from f2 the King goes to h2 with the Rook j2, or to c2 with the \
                  Rook a2; Black on rank 9. Promotion on rank 10 (Black 1): your first pawn becomes \
                  a Knight, Guard or Camel, the second a Squirrel, Rook or Bishop, the third a \
                  Queen, later ones any of these.",
        readings: &[
            "The start array is ours: the source's picture is lost. A challenge may start from any other position.",
            "A pawn's second step is braked as well: none from a braked square, none over one.",
            "The brake does not stop the Rook when castling.",
            "Lone kings or one extra Knight, Bishop or Camel in all is a draw.",
        ],
        diagrams: DIAGRAMS,
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

/// What each piece does, on an (almost) empty board and where it shows what is peculiar to it.
const DIAGRAMS: &[Diagram] = &[
    Diagram::alone(
        Kind::King,
        "e5",
        "10/7k2/10/10/10/4K5/10/10/10/10 w - - 0 1 0/0",
        "The King moves one square in any direction.",
    ),
    Diagram::telling(
        Kind::King,
        "f2",
        "10/5k4/10/10/10/10/10/PPPPPPP1g1/R4K3R/C3GG3C w KQ - 0 1 0/0",
        "The King castles to h2, the Rook j2 landing on g2, or to c2, the Rook a2 landing on d2. Here it \
         can castle to c2 alone, for the Guard i3 attacks h2.",
    ),
    Diagram::alone(
        Kind::Queen,
        "e5",
        "7k2/10/10/10/10/4Q5/10/10/10/2K7 w - - 0 1 0/0",
        "The Queen moves any distance along ranks, files and diagonals.",
    ),
    Diagram::telling(
        Kind::Queen,
        "d5",
        "9k/10/10/10/3pg5/3Q6/10/10/10/9K w - - 0 1 0/0",
        "The Guard e6 brakes the hatched squares. A Queen that stands on one of them moves one square only: \
         away from the Guard, along its side, or taking it or the pawn d6.",
    ),
    Diagram::alone(
        Kind::Rook,
        "e4",
        "6k3/10/10/10/10/10/4R5/10/10/2K7 w - - 0 1 0/0",
        "The Rook moves any distance along ranks and files.",
    ),
    Diagram::telling(
        Kind::Rook,
        "b3",
        "9k/10/10/10/10/1g8/10/1R8/10/9K w - - 0 1 0/0",
        "The Rook comes from outside, so it must stop on b4, the first of the squares that the Guard b5 \
         brakes. From there it moves one square at a time, and only then can it take the Guard.",
    ),
    Diagram::alone(
        Kind::Bishop,
        "e5",
        "7k2/10/10/10/10/4B5/10/10/10/2K7 w - - 0 1 0/0",
        "The Bishop moves any distance along diagonals and stays on squares of one colour.",
    ),
    Diagram::telling(
        Kind::Bishop,
        "b2",
        "10/7k2/10/10/10/4ng4/10/10/1B8/8K1 w - - 0 1 0/0",
        "The Bishop must stop on e5, the first square beside the Guard f5, but it may take the Knight \
         there. Even if e5 were empty, it could not go on to f6.",
    ),
    Diagram::alone(
        Kind::Knight,
        "e5",
        "7k2/10/10/10/10/4N5/10/10/10/2K7 w - - 0 1 0/0",
        "The Knight leaps two squares one way and one to the side, as in chess.",
    ),
    Diagram::telling(
        Kind::Knight,
        "d3",
        "9k/10/10/10/10/2g7/1p8/3N6/10/9K w - - 0 1 0/0",
        "A Knight never takes a Guard, so c5 is not open to it. It may land beside the Guard, here taking \
         the pawn b4, but there it could not move any more while the Guard stays.",
    ),
    Diagram::alone(
        Kind::Squirrel,
        "e5",
        "7k2/10/10/10/10/4S5/10/10/10/1K8 w - - 0 1 0/0",
        "The Squirrel leaps to any square exactly two away: straight, diagonally or like a Knight.",
    ),
    Diagram::telling(
        Kind::Squirrel,
        "e5",
        "9k/10/10/4g5/4p1r3/2P1SP4/10/10/10/9K w - - 0 1 0/0",
        "The Squirrel leaps over its neighbours e6 and f5 and can take the Rook g6. Only two squares are \
         closed to it: c5, where its own pawn stands, and e7, for no leaper takes a Guard.",
    ),
    Diagram::alone(
        Kind::Camel,
        "e5",
        "7k2/10/10/10/10/4C5/10/10/10/2K7 w - - 0 1 0/0",
        "The Camel leaps three squares one way and one to the side, and so stays on squares of one colour.",
    ),
    Diagram::telling(
        Kind::Camel,
        "e5",
        "9k/10/10/10/3g3r2/4C5/10/10/10/9K w - - 0 1 0/0",
        "Beside an enemy Guard a Camel has no moves at all: the Guard d6 holds it, although the Rook h6 is \
         only a leap away. Knights and Squirrels are held in the same way.",
    ),
    Diagram::alone(
        Kind::Guard,
        "e5",
        "7k2/10/10/10/10/4G5/10/10/10/2K7 w - - 0 1 0/0",
        "The Guard moves one square in any direction, like a King, but may be taken. The squares round it, \
         hatched here, are braked for the enemy.",
    ),
    Diagram::telling(
        Kind::Guard,
        "e5",
        "9k/10/10/10/3r1n4/4G5/10/10/10/9K w - - 0 1 0/0",
        "The Guard takes as it moves, and brakes the enemies beside it: the Rook d6 can move one square at \
         most, the Knight f6 not at all. A Knight could not take the Guard from outside either.",
    ),
    Diagram::alone(
        Kind::Pawn,
        "e8",
        "10/10/4P2k2/10/10/10/10/10/10/2K7 w - - 0 1 1/0",
        "The pawn advances one or two squares from any rank, or steps one back. White has promoted once, so \
         its next pawn becomes a Squirrel, Rook or Bishop. The first becomes a Knight, Guard or Camel, the \
         third a Queen, later ones any of these.",
    ),
    Diagram::telling(
        Kind::Pawn,
        "e6",
        "9k/10/3g6/3n6/4Pp4/10/10/10/10/9K w - f7 0 1 0/0",
        "The pawn cannot advance two squares, for the Guard d8 brakes e7. It takes as in chess: the Knight \
         d7, or en passant on f7 the pawn that has just run from f8 to f6.",
    ),
];
