//! Games based on others: refused positions, the notation of promotions in a zone, and the texts about moves
//! that their rules forbid.

use testing::check::{accepts, reads, san, state};
use testing::sentences;

use super::told::{defects, refused};

const BOMBERS: &str = "flying-bombers";
const HANGARS: &str = "flying-bombers-hangars";
const NINJA: &str = "flying-bombers-ninja";
const OLD: &str = "birds-old";
const SECOND: &str = "birds-second";
const SCEPTER: &str = "birds-scepter";
const INSANE: &str = "birds-insane";
const INSANE_NINJA: &str = "insane-ninja";
const NINJUTSU: &str = "ninjutsu";
const PALACE: &str = "palace-ninja-guards";
const CAPTURE: &str = "capture-the-sceptre";
const HIASHATAR: &str = "hiashatar";

sentences! {
    "Flying Bombers: a pawn on rank 1" => defects(BOMBERS, "w Kf5 kf9 Pa1", "White's Pawn on a1 stands behind its start rank");
    "a pawn on rank 10" => defects(BOMBERS, "w Kf5 kf9 Pa10", "White's Pawn on a10 stands on or beyond its last rank");
    "no ninja pawns" => defects(BOMBERS, "w Kf1 kf10 Ja5 Pa6", "J is no piece of Flying Bombers Grand Chess");
    "and no hand" => defects(BOMBERS, "10/10/5k4/10/10/10/10/5K4/10/10[] w - - 0 1", "no pieces in hand");

    "Hangars: White's pawns do not stand on rank 0" => defects(HANGARS, "w Kd4 kd6 Pa0", "White's Pawn on a0 stands behind its start rank");
    "nor on rank 1" => defects(HANGARS, "w Kd4 kd6 Pa1", "White's Pawn on a1 stands behind its start rank");
    "nor on rank 8, the last" => defects(HANGARS, "w Kd4 kd6 Pa8", "White's Pawn on a8 stands on or beyond its last rank");
    "nor in a hangar behind it" => defects(HANGARS, "w Kd4 kd6 Ph9", "White's Pawn on h9 stands on or beyond its last rank");
    "Black's neither on rank 9" => defects(HANGARS, "w Kd4 kd6 pa9", "Black's Pawn on a9 stands behind its start rank");
    "nor on ranks 8, 1 and 0" =>
        defects(HANGARS, "w Kd4 kd6 pa8 pb1 ph0", "Black's Pawn on a8 stands behind|Black's Pawn on b1 stands on or beyond|Black's Pawn on h0 stands on or beyond");
    "ranks 2 and 7 are theirs" => accepts(HANGARS, "w Kd4 kd6 Pa2 Pb7 pg2 ph7");
    "between the hangars there is no board" => defects(HANGARS, "w Kd4 kd6 Nc0", "c0");

    "Ninja Pawns: none on rank 1" => defects(NINJA, "w Kf1 kf10 Ja1", "White's Ninja Pawn on a1 stands behind its start rank");
    "none on rank 10" => defects(NINJA, "w Kf5 kf8 Ja10", "White's Ninja Pawn on a10 stands on or beyond its last rank");
    "Black's mirror" => defects(NINJA, "w Kf5 kf8 ja10 jb1", "Black's Ninja Pawn on a10|Black's Ninja Pawn on b1");
    "a sixteenth ninja pawn" =>
        defects(NINJA, "10/4k5/10/10/10/10/10/JJJJJJ4/JJJJJJJJJJ/4K5[] w - - 0 1", "White has 16 ninja pawns, in hand and on the board; 15 at most");
    "also one in hand" =>
        defects(NINJA, "10/4k5/10/10/10/10/10/JJJJJ5/JJJJJJJJJJ/4K5[J] w - - 0 1", "White has 16 ninja pawns, in hand and on the board; 15 at most");
    "fifteen are allowed" => accepts(NINJA, "10/4k5/10/10/10/10/10/10/JJJJJJJJJJ/4K5[JJJJJjjjjj] w - - 0 1");
    "a sixth in hand" => defects(NINJA, "w Kf1 kf10 hand=JJJJJJ", "White has 6 ninja pawns in hand; 5 at most");
    "Black's sixth" => defects(NINJA, "w Kf1 kf10 hand=jjjjjj", "Black has 6 ninja pawns in hand; 5 at most");
    "no ordinary pawns" => defects(NINJA, "w Kf1 kf10 Pa5 Ja6", "P is no piece of Flying Bombers with Ninja Pawns");
    "and no en passant" => defects(NINJA, "b Kf1 kf10 Ja5 ep=a3a4", "en-passant");
    "the hand is missing: its own is told" =>
        defects(NINJA, "10/4k5/10/10/10/10/10/10/10/4K5 w - - 0 1", "the ninja pawns in hand are missing: [JJJJJjjjjj], or [] when there are none");
    "four elsewhere" =>
        defects(SECOND, "****2****/10/4k5/10/10/10/10/10/10/10/4K5/****2**** w - - 0 1", "are missing: [JJJJjjjj], or []");

    "First array: no ninja pawns" => defects(OLD, "w Kf1 kf10 Ja5 La6", "J is no piece of Birds and Ninjas, First Array|L is no piece");
    "a right to castle needs the rook on j1" => defects(OLD, "w Kf1 Ri1 kf10 castling=K", "castling K needs a king on f1 and a rook on j1");
    "with it there is one" => accepts(OLD, "w Kf1 Rj1 kf10 castling=K");
    "Second array: no ninja pawn on the rear squares" => defects(SECOND, "w Kf1 kf10 Je0", "White's Ninja Pawn on e0 stands behind its start rank");
    "nor on rank 1" => defects(SECOND, "w Kf1 kf10 Ja1", "White's Ninja Pawn on a1 stands behind its start rank");
    "a fifth ninja pawn" => defects(SECOND, "w Kf1 kf10 Ja5 hand=JJJJ", "White has 5 ninja pawns");
    "Scepter: ninja pawns stand on ranks 0 and 1" => accepts(SCEPTER, "w Kj5 kj9 Je0 Ja1");
    "Black's on ranks 11 and 10" => accepts(SCEPTER, "w Kj5 kj9 jf11 ja10");
    "ordinary pawns do not" => defects(SCEPTER, "w Kj5 kj9 Pe0 pa10", "White's Pawn on e0|Black's Pawn on a10");
    "and no ninja pawn stands on its last rank" =>
        defects(SCEPTER, "w Kj5 kj9 Ja10 je0", "White's Ninja Pawn on a10 stands on or beyond|Black's Ninja Pawn on e0 stands on or beyond");
    "a king on an enemy scepter is a finished game" => state(SCEPTER, "b Ke11 kj5", "scepter white");
    "Black's as well" => state(SCEPTER, "w Kj5 kf0", "scepter black");
    "Capture the Sceptre: the same" => state(CAPTURE, "b Kd9 kh5", "scepter white");
    "a pawn on d0" => defects(CAPTURE, "w Kh4 kh6 Pd0", "White's Pawn on d0 stands behind its start rank");
    "Palace: a pawn on d9" => defects(PALACE, "w Kh4 kh6 Pd9", "White's Pawn on d9 stands on or beyond its last rank");
    "Black's on e9 and e0" => defects(PALACE, "w Kh4 kh6 pe9 pd0", "Black's Pawn on e9 stands behind|Black's Pawn on d0 stands on or beyond");

    "Insane Ninjas: knights and guards stand unpromoted on the rear squares" => accepts(INSANE, "w Kj1 kj10 Ne11 Gf11 ne0 gf0");
    "no ninja pawn does" => defects(INSANE, "w Kj1 kj10 Je0", "White's Ninja Pawn on e0");
    "an Insane Ninja Knight was a knight, a guard or a pawn's knight" =>
        defects(INSANE, "****2****/k9/10/10/10/10/10/10/10/PPPPPPPPPP/NNGGZ4K/****2****[JJJJ] w - - 0 1", "White has 1 Insane Ninja Knight (0 at the start): that takes 1 promotion, and White lacks 0 pawns");
    "Ninjutsu: guards and warriors stand unpromoted in the palace" => accepts(NINJUTSU, "w Ka1 kb8 Wf8 Gg7 Nf7 wf1 gg2 nf2");
    "a pawn on its last rank" => defects(NINJUTSU, "w Ka1 kb7 Pe8", "White's Pawn on e8 stands on or beyond its last rank");
    "no castling" => defects(NINJUTSU, "w Ka1 kb8 castling=K", "no castling K in Ninjutsu");
    "Insane Ninja Chess: no bird" => defects(INSANE_NINJA, "w Kf1 kf10 Fa5 Ya6", "F is no piece of Insane Ninja Chess");
    "and no hand either" =>
        defects(INSANE_NINJA, "****2****/10/4k5/10/10/10/10/10/10/10/4K5/****2****[JJJJjjjj] w - - 0 1", "Insane Ninja Chess has no pieces in hand");

    "Hiashatar: a pawn on rank 1" => defects(HIASHATAR, "w Kj5 kj9 Pa1", "White's Pawn on a1 stands behind its start rank");
    "a pawn on rank 10" => defects(HIASHATAR, "w Kj5 kj9 Pa10", "White's Pawn on a10 stands on or beyond its last rank");
    "no castling there" => defects(HIASHATAR, "w Ke1 Ra1 kj10 castling=Q", "no castling Q in Hiashatar");
    "a third Bodyguard: pawns become queens alone" =>
        defects(HIASHATAR, "9k/10/10/10/10/10/10/HHH7/10/9K w - - 0 1", "3 Bodyguards");
    "three squares passed in one" => accepts(HIASHATAR, "b Kj1 kj10 Pa5 ep=a3a4");
    "not from a later rank" => defects(HIASHATAR, "b Kj1 kj10 Pa6 ep=a4a5", "en-passant");
    "not over a braked square" => defects(HIASHATAR, "b Kj1 kj10 Pa5 hb4 ep=a3a4", "en-passant");
    "nor from one" => defects(HIASHATAR, "b Kj1 kj10 Pa4 hb1 ep=a3", "en-passant");
    "onto one it is" => accepts(HIASHATAR, "b Kj1 kj10 Pa4 hb5 ep=a3");

    "a promotion in a zone carries its letter" => san(INSANE, "w Kj1 kj10 Nd9", "d9e11z", "Ne11=Z");
    "with what it takes" => san(INSANE, "w Kj1 kj10 Gd9 re10 bf11", "d9f11z", "Gxf11xe10=Z");
    "Black's" => san(INSANE, "b Kj1 kj10 gc2", "c2e0z", "Ge0=Z");
    "in a palace" => san(NINJUTSU, "w Ka1 kb8 Wd7", "d7f7z", "Wf7=Z");
    "read with its letter and without" => reads(INSANE, "w Kj1 kj10 Nd9", "Ne11=Z|Ne11|Ne11Z|d9e11z|d9e11|knight e11", "d9e11z");
    "a Warrior by its name" => reads(NINJUTSU, "w Ka1 kb8 Wd7", "ninja warrior f7|warrior to f7|W f7|Wf7=Z", "d7f7z");
    "it becomes nothing else" =>
        refused(INSANE, "w Kj1 kj10 Nd9", "Ne11=Q|d9e11q", "Illegal(PromotionNotAllowed", "the Knight can't become a Queen, only Insane Ninja Knight (Z)");
    "a ninja pawn becomes no Insane Ninja Knight" =>
        refused(INSANE, "w Kj1 kj8 Ja9", "Ja10=Z|a9a10z", "Illegal(PromotionNotAllowed", "the Ninja Pawn can't become an Insane Ninja Knight, only Queen (Q)");
    "nor does a pawn" => refused(INSANE, "w Kj1 kj8 Pa9", "a10=Z", "Illegal(PromotionNotAllowed", "the Pawn can't become an Insane Ninja Knight");
    "nor a knight elsewhere" => refused(INSANE, "w Kj1 kj10 Nd9", "Nf10=Z", "Illegal(NoPromotionHere", "no promotion");

    "a Bodyguard never takes a King" =>
        refused(HIASHATAR, "w Kj1 kd6 Hd4 Pa2", "d4d6|Hxd6|Hd6", "Illegal(SparesKings", "Illegal: a Bodyguard never takes a King.");
    "what blocks it comes first" =>
        refused(HIASHATAR, "w Kj1 kd6 Hd4 Pd5 Pa2", "d4d6", "Illegal(Blocked", "your own Pawn d5");
    "lines end at holes beside the hangars" =>
        refused(HANGARS, "w Kd4 kd6 Ra0", "a0h0|Rh0", "Illegal(LineEnds", "the Rook a0 can't move to h0: b0 is off the board, and lines end there");
    "for a bomber too, from the other side" =>
        refused(HANGARS, "b Kd4 kd6 fh9", "h9a9", "Illegal(LineEnds", "the Flying Bomber h9 can't move to a9: g9 is off the board");
    "braked by which Bodyguard" =>
        refused(HIASHATAR, "w Kj1 kj10 Ra5 hd6", "a5f5", "Illegal(Braked", "the enemy Bodyguard d6 brakes the Rook a5");
    "a Bodyguard beside it" =>
        refused(HIASHATAR, "w Kj1 kj10 Hd6 hd7", "d6d4", "Illegal(Braked", "the Bodyguard d6 stands next to the enemy Bodyguard d7, so it moves one square at most");
    "a long first step that is braked" => refused(HIASHATAR, "w Kj1 kj10 Pa2 hb4", "a2a4", "Illegal(Braked", "Bodyguard b4");
    "drops on the rear squares alone" => refused(SCEPTER, "w Kf1 kf10 hand=J", "J@a2", "Illegal(DropOutside", "a Ninja Pawn enters on e0 and f0 alone, so not on a2");
}
