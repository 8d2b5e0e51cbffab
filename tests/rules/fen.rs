//! The extended FEN: accepted ones, and refused ones with all their defects.

use rookery::games;
use rookery::rules::Variant;
use rookery::words::Words;
use testing::check::{accepts, plays};
use testing::sentences;

use super::told::defects;

const C: &str = "chess";
const B: &str = "birds-and-ninjas";
const CL: &str = "claustrophobia";
const P: &str = "prison-break";
const S: &str = "squirrel";

sentences! {
    "no king" => defects(C, "w ke8 Pa2", "White has no king");
    "two kings" => defects(C, "w Ke1 Kd1 ke8", "White has 2 kings");
    "no king on either side" => defects(C, "w Pa2", "White has no king|Black has no king");
    "a piece on a hole" => defects(CL, "ffnggk*/pppppqn/5**/5**/4PP*/5**/PPP2QN/FFNGGK* w - - 0 1", "f4");
    "a hole where a square is" => defects(CL, "ffnggk*/pppppqn/5**/5**/4***/5**/PPPPPQN/FFNGGK* w - - 0 1", "e4");
    "a square where a hole is" => defects(CL, "ffnggk*/pppppqn/5**/5**/6*/5**/PPPPPQN/FFNGGK* w - - 0 1", "f4 is not part of the board: write `*` there");
    "anything but a king on an exit" => defects(P, "w Ke1 kf8 Na4", "Knight on a4");
    "a king may stand on an exit" => accepts(P, "b Ka4 kf8");
    "exits count as empty squares" => plays(P, "w Ke1 kf8", "e1d1", "b Kd1 kf8 clock=1");
    "an ordinary pawn on its last rank" => defects(C, "w Ke1 kh7 Pa8", "Pawn on a8");
    "a black one" => defects(C, "w Ke1 kh7 pa1", "Pawn on a1");
    "a pawn beyond its last rank" => defects(B, "w Ka1 ka10 Pe11", "Pawn on e11");
    "a ninja pawn on its last rank" => defects(B, "w Ka1 ka10 Je10", "Ninja Pawn on e10");
    "a pawn on White's rank 1" => defects(C, "w Ke1 kh7 Pa1", "Pawn on a1");
    "a pawn on rank 0" => defects(B, "w Ka1 ka10 Pe0", "Pawn on e0");
    "a ninja pawn on rank 1" => defects(B, "w Ka1 ka10 Je1", "Ninja Pawn on e1");
    "Black's mirror: rank 8" => defects(C, "w Ke1 kh7 pa8", "Pawn on a8");
    "Black's mirror: rank 10" => defects(B, "w Ka1 ka9 pe10", "Pawn on e10");
    "Squirrel pawns may stand on their first rank" => accepts(S, "w Kj1 kj10 Pe1 pe10");
    "but not on their last" => defects(S, "w Kj1 kj9 Pe10", "Pawn on e10");
    "five ninja pawns, in hand and on the board" => defects(B, "w Ka1 ka10 Je5 Jd5 hand=JJJ", "White has 5 ninja pawns");
    "four are allowed" => accepts(B, "w Ka1 ka10 Je5 Jd5 hand=JJjjjj");
    "a letter that is no piece of the game" => defects(C, "w Ke1 ke8 Sd4", "S is no piece of Chess");
    "a castling right without its rook at home" => defects(C, "w Ke1 Rh1 ke8 castling=KQ", "castling Q");
    "without its king at home" => defects(C, "w Kd1 Rh1 ke8 castling=K", "castling K");
    "with an enemy rook there" => defects(C, "w Kd2 ke8 Rh8 castling=k", "castling k");
    "Claustrophobia has no castling" => defects(CL, "w Kf1 kf8 castling=K", "no castling K");
    "Prison Break has no castling" => defects(P, "w Ke1 kf8 castling=Q", "no castling Q");
    "castling rights out of order" => defects(C, "w Ke1 Ra1 Rh1 ke8 castling=QK", "castling");
    "en passant: the squares are vacant ones" => defects(C, "b Ke1 ke8 Pa4 na3 ep=a3", "en-passant");
    "en passant: the origin is vacant too" => defects(C, "b Ke1 ke8 Pa4 na2 ep=a3", "en-passant");
    "en passant: a pawn stands right beyond" => defects(C, "b Ke1 ke8 pb4 ep=a3", "en-passant");
    "en passant: of the side that just moved" => defects(C, "w Ke1 ke8 Pa4 ep=a3", "en-passant");
    "en passant: from its start rank" => defects(C, "b Ke1 ke8 Pa5 ep=a4", "en-passant");
    "en passant: all squares passed are named" => defects(B, "b Ka1 ka10 Pe5 ep=e4e3", "en-passant");
    "en passant: in the order passed" => accepts(B, "b Ka1 ka10 Pe5 ep=e3e4");
    "en passant: a shorter advance passes fewer" => accepts(B, "b Ka1 ka10 Pe5 ep=e4");
    "en passant: Black's downwards" => accepts(B, "w Ka1 ka10 pe6 ep=e8e7");
    "en passant: not of a ninja pawn" => defects(B, "b Ka1 ka10 Je5 ep=e3e4", "en-passant");
    "en passant: not over a braked square" => defects(S, "b Kj1 kj10 Pe5 ge3 ep=e4", "en-passant");
    "en passant: from any rank in Squirrel Chess" => accepts(S, "b Kj1 kj10 Pe9 ep=e8");
    "en passant: no square" => defects(C, "b Ke1 ke8 Pa4 ep=zz", "en-passant");
    "the side that just moved could have its king taken" => defects(C, "w Ke1 ke8 Re4", "Black has just moved");
    "by a bomber that lands behind it" => defects(B, "b Ka3 ka10 fa8", "White has just moved");
    "a king on an exit that can be taken there" => defects(P, "b Ka4 kf8 nb2", "White has just moved");
    "by a bomber that comes down on the other exit" => defects(P, "b Ka5 kf8 fa6", "White has just moved");
    "a pawn that stood frozen cannot have passed" => defects(P, "b Ka1 kf8 Pc4 id3 ep=c3", "en-passant");
    "not by a frozen piece" => accepts(P, "w Ka1 kf8 Ne6 id5");
    "not by a braked one" => accepts(S, "w Kj1 ke8 Re1 gd5");
    "a king in the enemy palace is a finished game" => accepts(CL, "b Kf8 ka8");
    "all defects are listed" =>
        defects(C, "w ke8 Pa1 Sd4 castling=K ep=e3 clock=x", "no king|Pawn on a1|S is no piece|castling K|en-passant|clock");
    "those that a message cannot hold are counted" => more_than_a_message_holds_are_counted();
    "a position of another game" =>
        defects(C, "c3gg3c/rnbsqksbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBSQKSBNR/C3GG3C w KQkq - 0 1 0/0", "it is one of Squirrel Chess, not of Chess");
    "a board of another game, with fields as here" =>
        defects(S, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 0/0", "it is one of Chess, not of Squirrel Chess");
    "the start of every game is named in every other" => every_start_is_named();
    "a broken start of the game itself is told with what is wrong" => broken_starts_are_told();
    "too few fields" => defects(C, "8/8/8/4k3/8/8/8/4K3 w - -", "6 fields");
    "too few ranks" => defects(C, "8/8/4k3/8/8/8/4K3 w - - 0 1", "8 ranks");
    "a rank too long" => defects(C, "9/8/8/4k3/8/8/8/4K3 w - - 0 1", "rank 8");
    "a rank too short" => defects(C, "8/7/8/4k3/8/8/8/4K3 w - - 0 1", "rank 7");
    "a side that is none" => defects(C, "8/8/8/4k3/8/8/8/4K3 x - - 0 1", "side to move");
    "a negative clock" => defects(C, "8/8/8/4k3/8/8/8/4K3 w - - -1 1", "half-move clock");
    "the hand is missing" => defects(B, "****2****/a/10/10/10/10/10/10/10/10/10/****2**** w - - 0 1", "hand|rank 10|a is no piece|White has no king|Black has no king");
    "a letter in the hand that is none" => defects(B, "w Ka1 ka10 hand=JQ", "hand");
    "a hand where the game has none" => defects(C, "8/8/8/4k3/8/8/8/4K3[] w - - 0 1", "hand");
    "an empty hand is []" => accepts(B, "w Ka1 ka10");
    "the promotions are missing" => defects(S, "10/4k5/10/10/10/10/10/10/4K5/10 w - - 0 1", "7 fields");
    "numbers may be 10" => accepts(S, "10/4k5/10/10/10/10/10/10/4K5/10 w - - 0 1 0/0");
    "the en-passant field comes in the order passed" => accepts(B, "w Ka1 ka10 pd6 ep=d8d7");
}

fn every_start_is_named() {
    for own in games::all() {
        for other in games::all().map(Variant::spec) {
            let Err(error) = games::position(own, &other.start_fen) else {
                let base = own.spec().base.is_some() || other.base.is_some();
                assert!(own.slug() == other.slug || base, "{own} begins as {}", other.name);
                continue;
            };
            let board = |fen: &'static str| fen.split(' ').next();
            let begins_so =
                |one: &Variant| *one != own && board(&one.spec().start_fen) == board(&other.start_fen);
            let first = games::all().find(begins_so).expect("that game");
            assert_eq!(Words::english().fen_error(&error), format!("it is one of {first}, not of {own}"));
        }
    }
}

fn broken_starts_are_told() {
    for game in games::all() {
        let broken = game.spec().start_fen.replacen(" w ", " x ", 1);
        let error = games::position(game, &broken).expect_err("no side to move");
        let told = Words::english().fen_error(&error);
        assert!(told.contains("side to move") && !told.contains("it is one of"), "{game}: {told}");
    }
}

fn more_than_a_message_holds_are_counted() {
    let game = games::all().find(|game| game.slug() == B).expect("Birds and Ninjas");
    let pawns = ["PPPPPPPPPP"; 2].join("/");
    let fen = format!("{pawns}/10/10/10/10/10/10/10/10/{pawns}[] w KQkq - 0 1");
    let error = games::position(game, &fen).expect_err("nobody has a King");
    let told = Words::english().fen_error(&error);
    let (listed, more) = told.rsplit_once("; and ").expect("some are counted");
    let counted: usize = more.strip_suffix(" more").and_then(|more| more.parse().ok()).expect("a number");
    assert_eq!(listed.split("; ").count() + counted, error.defects().len(), "{told}");
    assert!(counted > 0 && (1_500..=1_750).contains(&told.chars().count()), "{told}");
}
