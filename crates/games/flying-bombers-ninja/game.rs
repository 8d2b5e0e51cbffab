//! Flying Bombers Grand Chess by Charles Daniel with ninja pawns: ten on the board, five more in hand, and no ordinary pawns.
//!
//! Source: the inventor's own page. Readings: the seven castlings are those of Birds and Ninjas; pawns promote to Q, R, B, N or F; the
//! draws by material. Unlike in the base game the bomber lands right behind its victim, as the page says.

use crate::board::piece::ByColor;
use crate::board::piece_type::{BISHOP, FLYING_BOMBER, KING, KNIGHT, NINJA_PAWN, QUEEN, ROOK};
use crate::spec::description::{Description, Diagram, Drops};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::flying_bombers;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Flying Bombers with Ninja Pawns",
    slug: "flying-bombers-ninja",
    base: Some("flying-bombers"),
    source_url: "https://chess.computerwebservices.net/flying_w_ninja.php",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "frnbqkbnrf/jjjjjjjjjj/10/10/10/10/10/10/JJJJJJJJJJ/FRNBQKBNRF[JJJJJjjjjj] w KQkq - 0 1",
    kinds: &[KING, QUEEN, ROOK, BISHOP, KNIGHT, FLYING_BOMBER, NINJA_PAWN],
    drops: Some(Drops {
        in_hand: 5,
        in_all: 15,
        squares: ByColor { white: "a2-j2", black: "a9-j9" },
        pushes: true,
        half: ByColor { white: 5, black: 6 },
    }),
    ..flying_bombers::GAME
};

/// As in the base game, but with ninja pawns and a hand, and with its own second diagram of the bomber.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "d5", "10/7k2/10/10/10/3K6/10/10/10/10[] w - - 0 1"),
    Diagram::telling('K', "f1", "fr3k2rf/jjjjjjjjjj/10/10/10/10/10/10/JJJJJJJJJJ/FR3K2RF[] w KQkq - 0 1"),
    Diagram::alone('Q', "e5", "7k2/10/10/10/10/4Q5/10/10/10/2K7[] w - - 0 1"),
    Diagram::telling('Q', "d4", "8k1/10/3n6/6r3/10/10/1J1Q6/10/5J4/8K1[] w - - 0 1"),
    Diagram::alone('R', "e4", "6k3/10/10/10/10/10/4R5/10/10/2K7[] w - - 0 1"),
    Diagram::telling('R', "d4", "8k1/10/10/3j6/10/10/1N1R2f3/10/10/8K1[] w - - 0 1"),
    Diagram::alone('B', "e5", "7k2/10/10/10/10/4B5/10/10/10/2K7[] w - - 0 1"),
    Diagram::telling('B', "d3", "5k4/9r/10/10/n9/10/10/3B6/2J1J5/6K3[] w - - 0 1"),
    Diagram::alone('N', "e5", "7k2/10/10/10/10/4N5/10/10/10/2K7[] w - - 0 1"),
    Diagram::telling('N', "e6", "8k1/10/3f6/4j1q3/3jNj4/4J5/5J4/10/10/2K7[] w - - 0 1"),
    Diagram::alone('F', "e4", "6k3/10/10/10/10/10/4F5/10/10/2K7[] w - - 0 1"),
    Diagram::telling('F', "f4", "10/10/10/5b4/10/10/3rJFjr2/10/5k4/5n3K[] b - - 0 1"),
    Diagram::alone('J', "", "7k2/10/10/10/10/10/10/10/10/2K7[J] w - - 0 1"),
    Diagram::telling('J', "e7", "8k1/10/4jr4/3nJ5/10/10/10/10/10/1K8[] w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "bird",
        "2k7/10/10/10/10/10/5Fjr2/10/10/2K7[] w - - 0 1",
        LessonAim::Take("g4 h4"),
        &["f4h4"],
    ),
    LessonStep::new("drop", "5r2k1/10/10/10/10/10/10/10/10/4RKR3[J] w - - 0 1", LessonAim::Drop, &["J@f2"]),
    LessonStep::new(
        "run",
        "8k1/10/10/10/3r1n4/10/10/10/4J5/1K8[] w - - 0 1",
        LessonAim::Reach('J', "e5"),
        &["e2e5"],
    ),
    LessonStep::new(
        "sideways",
        "8k1/10/4jr4/3nJ5/10/10/10/10/10/1K8[] w - - 0 1",
        LessonAim::Take("d7"),
        &["e7d7"],
    ),
    LessonStep::new(
        "castle",
        "5k4/1j6j1/10/10/10/10/10/1j6j1/10/1R3K2R1[] w KQ - 0 1",
        LessonAim::Check,
        &["O-Og1"],
    ),
];
