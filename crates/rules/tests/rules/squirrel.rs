//! Squirrel Chess, one test per sentence of the rules.

use testing::check::{illegal, legal, moves, plays_to, position, starting, state, takes};
use testing::sentences;

const G: &str = "squirrel";
const START: &str = "c3gg3c/rnbsqksbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBSQKSBNR/C3GG3C w KQkq - 0 1 0/0";
const CASTLING: &str = "w Kf2 Ra2 Rj2 kf9 castling=KQ";

fn w(pieces: &str) -> String {
    format!("w Kj1 kj10 {pieces}")
}

fn b(pieces: &str) -> String {
    format!("b Kj1 kj10 {pieces}")
}

sentences! {
    "10 x 10" => assert_eq!(position(G, START).spec().squares.len(), 100);
    "our array" => assert_eq!(position(G, START).spec().start_fen, START);
    "the Camel is a (1,3) leaper" => moves(G, &w("Ce5"), "e5", "b4 b6 d2 d8 f2 f8 h4 h6");
    "the Squirrel is a (0,2) (1,2) (2,2) leaper" =>
        moves(G, &w("Se5"), "e5", "c3 c4 c5 c6 c7 d3 d7 e3 e7 f3 f7 g3 g4 g5 g6 g7");
    "leapers leap over anything" => legal(G, &w("Se5 pe6 pf6 pf5"), "e5e7 e5g7 e5g5");
    "the Guard moves and takes like a king" => moves(G, &w("Ge5 nd5 Nf5"), "e5", "d4 d5 d6 e4 e6 f4 f6");
    "the Guard is not royal" => state(G, &w("Ge5 rd5"), "ongoing");

    "a rook on b3 before a Guard on b5 must stop on b4" =>
        moves(G, &w("Rb3 gb5"), "b3", "a3 b1 b2 b4 c3 d3 e3 f3 g3 h3 i3 j3");
    "from b4 it moves one square only: b3, c4, b5 or a4" => moves(G, &w("Rb4 gb5"), "b4", "a4 b3 b5 c4");
    "a bishop from outside stops on the first braked square" =>
        moves(G, &w("Ba1 gd5"), "a1", "b2 c3 d4");
    "a bishop on a braked square moves one" => moves(G, &w("Bc4 gd5"), "c4", "b3 b5 d3 d5");
    "a queen on a braked square moves one" => moves(G, &w("Qb4 gb5"), "b4", "a3 a4 a5 b3 b5 c3 c4 c5");
    "a queen from outside stops" => illegal(G, "w Kj1 ki10 Qb2 gb5", "b2b5 b2b6");
    "it may take on the first braked square" => takes(G, &w("Rb2 pb4 gb5"), "b2b4", "b4");
    "passing beside the zone is free" => legal(G, &w("Rb2 ge4"), "b2j2");
    "passing through the zone is not" => illegal(G, &w("Rb3 ge4"), "b3e3 b3j3");
    "it stops where the zone begins" => legal(G, &w("Rb3 ge4"), "b3d3");
    "knight on a braked square: no moves at all" => moves(G, &w("Nb4 gb5"), "b4", "");
    "camel" => moves(G, &w("Ca4 gb5"), "a4", "");
    "squirrel" => moves(G, &w("Sc6 gb5"), "c6", "");
    "from outside they may land on a braked square" => legal(G, &w("Nd3 gb5"), "d3b4");
    "and take there" => takes(G, &w("Nd3 gb5 pb4"), "d3b4", "b4");
    "but a knight never takes a Guard" => illegal(G, &w("Na3 gb5"), "a3b5");
    "nor a camel" => illegal(G, &w("Ca2 gb5"), "a2b5");
    "nor a squirrel" => illegal(G, &w("Sb3 gb5"), "b3b5");
    "the own Guard does not brake" => legal(G, &w("Rb3 Gc5 Nc4"), "b3b9 c4d6");
    "a pawn on a braked square: no second step" => moves(G, &w("Pe3 gd4"), "e3", "d4 e2 e4");
    "no second step over a braked square" => moves(G, &w("Pe3 gd5"), "e3", "e2 e4");
    "a second step may end on one" => moves(G, &w("Pe3 gd6"), "e3", "e2 e4 e5");
    "pawns take a Guard" => takes(G, &w("Pe3 gd4"), "e3d4", "d4");
    "en passant is not affected" => takes(G, &w("Pe6 gf5 pd6 ep=d7"), "e6d7", "d6");
    "Guards are not affected" => moves(G, &w("Gd5 gc4"), "d5", "c4 c5 c6 d4 d6 e4 e5 e6");
    "kings are not affected" => legal(G, "w Kd7 kj10 ge5 Pa1", "d7c7 d7d8");
    "check obeys the brake" => state(G, "b Kj1 Re1 ke8 gd5", "ongoing");
    "without the Guard it is check" => state(G, "b Kj1 Re1 ke8 ga5", "check");
    "a braked knight gives no check" => state(G, "b Kj1 Nd6 ke8 gc5", "ongoing");
    "a braked rook beside the king gives check" => state(G, "b Kj1 Re7 ke8 gd6", "check");
    "the core shows the braked squares" => {
        let braked = position(G, &w("gb5")).braked(rules::Color::White);
        let mut names: Vec<String> = braked.iter().map(|square| square.to_string()).collect();
        names.sort();
        assert_eq!(names.join(" "), "a4 a5 a6 b4 b6 c4 c5 c6");
    };

    "a pawn moves one or two up, or one back" => moves(G, &w("Pe3"), "e3", "e2 e4 e5");
    "from any rank" => moves(G, &w("Pe6"), "e6", "e5 e7 e8");
    "from its first rank" => moves(G, &w("Pe1"), "e1", "e2 e3");
    "back down to its own first rank" => legal(G, &w("Pe2"), "e2e1");
    "Black's mirrored" => moves(G, &b("pe5"), "e5", "e3 e4 e6");
    "Black's from rank 10" => moves(G, &b("pe10"), "e10", "e8 e9");
    "only to vacant squares" => moves(G, &w("Pe6 ne5 ne8"), "e6", "e7");
    "not over a piece" => moves(G, &w("Pe6 ne7"), "e6", "e5");
    "it takes diagonally up, not back" => moves(G, &w("Pe6 nd7 bd5 nf5"), "e6", "d7 e5 e7 e8");
    "a step back sets no en-passant square" => plays_to(G, &w("Pe6"), "e6e5", " b - - 0 1 0/0");
    "a two-square advance does, from any rank" => plays_to(G, &w("Pe6"), "e6e8", " b - e7 0 1 0/0");
    "it may be taken en passant at once" => takes(G, &b("pd8 Pe8 ep=e7"), "d8e7", "e8");
    "from the first rank too" => takes(G, &b("pd3 Pe3 ep=e2"), "d3e2", "e3");
    "unless it promoted" => plays_to(G, &w("Pe8"), "e8e10n", " b - - 0 1 1/0");
    "a two-square advance may promote" => moves(G, &w("Pe8"), "e8", "e7 e9 e10c e10g e10n");
    "the first promotion: N, G or C" => moves(G, &w("Pe9"), "e9", "e8 e10c e10g e10n");
    "the second: S, R or B" => moves(G, &w("Pe9 made=1/0"), "e9", "e8 e10b e10r e10s");
    "the third: Q" => moves(G, &w("Pe9 made=2/0"), "e9", "e8 e10q");
    "from the fourth on any" => moves(G, &w("Pe9 made=3/0"), "e9", "e8 e10b e10c e10g e10n e10q e10r e10s");
    "and the tenth" => moves(G, &w("Pe9 made=9/0"), "e9", "e8 e10b e10c e10g e10n e10q e10r e10s");
    "counted for each player: Black's first" => moves(G, &b("pe2 made=5/0"), "e2", "e3 e1c e1g e1n");
    "a promotion is counted" => plays_to(G, &b("pe2 made=1/1"), "e2e1r", " w - - 0 2 1/2");
    "without a cap" => plays_to(G, &w("Pe9 made=12/0"), "e9e10q", " 13/0");

    "castling: K f2-h2 or f2-c2" => starting(G, CASTLING, "O", "O-O-Oc2 O-Oh2");
    "with R j2-g2" => plays_to(G, CASTLING, "O-Oh2", "/R5RK2/");
    "with R a2-d2" => plays_to(G, CASTLING, "O-O-Oc2", "/2KR5R/");
    "Black on rank 9" => starting(G, "b Kf2 kf9 ra9 rj9 castling=kq", "O", "O-O-Oc9 O-Oh9");
    "not through an attacked square" => starting(G, "w Kf2 Ra2 Rj2 kf9 rg6 castling=KQ", "O", "O-O-Oc2");
    "the rook may pass an attacked square" => starting(G, "w Kf2 Ra2 kf9 rb6 castling=Q", "O", "O-O-Oc2");
    "the brake does not stop the rook" => starting(G, "w Kf2 Rj2 kf9 gj3 castling=K", "O", "O-Oh2");
    "an enemy Guard beside the king's path attacks it" => starting(G, "w Kf2 Rj2 kf9 gi3 castling=K", "O", "");

    "lone kings are a draw" => state(G, "w Kj1 kj10", "draw material");
    "one knight" => state(G, &w("Nd5"), "draw material");
    "one bishop" => state(G, &w("bd5"), "draw material");
    "one camel" => state(G, &w("cd5"), "draw material");
    "a Squirrel is enough to play" => state(G, &w("Sd5"), "ongoing");
    "a Guard" => state(G, &w("Gd5"), "ongoing");
    "two camels" => state(G, &w("Cd5 Cd6"), "ongoing");
}
