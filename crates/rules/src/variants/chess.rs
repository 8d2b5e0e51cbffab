//! Orthodox chess: the proof that the core is sound, and what a newcomer tries first.
//!
//! Source: the FIDE Laws of Chess. The tests pin it to the public perft tables.

use super::shared::{castlings, orthodox};
use crate::lesson::{LessonAim, LessonStep};
use crate::piece::Kind;
use crate::spec::{DeadMaterial, Diagram, Spec};

/// The description of the game.
pub(super) fn spec() -> Spec {
    Spec {
        source_url: "https://handbook.fide.com/chapter/E012023",
        diagrams: DIAGRAMS,
        lesson: LESSON,
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        letters: &[
            ('K', Kind::King),
            ('Q', Kind::Queen),
            ('R', Kind::Rook),
            ('B', Kind::Bishop),
            ('N', Kind::Knight),
            ('P', Kind::Pawn),
        ],
        castlings: castlings(&[(true, "e1", "h1", "g1", "f1"), (false, "e1", "a1", "c1", "d1")], 8),
        dead: Some(DeadMaterial { lone: &[Kind::Knight, Kind::Bishop], bishops_of_one_colour: true }),
        ..orthodox("Chess", "chess")
    }
}

/// What each piece does, on an (almost) empty board and where it shows what is peculiar to it.
const DIAGRAMS: &[Diagram] = &[
    Diagram::alone(Kind::King, "e4", "7k/8/8/8/4K3/8/8/8 w - - 0 1"),
    Diagram::telling(Kind::King, "e1", "5rk1/6pp/8/8/8/8/PPP3PP/R3K2R w KQ - 0 1"),
    Diagram::alone(Kind::Queen, "d4", "8/7k/8/8/3Q4/8/8/2K5 w - - 0 1"),
    Diagram::telling(Kind::Queen, "e3", "4r1k1/8/8/2b5/8/4Q3/8/4K3 w - - 0 1"),
    Diagram::alone(Kind::Rook, "d4", "8/6k1/8/8/3R4/8/1K6/8 w - - 0 1"),
    Diagram::telling(Kind::Rook, "d4", "6k1/8/3P4/8/3R2n1/8/8/6K1 w - - 0 1"),
    Diagram::alone(Kind::Bishop, "d4", "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1"),
    Diagram::telling(Kind::Bishop, "e3", "6k1/5pp1/7p/2n5/8/4B3/3P1P2/6K1 w - - 0 1"),
    Diagram::alone(Kind::Knight, "d4", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1"),
    Diagram::telling(Kind::Knight, "e5", "6k1/3q4/2rppp2/4N3/3PPP2/3P4/8/6K1 w - - 0 1"),
    Diagram::alone(Kind::Pawn, "e2", "6k1/8/8/8/8/8/4P3/6K1 w - - 0 1"),
    Diagram::telling(Kind::Pawn, "e5", "6k1/8/4pn2/3pP3/8/8/8/6K1 w - d6 0 1"),
];

/// What is particular in it, a minute each.
const LESSON: &[LessonStep] = &[
    LessonStep::new("mate", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", LessonAim::Win, &["d1d8"]),
    LessonStep::new("passing", "6k1/8/4pn2/3pP3/8/8/8/6K1 w - d6 0 1", LessonAim::Take("d5"), &["e5d6"]),
    LessonStep::new("rook", "8/5P1k/5K2/8/8/8/8/8 w - - 0 1", LessonAim::Win, &["f7f8r", "h7h6", "f8h8"]),
];
