//! One-line checks.
//!
//! A position is written as the side to move and the pieces, `w Kf2 ka8 ff7`, optionally followed by
//! `castling=KQ`, `ep=a3a4`, `hand=JJj`, `clock=99`, `made=1/0`; or it is a whole FEN.
//!
//! Every list of moves is also compared with the oracle's.

use rules::{Line, Move, Position, Variant};

use crate::oracle::Board;

/// Turns `"sentence" => check;` lines into tests named by their sentence.
#[macro_export]
macro_rules! sentences {
    ($($sentence:literal => $check:expr;)*) => {
        /// Returns one test per sentence.
        pub fn tests() -> Vec<libtest_mimic::Trial> {
            vec![$(libtest_mimic::Trial::test(
                format!("{}: {}", module_path!(), $sentence),
                || { $check; Ok(()) },
            )),*]
        }
    };
}

/// Returns the game with this slug.
pub fn variant(slug: &str) -> Variant {
    games::from_slug(slug).expect("a game")
}

/// Returns the FEN of a position written in either form.
pub fn fen_of(slug: &str, text: &str) -> String {
    if text.contains('/') && !text.starts_with("w ") && !text.starts_with("b ") {
        return text.to_owned();
    }
    let spec = variant(slug).spec();
    let mut words = text.split(' ');
    let turn = words.next().expect("a side to move");
    let (mut castling, mut passed, mut hand, mut clock, mut made) = ("-", "-", "", "0", "0/0");
    let mut pieces: Vec<(&str, char)> = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some(("castling", rights)) => castling = rights,
            Some(("ep", squares)) => passed = squares,
            Some(("hand", letters)) => hand = letters,
            Some(("clock", plies)) => clock = plies,
            Some(("made", counts)) => made = counts,
            Some((other, _)) => panic!("no field is called {other}"),
            None => pieces.push((&word[1..], word.chars().next().expect("a letter"))),
        }
    }
    let rows: Vec<String> = spec
        .rows()
        .map(|row| {
            let cells = row.map(|square| {
                let name = square.to_string();
                let piece = pieces.iter().find(|(at, _)| *at == name).map(|(_, letter)| *letter);
                piece.unwrap_or(if spec.squares.contains(square) { '1' } else { '*' })
            });
            join_ones(&cells.collect::<String>())
        })
        .collect();
    let hand = if spec.drops.is_some() { format!("[{hand}]") } else { String::new() };
    let made = if spec.counts_promotions { format!(" {made}") } else { String::new() };
    format!("{}{hand} {turn} {castling} {passed} {clock} 1{made}", rows.join("/"))
}

/// Joins runs of empty squares: `11p1` becomes `2p1`.
fn join_ones(row: &str) -> String {
    (2..=10)
        .rev()
        .fold(row.to_owned(), |row, run| row.replace(&"1".repeat(run), &format!("<{run}>")))
        .replace(['<', '>'], "")
}

/// Parses a position, which must be valid.
pub fn position(slug: &str, text: &str) -> Position {
    let fen = fen_of(slug, text);
    Position::from_fen(variant(slug), &fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns all legal moves in canonical text, sorted, after checking that core and oracle agree on them.
fn all_moves(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    texts.sort();
    let board = Board::from_fen(position.variant().slug(), &position.fen());
    assert_eq!(texts, board.legal_moves(), "core and second generator in {}", position.fen());
    texts
}

fn sorted(list: &str) -> Vec<String> {
    let mut list: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
    list.sort();
    list
}

/// Finds the legal move with this canonical text.
pub fn find(position: &Position, text: &str) -> Move {
    all_moves(position);
    let found = position.legal_moves().into_iter().find(|mv| mv.to_string() == text);
    found.unwrap_or_else(|| panic!("{text} is not legal in {}", position.fen()))
}

/// Checks that the piece on `from` has exactly these moves, each written without its origin: `e3 e4`, `a8q`.
pub fn moves(slug: &str, text: &str, from: &str, expected: &str) {
    let position = position(slug, text);
    let mut found: Vec<String> = all_moves(&position)
        .iter()
        .filter_map(|mv| mv.strip_prefix(from))
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
        .map(str::to_owned)
        .collect();
    found.sort();
    assert_eq!(found, sorted(expected), "moves from {from} in {}", position.fen());
}

/// Checks that the side to move has exactly these moves.
pub fn all(slug: &str, text: &str, expected: &str) {
    assert_eq!(all_moves(&position(slug, text)), sorted(expected), "{}", fen_of(slug, text));
}

/// Checks that the moves with this prefix (`O-O`, `J@e`) are exactly these.
pub fn starting(slug: &str, text: &str, start: &str, expected: &str) {
    let found: Vec<String> =
        all_moves(&position(slug, text)).into_iter().filter(|mv| mv.starts_with(start)).collect();
    assert_eq!(found, sorted(expected), "{}", fen_of(slug, text));
}

/// Checks that all these moves are legal.
pub fn legal(slug: &str, text: &str, list: &str) {
    for mv in list.split(' ') {
        find(&position(slug, text), mv);
    }
}

/// Checks that none of these moves is legal.
pub fn illegal(slug: &str, text: &str, list: &str) {
    let all = all_moves(&position(slug, text));
    for mv in list.split(' ') {
        assert!(!all.contains(&mv.to_owned()), "{mv} is legal in {}", fen_of(slug, text));
    }
}

/// Checks that the move takes the pieces on exactly these squares.
pub fn takes(slug: &str, text: &str, mv: &str, victims: &str) {
    let mut found: Vec<String> =
        find(&position(slug, text), mv).victims().iter().map(|square| square.to_string()).collect();
    found.sort();
    assert_eq!(found, sorted(victims), "victims of {mv} in {}", fen_of(slug, text));
}

/// Returns the state of a game as the command line prints it: `ongoing`, `check`, or the ending.
pub fn standing(line: &Line) -> String {
    match line.termination() {
        Some(how) => how.to_string(),
        None if line.position().is_check() => "check".to_owned(),
        None => "ongoing".to_owned(),
    }
}

/// Checks the state of the position, in the words of the command line.
pub fn state(slug: &str, text: &str, expected: &str) {
    let position = position(slug, text);
    all_moves(&position);
    assert_eq!(standing(&Line::new(position)), expected, "{}", position.fen());
    assert_eq!(Board::from_fen(slug, &position.fen()).state(), expected, "{}", position.fen());
}

/// Checks the state after some moves.
pub fn state_after(slug: &str, text: &str, played: &str, expected: &str) {
    state(slug, &after(slug, text, played).fen(), expected);
}

/// Returns the position after some moves.
pub fn after(slug: &str, text: &str, played: &str) -> Position {
    played.split_whitespace().fold(position(slug, text), |position, mv| {
        position.after(&find(&position, mv)).expect("a legal move")
    })
}

/// Checks that the moves lead to exactly this position, including half-move clock and move number (1 unless
/// it is a whole FEN).
pub fn plays(slug: &str, text: &str, played: &str, expected: &str) {
    assert_eq!(after(slug, text, played).fen(), fen_of(slug, expected), "{played}");
}

/// Checks that the moves lead to a FEN that contains this part.
pub fn plays_to(slug: &str, text: &str, played: &str, part: &str) {
    let fen = after(slug, text, played).fen();
    assert!(fen.contains(part), "{fen} does not contain {part}");
}

/// Checks that the move has this SAN, and that the SAN is parsed as the move.
pub fn san(slug: &str, text: &str, mv: &str, expected: &str) {
    let position = position(slug, text);
    let mv = find(&position, mv);
    assert_eq!(rules::san(&position, &mv), expected);
    assert_eq!(rules::read_move(&position, expected), Ok(mv));
}

/// Checks that each of the texts, separated by `|`, is parsed as this move.
pub fn reads(slug: &str, text: &str, typed: &str, mv: &str) {
    let position = position(slug, text);
    for typed in typed.split('|') {
        let found = rules::read_move(&position, typed).map(|mv| mv.to_string());
        assert_eq!(found.as_deref(), Ok(mv), "{typed}");
    }
}

/// Checks that the FEN is accepted and written back unchanged.
pub fn accepts(slug: &str, text: &str) {
    assert_eq!(position(slug, text).fen(), fen_of(slug, text));
}
