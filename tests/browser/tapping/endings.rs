//! The end of each sister variant of the five games, from a late position, by one person who plays both
//! sides, with varying inputs.

use futures_util::FutureExt;
use rookery::games;
use rookery::rules::{Position, Termination, Variant, read_move};

use testing::checks::checks;

use super::super::table::Seat;
use super::super::{Scene, Table};
use super::whole::GAMES;
use super::{Board, Hand, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("every_sister_game_is_played_to_its_end", |table| all(table).boxed())];

async fn all(table: &Table) {
    let board = Board::empty(table).await;
    let sisters = games::all().filter(|game| GAMES.iter().all(|(five, _)| *five != game.slug()));
    // Every other one on a phone, and the rest on a desktop.
    let (phone, desk): (Vec<_>, Vec<_>) = sisters.enumerate().partition(|(number, _)| number % 2 == 0);
    board.on_a_phone().await;
    for ((_, game), hand) in phone.iter().zip([Hand::Finger, Hand::Swipe].iter().cycle()) {
        played(&board, &table.red, *game, *hand).await;
    }
    board.on_a_desk().await;
    let hands = [Hand::Keys, Hand::Drag, Hand::Typing, Hand::Mouse];
    for ((_, game), hand) in desk.iter().zip(hands.iter().cycle()) {
        played(&board, &table.red, *game, *hand).await;
    }
}

async fn played(board: &Board, seat: &Seat, variant: Variant, hand: Hand) {
    let game = variant.slug();
    let ending = checks(variant).ending.as_ref().expect("an ending among its checks");
    let mut position = begin(seat, game, Some(&ending.fen)).await;
    board.go(&link(seat).await).await;
    for text in ending.moves.split_whitespace() {
        let mv = read_move(&position, text).expect("a move");
        board.play(hand, &position, &mv).await;
        position = position.after(&mv).expect("a legal move");
    }
    is_over(board, seat, &position).await;
    board.shot(&format!("tap-end-{game}.png")).await;
}

/// Starts a game against oneself.
pub async fn begin(seat: &Seat, game: &str, fen: Option<&str>) -> Position {
    let variant = games::from_slug(game).expect("a game");
    let name = variant.name();
    let mut options = vec![("variant", name, Some(name)), ("opponent", seat.name, Some(seat.name))];
    options.extend(fen.map(|fen| ("position", fen, None)));
    seat.command("challenge", &options).await;
    seat.reads(&format!("{name}: @{} plays both sides", seat.name)).await;
    fen.map_or_else(|| Position::start(variant), |fen| Position::from_fen(variant, fen).expect("a position"))
}

/// Waits until page and chat show the end. Only the analysis is still possible.
pub async fn is_over(board: &Board, seat: &Seat, position: &Position) {
    let end = position.termination().expect("the end");
    let how = match end {
        Termination::Checkmate(_) => "Checkmate.",
        Termination::Goal(arrival) if arrival.goal.slug == "scepter" => "The King captures the scepter.",
        _ => "The King escapes through ",
    };
    let winner = end.winner().expect("somebody has won");
    board.says(how).await;
    let script = "return document.querySelectorAll('.mine').length === 0 && document.getElementById('actions').textContent.endsWith('ReplayAnalysisTry movesExport') && document.getElementById('typed').hidden";
    board.until("nothing to do", script).await;
    seat.reads(how).await;
    seat.reads(&format!("{winner} ")).await;
}
