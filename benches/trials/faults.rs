//! What a fault costs the players: eighty people play chess against each other on the real program, while it is killed,
//! cut off from Discord, out of disk space, or without its database. Afterwards what people saw is compared with what
//! is stored, in numbers.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rookery::games;
use rookery::rules::{Line, Position};
use rookery::sandbox::{Fault, Member, StandIn, Trouble, Upshot};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use tokio_util::sync::CancellationToken;

use super::{has_ended, split};
use crate::bot::bench::{Bench, Game, on_real_time};
use crate::bot::running::Process;

/// The faults.
const NAMES: [&str; 5] = ["kill", "kill-slow", "outage", "full", "removed"];

/// Games at the same time.
const GAMES: usize = 40;
/// The time between what a player sees and the next move, in milliseconds.
const THINKING: std::ops::Range<u64> = 500..3_000;
/// How long a move's board may take to appear before the player counts as waiting in vain.
const PATIENCE: Duration = Duration::from_secs(90);
/// A disk with room for a startup and little more.
const SMALL_DISK: &str = "size=12m";

/// A fault, and how often it happens.
#[derive(Clone)]
pub struct Struck {
    name: String,
    times: u32,
}

impl FromStr for Struck {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match split::<u32, 1>(text) {
            Some((name, [times])) if NAMES.contains(&name) => Ok(Self { name: name.to_owned(), times }),
            _ => Err(format!("give it as NAME:TIMES, where NAME is one of {}", NAMES.join(", "))),
        }
    }
}

/// Lets people play under each of these faults, one after another.
pub fn play_under(faults: &[Struck]) {
    for fault in faults {
        on_real_time(trial(&fault.name, fault.times));
    }
}

/// A random game in which no two moves have the same text, so that a message's text identifies its move.
fn line(seed: u64) -> Vec<String> {
    let chess = games::from_slug("chess").expect("chess is there");
    let mut random = fastrand::Rng::with_seed(seed);
    loop {
        let mut line = Line::new(Position::start(chess));
        let mut known = HashSet::new();
        let mut texts = Vec::new();
        while texts.len() < 200 && line.termination().is_none() {
            let fresh = |text: &String| !text.starts_with('O') && !known.contains(&text[..4]);
            let moves: Vec<_> = line
                .position()
                .legal_moves()
                .iter()
                .map(|mv| (*mv, mv.to_string()))
                .filter(|(_, text)| fresh(text))
                .collect();
            let Some((mv, text)) = random.choice(moves) else { break };
            known.insert(text[..4].to_owned());
            texts.push(text);
            line.play(mv).expect("a legal move");
        }
        if texts.len() > 120 {
            texts.truncate(texts.len() - 1);
            return texts;
        }
    }
}

/// What the players of one game saw.
#[derive(Default)]
struct Seen {
    line: Vec<String>,
    /// By ply, when its command was first sent, in Unix milliseconds.
    sent: Vec<u64>,
    /// Plies whose answer arrived as a board.
    acknowledged: HashSet<usize>,
    unanswered: usize,
    /// Refusals that name the problem.
    refused: usize,
    busy: usize,
    /// The move that waited in vain, and why.
    stuck: Option<String>,
}

fn unix_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// When a message was made, in Unix milliseconds: from its snowflake, which counts from 2015.
fn made_at(id: &str) -> u64 {
    (id.parse::<u64>().expect("a snowflake") >> 22) + 1_420_070_400_000
}

/// The move as messages show it: from and to.
fn told(text: &str) -> String {
    format!("{}-{}", &text[..2], &text[2..4])
}

fn is_shown(who: &Member, text: &str) -> bool {
    who.channel().messages().iter().any(|message| message.content.contains(&told(text)))
}

async fn think() {
    tokio::time::sleep(Duration::from_millis(fastrand::u64(THINKING))).await;
}

/// Two people play their game. Each moves once the other's move is visible, and types again if nothing came of it.
async fn play(game: Game, number: u64, stop: CancellationToken) -> (Game, Seen) {
    let mut seen = Seen { line: line(number), ..Seen::default() };
    think().await;
    for (ply, text) in seen.line.clone().into_iter().enumerate() {
        if stop.is_cancelled() {
            break;
        }
        let who = if ply % 2 == 0 { &game.red } else { &game.blue };
        seen.sent.push(unix_ms());
        let begun = Instant::now();
        loop {
            let answer = who.slash("move", &[("move", &text)]).await;
            if answer.answered() && !answer.is_ephemeral() {
                seen.acknowledged.insert(ply);
                break;
            }
            let said = answer.text();
            match answer.outcome {
                Upshot::Failed(_) => seen.unanswered += 1,
                _ if said.contains("not your turn") => {}
                _ if said.contains("very busy") => seen.busy += 1,
                _ if said.contains("Nothing has changed") => seen.refused += 1,
                _ => {
                    seen.stuck = Some(format!("{text}: {said}"));
                    return (game, seen);
                }
            }
            // Before typing again the player looks at the channel.
            let mut shown = false;
            for _ in 0..10 {
                tokio::time::sleep(Duration::from_millis(300)).await;
                shown = is_shown(who, &text);
                if shown {
                    break;
                }
            }
            if shown {
                break;
            }
            if begun.elapsed() > PATIENCE {
                seen.stuck = Some(format!("{text} was never shown; last: {said}"));
                return (game, seen);
            }
        }
        think().await;
    }
    (game, seen)
}

/// A directory for the database, if needed on a small disk of its own.
struct House {
    dir: tempfile::TempDir,
    mounted: bool,
}

impl House {
    fn new(small: bool) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::create_dir(dir.path().join("house")).expect("a directory");
        if small {
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", SMALL_DISK, "none"]).arg(dir.path().join("house"));
            let mounted = mount.status().expect("mount is there");
            assert!(mounted.success(), "only root may mount a small disk");
        }
        Self { dir, mounted: small }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn database(&self) -> PathBuf {
        self.dir.path().join("house/rookery.db")
    }

    /// Fills the disk; returns the file that fills it.
    fn fill(&self) -> PathBuf {
        use std::io::Write as _;
        let filler = self.dir.path().join("house/filler");
        let mut file = std::fs::File::create(&filler).expect("a file");
        let full = loop {
            if let Err(full) = file.write_all(&[1; 4_096]) {
                break full;
            }
        };
        assert_eq!(full.kind(), std::io::ErrorKind::StorageFull, "{full}");
        filler
    }
}

impl Drop for House {
    #[expect(clippy::let_underscore_must_use, reason = "the directory stays behind then")]
    fn drop(&mut self) {
        if self.mounted {
            let _ = Command::new("umount").arg("-l").arg(self.dir.path().join("house")).status();
        }
    }
}

async fn pause(from_ms: u64, to_ms: u64) {
    tokio::time::sleep(Duration::from_millis(fastrand::u64(from_ms..to_ms))).await;
}

/// Causes one fault and repairs it.
async fn strike(name: &str, house: &House, discord: &StandIn, bot: &mut Process) {
    match name {
        "kill" => {
            pause(1_000, 2_000).await;
            bot.signal("-KILL");
            *bot = Process::start(discord, house.path());
        }
        // Discord is slow before or after it acts, so that several moves are in flight on either side.
        "kill-slow" => {
            let slow = Duration::from_millis(600);
            let trouble = if fastrand::bool() { Trouble::Delay(slow) } else { Trouble::SlowAnswer(slow) };
            discord.faults().add(Fault::next("/callback", trouble).times(u32::MAX));
            pause(1_500, 2_500).await;
            bot.signal("-KILL");
            discord.faults().clear();
            *bot = Process::start(discord, house.path());
            pause(2_000, 4_000).await;
        }
        "outage" => {
            pause(4_000, 8_000).await;
            for path in ["/callback", "/messages"] {
                discord.faults().add(Fault::next(path, Trouble::Status(503)).times(u32::MAX));
            }
            pause(1_000, 6_000).await;
            discord.faults().clear();
        }
        "full" => {
            pause(1_000, 3_000).await;
            let filler = house.fill();
            pause(500, 3_000).await;
            std::fs::remove_file(filler).expect("there");
        }
        "removed" => {
            pause(3_000, 6_000).await;
            let (here, away) = (house.path().join("house"), house.path().join("away"));
            std::fs::rename(&here, &away).expect("moved");
            let begun = Instant::now();
            while !has_ended(bot) {
                assert!(begun.elapsed() < Duration::from_secs(30), "it does not notice");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            if here.exists() {
                std::fs::remove_dir_all(&here).expect("removed");
            }
            std::fs::rename(&away, &here).expect("moved back");
            *bot = Process::start(discord, house.path());
        }
        other => unreachable!("{other} is none of the names"),
    }
}

async fn trial(name: &str, times: u32) {
    let bench = Bench::on_sockets().await;
    let house = House::new(name == "full");
    let mut bot = Process::start(&bench.discord, house.path());
    assert!(bench.discord.wait_for_command("help").await);
    let mut games = Vec::new();
    for number in 0..GAMES {
        let (white, black) = (format!("w{number}"), format!("b{number}"));
        games.push(bench.game_of(&white, &black, &format!("table-{number}")).await);
    }
    let (stop, begun) = (CancellationToken::new(), Instant::now());
    let playing =
        games.into_iter().zip(0..).map(|(game, number)| tokio::spawn(play(game, number, stop.clone())));
    let playing: Vec<_> = playing.collect();
    for _ in 0..times {
        strike(name, &house, &bench.discord, &mut bot).await;
    }
    stop.cancel();
    let mut seen = Vec::new();
    for game in playing {
        seen.push(game.await.expect("no panic"));
    }
    let took = begun.elapsed();
    let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(house.database())).await;
    let pool = pool.expect("a database");
    let waited = Instant::now();
    while sqlx::query("SELECT 1 FROM games WHERE shown < due")
        .fetch_optional(&pool)
        .await
        .expect("an answer")
        .is_some()
        && waited.elapsed() < PATIENCE
    {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Old boards lose their buttons with a delay.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let (counts, wrong) = compare(&pool, &seen).await;
    pool.close().await;
    drop(bot);
    println!("{times} x {name} in {:.0} s: {counts}", took.as_secs_f64());
    bench.discord.stop().await;
    assert_eq!(wrong, 0, "moves were lost or doubled, or waited for in vain");
}

/// Compares what people saw with what is stored: a report in numbers, and how many moves were lost, doubled or waited
/// for in vain.
async fn compare(pool: &SqlitePool, seen: &[(Game, Seen)]) -> (String, usize) {
    let (mut moves, mut acknowledged, mut unanswered, mut refused, mut busy) = (0, 0, 0, 0, 0);
    let (mut lost, mut doubled, mut twice, mut pinged_twice, mut never) = (0, 0, 0, 0, 0);
    let (mut silently, mut open, mut waits, mut stuck) = (0, 0, Vec::new(), Vec::new());
    for (game, seen) in seen {
        let channel: i64 = game.red.channel().id().parse().expect("a snowflake");
        let stored = sqlx::query(
            "SELECT e.text FROM events e JOIN games g ON g.id = e.game WHERE g.channel = $1 AND e.kind = 'move' ORDER BY e.seq",
        )
        .bind(channel)
        .fetch_all(pool)
        .await
        .expect("the moves");
        let stored: Vec<String> = stored.iter().map(|row| row.get("text")).collect();
        moves += stored.len();
        acknowledged += seen.acknowledged.len();
        unanswered += seen.unanswered;
        refused += seen.refused;
        busy += seen.busy;
        stuck.extend(seen.stuck.clone());
        lost += seen.acknowledged.iter().filter(|ply| stored.get(**ply) != seen.line.get(**ply)).count();
        doubled += stored.iter().enumerate().filter(|(ply, text)| seen.line.get(*ply) != Some(text)).count();
        let messages = game.red.channel().messages();
        open += messages
            .iter()
            .filter(|message| message.labels().contains(&"Flip board".to_owned()))
            .count()
            .saturating_sub(1);
        for (ply, (text, sent)) in stored.iter().zip(&seen.sent).enumerate() {
            let opponent = if ply % 2 == 0 { &game.blue } else { &game.red };
            let telling: Vec<_> =
                messages.iter().filter(|message| message.content.contains(&told(text))).collect();
            let pinging: Vec<_> = telling
                .iter()
                .filter(|message| message.pings().iter().any(|id| id == opponent.id()))
                .collect();
            twice += usize::from(telling.len() > 1);
            pinged_twice += usize::from(pinging.len() > 1);
            never += usize::from(telling.is_empty());
            silently += usize::from(pinging.is_empty() && !telling.is_empty());
            waits.extend(pinging.first().map(|message| made_at(&message.id).saturating_sub(*sent)));
        }
    }
    waits.sort_unstable();
    let at = |part: f64| waits.get(((waits.len().max(1) - 1) as f64 * part) as usize).copied().unwrap_or(0);
    let mut report = format!(
        "{moves} moves stored, {acknowledged} acknowledged; lost {lost}, doubled {doubled}; boards shown twice {twice}, with a ping twice {pinged_twice}, \
         without any ping {silently}, never shown {never}; older boards with buttons {open}; until the opponent was pinged {} ms (median), {} ms (99 %), {} ms (longest); \
         commands unanswered {unanswered}, refused with the reason {refused}, \"very busy\" {busy}",
        at(0.5),
        at(0.99),
        at(1.0),
    );
    for one in &stuck {
        report.push_str("\n  in vain: ");
        report.push_str(one);
    }
    (report, lost + doubled + stuck.len())
}
