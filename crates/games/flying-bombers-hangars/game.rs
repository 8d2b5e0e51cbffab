//! Flying Bombers with Hangars by Charles Daniel: chess with two bombers a side, each in a square of its own beside the board.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings: a hole ends every line; pawns promote on the last rank of chess, to Q,
//! R, B, N or F, so that none reaches a hangar; the draws by material.

use crate::board::piece_type::{BISHOP, EXTENDED_BOMBER, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::spec::description::{Dead, Description, Diagram};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::chess;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Flying Bombers with Hangars",
    slug: "flying-bombers-hangars",
    family: "flying-bombers",
    base: Some("chess"),
    source_url: "https://www.chessvariants.com/rules/flying-bombers-with-hangars",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "f******f/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/F******F w KQkq - 0 1",
    first_rank: 0,
    last_rank: 9,
    squares: "a1-h8 a0 h0 a9 h9",
    holes_end_lines: true,
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, EXTENDED_BOMBER, PAWN],
    promotions: &["QRBNF"],
    // In a hangar a king can be mated by a single bishop or knight.
    dead: Some(Dead { lone: "", bishops_of_one_colour: false }),
    ..chess::GAME
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "b1", "1******1/7k/8/8/8/8/8/8/1K6/1******1 w - - 0 1"),
    Diagram::telling('K', "e1", "1******1/5rk1/6pp/8/8/8/8/PPP3PP/R3K2R/1******1 w KQ - 0 1"),
    Diagram::alone('Q', "d3", "1******1/4k3/8/8/8/8/3Q4/8/4K3/1******1 w - - 0 1"),
    Diagram::telling('Q', "d5", "1******f/1k6/3n4/8/3Q4/8/1P6/8/6K1/1******1 w - - 0 1"),
    Diagram::alone('R', "a4", "1******1/6k1/8/8/8/R7/8/8/2K5/1******1 w - - 0 1"),
    Diagram::telling('R', "a0", "1******1/4k3/n7/8/8/8/4K3/8/8/R******f w - - 0 1"),
    Diagram::alone('B', "d3", "1******1/4k3/8/8/8/8/3B4/8/4K3/1******1 w - - 0 1"),
    Diagram::telling('B', "c4", "1******f/3k4/8/n7/8/2B5/8/4P3/6K1/1******1 w - - 0 1"),
    Diagram::alone('N', "b2", "1******1/6k1/8/8/8/8/8/1N6/6K1/1******1 w - - 0 1"),
    Diagram::telling('N', "g7", "1******f/2k1r3/5pNp/4P3/8/8/8/8/6K1/1******1 w - - 0 1"),
    Diagram::alone('F', "a0", "1******1/6k1/8/8/8/8/8/8/4K3/F******1 w - - 0 1"),
    Diagram::telling('F', "a3", "1******1/6k1/8/8/n7/P7/F2p4/8/6K1/1******1 w - - 0 1"),
    Diagram::alone('P', "e2", "1******1/6k1/8/8/8/8/8/4P3/6K1/1******1 w - - 0 1"),
    Diagram::telling('P', "e5", "1******1/6k1/8/4pn2/3pP3/8/8/8/6K1/1******1 w - d6 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "landing",
        "1******1/8/8/7k/8/F2p4/8/8/1K6/1******1 w - - 0 1",
        LessonAim::Check,
        &["a4h4"],
    ),
    LessonStep::new(
        "hop",
        "1******1/6k1/8/8/4n3/4p3/4F3/8/1K6/1******1 w - - 0 1",
        LessonAim::Take("e4 e5"),
        &["e3e5"],
    ),
    LessonStep::new(
        "behind",
        "1******1/k7/8/8/8/8/3F4/8/6K1/1******1 w - - 0 1",
        LessonAim::Check,
        &["d3a3"],
    ),
    LessonStep::new(
        "fill",
        "1******1/6k1/8/f7/8/4B3/8/8/K7/1******1 w - - 0 1",
        LessonAim::Reach('B', "a0"),
        &["e4a0"],
    ),
    LessonStep::new("mate", "1******1/8/8/8/8/8/3N4/K7/8/k******1 w - - 0 1", LessonAim::Win, &["d3b2"]),
];
