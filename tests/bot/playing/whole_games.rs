//! A random game of each variant to its end, move by move, by two people.
//!
//! The games are fixed and short; with `ROOKERY_RANDOM` they are new ones of any length.

use tokio::time::Instant;

use fastrand::Rng;
use rookery::games;
use rookery::rules::{DescribedMove, Line, Position, Variant};
use rookery::words::Words;

use crate::bot::bench::{Bench, message, wait_for};

tests!(every_game_is_played_at_random);

/// Plies of a suitable game, neither too short nor too long.
const PLIES: std::ops::Range<usize> = 30..1_000;
/// Number of random games tried for one.
const TRIED: usize = 400;

/// A random game of fewer plies than this; `None` if it is longer.
fn at_random(variant: Variant, rng: &mut Rng, most: usize) -> Option<Line> {
    let mut line = Line::new(Position::start(variant));
    while line.termination().is_none() {
        if line.moves().len() == most {
            return None;
        }
        let mv = *rng.choice(&line.position().legal_moves()).expect("a move");
        line.play(mv).expect("a legal move");
    }
    Some(line)
}

/// The first random game of suitable length.
fn long(variant: Variant, rng: &mut Rng) -> Option<Line> {
    (0..TRIED)
        .filter_map(|_| at_random(variant, rng, PLIES.end))
        .find(|line| line.moves().len() >= PLIES.start)
}

/// The shortest random game that is not too short.
fn short(variant: Variant, rng: &mut Rng) -> Option<Line> {
    let shorter = |best: Option<Line>, _| {
        let most = best.as_ref().map_or(PLIES.end, |best| best.moves().len() - 1);
        at_random(variant, rng, most).filter(|line| line.moves().len() >= PLIES.start).or(best)
    };
    (0..TRIED).fold(None, shorter)
}

fn every_game_is_played_at_random() {
    let (mut rng, course): (_, fn(Variant, &mut Rng) -> Option<Line>) =
        if std::env::var_os("ROOKERY_RANDOM").is_some() {
            (Rng::new(), long)
        } else {
            (Rng::with_seed(38), short)
        };
    wait_for(async {
        let bench = Bench::new().await;
        for variant in games::all() {
            let began = Instant::now();
            let whole = course(variant, &mut rng).unwrap_or_else(|| panic!("{variant} comes to no end"));
            let game = bench.game(variant.slug(), variant.slug(), None).await;
            let mut line = Line::new(Position::start(variant));
            for mv in whole.moves() {
                let who = if line.moves().len().is_multiple_of(2) { &game.red } else { &game.blue };
                let told = Words::english().told_move(&DescribedMove::new(line.position(), mv));
                let said = format!("{}: {told}", line.position().turn());
                line.play(*mv).expect("a legal move");
                let shown = message(&who.slash("move", &[("move", &mv.to_string())]).await);
                assert!(shown.content.starts_with(&said), "{variant}: {} instead of {said}", shown.content);
                let is_over = shown.labels().iter().any(|label| label == "Rematch");
                assert_eq!(is_over, line.termination().is_some(), "{variant}: {}", shown.content);
            }
            let (plies, end) = (line.moves().len(), line.termination());
            println!("{variant}: {plies} plies, {end:?}, {:?}", began.elapsed());
        }
        assert_eq!(
            bench.count("SELECT count(*) FROM games WHERE state = 'over'").await,
            games::all().count() as i64
        );
        bench.finish().await;
    });
}
