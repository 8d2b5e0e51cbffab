//! Long games of random moves, for people who play continuously.

use rookery::games;
use rookery::rules::Position;
use testing::random::random_game;

/// A long, unfinished game of random moves.
pub fn line(seed: u64, plies: usize) -> Vec<String> {
    let chess = games::from_slug("chess").expect("chess is there");
    for attempt in 0.. {
        let mut random = fastrand::Rng::with_seed(seed * 1_000 + attempt);
        let line = random_game(&Position::start(chess), plies, &mut random);
        if line.moves().len() == plies && line.termination().is_none() {
            return line.moves().iter().map(ToString::to_string).collect();
        }
    }
    unreachable!("some random game is long enough")
}
