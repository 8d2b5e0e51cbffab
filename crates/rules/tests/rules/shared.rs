//! Pieces shared by several games: Flying Bomber, Ninja Guard, sliding pawn.

use testing::check::{illegal, legal, moves, state, takes};
use testing::sentences;

const B: &str = "birds-and-ninjas";
const C: &str = "claustrophobia";
const P: &str = "prison-break";

sentences! {
    "the Flying Bomber moves along ranks and files only, any distance" =>
        moves(B, "w Ki2 ki9 Fd4", "d4", "a4 b4 c4 d1 d10 d2 d3 d5 d6 d7 d8 d9 e4 f4 g4 h4 i4 j4");
    "it never takes by landing at distance 1, nor at distance 3 or more" =>
        moves(B, "w Ki2 ki9 Fd4 pd5 Nd6 pg4 Nh4", "d4", "a4 b4 c4 d1 d2 d3 e4 f4");
    "bombing: the first piece met at distance 1 is taken from the cell behind it" =>
        takes(B, "w Ki2 ki9 Fd4 pd5", "d4d6", "d5");
    "bombing a neighbour, it lands on that cell only, never further" =>
        moves(B, "w Ki2 ki9 Fd4 pd5 Na4", "d4", "b4 c4 d1 d2 d3 d6 e4 f4 g4 h4 i4 j4");
    "bombing at any distance" => takes(B, "w Ki2 ki9 Fd4 pd8", "d4d9", "d8");
    "bombing from afar too it lands right behind the victim only" =>
        moves(B, "w Ki2 ki9 Fd4 pd8 Nc4 Nd3 Ne4", "d4", "b4 d2 d5 d6 d7 d9 f4");
    "never over a second piece" => moves(B, "w Ki2 ki9 Fd4 pd8 pd9 Nc4 Nd3 Ne4", "d4", "b4 d2 d5 d6 d7 f4");
    "nor off the board: the cell behind must be a real square" =>
        moves(B, "w Ki1 ki9 Fd4 nd10 nj4 Nc4 Nd3", "d4", "b4 d2 d5 d6 d7 d8 d9 e4 f4 g4 h4 i4");
    "nor onto a hole" => illegal(C, "w Ka1 ka8 Fa3 ne3", "a3f3 a3e3 a3g3");
    "not over a friend further away" => illegal(B, "w Ki2 ki9 Fd4 Nd6 pd7", "d4d6 d4d7 d4d8");
    "helicopter: a friend at distance 1 is jumped" => moves(B, "w Ki2 ki9 Fd4 Nd5 Nc4 Nd3 Ne4", "d4", "b4 d2 d6 f4");
    "helicopter: over a friend an enemy exactly two away is taken" =>
        takes(B, "w Ki2 ki9 Fd4 Nd5 rd6", "d4d6", "d6");
    "helicopter: not beyond two" => illegal(B, "w Ki2 ki9 Fd4 Nd5 rd6", "d4d5 d4d7");
    "helicopter: an enemy at distance 1 is taken too, up to two victims" =>
        takes(B, "w Ki2 ki9 Fd4 pd5 rd6", "d4d6", "d5 d6");
    "helicopter: not onto a friend" => illegal(B, "w Ki2 ki9 Fd4 pd5 Nd6", "d4d6 d4d5");
    "helicopter: with nothing between, the enemy two away is taken by landing" =>
        takes(B, "w Ki2 ki9 Fd4 pd6", "d4d6", "d6");
    "an enemy at distance 2 with an empty square behind can be taken by two different moves" =>
        takes(B, "w Ki2 ki9 Fd4 pd6", "d4d7", "d6");
    "so it has both moves" => moves(B, "w Ki2 ki9 Fd4 pd6 Nc4 Nd3 Ne4", "d4", "b4 d2 d5 d6 d7 f4");
    "distances count holes: f2 is five away from f7, no helicopter" =>
        moves(C, "w Ka1 ka8 Ff7 nf2 Ne7", "f7", "d7 f1 f8 g7");
    "holes do not hinder a slide, nothing lands on one" =>
        moves(C, "w Ka1 ka8 Ff2", "f2", "a2 b2 c2 d2 e2 f1 f7 f8 g2");

    "the Ninja Guard steps or leaps two diagonally" =>
        moves(B, "w Ki1 ki10 Gd4", "d4", "b2 b6 c3 c5 e3 e5 f2 f6");
    "the source's diagram: the Ninja Guard on d4 can capture all the pieces" =>
        moves(B, "w Ki1 ki10 Gd4 pb6 Nc5 nc3 re5 pf6", "d4", "b2 b6 c3 e3 e5 f2 f6");
    "the pawn on b6 by jumping over the knight at c5" =>
        takes(B, "w Ki1 ki10 Gd4 pb6 Nc5 nc3 re5 pf6", "d4b6", "b6");
    "an enemy leapt over is always taken as well" =>
        takes(B, "w Ki1 ki10 Gd4 pb6 nc5", "d4b6", "b6 c5");
    "the knight on c3 by moving to c3" => takes(B, "w Ki1 ki10 Gd4 nc3 re5 pf6", "d4c3", "c3");
    "the knight on c3 by landing on b2" => takes(B, "w Ki1 ki10 Gd4 nc3 re5 pf6", "d4b2", "c3");
    "the rook on e5 by moving to e5" => takes(B, "w Ki1 ki10 Gd4 nc3 re5 pf6", "d4e5", "e5");
    "both the rook and the pawn by jumping over to f6" =>
        takes(B, "w Ki1 ki10 Gd4 nc3 re5 pf6", "d4f6", "e5 f6");
    "Claustrophobia's diagram: the Ninja Guard on c4" =>
        moves(C, "w Kf1 ka8 Gc4 pa6 Nb5 pb3 nd5 pe6", "c4", "a2 a6 b3 d3 d5 e2 e6");
    "it does not land on a friend" => illegal(B, "w Ki1 ki10 Gd4 Pe5 Pf6", "d4e5 d4f6");
    "a leap passes over a hole" => legal(C, "w Ka1 ka8 Ge4", "e4g2");
    "it checks a king next to it" => state(B, "b Kj1 ke5 Gd4 Pa2", "check");
    "it checks over a friend" => state(B, "b Kj1 kf6 Gd4 Pe5", "check");
    "it checks over an enemy" => state(B, "b Kj1 kf6 Gd4 pe5", "check");
    "it does not check along a file" => state(B, "b Kj1 kd6 Gd4 Pa2", "ongoing");

    "sliding pawn: facing an enemy it steps to an empty square diagonally ahead" =>
        moves(C, "w Kf1 kf8 Pc4 nc5", "c4", "b5 d5");
    "the slide takes nothing" => takes(C, "w Kf1 kf8 Pc4 nc5", "c4b5", "");
    "a friend ahead does not allow it" => moves(C, "w Kf1 kf8 Pc4 Nc5", "c4", "");
    "an empty cell ahead does not allow it" => moves(C, "w Kf1 kf8 Pc4", "c4", "c5");
    "a hole ahead does not allow it" => moves(C, "w Ka1 ka8 Pg7", "g7", "");
    "it does not slide onto a hole or off the board" => moves(C, "w Kf1 kf8 Pe4 ne5 Pa4 na5", "e4", "d5");
    "at the other edge neither" => moves(C, "w Kf1 kf8 Pe4 ne5 Pa4 na5", "a4", "b5");
    "it takes as an orthodox pawn does, blocked or not" => takes(C, "w Kf1 kf8 Pc4 nc5 pb5", "c4b5", "b5");
    "it does not slide onto a friend" => moves(C, "w Kf1 kf8 Pc4 nc5 Nb5", "c4", "d5");
    "it promotes by a slide" =>
        moves(C, "w Kf1 ka6 Pc7 nc8", "c7", "b8f b8g b8n b8q d8f d8g d8n d8q");
    "the slide of a black pawn goes down" => moves(P, "b Kf1 kf8 pc4 Nc3", "c4", "b3 d3");
    "double step from its start rank" => moves(P, "w Kf1 kf8 Pc2", "c2", "c3 c4");
    "no double step from elsewhere" => moves(P, "w Kf1 kf8 Pc3", "c3", "c4");
    "no double step over a piece" => moves(P, "w Ke1 kf8 Pc2 Nc3", "c2", "");
    "a pawn that faces an enemy on its start rank slides one" => moves(P, "w Ke1 kf8 Pc2 nc3", "c2", "b3 d3");
    "en passant and a slide to the same square: the move is the capture" =>
        takes(C, "w Kf1 kf8 Pd5 pc5 pd6 ep=c6", "d5c6", "c5");
    "the slide to the other side is none" => takes(C, "w Kf1 kf8 Pd5 pc5 pd6 ep=c6", "d5e6", "");
    "with the victim pinned down by nothing, both stay one move each" =>
        moves(C, "w Kf1 kf8 Pd5 pc5 pd6 ep=c6", "d5", "c6 e6");
}
