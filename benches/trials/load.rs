//! Figures under load: moves at a given rate on the real program as a separate process, with Discord's rate
//! limits enforced. It prints `figure` lines. `cargo bench --bench load` reaches more, with a Discord without
//! limits.

use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::bot::bench::{Bench, Game, on_real_time};
use crate::bot::random_lines::line;
use crate::bot::running::Process;

/// Number of concurrent games.
const GAMES: usize = 200;

/// The rate of moves, and for how long.
#[derive(Clone, Copy)]
pub struct Pace {
    /// Moves per second.
    rate: f64,
    seconds: f64,
}

impl FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Option<Vec<f64>> = text.split(':').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[rate, seconds]) if rate > 0.0 && seconds > 0.0 => Ok(Self { rate, seconds }),
            _ => Err("give it as RATE:SECONDS".to_owned()),
        }
    }
}

/// Plays moves of many games at a rate. The trial fails if one is not answered in time.
pub fn moves_at_a_rate(Pace { rate, seconds }: Pace) {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let mut bot = Process::start(&bench.discord, dir.path());
        assert!(bench.discord.wait_for_command("help").await);
        let plies = ((rate * seconds) as usize).div_ceil(GAMES);
        let mut games = Vec::new();
        for number in 0..GAMES {
            let (white, black) = (format!("w{number}"), format!("b{number}"));
            games.push(bench.game_of(&white, &black, &format!("table-{number}")).await);
        }
        // By then the buttons of the accepted challenges have been removed.
        tokio::time::sleep(Duration::from_secs(10)).await;
        let (before, refused) = (crate::processor_time(&bot), bench.discord.rate_limited());
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
        let spent = crate::processor_time(&bot) - before;
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

/// Plays a line, one move per step. Returns how long each answer took.
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

/// The value below which this part of the sorted list lies.
fn quantile(sorted: &[Duration], part: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}
