//! Tests of the oracle against the text of the rules: known counts, worked examples, and invariants. Each
//! example is also checked with the rules core.

mod chance;
mod examples;
mod facts;
mod perft;

use super::{Board, Cell, EMPTY, Game, cell_text};
use crate::check;

/// Parses `e10` as a cell.
fn cell(text: &str) -> Cell {
    let (file, rank) = text.split_at(1);
    ((file.as_bytes()[0] - b'a') as i8, rank.parse().expect("a rank"))
}

/// Parses a position: the side to move and the pieces, `w Kf1 ka8 Ff7`, with `hand=JJj` and `castling=KQ` if
/// needed.
fn place(slug: &str, text: &str) -> Board {
    let game = Game::from_slug(slug);
    let mut board = Board::from_fen(slug, game.start);
    for cell in board.cells().filter(|cell| !game.is_hole(*cell)) {
        board.put(cell, EMPTY);
    }
    board.hand = [0, 0];
    board.rights = [false; 4];
    let mut words = text.split(' ');
    board.white_to_move = words.next() == Some("w");
    for word in words {
        match word.split_once('=') {
            Some(("hand", hand)) => {
                board.hand = ['J', 'j'].map(|letter| hand.matches(letter).count() as u8);
            }
            Some(("castling", rights)) => {
                board.rights = ['K', 'Q', 'k', 'q'].map(|right| rights.contains(right));
            }
            Some((other, _)) => panic!("no field is called {other}"),
            None => {
                assert!(!game.is_hole(cell(&word[1..])), "{word} stands on a hole");
                board.put(cell(&word[1..]), word.as_bytes()[0]);
            }
        }
    }
    assert!(!board.is_attacked(!board.white_to_move), "{text}: the side that just moved could lose its king");
    board
}

/// Returns the board after the legal move with this text. Checks that the core agrees.
fn play(board: &Board, text: &str) -> Board {
    let one = board.moves().into_iter().find(|one| one.text() == text);
    let after = board.after(&one.unwrap_or_else(|| panic!("{text} is not legal in {}", board.fen())));
    check::plays(board.game.slug, &board.fen(), text, &after.fen());
    after
}

fn sorted(list: &str) -> Vec<String> {
    let mut list: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
    list.sort();
    list
}

/// Checks that the legal moves with this prefix (`e4`, `O-O`, `J@`) have exactly these continuations.
fn starting(board: &Board, start: &str, expected: &str) {
    let found: Vec<String> =
        board.legal_moves().iter().filter_map(|text| text.strip_prefix(start)).map(str::to_owned).collect();
    let expected = sorted(expected);
    assert_eq!(found, expected, "{start} in {}", board.fen());
    let whole: Vec<String> = expected.iter().map(|rest| format!("{start}{rest}")).collect();
    check::starting(board.game.slug, &board.fen(), start, &whole.join(" "));
}

/// Checks that the piece on `from` has exactly these legal moves, each written without its origin.
fn moves(slug: &str, text: &str, from: &str, expected: &str) {
    starting(&place(slug, text), from, expected);
}

/// Checks that the move takes the pieces on exactly these squares.
fn takes(slug: &str, text: &str, mv: &str, victims: &str) {
    let board = place(slug, text);
    let one = board.moves().into_iter().find(|one| one.text() == mv);
    let one = one.unwrap_or_else(|| panic!("{mv} is not legal in {text}"));
    let mut found: Vec<String> = one.victims.into_iter().flatten().map(cell_text).collect();
    found.sort();
    assert_eq!(found, sorted(victims), "victims of {mv} in {text}");
    check::takes(slug, &board.fen(), mv, victims);
}

/// Checks that none of these moves is legal.
fn illegal(slug: &str, text: &str, list: &str) {
    let board = place(slug, text);
    let all = board.legal_moves();
    for mv in list.split(' ') {
        assert!(!all.contains(&mv.to_owned()), "{mv} is legal in {text}");
    }
    check::illegal(slug, &board.fen(), list);
}

/// Checks that the position has this state.
fn state(slug: &str, text: &str, expected: &str) {
    let board = place(slug, text);
    assert_eq!(board.state(), expected, "{slug} {text}");
    check::state(slug, &board.fen(), expected);
}
