//! Orthodox chess on the common core.

use testing::check::{all, illegal, legal, moves, plays_to, starting, state, takes};
use testing::sentences;

const G: &str = "chess";
const CASTLING: &str = "w Ke1 Ra1 Rh1 ke8 castling=KQ";

sentences! {
    "castling is written with the king's target" => starting(G, CASTLING, "O", "O-O-Oc1 O-Og1");
    "short" => plays_to(G, CASTLING, "O-Og1", "/R4RK1 b - - 1 1");
    "long" => plays_to(G, CASTLING, "O-O-Oc1", "/2KR3R b - - 1 1");
    "not out of check" => starting(G, "w Ke1 Ra1 Rh1 kb7 re8 castling=KQ", "O", "");
    "not through check" => starting(G, "w Ke1 Ra1 Rh1 kb7 rd8 castling=KQ", "O", "O-Og1");
    "not into check" => starting(G, "w Ke1 Ra1 Rh1 kb7 rg8 castling=KQ", "O", "O-O-Oc1");
    "the rook may be attacked, and cross b1" => starting(G, "w Ke1 Ra1 kc7 rb8 castling=Q", "O", "O-O-Oc1");
    "a right goes with the rook's capture" => plays_to(G, "b Ke1 Ra1 Rh1 ke8 bd5 castling=KQ", "d5h1", " w Q - 0 2");
    "double step" => moves(G, "w Ke1 ke8 Pa2", "a2", "a3 a4");
    "the en-passant field is set whether or not a capture is possible" =>
        plays_to(G, "w Ke1 ke8 Pa2", "a2a4", " b - a3 0 1");
    "en passant" => takes(G, "b Ke1 ke8 Pa4 pb4 ep=a3", "b4a3", "a4");
    "en passant must not uncover the king along the rank" =>
        illegal(G, "b Kd1 ka4 pb4 Pc4 Rh4 ep=c3", "b4c3");
    "en passant may take a checking pawn" => legal(G, "b Ke1 kd5 Pe4 pf4 ep=e3", "f4e3");
    "promotion to queen, rook, bishop or knight" => moves(G, "w Ke1 ka6 Pc7", "c7", "c8b c8n c8q c8r");
    "a pinned piece may not leave its line" => moves(G, "w Ke1 ka8 Re3 re8", "e3", "e2 e4 e5 e6 e7 e8");
    "double check: only the king moves" => all(G, "w Ke1 kb7 re8 nd3 Qd8", "e1d1 e1d2 e1f1");
    "checkmate" => state(G, "b Kg6 kg8 Ra8", "checkmate white");
    "stalemate" => state(G, "b Kb6 ka8 Qc7 Pa2", "stalemate");
    "lone kings are a draw" => state(G, "w Ke1 ke8", "draw material");
    "one extra knight" => state(G, "w Ke1 ke8 nd5", "draw material");
    "one extra bishop" => state(G, "w Ke1 ke8 Bd5", "draw material");
    "only bishops, all on one colour" => state(G, "w Ke1 ke8 Bd5 bb1 be4", "draw material");
    "bishops on both colours play on" => state(G, "w Ke1 ke8 Bd5 bb2", "ongoing");
    "knight and bishop play on" => state(G, "w Ke1 ke8 Nd5 bb2", "ongoing");
    "a pawn plays on" => state(G, "w Ke1 ke8 Pd5", "ongoing");
    "stalemate comes before dead material" => state(G, "b Kf7 kh8 Bg6", "stalemate");
}
