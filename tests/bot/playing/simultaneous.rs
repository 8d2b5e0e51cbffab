//! Of two simultaneous moves exactly one is played, and many games can start at the same moment.

use rookery::games;
use rookery::rules::Position;

use crate::bot::bench::{Bench, Game, done, wait_for};

tests_on_both!(two_hundred_pairs_of_simultaneous_moves, many_games_begin_at_the_same_moment);

/// Number of games in parallel, and of move pairs in each.
const GAMES: usize = 10;
const PAIRS: usize = 20;

fn two_hundred_pairs_of_simultaneous_moves() {
    wait_for(async {
        let bench = Bench::new().await;
        let mut games = Vec::new();
        for number in 0..GAMES {
            games.push(bench.game(&format!("table-{number}"), "chess", None).await);
        }
        let mut played = 0;
        for (number, game) in games.iter().enumerate() {
            played += pairs_of_one_game(game, number as u64).await;
        }
        assert_eq!(played, GAMES * PAIRS);
        println!("figure simultaneous-pairs {played} pairs");
        bench.finish().await;
    });
}

fn many_games_begin_at_the_same_moment() {
    wait_for(async {
        let bench = Bench::new().await;
        // As many as a slow machine can start within the time for an answer; `benches/load` tries more.
        many_begin(&bench, 8).await;
        bench.finish().await;
    });
}

/// Challenges, acceptances and first moves, each at the same moment at all tables, without a refusal.
pub async fn many_begin(bench: &Bench, tables: i64) {
    let played = (0..tables).map(|number| async move {
        let [white, black] = [format!("white-{number}"), format!("black-{number}")];
        let game = bench.game_of(&white, &black, &format!("hall-{number}")).await;
        done(&game.play(&["e4"]).await);
    });
    futures_util::future::join_all(played).await;
    assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, tables);
}

pub async fn pairs_of_one_game(game: &Game, seed: u64) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    let chess = games::from_slug("chess").expect("chess is there");
    let mut position = Position::start(chess);
    for ply in 0..PAIRS {
        let who = if ply % 2 == 0 { &game.red } else { &game.blue };
        let mut moves = position.legal_moves();
        // Whichever of the two is played, the game continues.
        moves.retain(|chosen| position.after(chosen).is_ok_and(|next| next.legal_moves().len() > 1));
        random.shuffle(&mut moves);
        let (first, second) = (moves[0], moves[1 % moves.len()]);
        let (one, two) = (first.to_string(), second.to_string());
        let (one_options, two_options) = ([("move", one.as_str())], [("move", two.as_str())]);
        let (a, b) = tokio::join!(who.slash("move", &one_options), who.slash("move", &two_options));
        assert!(a.answered() && b.answered(), "{} / {}", a.text(), b.text());
        assert_ne!(a.is_ephemeral(), b.is_ephemeral(), "{one}: {}\n{two}: {}", a.text(), b.text());
        let refused = if a.is_ephemeral() { &a } else { &b };
        assert!(refused.text().len() > 10, "the other one gets a sentence");
        position = position.after(if a.is_ephemeral() { &second } else { &first }).expect("a legal move");
    }
    PAIRS
}
