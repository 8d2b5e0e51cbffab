//! Birds and Ninjas, one test per sentence of the rules.

use testing::check::{
    after, illegal, legal, moves, plays, plays_to, position, starting, state, state_after, takes,
};
use testing::sentences;

const G: &str = "birds-and-ninjas";
const START: &str = "****ff****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****FF****[JJJJjjjj] w KQkq - 0 1";
const CASTLING: &str = "w Kf1 Rb1 Ri1 Ga1 Gj1 kf10 pa9 castling=KQ";
const BLACK_CASTLING: &str = "b kf10 rb10 ri10 ga10 gj10 Kf1 Pa2 castling=kq";
const DIAGRAM_1: &str = "Ff4 bf7 rd4 Pe4 pg4 rh4 nf1";
const DIAGRAM_2: &str = "w Kj1 kd7 rd8 Fd4 re4 Pf4 pd2";

fn w(pieces: &str) -> String {
    format!("w Ka1 ka10 {pieces}")
}

fn b(pieces: &str) -> String {
    format!("b Ka1 ka10 {pieces}")
}

sentences! {
    "104 squares" => assert_eq!(position(G, START).spec().squares.len(), 104);
    "the start position" => assert_eq!(position(G, START).spec().start_fen, START);
    "e0 f0 e11 f11 are squares like any other" => legal(G, &w("Ke1 Pj2").replace("Ka1 ", ""), "e1e0 e1f0");

    "a pawn on rank 2 advances one to three" => moves(G, &w("Pe2"), "e2", "e3 e4 e5");
    "on rank 3 one or two" => moves(G, &w("Pe3"), "e3", "e4 e5");
    "on rank 4 one" => moves(G, &w("Pe4"), "e4", "e5");
    "beyond the centre one" => moves(G, &w("Pe7"), "e7", "e8");
    "on rank 5 one" => moves(G, &w("Pe5"), "e5", "e6");
    "only vacant squares" => moves(G, &w("Pe2 ne5"), "e2", "e3 e4");
    "not over a piece" => moves(G, &w("Pe2 ne3"), "e2", "");
    "Black mirrored: rank 9" => moves(G, &b("pe9"), "e9", "e6 e7 e8");
    "rank 8" => moves(G, &b("pe8"), "e8", "e6 e7");
    "rank 7" => moves(G, &b("pe7"), "e7", "e6");
    "rank 6" => moves(G, &b("pe6"), "e6", "e5");
    "the white pawn f2 can take on g3 and then go g3-g5" =>
        legal(G, &after(G, &w("Pf2 ng3 pa9"), "f2g3 a9a8").fen(), "g3g5");
    "an advance of three passes two squares" => plays_to(G, &w("Pa2").replace("Ka1", "Kb1"), "a2a5", " b - a3a4 0 1");
    "an advance of two passes one" => plays_to(G, &w("Pc2"), "c2c4", " b - c3 0 1");
    "from rank 3 too" => plays_to(G, &w("Pc3"), "c3c5", " b - c4 0 1");
    "an advance of one passes none" => plays_to(G, &w("Pc2"), "c2c3", " b - - 0 1");
    "Black's are named in the order passed" => plays_to(G, &b("pc9"), "c9c6", " w - c8c7 0 2");
    "the black pawn b4 takes a2-a5 as if on a3" => takes(G, "b Ke1 ke10 Pa5 pb4 ep=a3a4", "b4a3", "a5");
    "the black pawn b4 takes a2-a4 as if on a3" => takes(G, "b Ke1 ke10 Pa4 pb4 ep=a3", "b4a3", "a4");
    "the black pawn b5 takes a2-a5 as if on a4" => takes(G, "b Ke1 ke10 Pa5 pb5 ep=a3a4", "b5a4", "a5");
    "the black pawn b5 takes a3-a5 on a4" => takes(G, "b Ke1 ke10 Pa5 pb5 ep=a4", "b5a4", "a5");
    "every square passed over can be taken on" => moves(G, "b Ke1 ke10 Pa5 pb4 pb5 ep=a3a4", "b5", "a4");
    "a white pawn takes a black one so" => takes(G, "w Ke1 ke10 pa6 Pb7 ep=a8a7", "b7a8", "a6");
    "on either square" => takes(G, "w Ke1 ke10 pa6 Pb6 ep=a8a7", "b6a7", "a6");
    "only at once" => illegal(G, &after(G, "b Ke1 ke10 Pa5 pb4 pj9 ep=a3a4", "j9j8 e1e0").fen(), "b4a3 b4a4");
    "a ninja pawn does not take en passant" => illegal(G, "b Ke1 ke10 Pa5 jb4 ep=a3a4", "b4a3");
    "it may only step there" => takes(G, "b Ke1 ke10 Pa5 jb4 ep=a3a4", "b4a4", "");
    "a ninja pawn's own advance can't be taken" => plays_to(G, &w("Je2 pd4"), "e2e5", " b - - 0 1");

    "a ninja pawn moves one up or sideways, or up to rank 5" => moves(G, &w("Je2"), "e2", "d2 e3 e4 e5 f2");
    "at any time: e2-e3, e3-f3, then f3-f5" => moves(G, &w("Jf3"), "f3", "e3 f4 f5 g3");
    "on rank 5 one up or sideways" => moves(G, &w("Je5"), "e5", "d5 e6 f5");
    "on the far half too" => moves(G, &w("Je6"), "e6", "d6 e7 f6");
    "through vacant squares only" => moves(G, &w("Je2 ne5"), "e2", "d2 e3 e4 f2");
    "it takes one diagonally up on its own half" => takes(G, &w("Je2 nd3"), "e2d3", "d3");
    "and on the far half" => takes(G, &w("Je7 nd8"), "e7d8", "d8");
    "on the far half it takes sideways" => takes(G, &w("Je6 nd6"), "e6d6", "d6");
    "on its own half it does not" => moves(G, &w("Je5 nd5 nf5"), "e5", "e6");
    "it never takes straight ahead" => moves(G, &w("Je6 ne7"), "e6", "d6 f6");
    "the black ninja pawn can go from e9 to e6 or any square between, or d9 or f9" =>
        moves(G, &b("je9"), "e9", "d9 e6 e7 e8 f9");
    "the white pawn f7 cannot take it en passant" =>
        illegal(G, &after(G, &b("je9 Pf7"), "e9e6").fen(), "f7e8 f7e7");
    "Black's takes sideways from rank 5 on" => takes(G, &b("je5 Nd5"), "e5d5", "d5");
    "and not on rank 6" => illegal(G, &b("je6 Nd6"), "e6d6");
    "the ninja pawn h9 can take i9, go to g9, or promote on h10" =>
        moves(G, "w Kb1 ka10 Jh9 bi9", "h9", "g9 i9 h10b h10f h10g h10n h10q h10r");
    "a sideways capture gives check" => state(G, "b Ka1 kd6 Je6", "check");
    "on its own half it gives none" => state(G, "b Ka1 kd5 Je5", "ongoing");

    "a drop: any empty square of rank 2, pushed up as far as rank 5" =>
        starting(G, &w("hand=J"), "J@e", "J@e2 J@e3 J@e4 J@e5");
    "on all files" => assert_eq!(position(G, &w("hand=J")).legal_moves().iter().filter(|mv| mv.is_drop()).count(), 40);
    "not onto a piece, nor through one" => starting(G, &w("hand=J Pe2"), "J@e", "");
    "pushed through vacant squares only" => starting(G, &w("hand=J ne4"), "J@e", "J@e2 J@e3");
    "Black drops on rank 9 and pushes to rank 6" => starting(G, &b("hand=j"), "J@e", "J@e6 J@e7 J@e8 J@e9");
    "not from an empty hand" => starting(G, &w("hand=jj"), "J@", "");
    "instead of a move: the hand is one less and the clock starts anew" =>
        plays(G, "w Ka1 ka10 hand=JJj clock=9", "J@e4", "b Ka1 ka10 Je4 hand=Jj");
    "a drop may block" => legal(G, "w Ka2 ka10 rj2 hand=J", "J@e2");
    "and then nothing else on the files helps" => illegal(G, "w Ka2 ka10 rj2 hand=J", "J@e3");
    "may check" => state_after(G, "w Ka1 kd6 hand=J", "J@e5", "check");
    "may mate" => state_after(G, "w Kj1 ka6 Rj7 Rb1 Nc4 hand=J", "J@b5", "checkmate white");
    "both pawns promote on rank 10 to Q R B N G F" =>
        moves(G, "w Kb1 ka10 Pe9", "e9", "e10b e10f e10g e10n e10q e10r");
    "Black's on rank 1" => moves(G, "b Kb3 ka10 je2", "e2", "d2 e1b e1f e1g e1n e1q e1r f2");
    "promotion is mandatory" => illegal(G, "w Kb1 ka10 Pe9 Je8", "e9e10");

    "castling, seven ways" => starting(G, CASTLING, "O", "O-O-Ob1 O-O-Oc1 O-O-Od1 O-O-Oe1 O-Og1 O-Oh1 O-Oi1");
    "Black on rank 10" =>
        starting(G, BLACK_CASTLING, "O", "O-O-Ob10 O-O-Oc10 O-O-Od10 O-O-Oe10 O-Og10 O-Oh10 O-Oi10");
    "f1-g1, rook i1-f1" => plays_to(G, CASTLING, "O-Og1", "/G" );
    "king's side, one space" => plays_to(G, CASTLING, "O-Og1", "/GR3RK2G/");
    "king's side, two spaces" => plays_to(G, CASTLING, "O-Oh1", "/GR4RK1G/");
    "king's side, three spaces" => plays_to(G, CASTLING, "O-Oi1", "/GR5RKG/");
    "queen's side, one space" => plays_to(G, CASTLING, "O-O-Oe1", "/G3KR2RG/");
    "queen's side, two spaces" => plays_to(G, CASTLING, "O-O-Od1", "/G2KR3RG/");
    "queen's side, three spaces" => plays_to(G, CASTLING, "O-O-Oc1", "/G1KR4RG/");
    "queen's side, four spaces" => plays_to(G, CASTLING, "O-O-Ob1", "/GKR5RG/");
    "f1g1 is also a king's step" => legal(G, CASTLING, "f1g1 O-Og1");
    "no pieces between king and rook" => starting(G, "w Kf1 Rb1 Ri1 Nh1 Nc1 kf10 castling=KQ", "O", "");
    "not without the right" => starting(G, "w Kf1 Rb1 Ri1 kf10 castling=Q", "O-Og", "");
    "not out of check" => starting(G, "w Kf1 Rb1 Ri1 kj10 rf8 castling=KQ", "O", "");
    "not over an attacked square: g1" =>
        starting(G, "w Kf1 Rb1 Ri1 kj10 rg8 castling=KQ", "O", "O-O-Ob1 O-O-Oc1 O-O-Od1 O-O-Oe1");
    "h1 attacked leaves g1" => starting(G, "w Kf1 Ri1 kj10 rh8 castling=K", "O", "O-Og1");
    "nor onto one: i1" => starting(G, "w Kf1 Ri1 kj10 ri8 castling=K", "O", "O-Og1 O-Oh1");
    "the rook may cross an attacked square" =>
        starting(G, "w Kf1 Rb1 kj10 rc8 castling=Q", "O", "O-O-Od1 O-O-Oe1");
    "the rook may start from one" =>
        starting(G, "w Kf1 Rb1 kj10 rb8 castling=Q", "O", "O-O-Oc1 O-O-Od1 O-O-Oe1");
    "the target is tested with the rook moved: it was the rook that hid the king" =>
        starting(G, "w Kf1 Rb1 kj10 ra1 castling=Q", "O", "");
    "the king's move takes both rights" => plays_to(G, "w Kf1 Rb1 Ri1 kf10 castling=KQ", "f1f2", " b - - 1 1");
    "castling takes both rights" => plays_to(G, "w Kf1 Rb1 Ri1 kf10 castling=KQ", "O-Oh1", " b - - 1 1");
    "a rook's move takes its own" => plays_to(G, "w Kf1 Rb1 Ri1 kf10 castling=KQ", "i1i5", " b Q - 1 1");
    "a rook taken takes its own" => plays_to(G, "b Kf1 Rb1 Ri1 fi3 kf10 castling=KQ", "i3i1", " w Q - 0 2");
    "a rook bombed too" => plays_to(G, "b Kf1 Rb1 Nd1 fc1 kf10 castling=Q", "c1a1", " w - - 0 2");

    "lone kings are a draw" => state(G, &w(""). replace("ka10 ", "ka10"), "draw material");
    "one knight" => state(G, &w("nd5"), "draw material");
    "one bishop" => state(G, &w("Bd5"), "draw material");
    "one Ninja Guard" => state(G, &w("Gd5"), "draw material");
    "one bomber is enough to play" => state(G, &w("Fd5"), "ongoing");
    "one rook" => state(G, &w("Rd5"), "ongoing");
    "two knights" => state(G, &w("Nd5 ne8"), "ongoing");
    "a pawn" => state(G, &w("Pd5"), "ongoing");
    "a ninja pawn on the board" => state(G, &w("Jd5"), "ongoing");
    "a ninja pawn in either hand" => state(G, &w("hand=j"), "ongoing");
    "no draw before the last ninja pawn is gone" => state(G, &w("nd5 hand=J"), "ongoing");
    "a drawn position still lists its moves" => moves(G, &w("nd5"), "a1", "a2 b1 b2");

    "diagram 1: what the bomber f4 threatens" =>
        moves(G, &format!("w Kj1 ka10 {DIAGRAM_1}"), "f4", "d4 f0 f2 f3 f5 f6 f8 h4");
    "the bishop f7 by f4-f8" => takes(G, &format!("w Kj1 ka10 {DIAGRAM_1}"), "f4f8", "f7");
    "the rook d4 over its own piece" => takes(G, &format!("w Kj1 ka10 {DIAGRAM_1}"), "f4d4", "d4");
    "g4 and h4 at once" => takes(G, &format!("w Kj1 ka10 {DIAGRAM_1}"), "f4h4", "g4 h4");
    "without the rook h4 it takes the pawn g4 alone" => takes(G, "w Kj1 ka10 Ff4 pg4", "f4h4", "g4");
    "it gives check to a king exactly two squares away" => state(G, &format!("b Kj1 kf2 {DIAGRAM_1}"), "check");
    "here f1 has an empty square behind it, f0" => takes(G, &format!("w Kj1 ka10 {DIAGRAM_1}"), "f4f0", "f1");
    "diagram 2: no check at d7 with d8 occupied" => state(G, &DIAGRAM_2.replace("w K", "b K"), "ongoing");
    "the rook d8 is pinned" => moves(G, &DIAGRAM_2.replace("w K", "b K"), "d8", "");
    "the rook e4 with f4 behind it cannot be taken" => moves(G, DIAGRAM_2, "d4", "a4 b4 c4 d1 d2 d3 d5 d6");
    "were f4 empty it could" => takes(G, &DIAGRAM_2.replace(" Pf4", ""), "d4f4", "e4");
    "were f4 an enemy it could take both" => takes(G, &DIAGRAM_2.replace("Pf4", "nf4"), "d4f4", "e4 f4");
    "the pawn d2 by d4-d1" => takes(G, DIAGRAM_2, "d4d1", "d2");
    "or by d4-d2" => takes(G, DIAGRAM_2, "d4d2", "d2");
    "the rook d8 alone is bombed, since d9 is empty here" => takes(G, &w("Fd4 rd8"), "d4d9", "d8");
    "e0-e11 is one move" => legal(G, &w("Fe0"), "e0e11");
}
