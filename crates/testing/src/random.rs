//! Random positions and texts, and property tests on them.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::string::string_regex;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rules::{Line, Position, Variant};

use crate::constructed;

/// Tests a property on cases with a fixed seed. `PROPTEST_CASES` sets their number (256 by default), and
/// `ROOKERY_RANDOM` selects different cases each time.
pub fn for_all<S: Strategy>(strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    for_each(Config::default().cases, strategy, test);
}

/// Likewise, on this many cases.
pub fn for_each<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = Config { failure_persistence: None, cases, ..Config::default() };
    let mut runner = if std::env::var_os("ROOKERY_RANDOM").is_some() {
        TestRunner::new(config)
    } else {
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    };
    if let Err(error) = runner.run(strategy, test) {
        panic!("{error}");
    }
}

/// Generates positions of random games, played from the start position or from a composed position.
pub fn positions() -> impl Strategy<Value = Position> {
    any_variant().prop_flat_map(positions_of)
}

/// Generates one of the games.
pub fn any_variant() -> impl Strategy<Value = Variant> {
    proptest::sample::select(games::all().collect::<Vec<_>>())
}

/// Generates such positions of one game.
pub fn positions_of(variant: Variant) -> impl Strategy<Value = Position> {
    (any::<Option<u64>>(), vec(any::<Index>(), 0..40)).prop_map(move |(seed, choices)| {
        let mut position = seed.map_or_else(
            || Position::start(variant),
            |seed| constructed::position(variant, &mut fastrand::Rng::with_seed(seed)),
        );
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(choice.get(&moves)).expect("a legal move");
        }
        position
    })
}

/// Returns the upper-case letters of the pieces of all games, each once.
pub fn piece_letters() -> String {
    let letters: BTreeSet<char> = games::all().flat_map(|game| game.spec().letters()).collect();
    letters.into_iter().collect()
}

/// Generates texts of this pattern.
fn of_pattern(pattern: &str) -> BoxedStrategy<String> {
    string_regex(pattern).expect("a pattern").boxed()
}

/// Generates texts that look like moves.
pub fn move_like() -> impl Strategy<Value = String> {
    let letters = piece_letters();
    let names: BTreeSet<&str> = games::all()
        .flat_map(|game| game.spec().piece_types())
        .flat_map(|piece| piece.name.split([' ', '-']))
        .collect();
    let names = names.into_iter().collect::<Vec<_>>().join("|");
    prop_oneof![
        of_pattern(&format!("[a-j{letters}0-9x@=+#O -]{{0,14}}")),
        of_pattern(&format!(
            "[{letters}a-j]?[a-j]?(1[01]|[0-9])?x?[a-j](1[01]|[0-9])(x[a-j][0-9])?(=?[A-Za-z])?[+#]?"
        )),
        of_pattern(&format!(
            "(drop|castle|castles|O-O|0-0-0|J@|{names}|takes|to| ){{1,5}}[a-j]?[0-9]{{0,3}}"
        )),
        any::<String>(),
    ]
}

/// Generates texts that look like positions.
pub fn fen_like() -> impl Strategy<Value = String> {
    let letters = piece_letters();
    let small = letters.to_lowercase();
    prop_oneof![
        any::<String>(),
        of_pattern(&format!(
            "[{letters}{small}0-9*/]{{0,120}}(\\[[Jj]{{0,9}}\\])? [wb] [KQkq-]{{0,5}} [a-j0-9-]{{0,6}} [0-9]{{0,12}} [0-9]{{0,12}}( [0-9/]{{0,9}})?"
        )),
    ]
}

/// Plays a game of random legal moves, all equally likely, until it ends or has this many plies.
pub fn random_game(start: &Position, plies: usize, random: &mut fastrand::Rng) -> Line {
    let mut line = Line::new(*start);
    while line.moves().len() < plies && line.termination().is_none() {
        let moves = line.position().legal_moves();
        line.play(moves[random.usize(..moves.len())]).expect("a legal move");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the letter of moves such as `Ne4`.
    fn of_move(text: &str) -> Option<char> {
        let [letter, file, rank] = text.get(..3)?.as_bytes() else { return None };
        (file.is_ascii_lowercase() && rank.is_ascii_digit()).then_some(char::from(*letter))
    }

    #[test]
    fn texts_have_the_letters_of_all_pieces() {
        let met = std::cell::RefCell::new([const { BTreeSet::new() }; 2]);
        for_each(8_000, &(move_like(), fen_like()), |(mv, fen)| {
            let [moves, positions] = &mut *met.borrow_mut();
            moves.extend(of_move(&mv));
            let board =
                fen.split_once(" w ").or_else(|| fen.split_once(" b ")).map_or("", |(board, _)| board);
            positions.extend(board.chars());
            Ok(())
        });
        for letter in piece_letters().chars() {
            assert!(met.borrow().iter().all(|letters| letters.contains(&letter)), "{letter}");
        }
    }
}
