//! Power failure: whatever was acknowledged is on disk at that moment.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use libtest_mimic::Trial;
use rookery::games;
use rookery::rules::{Color, Line, Position};
use rookery::sandbox::{Options, StandIn};
use rookery::store::StoreUrl;

use super::program;
use crate::bot::bench::{Bench, Game, done, on_real_time, soon};
use crate::bot::running::Process;
use crate::databases::DbProbe;

/// The tests of this module, one of which needs strace.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let copies = crate::slowest::trial(named("copies_of_a_stopped_bot_hold_every_acknowledged_move"), || {
        copies_of_a_stopped_bot_hold_every_acknowledged_move();
        Ok(())
    });
    let traced = crate::slowest::trial(named("an_answer_leaves_after_the_sync_of_its_move"), || {
        an_answer_leaves_after_the_sync_of_its_move();
        Ok(())
    });
    vec![copies, traced.with_ignored_flag(!can_trace())]
}

/// True if strace is installed and may trace processes.
fn can_trace() -> bool {
    let mut trace = Command::new("strace");
    let trace = trace.args(["-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    trace.status().is_ok_and(|status| status.success())
}

/// Number of power failures.
const CUTS: usize = 20;
/// Number of games in parallel.
const TABLES: usize = 36;
/// Minimum time between moves at one table: nobody acts faster than once a second, which the bot allows
/// forever.
const PACE: Duration = Duration::from_millis(500);
/// Moves that return to the same position.
const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];

/// A game, and its number of acknowledged moves.
struct Table {
    game: Game,
    acknowledged: AtomicI64,
}

fn tell(process: &str, signal: &str) {
    let told = Command::new("kill").args([signal, process]).status();
    assert!(told.expect("kill is there").success());
}

fn copies_of_a_stopped_bot_hold_every_acknowledged_move() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let discord = StandIn::start(Options::new(dir.path().join("discord"))).await.expect("a stand-in");
        let bot = Process::start(&discord, dir.path());
        assert!(discord.wait_for_command("help").await && discord.wait_for_bot().await, "it did not connect");
        let mut tables = Vec::new();
        for number in 0..TABLES {
            let member = |name: &str| discord.member(name).in_channel(&format!("table-{number}"));
            let [white, black] = [format!("white-{number}"), format!("black-{number}")];
            let game = Game::between(member(&white), member(&black), "chess", None).await;
            tables.push(Arc::new(Table { game, acknowledged: AtomicI64::new(0) }));
        }
        let over = Arc::new(AtomicBool::new(false));
        let playing: Vec<_> = tables
            .iter()
            .map(|table| {
                let (table, over) = (Arc::clone(table), Arc::clone(&over));
                tokio::spawn(async move {
                    let chess = games::from_slug("chess").expect("chess is there");
                    let mut line = Line::new(Position::start(chess));
                    tokio::time::sleep(PACE.mul_f64(fastrand::f64())).await;
                    while line.termination().is_none() && !over.load(Ordering::SeqCst) {
                        let white = line.position().turn() == Color::White;
                        let who = if white { &table.game.red } else { &table.game.blue };
                        let mv = fastrand::choice(line.position().legal_moves().clone()).expect("a move");
                        let answer = who.slash("move", &[("move", &mv.to_string())]).await;
                        // The bot was suspended for so long that this move was not acknowledged.
                        if answer.text().contains("may still happen") {
                            break;
                        }
                        done(&answer);
                        line.play(mv).expect("a legal move");
                        table.acknowledged.fetch_add(1, Ordering::SeqCst);
                        tokio::time::sleep(PACE).await;
                    }
                })
            })
            .collect();
        let (mut promised, id) = (Vec::new(), bot.child.id().to_string());
        for cut in 0..CUTS {
            tokio::time::sleep(Duration::from_millis(fastrand::u64(50..200))).await;
            tell(&id, "-STOP");
            let acknowledged = tables.iter().map(|table| table.acknowledged.load(Ordering::SeqCst));
            promised.push(acknowledged.collect::<Vec<_>>());
            let copy = dir.path().join(format!("cut-{cut}"));
            std::fs::create_dir(&copy).expect("a directory");
            for file in ["rookery.db", "rookery.db-wal"] {
                std::fs::copy(dir.path().join("house").join(file), copy.join(file)).expect("a file");
            }
            tell(&id, "-CONT");
        }
        over.store(true, Ordering::SeqCst);
        for table in playing {
            table.await.expect("nobody was refused");
        }
        let mut total = 0;
        for (cut, promised) in promised.iter().enumerate() {
            total = total.max(promised.iter().sum());
            holds(&dir.path().join(format!("cut-{cut}")), &tables, promised).await;
        }
        assert!(total >= TABLES as i64 * 2, "only {total} moves");
        println!("figure power-cuts {CUTS} copies, {total} moves acknowledged, lost 0");
        discord.stop().await;
    });
}

/// Asserts that the copy in this directory is intact and contains each table's acknowledged moves.
async fn holds(copy: &Path, tables: &[Arc<Table>], promised: &[i64]) {
    let (code, said, wrong) = program::done(
        program::rookery(copy, &["store", "check"]).env("ROOKERY_STORE_PATH", copy.join("rookery.db")),
    );
    assert_eq!(code, 0, "{}: {said}{wrong}", copy.display());
    let beside = DbProbe::open(&StoreUrl::Sqlite(copy.join("rookery.db"))).await;
    for (table, promised) in tables.iter().zip(promised) {
        let channel = table.game.red.channel().id().to_owned();
        let stored = beside.number(format!("SELECT ply FROM games WHERE channel = {channel}")).await;
        assert!(stored >= *promised, "{}: {stored} of {promised} moves", copy.display());
    }
    beside.close().await;
}

/// The relevant actions of the process, in order: it synced its log, or sent an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Synced,
    Answered,
}

/// Parses strace's output. A call split over two lines counts at its end (a sync) or its start (an answer).
fn steps(trace: &str) -> Vec<Step> {
    let mut syncing = std::collections::HashSet::new();
    let mut steps = Vec::new();
    for line in trace.lines() {
        let thread = line.split_whitespace().next().unwrap_or_default();
        let is_sync = line.contains("fdatasync(") || line.contains("fsync(");
        if is_sync && line.contains("-wal>") && line.contains("<unfinished") {
            syncing.insert(thread.to_owned());
        } else if is_sync && line.contains("-wal>") && line.ends_with("= 0")
            || line.contains("sync resumed>") && line.ends_with("= 0") && syncing.remove(thread)
        {
            steps.push(Step::Synced);
        } else if line.contains("/callback?with_response=true") {
            steps.push(Step::Answered);
        }
    }
    steps
}

fn an_answer_leaves_after_the_sync_of_its_move() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let mut traced = Command::new("strace");
        let trace = dir.path().join("trace");
        traced.args([
            "-f",
            "-y",
            "-s",
            "300",
            "-e",
            "trace=fdatasync,fsync,write,writev,sendto,sendmsg",
            "-o",
        ]);
        let mut bot = traced
            .arg(&trace)
            .arg(env!("CARGO_BIN_EXE_rookery"))
            .arg("run")
            .current_dir(dir.path())
            .env("DISCORD_TOKEN", bench.discord.token())
            .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("strace starts");
        assert!(bench.discord.wait_for_command("help").await && bench.discord.wait_for_bot().await);
        let game = bench.game("games", "chess", None).await;
        let noted = || steps(&std::fs::read_to_string(&trace).unwrap_or_default());
        let answers = |steps: &[Step]| steps.iter().filter(|step| **step == Step::Answered).count();
        soon("the game's beginning is noted", || answers(&noted()) >= 2).await;
        let before = noted().len();
        for ply in 0..12 {
            let who = if ply % 2 == 0 { &game.red } else { &game.blue };
            done(&who.slash("move", &[("move", SHUFFLE[ply % 4])]).await);
        }
        soon("all moves are noted", || answers(&noted()[before..]) >= 12).await;
        let noted = noted();
        let mut synced = false;
        for (at, step) in noted[before..].iter().enumerate() {
            match step {
                Step::Synced => synced = true,
                Step::Answered => {
                    assert!(synced, "answer {at} left before a sync: {:?}", &noted[before..]);
                    synced = false;
                }
            }
        }
        println!("figure synced-answers 12 moves, each answered after a sync of its own");
        // The program stops gracefully, and strace with it.
        let id = bot.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("a child");
        tell(children.trim(), "-TERM");
        bot.wait().expect("a child");
        bench.finish().await;
    });
}
