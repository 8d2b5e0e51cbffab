//! Squirrel Chess by Vitya Makov (2009): ten by ten, squirrels, camels, and Guards that brake.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in `crates/rules/tests/rules/squirrel.rs`:
//! the start array is ours, since the page's picture is lost; a brake stops a pawn's second step as it stops a slider;
//! the brake does not stop a castling rook.

use super::shared::{ORTHODOX_PAWN, castlings, orthodox, rectangle};
use crate::lesson::{LessonAim, LessonStep};
use crate::piece::{ByColor, Kind};
use crate::spec::{DeadMaterial, Diagram, PawnRule, Spec};

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
        source_url: "https://www.chessvariants.com/invention/squirrel-chess",
        diagrams: DIAGRAMS,
        lesson: LESSON,
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
    Diagram::alone(Kind::King, "e5", "10/7k2/10/10/10/4K5/10/10/10/10 w - - 0 1 0/0"),
    Diagram::telling(Kind::King, "f2", "10/5k4/10/10/10/10/10/PPPPPPP1g1/R4K3R/C3GG3C w KQ - 0 1 0/0"),
    Diagram::alone(Kind::Queen, "e5", "7k2/10/10/10/10/4Q5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling(Kind::Queen, "d5", "9k/10/10/10/3pg5/3Q6/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone(Kind::Rook, "e4", "6k3/10/10/10/10/10/4R5/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling(Kind::Rook, "b3", "9k/10/10/10/10/1g8/10/1R8/10/9K w - - 0 1 0/0"),
    Diagram::alone(Kind::Bishop, "e5", "7k2/10/10/10/10/4B5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling(Kind::Bishop, "b2", "10/7k2/10/10/10/4ng4/10/10/1B8/8K1 w - - 0 1 0/0"),
    Diagram::alone(Kind::Knight, "e5", "7k2/10/10/10/10/4N5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling(Kind::Knight, "d3", "9k/10/10/10/10/2g7/1p8/3N6/10/9K w - - 0 1 0/0"),
    Diagram::alone(Kind::Squirrel, "e5", "7k2/10/10/10/10/4S5/10/10/10/1K8 w - - 0 1 0/0"),
    Diagram::telling(Kind::Squirrel, "e5", "9k/10/10/4g5/4p1r3/2P1SP4/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone(Kind::Camel, "e5", "7k2/10/10/10/10/4C5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling(Kind::Camel, "e5", "9k/10/10/10/3g3r2/4C5/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone(Kind::Guard, "e5", "7k2/10/10/10/10/4G5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling(Kind::Guard, "e5", "9k/10/10/10/3r1n4/4G5/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone(Kind::Pawn, "e8", "10/10/4P2k2/10/10/10/10/10/10/2K7 w - - 0 1 1/0"),
    Diagram::telling(Kind::Pawn, "e6", "9k/10/3g6/3n6/4Pp4/10/10/10/10/9K w - f7 0 1 0/0"),
];

/// What is particular in it, a minute each.
const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "squirrel",
        "9k/10/10/10/10/4S5/10/10/10/K9 w - - 0 1 0/0",
        LessonAim::Reach(Kind::Squirrel, "h8"),
        &["e5g6", "j10i10", "g6h8"],
    ),
    LessonStep::new(
        "camel",
        "9k/10/10/3n6/7r2/4C5/10/6p3/10/K9 w - - 0 1 0/0",
        LessonAim::Take("h6"),
        &["e5h6"],
    ),
    LessonStep::new(
        "brake",
        "9k/10/10/3r1n4/10/3G6/10/10/10/K9 w - - 0 1 0/0",
        LessonAim::Hold("d7 f7"),
        &["d5e6"],
    ),
    LessonStep::new(
        "shield",
        "4r4k/10/10/10/10/10/2G7/10/4K5/10 w - - 0 1 0/0",
        LessonAim::Reach(Kind::Guard, "d3 d4 d5"),
        &["c4d5"],
    ),
    LessonStep::new(
        "guard",
        "9k/10/10/10/3g6/2B7/4N5/10/3R6/K9 w - - 0 1 0/0",
        LessonAim::Take("d6"),
        &["c5d6"],
    ),
    LessonStep::new(
        "promotion",
        "10/2P1k5/7p2/10/10/10/10/10/10/K9 w - - 0 1 0/0",
        LessonAim::Check,
        &["c9c10n"],
    ),
];
