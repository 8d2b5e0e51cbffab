//! The tolerant move reader: accepted spellings, and each kind of refusal.
use testing::check::reads;
use testing::sentences;

use super::told::{refused, stuck};

const C: &str = "chess";
const B: &str = "birds-and-ninjas";
const CL: &str = "claustrophobia";
const P: &str = "prison-break";
const S: &str = "squirrel";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BIRDS_START: &str = "****ff****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GRNBQKBNRG/****FF****[JJJJjjjj] w KQkq - 0 1";
const CASTLING: &str = "w Kf1 Rb1 Ri1 kj10 Pa2 castling=KQ";

sentences! {
    "from and to in many spellings" => reads(C, START, "e2e4|e2-e4|e2 e4|E2E4| e2e4 |e4|e2\u{2013}e4", "e2e4");
    "SAN in either case" => reads(C, START, "Nf3|nf3|NF3|Ng1f3|Ngf3", "g1f3");
    "piece names" => reads(C, START, "Knight f3|knight to f3|knight g1 f3", "g1f3");
    "stray signs" => reads(C, START, "Nf3+|Nf3#|Nf3!?|Nf3!!", "g1f3");
    "full-width digits" => reads(C, START, "\u{ff45}\u{ff12}\u{ff45}\u{ff14}", "e2e4");
    "the wanted knight" => reads(C, "w Ke1 ke8 Nb1 Nf3", "Nbd2|Nb1d2|b1d2", "b1d2");
    "captures with and without x" => reads(C, "w Ke1 ke8 Pe4 nd5", "exd5|ed5|e4d5|e4xd5", "e4d5");
    "captures by pieces without x" => reads(C, "w Ke1 ke8 Nc3 nd5", "Nd5|nd5|Nxd5|Nc3d5|knight takes d5", "c3d5");
    "numbers of moves" => reads(C, START, "1. e4|1.e4|1 e4|12... e4|3) e4|1\u{2026}e4", "e2e4");
    "figurines" => reads(C, START, "\u{2658}f3|\u{265e}f3|\u{2658}\u{fe0e}f3|1. \u{2658}g1f3", "g1f3");
    "en passant, with or without saying so" =>
        reads(C, "w Ke1 ke8 Pe5 pd5 ep=d6", "exd6|exd6 e.p.|exd6ep|exd6 (e.p.)|ed6 e. p.|e5xd6 e.p.", "e5d6");
    "one choice of promotion only" => reads(S, "w Kj1 kj10 Pe9 made=2/0", "e10|e9e10|e10=Q|e9e10q", "e9e10q");
    "the Bird is the Flying Bomber" => reads(B, "w Ka1 ka10 Ff4", "bird f8|helicopter f8|Bird f4-f8|bomber f8", "f4f8");
    "a small letter of two bishops' file is the pawn's" =>
        reads(C, "w Ke1 ke8 Pb4 Bd4 pc5", "bc5", "b4c5");
    "a drop as the list calls it" =>
        reads(B, "w Ka1 ka10 hand=J", "Drop Ninja Pawn on e4|drop ninja pawn on e4|Ninja Pawn dropped on e4", "J@e4");
    "castling told with the rook" =>
        reads(C, "w Ke1 Rh1 kb8 castling=K", "King castles e1-g1, Rook h1-f1|king castles e1-g1", "O-Og1");
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
    "the rank 0 of bombers" => reads(B, "w Ka1 ka10 Fe0 Fe11", "F0e5|Fe0e5|e0e5", "e0e5");
    "a slide" => reads(P, "w Kf1 kf8 Pe5 ne6", "e5d6|e5-d6", "e5d6");

    "a capital letter before a square is a piece's" =>
        refused(CL, "w Kf1 ka8 Pb5 Fe2", "Bb6|B b6|Bxb6|BB6|B-b6", "Illegal(OtherLetter", "B is no piece here. The Flying Bomber is F: Fb6.");
    "with signs and words before and behind it" =>
        refused(CL, "w Kf1 ka8 Pb2 Fb6", "B.b3|B,b3|B;b3|B>b3|B: b3|(Bb3)|-Bb3|> Bb3|to Bb3|B to b3|B at b3|B takes b3|B x b3|the B to b3", "Illegal(OtherLetter", "The Flying Bomber is F: Fb3.");
    "the square of origin is not the target" =>
        refused(CL, "w Kf1 ka8 Pb2 Fb6", "Bb2b3|Bb2-b3|B b2 b3|B b2 to b3", "Illegal(OtherLetter", "The Flying Bomber is F: Fb3.");
    "nor a victim" => refused(CL, "w Kf1 ka8 Fb6 nb3", "Bxb2xb3", "Illegal(OtherLetter", "The Flying Bomber is F: Fb2.");
    "a square beyond the board" => refused(CL, "w Kf1 ka8 Fb6", "Bb10", "Illegal(NotASquare", "b10 is not a square of this board");
    "and nothing is played where that piece could go" =>
        refused(P, "w Kf1 kf8 Pb2 Fb5", "Bb3", "Illegal(OtherLetter", "B is no piece here. The Flying Bomber is F: Fb3.");
    "the letter of a name's second word" =>
        refused(P, "w Kf1 kf8 Id3", "Qd5", "Illegal(OtherLetter", "Q is no piece here. The Ice Queen is I: Id5.");
    "a pawn's capture as a phone types it" => reads(P, "w Kf1 kf8 Pe4 nd5", "Exd5|exd5|E4xd5|E4D5|E takes d5|E.xd5", "e4d5");
    "the h-pawn's where a piece is only nicknamed so" => reads(B, "w Kf1 ka9 Ph5 ng6", "Hxg6|hxg6", "h5g6");
    "a pawn that takes nothing there" =>
        refused(C, START, "Exe4|Exe3|E takes e4", "Illegal(DoesNotTake", "takes nothing on e");
    "nor slides where it should take" => refused(P, "w Kf1 kf8 Pe4 pe5", "Exd5", "Illegal(DoesNotTake", "takes nothing on d5");
    "the same in chess" => reads(C, "w Ke1 ke8 Pe4 nd5", "Exd5|EXD5|Exd5+", "e4d5");
    "no file before a pawn's square" =>
        refused(P, "w Kf1 kf8 Pc2 Pe2 Pa2", "Cc3|Ee3|Aa3|C to c3", "Illegal(PawnWritten", "for the Pawn write");
    "a capture without its sign" => refused(C, "w Ke1 ke8 Pe4 nd5", "Ed5", "Illegal(PawnWritten", "for the Pawn write exd5.");
    "nor where no pawn goes" => refused(P, "w Kf1 kf8 Pc2 Pe2 Pa2", "Cc5|Ec3", "Unreadable", "I can't read");
    "squares in capitals" => reads(CL, "w Kf1 ka8 Pb2", "B3|B2B3|B2b3|b2B3", "b2b3");
    "but not where that is a piece's SAN" => reads(C, "w Kh1 kh8 Bd1 Bd5 Pb2", "B1b3", "d1b3");
    "an x at the end takes nothing" => refused(C, "w Kh1 kh8 Bd1", "d1b3x", "Unreadable", "I can't read");

    "unreadable" => refused(C, START, "Nx9", "Unreadable", "I can't read `Nx9`; write it like e2e4 or Nf3, or pick from the list.");
    "unreadable: empty" => refused(C, START, "  ", "Unreadable", "Write a move like e2e4 or Nf3, or pick from the list.");
    "unreadable: long" => refused(C, START, &"e4 ".repeat(400), "Unreadable", "can't read");
    "unreadable: prose" => refused(C, START, "please move my knight", "Unreadable", "write it like");
    "ambiguous: the candidates" => refused(C, "w Ke1 ke8 Nb1 Nf3", "Nd2", "Ambiguous([b1d2, f3d2])", "Nbd2 or Nfd2?");
    "ambiguous castling" => refused(B, CASTLING, "O-O", "Ambiguous", "O-Og1, O-Oh1 or O-Oi1");
    "no piece there" => refused(C, START, "e4e5", "Illegal(NoPiece", "no piece on e4");
    "not yours" => refused(C, START, "e7e5", "Illegal(NotYours", "the Pawn e7 is Black's, and it is White's turn");
    "no such piece" => refused(C, "w Ke1 ke8 Pa2", "Qd3", "Illegal(NoSuchPiece", "you have no Queen");
    "not a square of this board" => refused(CL, "w Kf1 ka8 Qe4", "e4f4", "Illegal(NotASquare", "f4 is not a square");
    "does not move like that" => refused(C, START, "b1b3", "Illegal(DoesNotMoveLikeThat", "the Knight b1 can't move to b3; `/moves b1` shows where it can go.");
    "nothing to take" => refused(C, START, "exd3", "Illegal(NothingToTake", "nothing to take");
    "takes otherwise: a bomber does not land on its victim" =>
        refused(B, "w Ka1 ka10 Fd4 rd7 nd8", "d4d7", "Illegal(TakesOtherwise", "by landing on it");
    "blocked by what" => refused(C, START, "a1a3", "Illegal(Blocked", "blocked by your own Pawn a2");
    "blocked by a piece on the target" => refused(C, START, "Nd2", "Illegal(Blocked", "the Knight b1 can't go to d2: your own Pawn stands there");
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
    "promotion piece missing" => refused(C, "w Ke1 kh6 Pf7", "f8", "Ambiguous", "What does the Pawn become: f8=Q, f8=R, f8=B or f8=N?");
    "promotion piece not allowed now" =>
        refused(S, "w Kj1 kj10 Pe9 made=1/0", "e10=Q", "Illegal(PromotionNotAllowed", "Squirrel (S), Rook (R) or Bishop (B)");
    "no promotion here" => refused(C, START, "e4=Q", "Illegal(NoPromotionHere", "no promotion");
    "drop: none in this game" => refused(C, START, "drop e4", "Illegal(NoDrops", "no drops in Chess");
    "drop: empty hand" => refused(B, "w Ka1 ka10 Pj2", "J@e4", "Illegal(HandEmpty", "left in hand");
    "drop without its square: empty hand" =>
        refused(B, "w Ka1 ka10 Pj2", "J@|j@|@|drop|drop ninja|Drop Ninja Pawn|ninja pawn dropped", "Illegal(NoDrop(HandEmpty", "none is left in hand");
    "drop without its square: no room" => refused(B, BIRDS_START, "J@|drop", "Illegal(NoDrop(RankFull(2", "no square is empty on rank 2");
    "drop without its square: check" =>
        refused(B, "w Kf1 kj10 ne3 hand=J", "J@|drop", "Illegal(NoDrop(Check", "it can't stop the check from the Knight e3");
    "drop without its square: some are possible" =>
        refused(B, "w Ka1 ka10 hand=J", "J@|j@|drop|J|Ninja Pawn|drop ninja pawn", "Illegal(WhichMove", "Where should the Ninja Pawn go: J@");
    "drop without its square: no drops in this game" => refused(C, START, "J@", "Unreadable", "can't read");
    "drop: outside" => refused(B, "w Ka1 ka10 hand=J", "J@e6", "Illegal(DropOutside", "as far as rank 5");
    "drop: occupied" => refused(B, "w Ka1 ka10 ne4 hand=J", "J@e4", "Illegal(DropBlocked", "Illegal: you can drop on empty squares only, and the enemy Knight stands on e4.");
    "drop: something in the way" => refused(B, "w Ka1 ka10 ne3 hand=J", "J@e5", "Illegal(DropBlocked", "Illegal: a drop can't reach e5, because the enemy Knight e3 is in the way.");
    "drop: onto a hole" => refused(B, "w Ka1 ka10 hand=J", "J@a0", "Illegal(NotASquare", "a0");
    "drop: check remains" => refused(B, "w Ka2 ka10 rj2 hand=J", "J@e3", "Illegal(KingInCheck", "still be in check from the Rook on j2");
    "no castling in this game" => refused(P, "w Ke1 kf8", "O-O", "Illegal(NoSuchCastling", "there is no castling in Prison Break");
    "no such castling target" => refused(C, "w Ke1 Rh1 kb8 castling=K", "castle f1", "Illegal(NoSuchCastling", "the King can't castle to f1, only to g1 or c1");
    "no castling: the right is lost, or never was" => refused(C, "w Ke1 Rh1 kb8", "O-O", "Illegal(CastlingLost", "has moved");
    "no castling: a piece between" => refused(C, START, "O-O", "Illegal(CastlingBlocked", "Bishop f1");
    "no castling: in check" => refused(C, "w Ke1 Rh1 kb8 re7 castling=K", "O-O", "Illegal(CastlingInCheck", "Rook e7");
    "no castling: through check" => refused(C, "w Ke1 Rh1 kb8 rf7 castling=K", "O-O", "Illegal(CastlingThrough", "f1, which the Rook f7 attacks");
    "no castling: into check" => refused(C, "w Ke1 Rh1 kb8 rg7 castling=K", "O-O", "Illegal(KingInCheck", "Rook on g7");
    "the game is over" => refused(C, "b Kg6 kg8 Ra8", "Kf8", "Illegal(GameOver", "The game is over: checkmate");
    "over by the scepter" => refused(CL, "b Kf8 ka8 pa7", "a7a6", "Illegal(GameOver", "The game is over: the scepter");

    "two moves in one text" => refused(C, START, "e2e4 e7e5", "OneAtATime(e2e4", "One move at a time: `e4` now");
    "without a space" => refused(C, START, "e2e4e7e5", "OneAtATime(e2e4", "One move at a time: `e4` now");
    "by way of a square" => refused(C, START, "e2e4e5", "OneAtATime(e2e4", "One move at a time: `e4` now");
    "two moves in SAN" => refused(C, START, "Nf3 Nc6", "OneAtATime(g1f3", "One move at a time: `Nf3` now");
    "two pawn moves" => refused(C, START, "1. e4 e5", "OneAtATime(e2e4", "One move at a time: `e4` now");
    "two numbered moves" => refused(C, START, "1. e4 e5 2. Nf3 Nc6", "OneAtATime(e2e4", "One move at a time");
    "the first of two is the illegal one" => refused(C, START, "e2e5e7", "Illegal(DoesNotMoveLikeThat", "the Pawn e2 can't move to e5");
    "a victim that is none" => refused(CL, "w Kf1 ka8 Gc4 pe6", "Gxe6xd5", "Illegal(DoesNotTake", "takes nothing on d5");
    "a king's move without its letter" =>
        refused(C, "w Ke6 ka8 Rb1", "f7", "Illegal(NoPawnThere", "No Pawn of yours can go to f7; for another piece write Kf7.");
    "a piece's move without its letter, with pawns on the board" =>
        refused(C, "w Ke6 ka8 Pa2", "f7", "Illegal(NoPawnThere", "for another piece write Kf7.");
    "a piece the game does not have" => refused(P, "w Kf1 kf8", "Rf5", "Illegal(NotInThisGame(Rook", "there is no Rook in Prison Break");
    "no bird in chess" => refused(C, START, "bird e4", "Illegal(NotInThisGame(FlyingBomber", "no Flying Bomber in Chess");
    "no such piece on that file" => refused(C, "w Ke1 ke8 Rb1", "Rad1", "Illegal(NoneThere", "you have no Rook on the a-file");
    "another piece stands there" => refused(C, START, "Kg1f3", "Illegal(OtherPiece", "g1 holds your own Knight, not a King");
    "a promotion to what the game does not have" =>
        refused(P, "w Kf1 kf6 Pc7", "c7c8q", "Illegal(PromotionNotAllowed", "the Pawn can't become a Queen, only Ice Queen (I)");
    "a promotion to a bishop, where b is a file" =>
        refused(P, "w Kf1 kf6 Pc7", "c7c8b", "Illegal(PromotionNotAllowed", "can't become a Bishop");
    "only ninja pawns are dropped" => refused(B, "w Ka1 ka10 hand=J", "N@e4", "Illegal(NotDropped", "only a Ninja Pawn can be dropped");
    "a guarded exit is not the check of another piece" =>
        refused(P, "w Kb4 kf8 fa7 nd5", "b4a4", "Illegal(KingInCheck", "your King would be in check from the Flying Bomber on a7");
    "check that a king's step does not end" =>
        refused(C, "w Ke2 ka8 re8", "e2e1", "Illegal(KingInCheck", "your King would still be in check from the Rook on e8");
    "braked and blocked is blocked" =>
        refused(S, "w Kj1 kj10 Rb4 Pb3 gb5", "b4b1", "Illegal(Blocked", "blocked by your own Pawn b3");
    "a squirrel straight ahead takes no Guard" =>
        refused(S, "w Kj1 kj10 Sb4 gb6", "b4b6", "Illegal(GuardNotForLeapers", "never take a Guard");
    "a pawn does not take its own" =>
        refused(C, "w Ke1 ke8 Pe2 Nd3", "exd3", "Illegal(Blocked", "can't go to d3: your own Knight stands there");
    "two bishops for one small letter" =>
        refused(C, "w Ke1 ke8 Bd4 Bf2 nc5 nh4 Pd5 rf4 re3", "be3", "Ambiguous", "Two Bishops reach e3: Bfxe3 or Bdxe3?");
    "a bishop that is blocked, not a pawn far away" =>
        refused(C, "w Ke1 ke8 Pb2 Bc1 Pd2", "bf4", "Illegal(Blocked", "the Bishop c1 is blocked by your own Pawn d2");
    "a piece's square alone" => refused(C, START, "e2", "Illegal(WhereTo(e2", "Where should the Pawn e2 go? `/moves e2` shows its choices.");
    "with the piece's letter" => refused(C, START, "Ra1", "Illegal(WhereTo(a1", "The Rook a1 can't move: no free square to go to.");
    "that of a piece that cannot move" => refused(C, START, "a1", "Illegal(WhereTo(a1", "The Rook a1 can't move: no free square to go to.");
    "a king that can go nowhere, sent to an exit" =>
        refused(P, "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1", "Ka4|Ke1a4|e1a4", "Illegal(DoesNotMoveLikeThat", "the King e1 can't move: no free square to go to");
    "the line of the list, sent by its name" =>
        refused(C, "w Ke1 kd8 Ne2 re7", "Knight e2 can't move: it shields the King from the Rook e7", "Illegal(WhereTo(e2", "it shields the King from the Rook e7");
    "a piece's name or letter alone" =>
        refused(C, START, "Knight|knight|KNIGHT|N|n|\u{2658}", "Illegal(WhichMove", "Where should the Knight go: Nc3, Nf3, Na3 or Nh3? Pick a move from the list.");
    "that of a piece with many moves" =>
        refused(C, START, "pawn|P|p", "Illegal(WhichMove", "Where should the Pawn go: d4, e4, c4, f4, b4, g4, \u{2026}? Pick a move from the list.");
    "a name of two words, or one of them" =>
        refused(P, "w Kf1 kf8 Id3", "Ice Queen|ice-queen|ice|queen|I", "Illegal(WhichMove", "Where should the Ice Queen go: I");
    "a bomber by any of its names" =>
        refused(CL, "w Kf1 ka8 Fc3", "F|Flying Bomber|flying|bomber|bird|helicopter", "Illegal(WhichMove", "Where should the Flying Bomber go: F");
    "even an only move is not played" =>
        refused(C, "w Kg1 kg8 Nh1 Pf2", "knight", "Illegal(WhichMove { piece: Knight, moves: [h1g3] }", "Where should the Knight go: Ng3? Pick");
    "what takes is named first" =>
        refused(C, "w Ka1 kc2 Nh1 pf2", "knight", "Illegal(WhichMove { piece: Knight, moves: [h1f2, h1g3] }", "Where should the Knight go: Nxf2 or Ng3?");
    "a drop that is not named" => refused(B, "w Ka1 ka10 Jb2", "J", "Illegal(WhichMove", "Where should the Ninja Pawn go: J");
    "a piece's name where it cannot move" => refused(C, START, "Queen|Q", "Illegal(WhereTo(d1", "The Queen d1 can't move: no free square to go to.");
    "where none of several can" => refused(C, START, "rook|R", "Illegal(WhichMove", "None of your Rooks can move.");
    "where there is none" => refused(C, "w Ke1 ke8 Pa2", "Knight|N", "Illegal(NoSuchPiece(Knight", "you have no Knight");
    "where the hand cannot be dropped" => refused(B, BIRDS_START, "J|ninja pawn", "Illegal(NoDrop(RankFull(2", "no square is empty on rank 2");
    "where the game is over" => refused(C, "b Kg6 kg8 Ra8", "King|K", "Illegal(GameOver", "The game is over: checkmate");
    "a small letter that is a file is no piece" => refused(C, START, "b|e", "Unreadable", "I can't read");
    "nor is a word of two names" => refused(B, "w Ka1 ka10 Ge4 hand=J", "ninja", "Unreadable", "I can't read");
    "nor a letter of another game" => refused(C, START, "F|S|x|Q Q", "Unreadable", "I can't read");
    "two ways to castle: the king's shorter way first" => refused(B, CASTLING, "castle", "Ambiguous", "O-Og1, O-O-Oe1, O-Oh1, O-O-Od1, O-Oi1, O-O-Oc1 or O-O-Ob1?");

    "what holds a piece: an Ice Queen" => stuck(P, "w Ka1 kf8 Nd4 id5", "d4", "frozen by the Ice Queen d5");
    "of the side that does not move too" => stuck(P, "b Ka1 kf8 Nd4 id5", "d4", "frozen by the Ice Queen d5");
    "a Guard" => stuck(S, "w Kj1 kj10 Rb4 gb5", "b4", "braked by the Guard b5");
    "a pin" => stuck(C, "w Ke1 kd8 Ne2 re7", "e2", "pinned");
    "other pieces" => stuck(C, START, "a1", "no square to go to");
    "nothing" => stuck(C, START, "b1", "");
    "an empty square" => stuck(C, START, "e4", "");
}
