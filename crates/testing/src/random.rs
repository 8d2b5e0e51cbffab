//! Random positions and texts, and property tests on them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rules::{Line, Position, Variant};

use crate::constructed;

/// Tests a property on the cases of a fixed seed. `PROPTEST_CASES` sets their number instead of the usual 256, and `ROOKERY_RANDOM` asks
/// for other cases each time.
pub fn for_all<S: Strategy>(strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    for_each(Config::default().cases, strategy, test);
}

/// The same on this many cases.
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

/// A position of a random game, played from the start position or from a composed position.
pub fn positions() -> impl Strategy<Value = Position> {
    any_variant().prop_flat_map(positions_of)
}

/// One of the games.
pub fn any_variant() -> impl Strategy<Value = Variant> {
    proptest::sample::select(games::all().collect::<Vec<_>>())
}

/// The same of one game.
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

/// Texts that look like moves.
pub fn move_like() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-jKQRBNPGFJSCI0-9x@=+#O -]{0,14}",
        "[KQRBNPGFJSCIa-j]?[a-j]?(1[01]|[0-9])?x?[a-j](1[01]|[0-9])(x[a-j][0-9])?(=?[A-Za-z])?[+#]?",
        "(drop|castle|castles|O-O|0-0-0|J@|knight|ninja|pawn|takes|to| ){1,5}[a-j]?[0-9]{0,3}",
        any::<String>(),
    ]
}

/// Texts that look like positions.
pub fn fen_like() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[KQRBNPGFJSCIkqrbnpgfjsci0-9*/]{0,120}(\\[[Jj]{0,9}\\])? [wb] [KQkq-]{0,5} [a-j0-9-]{0,6} [0-9]{0,12} [0-9]{0,12}( [0-9/]{0,9})?",
    ]
}

/// A game of random legal moves, all equally likely, until it ends or has this many plies.
pub fn random_game(start: &Position, plies: usize, random: &mut fastrand::Rng) -> Line {
    let mut line = Line::new(*start);
    while line.moves().len() < plies && line.termination().is_none() {
        let moves = line.position().legal_moves();
        line.play(moves[random.usize(..moves.len())]).expect("a legal move");
    }
    line
}
