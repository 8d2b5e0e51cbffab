//! Prison Break, one test per sentence of the rules.

use testing::check::{after, all, illegal, legal, moves, position, state, state_after, takes};
use testing::sentences;

const G: &str = "prison-break";
const START: &str = "fngikg/pppppp/6/6/6/6/PPPPPP/FNGIKG w - - 0 1";
/// The diagram from the source.
const WHITE: &str = "6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1";
const BLACK: &str = "6/2P1k1/2i3/2F1I1/6/6/6/5K b - - 0 1";

sentences! {
    "46 squares, and two exits a4 and a5" => {
        let spec = position(G, START).spec();
        let exits: Vec<String> = spec.exits.iter().map(|square| square.to_string()).collect();
        assert_eq!(((spec.squares & !spec.exits).len(), exits.join(" ")), (46, "a4 a5".to_owned()));
    };
    "the start position" => assert_eq!(position(G, START).spec().start_fen, START);
    "promotion to Ice Queen, Ninja Guard, Flying Bomber or Knight" =>
        moves(G, "w Kf1 kf6 Pc7", "c7", "c8f c8g c8i c8n");
    "Black promotes on rank 1" => moves(G, "b Kf4 kf8 pc2", "c2", "c1f c1g c1i c1n");
    "no draw by material" => state(G, "w Ke1 ke8", "ongoing");

    "a king may move to a4 or a5" => moves(G, "w Kb4 kf8", "b4", "a3 a4 a5 b3 b5 c3 c4 c5");
    "if that move is legal the king has escaped" => state_after(G, "w Kb3 kf8", "b3a4", "escape white");
    "by a5" => state_after(G, "w Kb4 kf8", "b4a5", "escape white");
    "Black's king escapes there too" => state_after(G, "b Kf1 kb6", "b6a5", "escape black");
    "an escaped king ends the game: no legal moves" => all(G, "b Ka4 kf8 pf7", "");
    "only a king: no bomber lands on an exit" => moves(G, "w Kf1 kf8 Fa2 Nb2 Nc2", "a2", "a1 a3 a6 a7 a8");
    "lines pass over empty exits" => legal(G, "w Kf1 kf8 Fa3", "a3a8");
    "bombing over the exits" => takes(G, "w Kf1 kf8 Fa3 pa6", "a3a7", "a6");
    "no helicopter to an exit" => illegal(G, "w Kf1 kf8 Fa6 Fc5", "a6a4 a6a5 c5a5");
    "no bombing onto an exit" => illegal(G, "w Kf1 kf8 Fd5 pb5", "d5a5");
    "no knight" => moves(G, "w Kf1 kf8 Nb2", "b2", "c4 d1 d3");
    "no Ninja Guard" => moves(G, "w Kf1 kf8 Gc6", "c6", "a8 b5 b7 d5 d7 e4 e8");
    "no Ice Queen" => moves(G, "w Kf1 kf8 Ib4", "b4", "a3 b3 b5 c3 c4 c5");
    "pawns never enter exits: no a2-a4" => moves(G, "w Kf1 kf8 Pa2", "a2", "a3");
    "no a3-a4" => moves(G, "w Kf1 kf8 Pa3", "a3", "");
    "Black's neither" => moves(G, "b Kf1 kf8 pa7", "a7", "a6");
    "no slide onto an exit" => moves(G, "w Kf1 kf8 Pb3 pb4", "b3", "c4");
    "no slide onto the other exit" => moves(G, "b Kf1 kf8 pb6 Pb5", "b6", "c5");
    "a knight guards an exit" => moves(G, "w Kb4 kf8 nb7", "b4", "a3 a4 b3 b5 c3 c4");
    "with a6 and a3 empty, F a7 guards a4 by a7-a3, and a5" => moves(G, "w Kb4 kf8 fa7", "b4", "b3 b5 c3 c4 c5");
    "with a3 occupied, F a7 guards a5 only" => moves(G, "w Kb4 kf8 fa7 Na3", "b4", "a4 b3 b5 c3 c4 c5");
    "a bomber may bomb a king on a5 and come down on a4" => illegal(G, "w Kb4 kf8 fa6 Pa3", "b4a5");
    "or on a4 and come down on a5" => illegal(G, "w Kb4 kf8 fa3", "b4a4");
    "a bomber along the rank guards a5 only when two away" => legal(G, "w Kb4 kf8 fd5", "b4a5");
    "two away it does" => illegal(G, "w Kb4 kf8 fc5", "b4a5");
    "a black pawn guards the exit diagonally ahead" => moves(G, "w Kb4 kf8 pb6", "b4", "a3 a4 b3 b5 c3 c4");
    "a white pawn does" => moves(G, "b Kf1 kb5 Pb3", "b5", "a5 a6 b4 b6 c5 c6");
    "a leaping Ninja Guard does" => illegal(G, "w Kb3 kf8 gc6", "b3a4");
    "an Ice Queen beside it does" => illegal(G, "w Kb3 kf8 ib5", "b3a4");
    "a king beside it does" => illegal(G, "w Kb3 kb6", "b3b5");
    "the exception serves only to take a king on an exit" => state(G, "w Ka6 kf8 fa7", "ongoing");
    "not to take a king elsewhere by landing on an exit" => state(G, "b Kf1 kb5 Fc5", "ongoing");

    "the Ice Queen moves like a king" => moves(G, "w Ka1 kf8 Id4", "d4", "c3 c4 c5 d3 d5 e3 e4 e5");
    "she takes so" => takes(G, "w Ka1 kf8 Id4 ne5", "d4e5", "e5");
    "she is not royal" => state(G, "w Ka1 kf8 Id4 nc6", "ongoing");
    "enemy pieces next to her are frozen: a knight" => moves(G, "w Ka1 kf8 Nd4 id5", "d4", "");
    "a bomber" => moves(G, "w Ka1 kf8 Fd4 ie5", "d4", "");
    "a Ninja Guard" => moves(G, "w Ka1 kf8 Gd4 ic3", "d4", "");
    "a pawn" => moves(G, "w Ka1 kf8 Pd4 ic4", "d4", "");
    "frozen pieces take nothing" => illegal(G, "w Ka1 kf8 Pd4 id5 pe5", "d4e5");
    "her friends are not frozen" => legal(G, "w Ka1 kf8 Id4 Nd5", "d5e7");
    "two steps away nothing is frozen" => legal(G, "w Ka1 kf8 Nd4 id6", "d4c6");
    "frozen pieces give no check" => state(G, "b Ka1 kf8 Ne6 id5", "ongoing");
    "unfrozen the same knight would" => state(G, "b Ka1 kf8 Ne6 ib5", "check");
    "a frozen Ice Queen still freezes" => moves(G, "w Ka1 kf8 Ic4 id4 Pc5 Pe2", "c5", "");
    "two enemy Ice Queens side by side freeze each other" => moves(G, "w Ka1 kf8 Ic4 id4", "c4", "");
    "the other one too" => moves(G, "b Ka1 kf8 Ic4 id4", "d4", "");
    "a king beside an enemy Ice Queen cannot move and is in check" => state(G, "w Kc3 kf8 ic4", "checkmate black");
    "unless she is frozen herself" => state(G, "w Kc3 kf8 ic4 Ic5 Pf2", "ongoing");
    "the king stays frozen all the same" => all(G, "w Kc3 kf8 ic4 Ic5 Pf2", "f2f3 f2f4");
    "she can be taken from afar by a knight" => all(G, "w Kc3 kf8 ic4 Nb2", "b2c4");
    "by a leaping Ninja Guard" => all(G, "w Kc3 kf8 ic4 Ga6", "a6c4");
    "by a bomber" => all(G, "w Kc3 kf8 ic4 Fc6", "c6c4");
    "or neutralised by bringing the own Ice Queen next to her" => all(G, "w Kc3 kf8 ic4 Ie5", "e5d4 e5d5");
    "a king may step next to a frozen enemy king" => legal(G, "w Kc1 kd3 Id4 ie5", "c1c2 c1d2");
    "but not next to one that is not frozen" => illegal(G, "w Kc1 kd3 ie5", "c1c2 c1d2");
    "and next to a frozen Ice Queen" => legal(G, "w Kf7 kb1 Id4 ie5", "f7f6 f7e6");
    "but not next to a free one" => illegal(G, "w Kf7 kb1 ie5", "f7f6 f7e6");
    "no legal move and no check is stalemate" => state(G, "w Kc3 kf8 ic4 Ic5", "stalemate");

    "the source's diagram: c5 is frozen" => moves(G, WHITE, "c5", "");
    "c7 is frozen" => moves(G, WHITE, "c7", "");
    "the core shows both as frozen" => {
        let frozen: Vec<String> = position(G, WHITE).frozen().iter().map(|square| square.to_string()).collect();
        assert_eq!(frozen, ["c5", "c7"]);
    };
    "...e7d8 is legal although the pawn c7 stands there" => legal(G, BLACK, "e7d8");
    "if the Ice Queen takes the bomber, the pawn can promote" =>
        legal(G, &after(G, BLACK, "c6c5").fen(), "c7c8i");
    "if she takes the pawn, the bomber can take her" => takes(G, &after(G, BLACK, "c6c7").fen(), "c5c7", "c7");
    "e5f6 is mate" => state_after(G, WHITE, "e5f6", "checkmate white");
    "e5d6 gives no check, it is stalemate" => state_after(G, WHITE, "e5d6", "stalemate");
    "e5e6 checks" => state_after(G, WHITE, "e5e6", "check");
    "but c6d5, c6d6, c6d7 answer by freezing the checker" =>
        all(G, &after(G, WHITE, "e5e6").fen(), "c6d5 c6d6 c6d7");
}
