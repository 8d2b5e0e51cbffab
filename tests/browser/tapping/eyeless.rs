//! A complete game of each variant on the page without sight: by keyboard, the accessible names of focused
//! elements, and announcements.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::FutureExt;
use rookery::rules::{DescribedMove, Move, Position, Spec, Square};
use rookery::words::Words;
use serde_json::json;

use super::super::blind::{Course, pick};
use super::super::driver::until;
use super::super::heard;
use super::super::table::{ENTER, Seat, TAB};
use super::super::{Scene, Table};
use super::endings::{begin, is_over};
use super::whole::{GAMES, sisters};
use super::{Board, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("whole_games_are_won_on_the_page_by_somebody_who_sees_nothing", |table| {
        all(table, &GAMES, true).boxed()
    }),
    ("whole_sister_games_are_played_on_the_page_by_keys_and_names_alone", |table| {
        async { all(table, &sisters(|_| true), false).await }.boxed()
    }),
];

/// The arrow key to the next square of a row, as seen by White and by Black.
const NEXT: [&str; 2] = ["\u{E014}", "\u{E012}"];

/// The texts of all live regions.
const SPOKEN: &str = "return [...document.querySelectorAll('[role=status], [role=alert], [aria-live=polite]')]
    .filter((one) => one.checkVisibility() && !one.closest('[aria-hidden=true]')).map((one) => one.textContent)";

/// With `finds`, the winning move is found on a board that is read completely, which takes a while; else it
/// is planned like the others.
async fn all(table: &Table, courses: &[Course], finds: bool) {
    let board = Board::empty(table).await;
    board.on_a_desk().await;
    for course in courses {
        won(&board, &table.red, *course, finds).await;
    }
}

async fn won(board: &Board, red: &Seat, (game, moves): Course, finds: bool) {
    let mut played = begin(red, game, None).await;
    board.go(&link(red).await).await;
    let mut moves = moves.split_whitespace();
    while played.termination().is_none() {
        let is_planned = moves.clone().next().is_some();
        let heard = if is_planned || !finds { played } else { read(board, &played).await };
        let mv = pick(&heard, &mut moves);
        make(board, &heard, &mv).await;
        played = played.after(&mv).expect("a legal move");
    }
    assert_eq!(moves.next(), None, "the win is found where the plan ends");
    is_over(board, red, &played).await;
    if finds {
        read(board, &played).await;
    }
}

/// The accessible name of the focused element.
async fn name(board: &Board) -> String {
    board.focused().await.computed_label().await.expect("a name")
}

/// Waits until this is announced.
async fn hears(board: &Board, words: &str) -> String {
    let script = format!("{SPOKEN}.find((one) => one.includes(arguments[0])) ?? null");
    let heard = until(&board.client, words, &script, vec![json!(words)]).await;
    heard.as_str().expect("a text").to_owned()
}

/// Selects a piece, hears its destinations, goes there, resolves an ambiguity, and hears the move.
async fn make(board: &Board, position: &Position, mv: &Move) {
    let from = mv.from().map_or_else(|| "hand".to_owned(), |square| square.to_string());
    board.walk(&from).await;
    board.keys(ENTER).await;
    let legal = position.legal_moves();
    let of_piece = || legal.iter().filter(|one| one.from() == mv.from());
    hears(board, &ways(position, mv.from(), &of_piece().collect::<Vec<_>>())).await;
    board.walk(&mv.to().to_string()).await;
    let described = DescribedMove::new(position, mv);
    let said = Words::english().told_move(&described);
    let label = name(board).await;
    let (_, could_be) = label.split_once("Enter: ").unwrap_or_else(|| panic!("{label} tells no move"));
    // A drop is named as an instruction.
    let offered = Words::english().move_choice(&described);
    assert!(could_be.split("; ").any(|one| one == offered), "{offered} is not in {label}");
    board.keys(ENTER).await;
    if of_piece().filter(|one| one.to() == mv.to()).count() > 1 {
        choose(board, &described).await;
    }
    hears(board, &format!("{}: {said}", position.turn())).await;
    let label = name(board).await;
    assert!(label.starts_with(&mv.to().to_string()) && label.contains("just moved here"), "{label}");
    let choice = format!("{SPOKEN}.every((one) => !one.includes('chosen'))");
    until(&board.client, "nothing is chosen any more", &choice, vec![]).await;
}

/// The expected announcement for a selected piece: its captures, on its destinations and otherwise, and its
/// other destinations.
fn ways(position: &Position, from: Option<Square>, moves: &[&Move]) -> String {
    let squares = |of: &dyn Fn(&Move) -> bool| {
        let all: BTreeSet<String> = moves.iter().filter(|mv| of(mv)).map(|mv| mv.to().to_string()).collect();
        all.into_iter().collect::<Vec<_>>()
    };
    let lands = |mv: &Move| mv.victims().contains(mv.to());
    let (on, by) = (squares(&lands), squares(&|mv| mv.is_capture() && !lands(mv)));
    let free = squares(&|mv| !mv.is_capture());
    let Some(from) = from else {
        return match free.split_last() {
            Some((last, earlier)) if !earlier.is_empty() => {
                format!("Ninja Pawn from the hand: {} or {last}.", earlier.join(", "))
            }
            _ => format!("Ninja Pawn from the hand: {}.", free.join(", ")),
        };
    };
    let piece = format!("{} {from} chosen", position.piece_type_at(from).expect("a piece").name);
    let takes = match (on.is_empty(), by.is_empty()) {
        (true, true) => return format!("{piece}: {}.", free.join(", ")),
        (false, true) => format!("on {}", on.join(", ")),
        (true, false) => format!("by {}", by.join(", ")),
        (false, false) => format!("on {} and by {}", on.join(", "), by.join(", ")),
    };
    if free.is_empty() {
        return format!("{piece}. Takes {takes}.");
    }
    format!("{piece}. Takes {takes}; else {}.", free.join(", "))
}

/// Goes through the possible moves until the intended one is announced.
async fn choose(board: &Board, meant: &DescribedMove) {
    let words = Words::english();
    let wanted = meant.becomes.map_or_else(|| words.move_choice(meant), |piece| words.kind(piece));
    for _ in 0..20 {
        if name(board).await == wanted {
            return board.keys(ENTER).await;
        }
        board.keys(TAB).await;
    }
    panic!("{wanted} is not among what is asked");
}

/// Reads the board by its squares' names and checks the position against the played one.
///
/// Parts that no square shows, such as castling rights, are taken from the played one.
async fn read(board: &Board, played: &Position) -> Position {
    let spec = played.spec();
    board.here().await;
    let flipped = "return document.querySelector('.board').classList.contains('flipped')";
    let flipped = board.ask_here(flipped, vec![]).await == json!(true);
    let mut cells = BTreeMap::new();
    let ranks: BTreeSet<u8> = spec.squares.iter().map(Square::rank).collect();
    for rank in ranks {
        let squares: Vec<Square> = spec.squares.iter().filter(|square| square.rank() == rank).collect();
        for (nth, expected) in squares.iter().enumerate() {
            if nth == 0 {
                board.walk(&expected.to_string()).await;
            } else {
                board.keys(NEXT[usize::from(flipped)]).await;
            }
            let label = name(board).await;
            let parts: Vec<&str> = label.split(", ").collect();
            assert_eq!(parts[0], expected.to_string(), "{label}");
            cells.insert(*expected, [' ', letter(spec, &parts)]);
            assert_eq!(parts.contains(&"exit"), spec.exits.contains(*expected), "{label}");
            let frozen = parts.iter().any(|part| part.starts_with("frozen by the "));
            assert_eq!(frozen, played.frozen().contains(*expected), "{label}");
        }
    }
    let fen = played.fen();
    let (placement, rest) = fen.split_once(' ').expect("fields");
    let hands = placement.find('[').map_or("", |at| &placement[at..]);
    let fen = format!("{}{hands} {rest}", heard::placement(&cells));
    let heard = Position::from_fen(played.variant(), &fen).unwrap_or_else(|error| panic!("{fen}: {error:?}"));
    assert_eq!(&heard, played, "{fen} is not {}", played.fen());
    heard
}

/// The letter of the piece in a square's name, or a dot.
fn letter(spec: &Spec, parts: &[&str]) -> char {
    let told = parts.get(1).and_then(|part| part.split_once(' '));
    let Some((color, kind)) = told.filter(|(color, _)| ["White", "Black"].contains(color)) else {
        return '.';
    };
    let kind = spec.kinds().map(|one| spec.piece_type(one)).find(|one| one.name == kind);
    let letter = kind.unwrap_or_else(|| panic!("no piece of this game: {parts:?}")).letter;
    if color == "White" { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}
