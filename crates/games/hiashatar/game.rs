//! Hiashatar, the large chess of Mongolia: ten by ten, and Bodyguards that brake.
//!
//! Source: Jose Carrillo's page at the Chess Variant Pages, besides those of M. Winther and Wikipedia. Readings, where these differ: the
//! array; pieces of one's own side are not braked; a Bodyguard takes on its second square, too; a brake stops a pawn's long step as it
//! stops a slider; the draws by material.

use crate::board::piece::ByColor;
use crate::board::piece_type::{BISHOP, BODYGUARD, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::spec::description::{Braker, Dead, Description, Diagram, PawnRule};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::orthodox::ORTHODOX_PAWN;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Hiashatar",
    slug: "hiashatar",
    family: "squirrel",
    base: Some("chess"),
    source_url: "https://www.chessvariants.com/play/hiashatar",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "rnbhqkhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKQHBNR w - - 0 1",
    files: 10,
    last_rank: 10,
    squares: "a1-j10",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, BODYGUARD, PAWN],
    pawn: PawnRule { advance: [1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1], ..ORTHODOX_PAWN },
    promotion_rank: ByColor { white: 10, black: 1 },
    promotions: &["Q"],
    castlings: &[],
    black_rank: 10,
    // Knights are not braked, unlike those of Squirrel Chess.
    braker: Some(Braker { kind: 'H', holds_leapers: false }),
    dead: Some(Dead { lone: "NBH", bishops_of_one_colour: false }),
    ..crate::variants::chess::GAME
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "e5", "10/7k2/10/10/10/4K5/10/10/10/10 w - - 0 1"),
    Diagram::telling('K', "e4", "5r1k2/10/10/10/10/3h1h4/4K5/10/10/10 w - - 0 1"),
    Diagram::alone('Q', "e5", "7k2/10/10/10/10/4Q5/10/10/10/2K7 w - - 0 1"),
    Diagram::telling('Q', "d5", "9k/10/10/10/3ph5/3Q6/10/10/10/9K w - - 0 1"),
    Diagram::alone('R', "e4", "6k3/10/10/10/10/10/4R5/10/10/2K7 w - - 0 1"),
    Diagram::telling('R', "b3", "9k/10/10/10/10/1h8/10/1R8/10/9K w - - 0 1"),
    Diagram::alone('B', "e5", "7k2/10/10/10/10/4B5/10/10/10/2K7 w - - 0 1"),
    Diagram::telling('B', "b2", "10/7k2/10/10/10/4nh4/10/10/1B8/8K1 w - - 0 1"),
    Diagram::alone('N', "e5", "7k2/10/10/10/10/4N5/10/10/10/2K7 w - - 0 1"),
    Diagram::telling('N', "d5", "9k/10/10/10/4h5/3N6/5h4/10/10/9K w - - 0 1"),
    Diagram::alone('H', "e5", "7k2/10/10/10/10/4H5/10/10/10/2K7 w - - 0 1"),
    Diagram::telling('H', "e5", "10/10/10/10/3rPn4/2p1H5/10/6k3/10/1K8 w - - 0 1"),
    Diagram::alone('P', "e2", "7k2/10/10/10/10/10/10/10/4P5/2K7 w - - 0 1"),
    Diagram::telling('P', "e2", "7k2/10/10/10/10/3h6/10/5n4/4P5/2K7 w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "brake",
        "9k/10/3rb5/10/10/4H5/10/10/10/K9 w - - 0 1",
        LessonAim::Hold("d8 e8"),
        &["e5e7"],
    ),
    LessonStep::new(
        "shield",
        "4r4k/10/10/10/10/10/1H8/10/4K5/10 w - - 0 1",
        LessonAim::Reach('H', "d2 d4 d6"),
        &["b4d4"],
    ),
    LessonStep::new(
        "knight",
        "9k/10/10/10/3h6/10/4N5/6B3/10/K2R6 w - - 0 1",
        LessonAim::Take("d6"),
        &["e4d6"],
    ),
    LessonStep::new(
        "beside",
        "9k/10/10/10/3h6/2B7/N9/10/10/K2R6 w - - 0 1",
        LessonAim::Take("d6"),
        &["c5d6"],
    ),
    LessonStep::new("run", "10/10/10/10/3k6/10/1h8/10/2P1P5/K9 w - - 0 1", LessonAim::Check, &["e2e5"]),
    LessonStep::new(
        "passing",
        "9k/10/10/5P4/3Pp5/10/10/10/10/K9 w - e8e7 0 1",
        LessonAim::Take("e6"),
        &["d6e7"],
    ),
];
