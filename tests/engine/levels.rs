//! The levels: each plays legal, reproducible moves, and none misses a win on the spot.

use rookery::engine::Level;
use rookery::games;
use rookery::rules::{Line, Position};

use super::finding::{line, think};

tests!(there_are_eight_and_the_strongest, every_level_plays_on, no_level_misses_a_win_on_the_spot);

fn there_are_eight_and_the_strongest() {
    let names: Vec<&str> = Level::all().map(Level::slug).collect();
    assert_eq!(names, ["1", "2", "3", "4", "5", "6", "7", "8", "maximum"]);
    for level in Level::all() {
        assert_eq!(level.slug().parse(), Ok(level));
    }
    assert_eq!(Level::all().last(), Some(Level::MAXIMUM));
    assert!("0".parse::<Level>().is_err() && "9".parse::<Level>().is_err());
}

fn every_level_plays_on() {
    for variant in games::all() {
        // The strong ones are slow in an unoptimised build.
        for level in Level::all().take(5) {
            let start = Line::new(Position::start(variant));
            let first = think(&start, level.limits(variant, 4)).best().expect("a move");
            assert_eq!(think(&start, level.limits(variant, 4)).best(), Some(first));
        }
    }
}

fn no_level_misses_a_win_on_the_spot() {
    let won = [
        line("chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", ""),
        line("prison-break", "5k/6/6/1K4/6/6/6/F5 w - - 0 1", ""),
        line("claustrophobia", "k5*/7/4K**/5**/5**/5**/7/6* w - - 0 1", ""),
    ];
    for line in &won {
        for level in Level::all() {
            for seed in 0..20 {
                let thought = think(line, level.limits(line.position().variant(), seed));
                assert_eq!(thought.score.plies_to_win(), Some(1), "{level}: {thought:?}");
            }
        }
    }
}
