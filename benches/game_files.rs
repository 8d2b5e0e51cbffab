//! Memory used by game files that people upload: `cargo bench --bench game_files -- [FILES]`, 3,000 files by
//! default.
//!
//! Nine in ten of them are refused for their name, the others by trial games; another hundredth are added.
//! The daily limits apply, so the simulated days advance as the limits are used up. The run ends with lines
//! `figure NAME VALUE UNIT`.

use rookery::app::{App, Caller};
use rookery::game::{ChannelId, GuildId, InteractionId, Millis, UserId};

/// A valid game on six by six squares.
const SOUND: &str = include_str!("../docs/own-games/los-alamos.toml");
/// A game with more moves at the start than the limit.
const TOO_MANY_MOVES: &str = r#"
name = "Spiders"
start = "k1********/**********/10/10/10/SSSSSSSSSS/SSSSSSSSSS/10/10/10/10/K9 w - - 0 1"
pieces = ["king", "spider"]
[board]
files = 10
first_rank = 0
last_rank = 11
squares = "a0-j9 a11 b11"
[piece.spider]
name = "Spider"
letter = "S"
moves = "KNCZDAHG"
spares_kings = true
"#;
/// Files per person and day.
const OF_A_PERSON: u64 = 30;
/// People who upload files on one day.
const PEOPLE: u64 = 10;

/// A server manager who uploads the file with this number.
fn sender(number: u64) -> Caller {
    let (day, person) = (number / (OF_A_PERSON * PEOPLE), 1 + number / OF_A_PERSON % PEOPLE);
    let now = Millis(day as i64 * Millis::DAY);
    Caller {
        // Each server may have 25.
        guild: Some(GuildId(1 + number / 20)),
        manages: true,
        ..Caller::new((UserId(person), ChannelId(1)), InteractionId(1 + number), now)
    }
}

/// Uploads `files` files. Returns how many were added, and the growth of memory in MiB.
async fn sent(app: &App, first: u64, files: u64, text: impl Fn(u64) -> String) -> (u64, f64) {
    let before = memory();
    let mut added = 0;
    for number in first..first + files {
        added += u64::from(app.add_own_game(&sender(number), text(number)).await.is_ok());
    }
    (added, memory() - before)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let files = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(3_000);
    let dir = tempfile::tempdir().expect("a directory");
    let app = App::open(&dir.path().join("rookery.db")).await.expect("a database");
    let with_remark = |text: &str, number: u64| format!("# {number}\n{text}");
    let of_ours = SOUND.replace("Los Alamos Chess", "Squirrel Chess");
    // Warm up: first calls allocate memory that stays.
    sent(&app, 0, 30, |number| with_remark(&of_ours, number)).await;
    sent(&app, 30, 30, |number| with_remark(TOO_MANY_MOVES, number)).await;
    let (named, first) = (files - files / 10, 60);
    let (none, by_name) = sent(&app, first, named, |number| with_remark(&of_ours, number)).await;
    let tried = first + named;
    let (no_more, by_trial) =
        sent(&app, tried, files / 10, |number| with_remark(TOO_MANY_MOVES, number)).await;
    assert_eq!((none, no_more), (0, 0), "all are refused");
    let name = |number| SOUND.replace("Los Alamos Chess", &format!("Game {number}"));
    let (all, added) = sent(&app, first + files, files / 100, name).await;
    assert_eq!(all, files / 100, "all are added");
    println!("figure memory-of-{named}-files-refused-by-name {by_name:.1} MiB");
    println!("figure memory-of-{}-files-refused-by-trial {by_trial:.1} MiB", files / 10);
    println!("figure memory-of-a-game-added {:.1} kiB", added * 1024.0 / all.max(1) as f64);
    app.close().await;
}

/// Resident memory of this process, in MiB.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells it");
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux tells it");
    resident.trim().trim_end_matches(" kB").parse::<f64>().expect("a number") / 1024.0
}
