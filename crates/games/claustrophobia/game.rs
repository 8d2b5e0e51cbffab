//! Claustrophobia by Charles Daniel (2007): 46 squares, and a scepter to capture.
//!
//! Source: the inventor's page at the Chess Variant Pages, an entry in the 45/46 cell contest. Readings, pinned by the tests in
//! `crates/rules/tests/rules/claustrophobia.rs`: pawns start on a2-e2 and a7-e7; the bomber lands only on the cell right behind its
//! victim; bare kings are no draw.

use crate::board::piece::ByColor;
use crate::board::piece_type::{FLYING_BOMBER, KING, KNIGHT, NINJA_GUARD, QUEEN_GUARD, SLIDING_PAWN};
use crate::spec::description::{Description, Diagram, Goal};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::orthodox::ORTHODOX;

/// The king has entered the enemy palace.
pub(crate) static SCEPTER: Goal = Goal { slug: "scepter" };

const WHITE_PALACE: &str = "f1 f2 g2";
const BLACK_PALACE: &str = "f8 f7 g7";

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Claustrophobia",
    slug: "claustrophobia",
    family: "claustrophobia",
    source_url: "https://www.chessvariants.com/invention/claustrophobia",
    diagrams: &[DIAGRAMS],
    lesson: LESSON,
    start_fen: "ffnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/FFNGGK* w - - 0 1",
    files: 7,
    squares: "a1-e8 f1 f2 g2 f8 f7 g7",
    palaces: ByColor { white: WHITE_PALACE, black: BLACK_PALACE },
    goals: ByColor { white: BLACK_PALACE, black: WHITE_PALACE },
    goal: Some(&SCEPTER),
    kinds: &[KING, QUEEN_GUARD, FLYING_BOMBER, KNIGHT, NINJA_GUARD, SLIDING_PAWN],
    promotions: &["QGFN"],
    ..ORTHODOX
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('K', "d5", "k5*/7/5**/3K1**/5**/5**/7/6* w - - 0 1"),
    Diagram::telling('K', "e7", "6*/k3K2/5**/3g1**/5**/5**/7/6* w - - 0 1"),
    Diagram::alone('Q', "c4", "5k*/7/5**/5**/2Q2**/5**/7/5K* w - - 0 1"),
    Diagram::telling('Q', "d6", "2k3*/7/2KQ1**/4p**/5**/5**/7/6* w - - 0 1"),
    Diagram::alone('F', "f2", "2k3*/7/5**/5**/2K2**/5**/5F1/6* w - - 0 1"),
    Diagram::telling('F', "f7", "k5*/3N1f1/5**/5**/4g**/5**/5K1/6* w - - 0 1"),
    Diagram::alone('N', "c4", "5k*/7/5**/5**/2N2**/5**/7/5K* w - - 0 1"),
    Diagram::telling('N', "e6", "1k4*/2p3q/4N**/5**/3P1**/5**/7/5K* w - - 0 1"),
    Diagram::alone('G', "e4", "k5*/7/5**/5**/4G**/5**/7/K5* w - - 0 1"),
    Diagram::telling('G', "c4", "5k*/7/p3p**/1N1n1**/2G2**/1p3**/7/5K* w - - 0 1"),
    Diagram::alone('P', "c2", "5k*/7/5**/5**/5**/5**/2P4/5K* w - - 0 1"),
    Diagram::telling('P', "d4", "5k*/7/5**/3pn**/3P1**/5**/7/5K* w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new("bomber", "5k*/7/5**/n4**/5**/5**/F6/4K1* w - - 0 1", LessonAim::Take("a5"), &["a2a6"]),
    LessonStep::new(
        "hop",
        "5k*/7/5**/2n2**/2p2**/2F2**/7/4K1* w - - 0 1",
        LessonAim::Take("c4 c5"),
        &["c3c5"],
    ),
    LessonStep::new(
        "ninja",
        "5k*/7/5**/4n**/1g1p1**/2G2**/7/4K1* w - - 0 1",
        LessonAim::Take("d4 e5"),
        &["c3e5"],
    ),
    LessonStep::new(
        "slip",
        "6*/3p1k1/3P1**/5**/5**/5**/7/K5* w - - 0 1",
        LessonAim::Promote,
        &["d6c7", "f7e7", "c7c8q"],
    ),
    LessonStep::new("mate", "2k3*/7/2KQ1**/4p**/5**/5**/7/6* w - - 0 1", LessonAim::Win, &["d6c7"]),
    LessonStep::new(
        "scepter",
        "6*/7/3K1**/5**/5**/k4**/7/5f* w - - 0 1",
        LessonAim::Win,
        &["d6e7", "f1f2", "e7f8"],
    ),
];
