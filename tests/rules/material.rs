//! Limits on material: the refusals' sentences.
use testing::check::accepts;
use testing::sentences;

use super::told::defects;

const C: &str = "chess";
const B: &str = "birds-and-ninjas";
const CL: &str = "claustrophobia";
const P: &str = "prison-break";
const S: &str = "squirrel";

sentences! {
    "nine Queens are one and eight promoted pawns" => accepts(C, "4k3/8/8/8/8/8/QQQQQQQQ/Q3K3 b - - 0 1");
    "ten are one too many" => defects(C, "4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 w - - 0 1",
        "White has 10 Queens (1 at the start): that takes 9 promotions, and White lacks 8 pawns");
    "each pawn left is a promotion less" => defects(C, "4k3/8/8/8/8/7P/QQQQQQQQ/Q3K3 w - - 0 1", "White lacks 7 pawns");
    "all kinds count together" => defects(C, "qqqqk3/nnn5/rrr5/bbbb4/pp6/8/8/4K3 w - - 0 1",
        "Black has 4 Queens (1 at the start), 3 Rooks (2 at the start), 4 Bishops (2 at the start) and 3 Knights (2 at the start)");
    "no more ordinary pawns than at the start" => defects(C, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns; 8 at most");
    "Petrovic's 218 moves" => accepts(C, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    "ninja pawns promote too" =>
        accepts(B, "****2****/7k2/10/10/10/10/QQQQQQQQQQ/QQQQQ5/10/10/2K7/****2****[] b - - 0 1");
    "but not those still in hand" =>
        defects(B, "****2****/7k2/10/10/10/10/QQQQQQQQQQ/QQQQQ5/10/10/2K7/****2****[J] w - - 0 1", "White lacks 13 pawns");
    "Claustrophobia: what is there at the start" => accepts(CL, "5k*/7/5**/5**/5**/5**/PPPPPQN/FFNGGK* b - - 0 1");
    "Claustrophobia: a second Queen-Guard needs a pawn" => defects(CL, "5k*/7/5**/5**/QQQ2**/5**/PPPPP2/5K* w - - 0 1", "3 Queen-Guards");
    "Prison Break: an eighth Ice Queen" => defects(P, "5k/6/6/6/6/IIIIII/II4/5K w - - 0 1", "8 Ice Queens (1 at the start)");
    "Prison Break: seven" => accepts(P, "5k/6/6/6/6/IIIIII/I5/5K w - - 0 1");
    "Squirrel: the first promotion gives no Queen" =>
        defects(S, "9k/10/10/10/10/10/QQ8/10/10/9K w - - 0 1 1/0", "the 1 promotion made cannot give that");
    "Squirrel: the third does" => accepts(S, "9k/10/10/10/10/10/QQ8/10/10/9K w - - 0 1 3/0");
    "Squirrel: a third Queen only from the fourth" =>
        defects(S, "9k/10/10/10/10/10/QQQ7/10/10/9K w - - 0 1 3/0", "the 3 promotions made cannot give that");
    "Squirrel: one of each of the first three" => accepts(S, "9k/10/10/10/10/10/QQGGGRRR2/10/10/9K b - - 0 1 3/0");
    "Squirrel: Black's promotions do not count for White" =>
        defects(S, "9k/10/10/10/10/10/QQ8/10/10/9K w - - 0 1 0/3", "the 0 promotions made cannot give that");
}
