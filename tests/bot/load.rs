//! Figures under load: moves at a given rate, by the real program as a process of its own, with Discord's limits enforced.
//! Not a test: it runs when `ROOKERY_LOAD=RATE:SECONDS` is set and prints `figure` lines.

use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use rookery::rules::{Position, Variant};

use super::bench::{Bench, Game, wait_for};
use super::running::Process;

/// Games side by side.
const GAMES: usize = 200;

/// The one trial, ignored unless it is asked for.
pub fn tests() -> Vec<Trial> {
    let asked = std::env::var_os("ROOKERY_LOAD").map(|text| text.to_string_lossy().into_owned());
    let absent = asked.is_none();
    vec![
        Trial::test(concat!(module_path!(), "::moves_at_a_rate"), move || {
            let (rate, seconds) =
                asked.as_deref().and_then(|text| text.split_once(':')).unwrap_or(("100", "20"));
            moves_at_a_rate(rate.parse().expect("a rate"), seconds.parse().expect("seconds"));
            Ok(())
        })
        .with_ignored_flag(absent),
    ]
}

/// A long game of random moves that does not end.
pub fn line(seed: u64, plies: usize) -> Vec<String> {
    let chess = Variant::from_slug("chess").expect("chess is there");
    for attempt in 0.. {
        let mut random = fastrand::Rng::with_seed(seed * 1_000 + attempt);
        let mut line = rookery::rules::Line::new(Position::start(chess));
        let mut texts = Vec::new();
        while texts.len() < plies && line.termination().is_none() {
            let moves = line.position().legal_moves();
            let Some(mv) = random.choice(moves) else { break };
            texts.push(mv.to_string());
            line.play(mv).expect("a legal move");
        }
        if texts.len() == plies && line.termination().is_none() {
            return texts;
        }
    }
    unreachable!("some random game is long enough")
}

/// The value below which this part of the sorted list lies.
pub fn quantile(sorted: &[Duration], part: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}

fn moves_at_a_rate(rate: f64, seconds: f64) {
    wait_for(async {
        let bench = Bench::without_bot().await;
        let dir = tempfile::tempdir().expect("a directory");
        let mut bot = Process::start(&bench.discord, dir.path());
        assert!(bench.discord.wait_for_command("help").await);
        let plies = ((rate * seconds) as usize).div_ceil(GAMES);
        let mut games = Vec::new();
        for number in 0..GAMES {
            let (white, black) = (format!("w{number}"), format!("b{number}"));
            games.push(bench.game_of(&white, &black, &format!("table-{number}")).await);
        }
        // The buttons of the accepted challenges are off first.
        tokio::time::sleep(Duration::from_secs(10)).await;
        let (before, refused) = (bot.processor_time(), bench.discord.rate_limited());
        let step = Duration::from_secs_f64(GAMES as f64 / rate);
        let begun = Instant::now();
        let playing = games.into_iter().enumerate().map(|(number, game)| {
            let first = tokio::time::Instant::now() + step.mul_f64(number as f64 / GAMES as f64);
            tokio::spawn(play(game, line(number as u64, plies), first, step))
        });
        let playing: Vec<_> = playing.collect();
        let (mut times, mut played) = (Vec::new(), Vec::new());
        for game in playing {
            let (took, game) = game.await.expect("no panic");
            times.extend(took);
            played.push(game);
        }
        let took = begun.elapsed().as_secs_f64();
        tokio::time::sleep(Duration::from_secs(3)).await;
        let messages = played.iter().flat_map(|game| game.red.channel().messages());
        let boards = messages.filter(|board| board.labels().contains(&"Flip board".to_owned())).count();
        let spent = bot.processor_time() - before;
        times.sort_unstable();
        println!("figure load-moves {} moves", times.len());
        println!("figure load-rate {:.1} moves/s", times.len() as f64 / took);
        for (name, part) in [("p50", 0.5), ("p99", 0.99), ("max", 1.0)] {
            println!("figure load-{name} {:.2} ms", quantile(&times, part).as_secs_f64() * 1e3);
        }
        println!("figure load-429 {} refusals", bench.discord.rate_limited() - refused);
        println!("figure load-cpu {:.3} ms/move", spent * 1e3 / times.len() as f64);
        println!("figure load-open-boards {boards} boards");
        println!("figure load-unanswered {} moves", bench.discord.failures().len());
        bot.signal("-KILL");
    });
}

/// Plays a line, a move each step; how long each answer took.
async fn play(
    game: Game,
    line: Vec<String>,
    first: tokio::time::Instant,
    step: Duration,
) -> (Vec<Duration>, Game) {
    let mut times = Vec::new();
    for (ply, text) in line.iter().enumerate() {
        tokio::time::sleep_until(first + step * ply as u32).await;
        let who = if ply % 2 == 0 { &game.red } else { &game.blue };
        let played = who.slash("move", &[("move", text)]).await;
        assert!(played.answered() && !played.is_ephemeral(), "{text}: {}", played.text());
        times.push(played.elapsed);
    }
    (times, game)
}
