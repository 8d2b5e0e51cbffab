//! Ninjutsu, or Claustrophobia 2, by Charles Daniel: warriors instead of birds, and a palace that makes ninjas insane.
//!
//! Source: the inventor's own site. Readings: pawns start and move as in Claustrophobia; a guard or warrior that lands in the enemy
//! palace always becomes an insane ninja knight; bare kings are no draw.

use crate::board::piece_type::{
    INSANE_NINJA_KNIGHT, KING, KNIGHT, NINJA_GUARD, NINJA_WARRIOR, QUEEN_GUARD, SLIDING_PAWN,
};
use crate::spec::description::{Description, Diagram, ZonePromotion};
use crate::spec::lesson::{LessonAim, LessonStep};
use crate::variants::claustrophobia;

/// The description of the game.
pub(crate) const GAME: Description = Description {
    name: "Ninjutsu",
    slug: "ninjutsu",
    base: Some("claustrophobia"),
    source_url: "https://chess.computerwebservices.net/ninjitsu.php",
    diagrams: &[DIAGRAMS, claustrophobia::DIAGRAMS],
    lesson: LESSON,
    start_fen: "wwnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/WWNGGK* w - - 0 1",
    kinds: &[KING, INSANE_NINJA_KNIGHT, QUEEN_GUARD, NINJA_WARRIOR, KNIGHT, NINJA_GUARD, SLIDING_PAWN],
    promotions: &["ZQWGN"],
    // The palace in which the king captures the scepter.
    zone: Some(ZonePromotion { kinds: "GW", becomes: 'Z', squares: claustrophobia::GAME.goals }),
    ..claustrophobia::GAME
};

/// For each piece, a diagram on an (almost) empty board and one that shows what is special about it.
pub(crate) const DIAGRAMS: &[Diagram] = &[
    Diagram::alone('Z', "c4", "5k*/7/5**/5**/2Z2**/5**/7/5K* w - - 0 1"),
    Diagram::telling('Z', "c4", "5k*/7/1n2w**/3p1**/gPZq1**/5**/7/5K* w - - 0 1"),
    Diagram::alone('W', "c4", "5k*/7/5**/5**/2W2**/5**/7/5K* w - - 0 1"),
    Diagram::telling('W', "d7", "6*/2PWq2/3n1**/3p1**/5**/K4**/7/4k1* w - - 0 1"),
    Diagram::telling('G', "e5", "4k1*/2p4/3n1**/4G**/3P1**/2w2**/7/5K* w - - 0 1"),
];

/// The lesson on what is special about the game, about a minute a step.
pub(crate) const LESSON: &[LessonStep] = &[
    LessonStep::new(
        "warrior",
        "5k*/7/5**/2n2**/2p2**/2W2**/7/4K1* w - - 0 1",
        LessonAim::Take("c4 c5"),
        &["c3c5"],
    ),
    LessonStep::new(
        "palace",
        "1k4*/2p4/5**/4G**/5**/5**/7/K5* w - - 0 1",
        LessonAim::Reach('G', "f8 f7 g7"),
        &["e5g7z"],
    ),
    LessonStep::new("mate", "k5*/7/5**/1w3**/3Z1**/5**/7/K5* w - - 0 1", LessonAim::Win, &["d4c6"]),
    LessonStep::new("slip", "3n2*/3P2k/5**/5**/5**/w4**/7/4K1* w - - 0 1", LessonAim::Win, &["d7e8z"]),
    LessonStep::new(
        "scepter",
        "6*/7/3K1**/5**/5**/kg3**/7/6* w - - 0 1",
        LessonAim::Win,
        &["d6e7", "b3d5", "e7f8"],
    ),
];
