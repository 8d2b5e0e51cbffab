//! A random game of every game, move by move, by two people. With `ROOKERY_RANDOM` each is another one, and goes on to its end.

use fastrand::Rng;
use rookery::games;
use rookery::rules::{DescribedMove, Line, Position};
use rookery::words::Words;

use crate::bot::bench::{Bench, done, message, wait_for};

tests!(every_game_is_played_at_random);

/// Plies of a game that is broken off.
const PLIES: usize = 30;
/// The same where it is to come to its end.
const TO_THE_END: usize = 1_000;

fn every_game_is_played_at_random() {
    let whole = std::env::var_os("ROOKERY_RANDOM").is_some();
    let mut rng = if whole { Rng::new() } else { Rng::with_seed(38) };
    wait_for(async {
        let bench = Bench::new().await;
        for variant in games::all() {
            let game = bench.game(variant.slug(), variant.slug(), None).await;
            let mut line = Line::new(Position::start(variant));
            let most = if whole { TO_THE_END } else { PLIES };
            while line.termination().is_none() && line.moves().len() < most {
                let who = if line.moves().len().is_multiple_of(2) { &game.red } else { &game.blue };
                let mv = *rng.choice(&line.position().legal_moves()).expect("a move");
                let told = Words::english().told_move(&DescribedMove::new(line.position(), &mv));
                let said = format!("{}: {told}", line.position().turn());
                line.play(mv).expect("a legal move");
                let shown = message(&who.slash("move", &[("move", &mv.to_string())]).await);
                assert!(shown.content.starts_with(&said), "{variant}: {} instead of {said}", shown.content);
            }
            println!("{variant}: {} plies, {:?}", line.moves().len(), line.termination());
            if line.termination().is_none() {
                let sure = message(&game.red.slash("resign", &[]).await);
                done(&game.red.click(&sure, "Yes, resign").await);
            }
        }
        assert_eq!(
            bench.count("SELECT count(*) FROM games WHERE state = 'over'").await,
            games::all().count() as i64
        );
        bench.finish().await;
    });
}
