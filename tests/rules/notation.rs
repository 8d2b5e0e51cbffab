//! SAN and words, both read back.

use rookery::rules::DescribedMove;
use rookery::words::Words;
use testing::check::{find, legal, position, reads, san};
use testing::sentences;

use super::told::words;

const C: &str = "chess";
const B: &str = "birds-and-ninjas";
const CL: &str = "claustrophobia";
const P: &str = "prison-break";
const S: &str = "squirrel";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

sentences! {
    "piece letter and target" => san(C, START, "g1f3", "Nf3");
    "none for an ordinary pawn" => san(C, START, "e2e4", "e4");
    "the file of the origin where needed" => san(C, "w Ke1 ke8 Nb1 Nf3", "b1d2", "Nbd2");
    "the rank where needed" => san(C, "w Kh1 ke8 Ra1 Ra5", "a1a3", "R1a3");
    "a rank after a piece letter is not a square: B4c5 beside a king on b4" =>
        san(C, "w Kb4 kg8 Bd4 Bd6", "d4c5", "B4c5");
    "b4c5 is the king's move" => reads(C, "w Kb4 kg8 Bd4 Bd6", "b4c5|B4C5|b4-c5", "b4c5");
    "both where needed" => san(C, "w Kh8 kb8 Qe4 Qh4 Qh1", "h4e1", "Qh4e1");
    "a rival that is pinned does not count" => san(C, "w Ke1 ke8 Nb1 Ne4 re7", "b1d2", "Nd2");
    "x before the target" => san(C, "w Ke1 ke8 Nf3 pe5", "f3e5", "Nxe5");
    "a pawn's capture names its file" => san(C, "w Ke1 ke8 Pe4 nd5", "e4d5", "exd5");
    "also en passant" => san(C, "b Ke1 ke8 Pa4 pb4 ep=a3", "b4a3", "bxa3");
    "then x and the square of each other victim: Ff8xf7" => san(B, "w Ka1 ka10 Ff4 bf7", "f4f8", "Ff8xf7");
    "Gxe6xd5 takes both" => san(CL, "w Kf1 ka8 Gc4 nd5 pe6", "c4e6", "Gxe6xd5");
    "a bomber takes two with one landing" => san(B, "w Ka1 ka10 Fd4 pd5 nd6", "d4d6", "Fxd6xd5");
    "taking by landing and by bombing differ" => san(B, "w Ka1 ka10 Fd4 pd6", "d4d6", "Fxd6");
    "the bombing" => san(B, "w Ka1 ka10 Fd4 pd6", "d4d7", "Fd7xd6");
    "a slide names its origin" => san(P, "w Kf1 kf8 Pe5 ne6", "e5d6", "e5d6");
    "a step back names its origin" => san(S, "w Kj1 kj10 Pe6", "e6e5", "e6e5");
    "a two-square advance does not" => san(S, "w Kj1 kj10 Pe6", "e6e8", "e8");
    "promotion" => san(C, "w Ke1 kh6 Pc7", "c7c8q", "c8=Q");
    "promotion with a capture" => san(C, "w Ke1 kh6 Pc7 nb8", "c7b8n", "cxb8=N");
    "promotion by a slide" => san(P, "w Kf1 kf6 Pc7 nc8", "c7d8i", "c7d8=I");
    "a drop" => san(B, "w Ka1 ka10 hand=J", "J@e4", "J@e4");
    "Black's drop" => san(B, "b Ka1 ka10 hand=j", "J@e9", "J@e9");
    "a ninja pawn has its letter" => san(B, "w Ka1 ka10 Je5", "e5d5", "Jd5");
    "castling in chess" => san(C, "w Ke1 Rh1 kb8 castling=K", "O-Og1", "O-Og1");
    "castling queen's side" => san(B, "w Kf1 Rb1 ka10 castling=Q", "O-O-Ob1", "O-O-Ob1");
    "+ for check" => san(C, "w Ke1 ka8 Rb1", "b1b8", "Rb8+");
    "# for mate" => san(C, "w Kg6 kg8 Ra1", "a1a8", "Ra8#");
    "no sign for stalemate" => san(C, "w Kb6 ka8 Qd7 Pa2", "d7c7", "Qc7");
    "# for the scepter" => san(CL, "w Ke7 ka8", "e7f8", "Kf8#");
    "# for an escape" => san(P, "w Kb3 kf8", "b3a4", "Ka4#");
    "+ for a drop that checks" => san(B, "w Ka1 kd6 hand=J", "J@e5", "J@e5+");
    "+ after castling" => san(C, "w Ke1 Rh1 kf8 castling=K", "O-Og1", "O-Og1+");
    "ranks of two figures" => san(B, "w Kb1 ka10 Pe9", "e9e10f", "e10=F");
    "two bombers that reach one square" => san(B, "w Kj1 ka10 Fa4 Fd8", "a4d4", "Fad4");

    "words name the piece and both squares" => words(B, "w Ka1 ka10 Ff4", "f4f8", "Flying Bomber f4-f8");
    "words name every victim" => words(B, "w Ka1 ka10 Ff4 bf7", "f4f8", "Flying Bomber f4-f8, takes Bishop f7");
    "words of two victims" => {
        let position = position(CL, "w Kf1 ka8 Gc4 nd5 pe6");
        let text = Words::english().told_move(&DescribedMove::new(&position, &find(&position, "c4e6")));
        assert_eq!(text, "Ninja Guard c4-e6, takes Knight d5 and Pawn e6");
    };
    "words of a promotion" => words(C, "w Ke1 kh6 Pc7", "c7c8q", "Pawn c7-c8, promotes to Queen");
    "words of a drop" => words(B, "w Ka1 ka10 hand=J", "J@e4", "Ninja Pawn dropped on e4");
    "words of castling" => words(C, "w Ke1 Rh1 kb8 castling=K", "O-Og1", "King castles e1-g1, Rook h1-f1");
    "words of castling far with the other rook" =>
        words(B, "b Ka2 kf10 rb10 castling=q", "O-O-Ob10", "King castles f10-b10, Rook b10-c10");
    "words of en passant" =>
        words(C, "b Ke1 ke8 Pa4 pb4 ep=a3", "b4a3", "Pawn b4-a3, takes Pawn a4 en passant");
    "words of a Queen-Guard" => words(CL, "w Kf1 ka8 Qc4", "c4d5", "Queen-Guard c4-d5");

    "canonical: lists are sorted by byte order" => {
        let position = position(B, "w Ka1 ka10 Pa9 Pj2");
        let mut texts: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        texts.sort();
        assert_eq!(texts, ["a1a2", "a1b1", "a1b2", "j2j3", "j2j4", "j2j5"]);
    };
    "canonical: a9a10q" => legal(B, "w Ka1 kc10 Pa9", "a9a10q");
}
