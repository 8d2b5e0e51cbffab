//! Many games against the bot at once, by the real program as a process of its own, beside people who play each other.
//!
//! A few games are part of every run of the tests, and so are a few kills while people play ([`super::kills`]).
//! `cargo bench --bench trials -- opponent load:1000:90` lets a thousand play. What is measured is printed as `figure` lines, of which the
//! first are those of the people alone.

use std::time::Duration;
use tokio::time::Instant;

use futures_util::StreamExt;
use libtest_mimic::Trial;
use rookery::games;
use rookery::rules::Position;
use rookery::sandbox::StandIn;
use rookery::store::StoreUrl;
use testing::random::random_game;

use super::kills::killed;
use crate::bot::bench::{Bench, Game, on_real_time};
use crate::bot::running::Process;
use crate::bot::tables::Table;
use crate::databases::Beside;

/// The levels that are cheap enough for a test.
const FEW: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
/// Between the moves of two who play each other.
const STEP: Duration = Duration::from_secs(2);
/// The longest that the bot's move may take to be shown.
const PATIENCE: Duration = Duration::from_mins(1);

/// A few kills and a few games.
pub fn tests() -> Vec<Trial> {
    let few = || {
        many(&Crowd {
            tables: 8,
            pairs: 2,
            levels: &FEW,
            pause: Duration::from_millis(500),
            time: Duration::from_secs(4),
        });
        Ok(())
    };
    let short = || {
        killed(3, 5, &FEW);
        Ok(())
    };
    vec![
        crate::slowest::trial(concat!(module_path!(), "::a_killed_bot_owes_no_move"), short),
        crate::slowest::trial(concat!(module_path!(), "::many_play_against_it_at_once"), few),
    ]
}

/// Who plays for how long.
pub struct Crowd {
    /// Tables at which somebody plays against the bot.
    pub tables: usize,
    /// Pairs of people beside them.
    pub pairs: usize,
    /// The levels of the bot, in equal parts.
    pub levels: &'static [&'static str],
    /// Between two moves of a person against the bot, on the mean.
    pub pause: Duration,
    /// How long they play.
    pub time: Duration,
}

/// What one person saw against the bot.
#[derive(Default)]
struct Heard {
    /// From each move sent until the bot's was shown.
    times: Vec<Duration>,
    unanswered: usize,
}

/// Lets them play, and prints what is measured. Fails when a move came to nothing.
pub fn many(crowd: &Crowd) {
    on_real_time(async {
        let bench = Bench::with(|options| (options.in_memory, options.patience) = (false, PATIENCE)).await;
        let dir = tempfile::tempdir().expect("a directory");
        let mut bot = Process::start(&bench.discord, dir.path());
        assert!(bench.discord.wait_for_command("challenge").await, "it did not connect");
        let database = StoreUrl::Sqlite(dir.path().join("house/rookery.db"));
        let database = Beside::open(&database).await;
        let tables: Vec<_> = (0..crowd.tables).map(|number| Table::new(&bench.discord, number)).collect();
        let begun = futures_util::stream::iter(tables.iter().enumerate()).map(|(number, table)| async move {
            let answer = table.begin(crowd.levels[number % crowd.levels.len()], "white").await;
            assert!(answer.answered() && !answer.is_ephemeral(), "{}", answer.text());
        });
        begun.buffer_unordered(16).collect::<()>().await;
        let (alone, refused_alone) = between(&bench, crowd, "x").await;
        let before = bot.processor_time();
        let deadline = Instant::now() + crowd.time;
        let against: Vec<_> = tables
            .into_iter()
            .map(|table| tokio::spawn(rival(table, crowd.levels, database.clone(), crowd.pause, deadline)))
            .collect();
        let (beside, refused_beside) = between(&bench, crowd, "y").await;
        let (mut times, mut unanswered) = (Vec::new(), 0);
        for person in against {
            let heard = person.await.expect("no panic");
            times.extend(heard.times);
            unanswered += heard.unanswered;
        }
        times.sort_unstable();
        println!("figure opponent-moves {} moves", times.len());
        told("people-alone", &alone);
        told("people-beside", &beside);
        told("opponent", &times);
        let cost = (bot.processor_time() - before) * 1e3 / times.len() as f64;
        println!("figure opponent-cpu {cost:.2} ms/move");
        println!("figure opponent-lowered {} games", lowered(&database).await);
        println!("figure opponent-unanswered {unanswered} moves");
        println!("figure people-alone-refused {refused_alone} moves");
        println!("figure people-beside-refused {refused_beside} moves");
        println!("figure opponent-429 {} refusals", bench.discord.rate_limited());
        assert_eq!((unanswered, refused_alone, refused_beside), (0, 0, 0));
        bot.signal("-KILL");
        database.close().await;
        stopped(bench.discord).await;
    });
}

async fn stopped(discord: StandIn) {
    let failures = discord.failures();
    assert!(failures.is_empty(), "without an answer: {failures:?}");
    discord.stop().await;
}

async fn lowered(database: &Beside) -> i64 {
    let games = "SELECT count(*) FROM games WHERE lowered IS NOT NULL";
    database.number(games).await
}

fn told(name: &str, sorted: &[Duration]) {
    for (part, of) in [("p50", 0.5), ("p99", 0.99), ("max", 1.0)] {
        println!("figure {name}-{part} {:.1} ms", quantile(sorted, of).as_secs_f64() * 1e3);
    }
}

/// A long game of random moves that does not end.
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

/// The value below which this part of the sorted list lies.
pub fn quantile(sorted: &[Duration], part: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * part) as usize]
}

/// People who play each other; how long their answers took, in order, and how many came to nothing.
async fn between(bench: &Bench, crowd: &Crowd, name: &str) -> (Vec<Duration>, usize) {
    let plies = (crowd.time.as_secs_f64() / STEP.as_secs_f64()).ceil() as usize;
    let mut playing = Vec::new();
    for number in 0..crowd.pairs {
        let [white, black, place] = ["w", "b", "pair"].map(|what| format!("{name}{what}{number}"));
        let game = bench.game_of(&white, &black, &place).await;
        let first = Instant::now() + STEP.mul_f64(number as f64 / crowd.pairs as f64);
        playing.push(tokio::spawn(pair(game, line(number as u64, plies), first)));
    }
    let (mut times, mut refused) = (Vec::new(), 0);
    for game in playing {
        let (took, whole) = game.await.expect("no panic");
        times.extend(took);
        refused += usize::from(!whole);
    }
    times.sort_unstable();
    (times, refused)
}

/// Plays a line, a move each step, until a move comes to nothing; how long each answer took, and whether all came.
async fn pair(game: Game, line: Vec<String>, first: tokio::time::Instant) -> (Vec<Duration>, bool) {
    let mut times = Vec::new();
    for (ply, text) in line.iter().enumerate() {
        tokio::time::sleep_until(first + STEP * ply as u32).await;
        let who = if ply % 2 == 0 { &game.red } else { &game.blue };
        let played = who.slash("move", &[("move", text)]).await;
        if !played.answered() || played.is_ephemeral() {
            return (times, false);
        }
        times.push(played.elapsed);
    }
    (times, true)
}

/// Plays against the bot until the deadline, with pauses as of people who know nothing of each other.
async fn rival(table: Table, levels: &[&str], database: Beside, pause: Duration, deadline: Instant) -> Heard {
    let mut heard = Heard::default();
    loop {
        tokio::time::sleep(pause.mul_f64(-(1.0 - fastrand::f64()).ln())).await;
        if Instant::now() > deadline {
            return heard;
        }
        let Some(game) = table.stands(&database).await else {
            let level = fastrand::choice(levels).expect("a level");
            heard.unanswered += usize::from(!table.begin(level, "white").await.answered());
            continue;
        };
        let sent = Instant::now();
        let answer = table.who.slash("move", &[("move", &game.some_move())]).await;
        if !answer.answered() || answer.is_ephemeral() || !shown(&table).await {
            heard.unanswered += 1;
            continue;
        }
        heard.times.push(sent.elapsed());
    }
}

/// Waits until the newest board holds the bot's move.
async fn shown(table: &Table) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if table.who.channel().last().is_some_and(|board| !board.content.contains("I am thinking")) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}
