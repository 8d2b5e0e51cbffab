//! The end of each sister of the five games, from a position late in a game: by one person who plays both sides, in a way that changes from
//! game to game.

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{Position, Termination, Variant, read_move};

use super::super::table::Seat;
use super::super::{Scene, Table};
use super::whole::{GAMES, SISTERS};
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("every_sister_game_is_played_to_its_end", |table| all(table).boxed())];

/// A game, a position near its end, and the moves that end it.
type Ending = [&'static str; 3];

const PHONE: &[Ending] = &[
    ["ninjutsu", "w1n2k*/pwpgp1q/2N2**/5**/5**/5**/PP2GQN/W3GK* b - - 0 12", "d7b5 e2c4 b5d3"],
    [
        "birds-second",
        "****1k****/1K8/4f5/10/6p3/9j/10/10/10/10/3f6/****2****[] b - - 2 82",
        "d1a1 b10c10 a1a10",
    ],
    [
        "birds-leaping",
        "****1b****/f3k5/6Q3/p8p/10/6P3/10/F9/10/3P1P1PfP/2N2KB2F/****1L**** w - - 0 42",
        "a4a9 i2g2 g9e9",
    ],
    [
        "birds-insane",
        "****fk****/g3F5/5f4/2pj6/9G/2K2p1p2/q9/5J4/7P1J/9P/10/****2****[] b - - 2 53",
        "e11e9 j7h5 e9e6",
    ],
    ["flying-bombers", "4k5/10/6R3/p9/10/10/1f1P6/10/1f8/6K3 b - - 3 51", "b4e4 g8i8 e4e1"],
    ["flying-bombers-hangars", "1******1/Fnb3k1/8/3R4/5p2/8/8/2P3K1/8/1******1 w - - 1 31", "a8c8 g8h9 d6h6"],
    ["palace-ninja-guards", "***2***/8/5p2/7g/3R4/6k1/3G4/6K1/4G3/***2*** w - - 6 50", "e1g3 h6f4 d3e2"],
    ["hiashatar", "7k2/p9/1P5K2/10/10/10/P9/10/4h5/10 w - - 1 53", "b8a9 e2g4 a9a10q"],
];

const DESK: &[Ending] = &[
    ["birds-scepter", "****2****/10/3K6/10/10/10/10/10/10/k9/5r4/****2****[] w - - 0 1", "d9e10 f1e1 e10f11"],
    [
        "birds-old",
        "****2****/7gnr/9p/f9/5k1p2/5r2p1/10/3G6/P7P1/2PN6/3R3GR1/****K1**** b - - 5 37",
        "a8a2 c2c5 a2e2",
    ],
    ["birds-extended", "****2****/10/10/10/10/7K2/9k/5B4/10/10/1F8/****2**** w - - 28 78", "b1c1 j5j6 c1j1"],
    [
        "flying-bombers-ninja",
        "1rnbqk1nr1/2j1jjjbj1/F2j6/7j2/1j1j6/1J8/10/J4J4/2JJ1J3J/1RNBQKBN1F[JJJJjjjj] w Qkq - 0 15",
        "a8e8 c9c7 e8e10",
    ],
    [
        "insane-ninja",
        "****2****/10/4kp4/8y1/4Nyp3/9P/K9/4l5/6P2L/4PL4/10/****2**** b - - 10 59",
        "f7d7 f2i1 d7b5",
    ],
    [
        "insane-ninja-2",
        "****k1****/6g3/10/10/10/p9/4Y5/10/10/10/10/****K1**** w - - 1 129",
        "e5e7 g10f11 e7e9",
    ],
    ["capture-the-sceptre", "***2***/8/3K4/8/8/8/8/k7/1r6/***2*** w - - 0 1", "d7d8 a2a3 d8d9"],
];

async fn all(table: &Table) {
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    for (ending, hand) in PHONE.iter().zip([Hand::Finger, Hand::Swipe].iter().cycle()) {
        played(&board, &table.red, ending, *hand).await;
    }
    board.on_a_desk().await;
    let hands = [Hand::Keys, Hand::Drag, Hand::Typing, Hand::Mouse];
    for (ending, hand) in DESK.iter().zip(hands.iter().cycle()) {
        played(&board, &table.red, ending, *hand).await;
    }
    let (ends, wholes) = (PHONE.iter().chain(DESK).map(|[game, ..]| *game), SISTERS.map(|(game, _)| game));
    let five = GAMES.map(|(game, _)| game);
    let is_played =
        |game: &str| five.contains(&game) || wholes.contains(&game) && ends.clone().any(|one| one == game);
    let missing: Vec<Variant> = games::all().filter(|one| !is_played(one.slug())).collect();
    assert!(missing.is_empty(), "nobody plays {missing:?}");
}

async fn played(board: &Board, seat: &Seat, [game, fen, moves]: &Ending, hand: Hand) {
    let mut position = begin(seat, game, Some(fen)).await;
    board.go(&link(seat).await).await;
    for text in moves.split_whitespace() {
        let mv = read_move(&position, text).expect("a move");
        board.play(hand, &position, &mv).await;
        position = position.after(&mv).expect("a legal move");
    }
    is_over(board, seat, &position).await;
    board.shot(&format!("tap-end-{game}.png")).await;
}

/// A game that one person plays against themselves.
pub async fn begin(seat: &Seat, game: &str, fen: Option<&str>) -> Position {
    let variant = games::from_slug(game).expect("a game");
    let name = variant.name();
    let mut options = vec![("variant", name, Some(name)), ("opponent", seat.name, Some(seat.name))];
    options.extend(fen.map(|fen| ("position", fen, None)));
    seat.command("challenge", &options).await;
    seat.reads(&format!("{name}: @{} plays both sides", seat.name)).await;
    fen.map_or_else(|| Position::start(variant), |fen| Position::from_fen(variant, fen).expect("a position"))
}

/// The page and the chat say how it ended, and nothing can be done any more but to analyse it.
pub async fn is_over(board: &Board, seat: &Seat, position: &Position) {
    let end = position.termination().expect("the end");
    let how = match end {
        Termination::Checkmate(_) => "Checkmate.",
        Termination::Goal(arrival) if arrival.goal.slug == "scepter" => "The King captures the scepter.",
        _ => "The King escapes through ",
    };
    let winner = end.winner().expect("somebody has won");
    board.says(how).await;
    let script = "return document.querySelectorAll('.mine').length === 0 && document.getElementById('actions').textContent.endsWith('ReplayAnalysisTry moves') && document.getElementById('typed').hidden";
    board.until("nothing to do", script).await;
    seat.reads(how).await;
    seat.reads(&format!("{winner} ")).await;
}
