//! Claustrophobia, one test per sentence of the rules.

use testing::check::{all, illegal, moves, plays_to, position, state, state_after, takes};
use testing::sentences;

const G: &str = "claustrophobia";

sentences! {
    "46 squares" => assert_eq!(position(G, START).spec().squares.len(), 46);
    "the start position, with pawns on a2-e2" => assert_eq!(position(G, START).spec().start_fen, START);
    "White's palace f1 f2 g2, Black's f8 f7 g7" => {
        let names = |set: rules::SquareSet| set.iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
        let palaces = position(G, START).spec().palaces;
        assert_eq!((names(palaces.white), names(palaces.black)), ("f1 f2 g2".into(), "f7 g7 f8".into()));
    };
    "other pieces may enter a palace too" => state_after(G, "w Kf1 ka8 Qe7", "e7f8", "ongoing");
    "the Queen-Guard moves like a king" => moves(G, "w Kf1 kf8 Qc4", "c4", "b3 b4 b5 c3 c5 d3 d4 d5");
    "it takes where it goes" => takes(G, "w Kf1 kf8 Qc4 nd5", "c4d5", "d5");
    "it is not royal" => state(G, "w Kf1 kf8 Qc4 qc5", "ongoing");
    "promotion to Queen-Guard, Ninja Guard, Flying Bomber or Knight" =>
        moves(G, "w Kf1 ka5 Pe7", "e7", "e8f e8g e8n e8q");
    "promotion on f8" => moves(G, "w Kf1 ka8 Pf7", "f7", "f8f f8g f8n f8q");
    "promotion on f8 by a capture from g7" => moves(G, "w Ka1 ka8 Pg7 nf8", "g7", "f8f f8g f8n f8q");
    "Black promotes on rank 1, f1 too" => moves(G, "b Ka4 kf8 pf2", "f2", "f1f f1g f1n f1q");
    "a pawn below the holes stands still" => moves(G, "w Ka1 ka8 Pf2", "f2", "");
    "a king that legally moves to f8 captures the scepter" => state_after(G, "w Ke7 ka8", "e7f8", "scepter white");
    "or to f7" => state_after(G, "w Ke7 ka8", "e7f7", "scepter white");
    "Black's king on f1, f2 or g2" => state_after(G, "b Ka1 ke2", "e2f2", "scepter black");
    "Black's king on f1" => state_after(G, "b Ka1 ke2", "e2f1", "scepter black");
    "g7 is reached over the palace only, so the position is given" => state(G, "b Kg7 ka8", "scepter white");
    "g2 likewise" => state(G, "w Ka1 kg2", "scepter black");
    "the own palace wins nothing" => state_after(G, "w Ke1 ka8", "e1f2", "ongoing");
    "not if the square is attacked" => illegal(G, "w Ke7 ka8 qg7", "e7f8 e7f7");
    "taking the piece that guards the scepter wins" => state_after(G, "w Ke7 ka8 nf7", "e7f7", "scepter white");
    "a game won by the scepter has no legal moves" => all(G, "b Kf8 ka8 pa7", "");
    "nor for the side that won" => all(G, "w Kf8 ka8 Pa2", "");
    "bare kings are not a dead position" => state(G, "w Kf1 kf8", "ongoing");
    "no draw by material with a knight either" => state(G, "w Kf1 kf8 Nc3", "ongoing");
    "checkmate wins" => state(G, "b Kc6 kc8 Qc7", "checkmate white");
    "stalemate draws" => state(G, "b Kb6 ka8 Nc6", "stalemate");
    "F f7 checks K f2 when f1 is empty" => state(G, "w Kf2 ka8 ff7", "check");
    "and not when f1 is occupied" => state(G, "w Kf2 Nf1 ka8 ff7", "ongoing");
    "G e4 attacks g2" => moves(G, "w Kf1 ka8 ge4", "f1", "e1 e2 f2");
    "F f7 takes N d7 by f7-c7 or f7-d7" => moves(G, "w Kf1 ka8 Ff7 nd7", "f7", "c7 d7 e7 f2 f8 g7");
    "by f7-c7" => takes(G, "w Kf1 ka8 Ff7 nd7", "f7c7", "d7");
    "by f7-d7" => takes(G, "w Kf1 ka8 Ff7 nd7", "f7d7", "d7");
    "the starred note: land only on the cell right behind the victim" =>
        illegal(G, "w Kf1 ka8 Ff7 nd7", "f7b7 f7a7");
    "kings may not stand side by side" => illegal(G, "w Kc4 kc6", "c4c5 c4b5 c4d5");
    "the double step sets the en-passant square" => plays_to(G, "w Kf1 kf8 Pc2 pb4", "c2c4", " b - c3 0 1");
    "en passant" => takes(G, "b Kf1 kf8 Pc4 pb4 ep=c3", "b4c3", "c4");
}

const START: &str = "ffnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/FFNGGK* w - - 0 1";
