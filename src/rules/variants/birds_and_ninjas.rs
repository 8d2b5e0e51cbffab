//! Birds and Ninjas by Charles Daniel (2007): 104 squares, flying bombers, and ninja pawns dropped from the hand.
//!
//! Source: the inventor's page at the Chess Variant Pages. Readings, pinned by the tests in
//! `tests/rules/birds_and_ninjas.rs`: every square passed over by an advance of two or three can be taken on en
//! passant; the bomber's range has no limit; the material draws.

use super::shared::{ORTHODOX_PAWN, castlings, moves, orthodox, rectangle, squares};
use crate::rules::piece::{ByColor, Kind};
use crate::rules::spec::{DeadMaterial, Diagram, DropRule, PawnRule, Spec};

/// A pawn may run to rank 5 on its own half, else it steps once.
fn advance(rank: u8) -> u8 {
    if rank < 5 { (5 - rank).min(3) } else { 1 }
}

/// The description of the game.
pub(super) fn spec() -> Spec {
    Spec {
        origin: "by Charles Daniel, 2007",
        source_url: "https://www.chessvariants.com/invention/birds-and-ninjas",
        pieces: &[
            (Kind::King, "moves one square in any direction, and castles in seven ways."),
            (Kind::Queen, moves::QUEEN),
            (Kind::Rook, moves::ROOK),
            (Kind::Bishop, moves::BISHOP),
            (Kind::Knight, moves::KNIGHT),
            (Kind::FlyingBomber, moves::FLYING_BOMBER),
            (Kind::NinjaGuard, moves::NINJA_GUARD),
            (
                Kind::Pawn,
                "moves up to three squares on its own half, but not beyond rank 5 (Black 6), and one \
                 after that, and captures as in chess, also en passant on any square that an enemy \
                 pawn has just passed over.",
            ),
            (
                Kind::NinjaPawn,
                "waits in the hand until it is dropped, then moves one square up or sideways, on its \
                 own half any distance up, and captures one square diagonally up, beyond the middle \
                 also sideways.",
            ),
        ],
        summary: "You win by checkmate. The board has 104 squares: a1-j10 and two more behind each \
                  King (e0 f0, e11 f11). Drop: instead of a move you may put one of your four Ninja \
                  Pawns on an empty square of rank 2 (Black 9) and, if you like, push it up at once, \
                  as far as rank 5 (Black 6); write `J@` and the square. Castling: from f1 the King \
                  goes to g1, h1 or i1 with the Rook i1, or to e1, d1, c1 or b1 with the Rook b1, \
                  and the Rook lands beside it; Black on rank 10. Both kinds of pawn promote on rank \
                  10 (Black 1) to Queen, Rook, Bishop, Knight, Ninja Guard or Flying Bomber.",
        readings: &[
            "After an advance of two or three squares every square passed over can be taken on en passant, by an \
             ordinary pawn, at once.",
            "The bomber's range is not limited: e0-e11 is one move on an empty file.",
            "Diagrams 1 and 2 of the source were drawn on an 8x8 board: \"no empty square beyond\" f1 and d8 is not \
             so here.",
            "Without pawns of either kind, also in hand, lone kings or one extra Knight, Bishop or Ninja Guard in all \
             is a draw.",
        ],
        diagrams: DIAGRAMS,
        start_fen: "****ff****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****FF****[JJJJjjjj] w KQkq - 0 1",
        files: 10,
        first_rank: 0,
        last_rank: 11,
        squares: rectangle(10, 1, 10) | squares("e0 f0 e11 f11"),
        letters: &[
            ('K', Kind::King),
            ('Q', Kind::Queen),
            ('R', Kind::Rook),
            ('B', Kind::Bishop),
            ('N', Kind::Knight),
            ('F', Kind::FlyingBomber),
            ('G', Kind::NinjaGuard),
            ('P', Kind::Pawn),
            ('J', Kind::NinjaPawn),
        ],
        pawn: PawnRule { advance, ..ORTHODOX_PAWN },
        promotion_rank: ByColor { white: 10, black: 1 },
        promotion: |_| {
            &[Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::NinjaGuard, Kind::FlyingBomber]
        },
        castlings: castlings(
            &[
                (true, "f1", "i1", "g1", "f1"),
                (true, "f1", "i1", "h1", "g1"),
                (true, "f1", "i1", "i1", "h1"),
                (false, "f1", "b1", "e1", "f1"),
                (false, "f1", "b1", "d1", "e1"),
                (false, "f1", "b1", "c1", "d1"),
                (false, "f1", "b1", "b1", "c1"),
            ],
            10,
        ),
        drops: Some(DropRule {
            pawns: 4,
            rank: ByColor { white: 2, black: 9 },
            half: ByColor { white: 5, black: 6 },
        }),
        dead: Some(DeadMaterial {
            lone: &[Kind::Knight, Kind::Bishop, Kind::NinjaGuard],
            bishops_of_one_colour: false,
        }),
        ..orthodox("Birds and Ninjas", "birds-and-ninjas")
    }
}

/// What each piece does, on an (almost) empty board and where it shows what is peculiar to it.
const DIAGRAMS: &[Diagram] = &[
    Diagram::alone(
        Kind::King,
        "d5",
        "****2****/10/7k2/10/10/10/3K6/10/10/10/10/****2****[] w - - 0 1",
        "The King moves one square in any direction.",
    ),
    Diagram::telling(
        Kind::King,
        "f1",
        "****2****/gr3k2rg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GR3K2RG/****2****[] w KQkq - 0 1",
        "The King castles in seven ways: to g1, h1 or i1 with the Rook i1, to e1, d1, c1 or b1 with the \
         Rook b1. The Rook lands beside it on the inner side: after f1-h1 on g1, after f1-b1 on c1. One \
         step takes it to e1, g1, e0 or f0.",
    ),
    Diagram::alone(
        Kind::Queen,
        "e5",
        "****2****/7k2/10/10/10/10/4Q5/10/10/10/2K7/****2****[] w - - 0 1",
        "The Queen moves any distance along ranks, files and diagonals. The e-file and the f-file are \
         longer than the others: they run from e0 to e11 and from f0 to f11.",
    ),
    Diagram::telling(
        Kind::Queen,
        "g2",
        "****2****/5k4/10/10/10/2n7/10/10/6P3/3P2QP2/8K1/****r1****[] w - - 0 1",
        "The Queen takes the first enemy on any line: the Knight c6, or over f1 the Rook that has got \
         behind the back rank, to e0. Its own pawns d2, g3 and h2 hold it back.",
    ),
    Diagram::alone(
        Kind::Rook,
        "e4",
        "****2****/6k3/10/10/10/10/10/4R5/10/10/2K7/****2****[] w - - 0 1",
        "The Rook moves any distance along ranks and files, here from e0 up to e11.",
    ),
    Diagram::telling(
        Kind::Rook,
        "f4",
        "****2****/6k3/10/10/10/5p4/10/2N2R4/10/10/2K7/****1f****[] w - - 0 1",
        "The Rook takes the first enemy on any line: the pawn f6, or the Bomber that has come down to f0, \
         the lower end of the file. Its own Knight c4 stops it.",
    ),
    Diagram::alone(
        Kind::Bishop,
        "e5",
        "****2****/7k2/10/10/10/10/4B5/10/10/10/2K7/****2****[] w - - 0 1",
        "The Bishop moves any distance along diagonals and stays on squares of one colour.",
    ),
    Diagram::telling(
        Kind::Bishop,
        "i8",
        "****1f****/5k4/10/8B1/10/10/10/4P5/10/10/5K4/****2****[] w - - 0 1",
        "Diagonals lead to the squares behind the back ranks as well: from i8 the Bishop takes the Bomber \
         on its home square f11. Its own pawn e4 ends the other diagonal.",
    ),
    Diagram::alone(
        Kind::Knight,
        "e5",
        "****2****/7k2/10/10/10/10/4N5/10/10/10/2K7/****2****[] w - - 0 1",
        "The Knight leaps two squares one way and one to the side, as in chess.",
    ),
    Diagram::telling(
        Kind::Knight,
        "g9",
        "****1f****/4qkb1r1/5pNp2/10/5P4/10/10/10/10/10/5K4/****2****[] w - - 0 1",
        "The Knight leaps over whatever stands between, also to the squares behind the back ranks: it takes \
         the Bomber f11, the Queen e10 or the Rook i10. Its own pawn f7 is in its way.",
    ),
    Diagram::alone(
        Kind::FlyingBomber,
        "e0",
        "****2****/10/7k2/10/10/10/10/10/2K7/10/10/****F1****[] w - - 0 1",
        "The Flying Bomber slides along ranks and files like a Rook, but not to take. Its range has no \
         limit: from e0 it flies as far as e11 in one move.",
    ),
    Diagram::telling(
        Kind::FlyingBomber,
        "f4",
        "****2****/10/10/10/5b4/10/10/3rPFpr2/10/5k4/5n3K/****2****[] b - - 0 1",
        "The Bomber f4 can take the Bishop f7 by flying on to f8, the Rook d4 by hopping over its own pawn \
         e4, and both g4 and h4 by landing on h4. It checks the King f2, which is exactly two squares away.",
    ),
    Diagram::alone(
        Kind::NinjaGuard,
        "e5",
        "****2****/7k2/10/10/10/10/4G5/10/10/10/2K7/****2****[] w - - 0 1",
        "The Ninja Guard moves one or two squares along diagonals.",
    ),
    Diagram::telling(
        Kind::NinjaGuard,
        "d4",
        "****2****/7k2/10/10/10/1p3p4/2N1r5/3G6/2n7/10/7K2/****2****[] w - - 0 1",
        "The Ninja Guard takes by landing, on c3 or e5, and takes every enemy that it leaps over: c3 by \
         d4-b2, e5 together with f6 by d4-f6. Over its own Knight c5 it leaps to take b6.",
    ),
    Diagram::alone(
        Kind::Pawn,
        "e2",
        "****2****/7k2/10/10/10/10/10/10/10/4P5/2K7/****2****[] w - - 0 1",
        "On its own half the pawn advances up to three squares, but not beyond rank 5. From there on it \
         advances one.",
    ),
    Diagram::telling(
        Kind::Pawn,
        "b7",
        "****2****/5k4/10/2n7/1P8/pP8/10/10/10/10/5K4/****2****[] w - a8a7 0 1",
        "Black's pawn has just run from a9 to a6, past a8 and a7. On either square it can be taken en \
         passant: by the pawn b7 on a8, or by the pawn b6 on a7. The Knight c8 is taken as in chess.",
    ),
    Diagram::alone(
        Kind::NinjaPawn,
        "",
        "****2****/7k2/10/10/10/10/10/10/10/10/2K7/****2****[J] w - - 0 1",
        "A Ninja Pawn in hand is dropped on an empty square of rank 2 and may at once be pushed on, as far \
         as rank 5. On the board it runs up its own half in the same way, and it steps sideways.",
    ),
    Diagram::telling(
        Kind::NinjaPawn,
        "e7",
        "****2****/8k1/10/4pr4/3nJ5/10/10/10/10/10/1K8/****2****[] w - - 0 1",
        "Beyond the middle the Ninja Pawn also takes sideways: the Knight d7. Diagonally ahead it takes \
         everywhere: the Rook f8. Straight ahead it never takes, so the pawn e8 blocks it.",
    ),
];
