//! Tests how games end and when a draw may be claimed: repetition and its key, move counts, and what remains
//! possible.

use rules::{Claim, Color, Line, Termination};

use testing::check::{after, all, find, moves, plays_to, position, standing};
use testing::sentences;

/// Plays canonical moves cyclically for `plies` plies and returns the line.
fn line(slug: &str, text: &str, moves: &str, plies: usize) -> Line {
    let mut line = Line::new(position(slug, text));
    for mv in moves.split(' ').cycle().take(plies) {
        let mv = find(line.position(), mv);
        line.play(mv).expect("a legal move");
    }
    line
}

/// Asserts the claim and the state after this many plies.
fn after_plies(slug: &str, text: &str, moves: &str, plies: usize, claim: Option<Claim>, state: &str) {
    let line = line(slug, text, moves, plies);
    assert_eq!((line.claim(), standing(&line)), (claim, state.to_owned()), "{}", line.position().fen());
}

/// Asserts whether White and Black can still win.
fn can_win(slug: &str, text: &str, wanted: [bool; 2]) {
    assert_eq!(Color::BOTH.map(|color| position(slug, text).can_still_win(color)), wanted);
}

const C: &str = "chess";
const B: &str = "birds-and-ninjas";
const S: &str = "squirrel";
const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const THREE: Option<Claim> = Some(Claim::Threefold);
const FIFTY: Option<Claim> = Some(Claim::FiftyMoves);
/// White's pawn can be captured on d3 only in the first cycle.
const EN_PASSANT: &str = "b Ke1 ke8 Pd4 pe4 Nb1 ng8 ep=d3";
const NO_EN_PASSANT: &str = "b Ke1 ke8 Pd4 Nb1 ng8 ep=d3";
const PINNED_EN_PASSANT: &str = "b Ka1 ke8 Pd4 pe4 Re1 Nb1 ng8 ep=d3";
const KNIGHTS_OUT: &str = "g8f6 b1c3 f6g8 c3b1";
const ROOKS_OUT: &str = "h1h2 h8h7 h2h1 h7h8";
/// A king that walks a triangle returns with the other side to move.
const TRIANGLE: &str = "e1e2 h8g8 e2f2 g8h8 f2e1 h8g8 e1e2 g8h8 e2e1 h8h7 e1e2 h7h8 e2e1";
const CASTLES: &str = "w Ke1 Rh1 ke8 rh8 castling=Kk";

sentences! {
    "the second time is no claim" => after_plies(C, START, SHUFFLE, 4, None, "ongoing");
    "the third time is" => after_plies(C, START, SHUFFLE, 8, THREE, "ongoing");
    "the fourth is" => after_plies(C, START, SHUFFLE, 12, THREE, "ongoing");
    "a position passed on the way is not on the board now" => after_plies(C, START, SHUFFLE, 7, None, "ongoing");
    "the fifth time ends the game" => after_plies(C, START, SHUFFLE, 16, None, "draw fivefold");
    "a game drawn by repetition still lists its moves" =>
        assert_eq!(line(C, START, SHUFFLE, 16).position().legal_moves().len(), 20);
    "a repetition compares the side to move: this board was there three times, with Black to move twice" =>
        after_plies(C, "w Ke1 kh8 Pa2 pa7", TRIANGLE, 9, None, "ongoing");
    "with Black to move the third time" => after_plies(C, "w Ke1 kh8 Pa2 pa7", TRIANGLE, 13, THREE, "ongoing");
    "castling rights: lost on the way, the first position does not count" =>
        after_plies(C, CASTLES, ROOKS_OUT, 8, None, "ongoing");
    "castling rights: the third time without them does" => after_plies(C, CASTLES, ROOKS_OUT, 12, THREE, "ongoing");
    "en-passant captures that are legal now: the first position is another one" =>
        after_plies(C, EN_PASSANT, KNIGHTS_OUT, 8, None, "ongoing");
    "the third time without one counts" => after_plies(C, EN_PASSANT, KNIGHTS_OUT, 12, THREE, "ongoing");
    "an en-passant field that nobody can use does not matter" =>
        after_plies(C, NO_EN_PASSANT, KNIGHTS_OUT, 8, THREE, "ongoing");
    "nor one whose capture would leave the king in check" =>
        after_plies(C, PINNED_EN_PASSANT, KNIGHTS_OUT, 8, THREE, "ongoing");
    "drops left are compared" => {
        let key = |text| position(B, text).repetition_key();
        assert!(key("w Ka1 ka10 Pa2 hand=J") != key("w Ka1 ka10 Pa2 hand=JJ"));
        assert!(key("w Ka1 ka10 Pa2 hand=J") != key("w Ka1 ka10 Pa2 hand=j"));
    };
    "promotions made are compared" => {
        let key = |text| position(S, text).repetition_key();
        assert!(key("w Ka1 ka10 Pa2 made=1/0") != key("w Ka1 ka10 Pa2 made=0/0"));
    };
    "clock and number are not compared" => {
        let key = |text| position(C, text).repetition_key();
        assert!(key("8/8/8/4k3/8/8/P7/K7 w - - 5 9") == key("8/8/8/4k3/8/8/P7/K7 w - - 0 1"));
    };
    "pawns that step back repeat a position as well" =>
        after_plies(S, "w Kj1 ka10 Pe5 pc5", "e5e6 c5c4 e6e5 c4c5", 8, THREE, "ongoing");
    "and end the game the fifth time" =>
        after_plies(S, "w Kj1 ka10 Pe5 pc5", "e5e6 c5c4 e6e5 c4c5", 16, None, "draw fivefold");
    "so do ninja pawns that go to and fro" =>
        after_plies(B, "w Kj1 ka10 Je5 jc6", "e5d5 c6d6 d5e5 d6c6", 8, THREE, "ongoing");
    "a capture starts the count anew" =>
        after_plies(C, "w Ke1 ke8 Rh1 nh7 Na1 na8", "h1h7 a8b6 h7h1 b6a8 h1h7 a8b6 h7h1 b6a8", 8, None, "ongoing");

    "fifty moves may be claimed" => after_plies(C, "w Ke1 ke8 Pa2 clock=99", "e1e2", 1, FIFTY, "ongoing");
    "not before" => after_plies(C, "w Ke1 ke8 Pa2 clock=98", "e1e2", 1, None, "ongoing");
    "a claim also in check" => after_plies(C, "w Ke1 ke8 Pa2 Rb1 clock=99", "b1b8", 1, FIFTY, "check");
    "a pawn move starts the clock anew" => after_plies(C, "w Ke1 ke8 Pa2 clock=99", "a2a3", 1, None, "ongoing");
    "so does any capture" => after_plies(C, "w Ke1 ke8 Pa2 nb2 Rb1 clock=99", "b1b2", 1, None, "ongoing");
    "a bomber's capture beside its way too" => plays_to(B, "w Ka1 ka10 Fd4 pd5 clock=99", "d4d6", " b - - 0 1");
    "a ninja pawn's move too" => plays_to(B, "w Ka1 ka10 Je5 clock=99", "e5f5", " b - - 0 1");
    "a step back too" => plays_to(S, "w Ka1 ka10 Pe5 clock=99", "e5e4", " b - - 0 1 0/0");
    "other moves count on" => plays_to(B, "w Ka1 ka10 Je5 clock=99", "a1b1", " b - - 100 1");
    "seventy-five moves end the game" =>
        after_plies(C, "w Ke1 ke8 Pa2 clock=149", "e1e2", 1, None, "draw seventy-five");
    "not before seventy-five" => after_plies(C, "w Ke1 ke8 Pa2 clock=148", "e1e2", 1, FIFTY, "ongoing");
    "mate on that very move wins" =>
        after_plies(C, "w Kg6 kg8 Ra1 clock=149", "a1a8", 1, None, "checkmate white");
    "a game drawn by count still lists its moves" => moves(C, "w Ke1 ke8 Pa2 clock=150", "a2", "a3 a4");
    "a game drawn by material still lists its moves" => moves(C, "w Ka1 ke8", "a1", "a2 b1 b2");
    "a dead position offers no claim" => after_plies(C, "w Ka1 ke8 clock=120", "a1a2", 1, None, "draw material");
    "after mate there are no moves" => all(C, "b Kg6 kg8 Ra8", "");
    "after stalemate there are none" => all(C, "b Kb6 ka8 Qc7 Pa2", "");
    "the full-move number rises after Black's move" =>
        assert_eq!(after(C, START, "e2e4 e7e5 g1f3").fullmove(), 2);
    "who has won" => {
        let winner = |slug, text: &str| position(slug, text).termination().and_then(Termination::winner).map(Color::name);
        assert_eq!(winner(C, "b Kg6 kg8 Ra8"), Some("White"));
        assert_eq!(winner("claustrophobia", "w Ka1 kg2"), Some("Black"));
        assert_eq!(winner("prison-break", "b Ka4 kf8"), Some("White"));
        assert_eq!(winner(C, "w Ke1 ke8"), None);
    };
    "a king alone wins no more" => can_win(C, "w Ke1 ke8 Pa2", [true, false]);
    "whatever stands beside it may" => can_win(C, "w Ke1 ke8 Na1 na8", [true, true]);
    "so may what waits in the hand" => can_win(B, "w Ka1 ka10 Pa2 hand=j", [true, true]);
    "not without it" => can_win(B, "w Ka1 ka10 Pa2", [true, false]);
    "a king alone may still escape" => can_win("prison-break", "w Ke1 ke8 Pa2", [true, true]);
    "or capture the scepter" => can_win("claustrophobia", "w Kf1 kf8", [true, true]);
    "what counts as over" => {
        let over = |text| position(C, text).termination().is_some();
        assert!(!over(START) && !over("w Ke1 ke8 re5 Pa2"));
        assert!(over("b Kb6 ka8 Qc7 Pa2") && line(C, START, SHUFFLE, 16).termination().is_some());
    };
}
