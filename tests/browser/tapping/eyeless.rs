//! A whole game on the page by somebody who sees nothing: keys, what a screen reader calls what has the focus, and what it
//! is told by itself.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::FutureExt;
use rookery::rules::{Color, DescribedMove, Move, Position, Spec, Square};
use rookery::words::Words;
use serde_json::json;

use super::super::blind::{EXIT, pick};
use super::super::driver::until;
use super::super::heard;
use super::super::table::ENTER;
use super::super::{Scene, Table};
use super::Board;
use super::endings::{begin, is_over};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("prison_break_is_won_on_the_page_by_somebody_who_sees_nothing", |table| won(table).boxed())];

/// Control with Home: to the first square. Home and an arrow: to the first one of the next row. An arrow: to the next.
const FIRST: &str = "\u{E009}\u{E011}\u{E000}";
const NEXT_ROW: &str = "\u{E011}\u{E015}";
const NEXT: &str = "\u{E014}";

/// What is said by itself.
const SPOKEN: &str = "return [...document.querySelectorAll('[role=status], [role=alert], [aria-live=polite]')]
    .filter((one) => one.checkVisibility() && !one.closest('[aria-hidden=true]')).map((one) => one.textContent)";

async fn won(table: &Table) {
    let red = &table.red;
    let mut played = begin(red, EXIT.game, None).await;
    let board = Board::open(table, red).await;
    board.on_a_desk().await;
    let mut moves = EXIT.moves.split_whitespace();
    while played.termination().is_none() {
        // To hear the whole board takes a while. It is heard where the move that wins has to be found there.
        let is_known = moves.clone().next().is_some();
        let heard = if is_known { played } else { read(&board, &played).await };
        let mv = pick(&heard, &mut moves);
        make(&board, &heard, &mv).await;
        played = played.after(&mv).expect("a legal move");
    }
    is_over(&board, red, &played).await;
    read(&board, &played).await;
}

/// What a screen reader calls what has the focus.
async fn name(board: &Board) -> String {
    board.focused().await.computed_label().await.expect("a name")
}

/// Waits until this is said.
async fn hears(board: &Board, words: &str) -> String {
    let script = format!("{SPOKEN}.find((one) => one.includes(arguments[0])) ?? null");
    let heard = until(&board.client, words, &script, vec![json!(words)]).await;
    heard.as_str().expect("a text").to_owned()
}

/// Chooses a piece, hears where it can go, goes there, and hears what was played.
async fn make(board: &Board, position: &Position, mv: &Move) {
    let from = mv.from().expect("nothing is dropped in this game");
    board.walk(&from.to_string()).await;
    board.keys(ENTER).await;
    let chosen = hears(board, " chosen. It can go to ").await;
    let (piece, targets) = chosen.split_once(" chosen. It can go to ").expect("both");
    assert!(piece.starts_with(&from.to_string()), "{chosen}");
    let told: BTreeSet<Square> =
        targets.trim_end_matches('.').split(", ").map(|one| one.parse().expect("a square")).collect();
    let legal = position.legal_moves();
    let there = legal.iter().filter(|one| one.from() == Some(from)).map(Move::to);
    assert_eq!(told, there.collect(), "{chosen}");
    board.walk(&mv.to().to_string()).await;
    let said = Words::english().told_move(&DescribedMove::new(position, mv));
    let label = name(board).await;
    assert!(label.ends_with(&format!("Enter: {said}")), "{said} is not in {label}");
    board.keys(ENTER).await;
    hears(board, &format!("{}: {said}", position.turn())).await;
    let label = name(board).await;
    assert!(label.starts_with(&mv.to().to_string()) && label.contains("just moved here"), "{label}");
    let choice = format!("{SPOKEN}.every((one) => !one.includes('chosen'))");
    until(&board.client, "nothing is chosen any more", &choice, vec![]).await;
}

/// The board by its squares' names, one after the other; they must tell the position that was played.
async fn read(board: &Board, played: &Position) -> Position {
    let spec = played.spec();
    board.here().await;
    let corner = spec.squares.iter().next().expect("a square");
    board.walk(&corner.to_string()).await;
    board.keys(FIRST).await;
    let mut cells = BTreeMap::new();
    let ranks: BTreeSet<u8> = spec.squares.iter().map(Square::rank).collect();
    for rank in ranks.iter().rev() {
        for file in 0..spec.squares.iter().filter(|square| square.rank() == *rank).count() {
            if file > 0 {
                board.keys(NEXT).await;
            }
            let label = name(board).await;
            let parts: Vec<&str> = label.split(", ").collect();
            let square: Square = parts[0].parse().unwrap_or_else(|_| panic!("{label} names no square"));
            cells.insert(square, [' ', letter(spec, &parts)]);
            assert_eq!(parts.contains(&"exit"), spec.exits.contains(square), "{label}");
            assert_eq!(parts.contains(&"frozen"), played.frozen().contains(square), "{label}");
        }
        board.keys(NEXT_ROW).await;
    }
    let side = if played.turn() == Color::White { 'w' } else { 'b' };
    let fen = format!("{} {side} - - 0 {}", heard::placement(&cells), played.fullmove());
    let heard = Position::from_fen(played.variant(), &fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"));
    assert!(heard.pieces().eq(played.pieces()), "{fen} is not {}", played.fen());
    heard
}

/// The letter of the piece that a square's name tells, a dot where none stands there.
fn letter(spec: &Spec, parts: &[&str]) -> char {
    let told = parts.get(1).and_then(|part| part.split_once(' '));
    let Some((color, kind)) = told.filter(|(color, _)| ["White", "Black"].contains(color)) else {
        return '.';
    };
    let kind = spec.kinds().map(|one| spec.piece_type(one)).find(|one| one.name == kind);
    let letter = kind.unwrap_or_else(|| panic!("no piece of this game: {parts:?}")).letter;
    if color == "White" { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}
