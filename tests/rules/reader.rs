//! The forgiving reader: the spellings it takes, and each kind of refusal.

use super::check::{reads, refused, sentences, stuck};

const C: &str = "chess";
const B: &str = "birds-and-ninjas";
const CL: &str = "claustrophobia";
const P: &str = "prison-break";
const S: &str = "squirrel";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "w Kf1 Rb1 Ri1 kj10 Pa2 castling=KQ";

sentences! {
    "from and to in many spellings" => reads(C, START, "e2e4|e2-e4|e2 e4|E2E4| e2e4 |e4|e2\u{2013}e4", "e2e4");
    "SAN in either case" => reads(C, START, "Nf3|nf3|NF3|Ng1f3|Ngf3", "g1f3");
    "piece names" => reads(C, START, "Knight f3|knight to f3|knight g1 f3", "g1f3");
    "stray signs" => reads(C, START, "Nf3+|Nf3#|Nf3!?|Nf3!!", "g1f3");
    "full-width digits" => reads(C, START, "\u{ff45}\u{ff12}\u{ff45}\u{ff14}", "e2e4");
    "the wanted knight" => reads(C, "w Ke1 ke8 Nb1 Nf3", "Nbd2|Nb1d2|b1d2", "b1d2");
    "captures with and without x" => reads(C, "w Ke1 ke8 Pe4 nd5", "exd5|ed5|e4d5|e4xd5", "e4d5");
    "promotion" => reads(C, "w Ke1 kh6 Pf7 ng8", "fxg8=Q|fxg8Q|f7g8q|f7xg8=q", "f7g8q");
    "castling" => reads(C, "w Ke1 Rh1 kb8 castling=K", "O-O|0-0|o-o|castle g1|O-Og1|e1g1", "O-Og1");
    "castling long" => reads(C, "w Ke1 Ra1 kh8 castling=Q", "O-O-O|0-0-0|castle c1|castle long", "O-O-Oc1");
    "castling with a choice of targets" => reads(B, CASTLING, "castle h1|O-Oh1|0-0h1", "O-Oh1");
    "f1g1 is the king's step" => reads(B, CASTLING, "f1g1|Kg1", "f1g1");
    "drops" => reads(B, "w Ka1 ka10 hand=J", "J@e4|drop e4|j@e4", "J@e4");
    "a small letter that could be a file or a piece is the file" =>
        reads(C, "w Ke1 ke8 Pb4 Bd4 pc5", "bxc5", "b4c5");
    "unless only the piece's move is legal" => reads(C, "w Ke1 ke8 Pb3 Bd4 pc5", "bxc5", "d4c5");
    "two victims" => reads(CL, "w Kf1 ka8 Gc4 nd5 pe6", "Gxe6xd5|c4e6|Ge6", "c4e6");
    "ranks of two figures" => reads(B, "w Ka1 kc10 Pa9", "a10=Q|a9a10q", "a9a10q");
    "a slide" => reads(P, "w Kf1 kf8 Pe5 ne6", "e5d6|e5-d6", "e5d6");

    "unreadable" => refused(C, START, "Nx9", "Unreadable", "can't read `Nx9`");
    "unreadable: empty" => refused(C, START, "  ", "Unreadable", "can't read");
    "unreadable: long" => refused(C, START, &"e4 ".repeat(400), "Unreadable", "can't read");
    "unreadable: prose" => refused(C, START, "please move my knight", "Unreadable", "write it like");
    "ambiguous: the candidates" => refused(C, "w Ke1 ke8 Nb1 Nf3", "Nd2", "Ambiguous([b1d2, f3d2])", "Nbd2 or Nfd2?");
    "ambiguous castling" => refused(B, CASTLING, "O-O", "Ambiguous", "O-Og1, O-Oh1 or O-Oi1");
    "no piece there" => refused(C, START, "e4e5", "Illegal(NoPiece", "no piece on e4");
    "not yours" => refused(C, START, "e7e5", "Illegal(NotYours", "Pawn e7 is not yours");
    "no such piece" => refused(C, "w Ke1 ke8 Pa2", "Qd3", "Illegal(NoSuchPiece", "no such Queen");
    "not a square of this board" => refused(CL, "w Kf1 ka8 Qe4", "e4f4", "Illegal(NotASquare", "f4 is not a square");
    "does not move like that" => refused(C, START, "b1b3", "Illegal(DoesNotMoveLikeThat", "Knight b1 does not move to b3");
    "nothing to take" => refused(C, START, "exd3", "Illegal(NothingToTake", "nothing to take");
    "takes otherwise: a bomber does not land on its victim" =>
        refused(B, "w Ka1 ka10 Fd4 rd7 nd8", "d4d7", "Illegal(TakesOtherwise", "by landing on it");
    "blocked by what" => refused(C, START, "a1a3", "Illegal(Blocked", "blocked by your own Pawn a2");
    "blocked by a piece on the target" => refused(C, START, "Nd2", "Illegal(Blocked", "your own Pawn stands on d2");
    "blocked by an enemy" => refused(C, "w Ke1 kd8 Ra1 na3", "a1a5", "Illegal(Blocked", "Knight a3");
    "frozen by which Ice Queen" =>
        refused(P, "w Ka1 kf8 Nd4 id5", "d4c6", "Illegal(Frozen", "Knight d4 is frozen by the enemy Ice Queen d5");
    "braked by which Guard" =>
        refused(S, "w Kj1 kj10 Rb4 gb5", "b4b1", "Illegal(Braked", "Rook b4 stands next to the enemy Guard b5, so it moves one square at most");
    "braked on the way" => refused(S, "w Kj1 kj10 Rb3 gb5", "b3b5", "Illegal(Braked", "Guard b5 brakes the Rook b3");
    "a braked leaper" => refused(S, "w Kj1 kj10 Nb4 gb5", "b4d5", "Illegal(Braked", "Guard b5");
    "a braked pawn" => refused(S, "w Kj1 kj10 Pe3 gd4", "e3e5", "Illegal(Braked", "Guard d4");
    "a leaper does not take a Guard" => refused(S, "w Kj1 kj10 Na3 gb5", "a3b5", "Illegal(GuardNotForLeapers", "never take a Guard");
    "only a king may enter an exit" => refused(P, "w Kf1 kf8 Nb2", "b2a4", "Illegal(OnlyKingExits", "only a King may enter");
    "no pawn either" => refused(P, "w Kf1 kf8 Pa2", "a2a4", "Illegal(OnlyKingExits", "a4 is an exit");
    "king would be in check from which piece" =>
        refused(C, "w Ke1 ke8 Be2 re7", "e2d3", "Illegal(KingInCheck", "in check from the Rook on e7");
    "from a bomber" => refused(CL, "w Kf1 ka8 ff7 Nc1", "f1f2", "Illegal(KingInCheck", "Flying Bomber on f7");
    "still in check" => refused(C, "w Ke1 ka8 re8 Pa2", "a2a3", "Illegal(KingInCheck", "still be in check from the Rook on e8");
    "promotion piece missing" => refused(C, "w Ke1 kh6 Pf7", "f8", "Illegal(PromotionMissing", "Queen (Q), Rook (R), Bishop (B) or Knight (N)");
    "promotion piece not allowed now" =>
        refused(S, "w Kj1 kj10 Pe9 made=1/0", "e10=Q", "Illegal(PromotionNotAllowed", "Squirrel (S), Rook (R) or Bishop (B)");
    "no promotion here" => refused(C, START, "e4=Q", "Illegal(NoPromotionHere", "no promotion");
    "drop: none in this game" => refused(C, START, "drop e4", "Illegal(NoDrops", "no drops in Chess");
    "drop: empty hand" => refused(B, "w Ka1 ka10 Pj2", "J@e4", "Illegal(HandEmpty", "left in hand");
    "drop: outside" => refused(B, "w Ka1 ka10 hand=J", "J@e6", "Illegal(DropOutside", "as far as rank 5");
    "drop: occupied" => refused(B, "w Ka1 ka10 ne4 hand=J", "J@e4", "Illegal(DropBlocked", "e4 is not empty");
    "drop: something in the way" => refused(B, "w Ka1 ka10 ne3 hand=J", "J@e5", "Illegal(DropBlocked", "Knight e3");
    "drop: onto a hole" => refused(B, "w Ka1 ka10 hand=J", "J@a0", "Illegal(NotASquare", "a0");
    "drop: check remains" => refused(B, "w Ka2 ka10 rj2 hand=J", "J@e3", "Illegal(KingInCheck", "still");
    "no castling in this game" => refused(P, "w Ke1 kf8", "O-O", "Illegal(NoSuchCastling", "no such castling");
    "no such castling target" => refused(C, "w Ke1 Rh1 kb8 castling=K", "castle f1", "Illegal(NoSuchCastling", "no such castling");
    "no castling: the right is lost" => refused(C, "w Ke1 Rh1 kb8", "O-O", "Illegal(CastlingLost", "has moved");
    "no castling: a piece between" => refused(C, START, "O-O", "Illegal(CastlingBlocked", "Bishop f1");
    "no castling: in check" => refused(C, "w Ke1 Rh1 kb8 re7 castling=K", "O-O", "Illegal(CastlingInCheck", "Rook e7");
    "no castling: through check" => refused(C, "w Ke1 Rh1 kb8 rf7 castling=K", "O-O", "Illegal(CastlingThrough", "f1, which the Rook f7 attacks");
    "no castling: into check" => refused(C, "w Ke1 Rh1 kb8 rg7 castling=K", "O-O", "Illegal(KingInCheck", "Rook on g7");
    "the game is over" => refused(C, "b Kg6 kg8 Ra8", "Kf8", "Illegal(GameOver", "the game is over");
    "over by the scepter" => refused(CL, "b Kf8 ka8 pa7", "a7a6", "Illegal(GameOver", "the game is over");

    "what holds a piece: an Ice Queen" => stuck(P, "w Ka1 kf8 Nd4 id5", "d4", "frozen by the Ice Queen d5");
    "of the side that does not move too" => stuck(P, "b Ka1 kf8 Nd4 id5", "d4", "frozen by the Ice Queen d5");
    "a Guard" => stuck(S, "w Kj1 kj10 Rb4 gb5", "b4", "braked by the Guard b5");
    "a pin" => stuck(C, "w Ke1 kd8 Ne2 re7", "e2", "pinned");
    "other pieces" => stuck(C, START, "a1", "no square to go to");
    "nothing" => stuck(C, START, "b1", "");
    "an empty square" => stuck(C, START, "e4", "");
}
