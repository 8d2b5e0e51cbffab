//! Texts about moves, refusals and positions, in one-line checks.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rookery::rules::piece_type::KING;
use rookery::rules::{self, read_move};
use rookery::words::Words;
use testing::check::{fen_of, find, position, variant};
use testing::random::{any_variant, fen_like, for_all, move_like, positions};

tests!(
    moves_in_words_are_read_back,
    every_refused_text_has_a_sentence,
    every_refused_position_has_a_sentence,
);

/// Number of moves of a position whose words are read back; each read builds a list of all moves.
const READ_BACK: usize = 10;

/// Checks a move in words, which are read back.
pub fn words(slug: &str, text: &str, mv: &str, expected: &str) {
    let position = position(slug, text);
    let mv = find(&position, mv);
    assert_eq!(Words::english().told_move(&rules::DescribedMove::new(&position, &mv)), expected);
    assert_eq!(read_move(&position, expected), Ok(mv));
}

/// Checks that each of the texts is refused for this reason (a prefix of its `Debug`), with a sentence that
/// contains this.
pub fn refused(slug: &str, text: &str, typed: &str, kind: &str, sentence: &str) {
    let position = position(slug, text);
    for typed in typed.split('|') {
        let error = read_move(&position, typed).expect_err(typed);
        let debug = format!("{error:?}");
        assert!(debug.starts_with(kind), "{typed}: {debug}");
        let described = Words::english().read_error(&position, &error);
        assert!(described.contains(sentence), "{typed}: {described}");
    }
}

/// Checks why the piece on a square cannot move: a sentence with this part, or none.
pub fn stuck(slug: &str, text: &str, at: &str, expected: &str) {
    let (position, at) = (position(slug, text), at.parse().expect("a square"));
    let piece = position.piece_type_at(at).unwrap_or(&KING);
    let held: Vec<String> = rules::why_stuck(&position, at)
        .into_iter()
        .map(|hold| Words::english().hold(piece, at, hold))
        .collect();
    let fits =
        if expected.is_empty() { held.is_empty() } else { held.iter().any(|line| line.contains(expected)) };
    assert!(fits, "{held:?}");
}

/// Checks that the FEN is refused with exactly the defects that contain these words, separated by `|`.
pub fn defects(slug: &str, text: &str, expected: &str) {
    let fen = fen_of(slug, text);
    let error = games::position(variant(slug), &fen).expect_err(&fen);
    let words = Words::english();
    let defects: Vec<String> =
        error.defects().iter().map(|defect| words.fen_defect(error.variant().spec(), defect)).collect();
    let told = words.fen_error(&error);
    let expected: Vec<&str> = expected.split('|').collect();
    for part in &expected {
        assert!(defects.iter().any(|defect| defect.contains(part)), "{fen}: {defects:?} lacks {part}");
    }
    for defect in &defects {
        assert!(told.contains(defect), "{defect} is not in {told}");
    }
    assert_eq!(defects.len(), expected.len(), "{fen}: {defects:?}");
}

fn moves_in_words_are_read_back() {
    for_all(&(positions(), any::<Index>()), |(position, first)| {
        let moves = position.legal_moves();
        let start = if moves.is_empty() { 0 } else { first.index(moves.len()) };
        for mv in moves.iter().cycle().skip(start).take(READ_BACK.min(moves.len())) {
            let text = Words::english().told_move(&rules::DescribedMove::new(&position, mv));
            prop_assert_eq!(read_move(&position, &text), Ok(*mv), "{} in {}", text, position.fen());
        }
        Ok(())
    });
}

fn every_refused_text_has_a_sentence() {
    for_all(&(positions(), vec(move_like(), 1..8)), |(position, texts)| {
        for text in texts {
            if let Err(error) = read_move(&position, &text) {
                prop_assert!(!Words::english().read_error(&position, &error).is_empty());
            }
        }
        Ok(())
    });
}

fn every_refused_position_has_a_sentence() {
    for_all(&(any_variant(), fen_like()), |(variant, fen)| {
        if let Err(error) = games::position(variant, &fen) {
            prop_assert!(!Words::english().fen_error(&error).is_empty());
        }
        Ok(())
    });
}
