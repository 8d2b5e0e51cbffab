//! Orthodox chess: the proof that the core is sound, and what a newcomer tries first.
//!
//! Source: the FIDE Laws of Chess. The tests pin it to the public perft tables.

use super::shared::{castlings, orthodox};
use crate::rules::piece::Kind;
use crate::rules::spec::{DeadMaterial, Spec};

/// The description of the game.
pub(super) fn spec() -> Spec {
    Spec {
        origin: "Orthodox chess by the FIDE Laws",
        source_url: "https://handbook.fide.com/chapter/E012023",
        summary: "Orthodox chess by the FIDE Laws. Checkmate wins, stalemate draws. Threefold repetition and fifty \
                  moves may be claimed with /draw; fivefold repetition and seventy-five moves end the game.",
        readings: &[
            "The game is drawn at once with lone kings, with one extra Knight or Bishop in all, or when only \
             Bishops on squares of one colour are left beside the kings.",
        ],
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
