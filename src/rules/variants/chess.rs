//! Orthodox chess: the proof that the core is sound, and what a newcomer tries first.
//!
//! Source: the FIDE Laws of Chess. The tests pin it to the public perft tables.

use super::shared::{castlings, moves, orthodox};
use crate::rules::piece::Kind;
use crate::rules::spec::{DeadMaterial, Diagram, Spec};

/// The description of the game.
pub(super) fn spec() -> Spec {
    Spec {
        origin: "Orthodox chess by the FIDE Laws",
        source_url: "https://handbook.fide.com/chapter/E012023",
        pieces: &[
            (
                Kind::King,
                "moves one square in any direction, and castles with a Rook by moving two squares \
                 towards it.",
            ),
            (Kind::Queen, moves::QUEEN),
            (Kind::Rook, moves::ROOK),
            (Kind::Bishop, moves::BISHOP),
            (Kind::Knight, moves::KNIGHT),
            (
                Kind::Pawn,
                "moves one square forward, or two from its start rank, and captures one square \
                 diagonally forward, also en passant.",
            ),
        ],
        summary: "You win by checkmate; stalemate is a draw. Castling: neither King nor Rook has \
                  moved, nothing stands between them, and the King is not attacked before, on its \
                  way or after. Pawns promote on the last rank to Queen, Rook, Bishop or Knight. \
                  Threefold repetition and fifty moves without progress may be claimed with `/draw`; \
                  fivefold repetition and seventy-five moves end the game.",
        readings: &[
            "The game is drawn at once with lone kings, with one extra Knight or Bishop in all, or when only \
             Bishops on squares of one colour are left beside the kings.",
        ],
        diagrams: DIAGRAMS,
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
    Diagram::alone(
        Kind::King,
        "e4",
        "7k/8/8/8/4K3/8/8/8 w - - 0 1",
        "The King moves one square in any direction.",
    ),
    Diagram::telling(
        Kind::King,
        "e1",
        "5rk1/6pp/8/8/8/8/PPP3PP/R3K2R w KQ - 0 1",
        "The King castles two squares towards a Rook: here to c1, with the Rook a1 landing on d1. It cannot \
         castle to g1, for the Rook f8 attacks f1, which it would cross.",
    ),
    Diagram::alone(
        Kind::Queen,
        "d4",
        "8/7k/8/8/3Q4/8/8/2K5 w - - 0 1",
        "The Queen moves any distance along ranks, files and diagonals.",
    ),
    Diagram::telling(
        Kind::Queen,
        "e3",
        "4r1k1/8/8/2b5/8/4Q3/8/4K3 w - - 0 1",
        "The Queen is pinned: if it left the file, the Rook e8 could take the King. So it moves along the \
         file only, as far as taking the Rook, and cannot take the Bishop c5.",
    ),
    Diagram::alone(
        Kind::Rook,
        "d4",
        "8/6k1/8/8/3R4/8/1K6/8 w - - 0 1",
        "The Rook moves any distance along ranks and files.",
    ),
    Diagram::telling(
        Kind::Rook,
        "d4",
        "6k1/8/3P4/8/3R2n1/8/8/6K1 w - - 0 1",
        "The Rook takes the first enemy that it meets, the Knight g4, and stops before a friend, the pawn \
         d6. It leaps over neither.",
    ),
    Diagram::alone(
        Kind::Bishop,
        "d4",
        "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1",
        "The Bishop moves any distance along diagonals and stays on squares of one colour.",
    ),
    Diagram::telling(
        Kind::Bishop,
        "e3",
        "6k1/5pp1/7p/2n5/8/4B3/3P1P2/6K1 w - - 0 1",
        "The Bishop takes the first enemy on each diagonal: the Knight c5 or the pawn h6. Its own pawns d2 \
         and f2 hold it back.",
    ),
    Diagram::alone(
        Kind::Knight,
        "d4",
        "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1",
        "The Knight leaps two squares one way and one to the side.",
    ),
    Diagram::telling(
        Kind::Knight,
        "e5",
        "6k1/3q4/2rppp2/4N3/3PPP2/3P4/8/6K1 w - - 0 1",
        "The Knight leaps over whatever stands between, so the pieces round it do not hold it. It takes \
         where it lands: the Rook c6 or the Queen d7. Only its own pawn d3 is in its way.",
    ),
    Diagram::alone(
        Kind::Pawn,
        "e2",
        "6k1/8/8/8/8/8/4P3/6K1 w - - 0 1",
        "The pawn advances one square, or two from its start rank.",
    ),
    Diagram::telling(
        Kind::Pawn,
        "e5",
        "6k1/8/4pn2/3pP3/8/8/8/6K1 w - d6 0 1",
        "The pawn takes diagonally ahead: the Knight f6, or en passant on d6 the pawn d5, which has just \
         come from d7 in one move. Straight ahead the pawn e6 blocks it.",
    ),
];
