//! Squirrel Chess by Vitya Makov (2009): ten by ten, squirrels, camels, and Guards that brake.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in `crates/rules/tests/rules/squirrel.rs`:
//! the start array is ours, since the page's picture is lost; a brake stops a pawn's second step as it stops a slider;
//! the brake does not stop a castling rook.

use crate::board::piece::ByColor;
use crate::board::piece_type::{BISHOP, CAMEL, GUARD, KING, KNIGHT, PAWN, QUEEN, ROOK, SQUIRREL};
use crate::spec::description::{Braker, CastlingRow, Dead, Description, Diagram, PawnRule};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::orthodox::ORTHODOX;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Squirrel Chess",
    slug: "squirrel",
    family: "squirrel",
    source_url: "https://www.chessvariants.com/invention/squirrel-chess",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "c3gg3c/rnbsqksbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBSQKSBNR/C3GG3C w KQkq - 0 1 0/0",
    files: 10,
    last_rank: 10,
    squares: "a1-j10",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, SQUIRREL, CAMEL, GUARD, PAWN],
    pawn: PawnRule { advance: [2; 12], backs: true, on_first_ranks: true },
    promotion_rank: ByColor { white: 10, black: 1 },
    // Stronger pieces become available one promotion after another.
    promotions: &["NGC", "SRB", "Q", "QRBNSCG"],
    castlings: &[
        CastlingRow::king_side(["f2", "j2", "h2", "g2"]),
        CastlingRow::queen_side(["f2", "a2", "c2", "d2"]),
    ],
    black_rank: 9,
    braker: Some(Braker { kind: 'G', holds_leapers: true }),
    dead: Some(Dead { lone: "NBC", bishops_of_one_colour: false }),
    ..ORTHODOX
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "e5", "10/7k2/10/10/10/4K5/10/10/10/10 w - - 0 1 0/0"),
    Diagram::telling('K', "f2", "10/5k4/10/10/10/10/10/PPPPPPP1g1/R4K3R/C3GG3C w KQ - 0 1 0/0"),
    Diagram::alone('Q', "e5", "7k2/10/10/10/10/4Q5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling('Q', "d5", "9k/10/10/10/3pg5/3Q6/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone('R', "e4", "6k3/10/10/10/10/10/4R5/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling('R', "b3", "9k/10/10/10/10/1g8/10/1R8/10/9K w - - 0 1 0/0"),
    Diagram::alone('B', "e5", "7k2/10/10/10/10/4B5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling('B', "b2", "10/7k2/10/10/10/4ng4/10/10/1B8/8K1 w - - 0 1 0/0"),
    Diagram::alone('N', "e5", "7k2/10/10/10/10/4N5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling('N', "d3", "9k/10/10/10/10/2g7/1p8/3N6/10/9K w - - 0 1 0/0"),
    Diagram::alone('S', "e5", "7k2/10/10/10/10/4S5/10/10/10/1K8 w - - 0 1 0/0"),
    Diagram::telling('S', "e5", "9k/10/10/4g5/4p1r3/2P1SP4/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone('C', "e5", "7k2/10/10/10/10/4C5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling('C', "e5", "9k/10/10/10/3g3r2/4C5/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone('G', "e5", "7k2/10/10/10/10/4G5/10/10/10/2K7 w - - 0 1 0/0"),
    Diagram::telling('G', "e5", "9k/10/10/10/3r1n4/4G5/10/10/10/9K w - - 0 1 0/0"),
    Diagram::alone('P', "e8", "10/10/4P2k2/10/10/10/10/10/10/2K7 w - - 0 1 1/0"),
    Diagram::telling('P', "e6", "9k/10/3g6/3n6/4Pp4/10/10/10/10/9K w - f7 0 1 0/0"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "squirrel",
        "9k/10/10/10/10/4S5/10/10/10/K9 w - - 0 1 0/0",
        LessonAim::Reach('S', "h8"),
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
        LessonAim::Reach('G', "d3 d4 d5"),
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
