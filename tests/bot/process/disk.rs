//! The bot as a process with a temporarily full disk, a limit on file sizes, and a database that is taken
//! away.

use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::time::Instant;

use libtest_mimic::Trial;

use super::program::{done as ran, rookery};
use super::watched::page;
use crate::bot::bench::{Bench, Game, done, on_real_time, soon};
use crate::bot::faults::small_disk::SmallDisk;

tests!(
    a_limit_on_file_sizes_is_told,
    a_removed_database_ends_the_bot_after_telling,
    a_missing_log_is_told_and_can_be_accepted,
    a_database_that_is_found_damaged_is_told,
);

/// The tests that need `prlimit`, or to be allowed to mount a disk. The first is required where the run
/// requires everything.
pub fn needing_more() -> Vec<Trial> {
    let there = Command::new("prlimit").arg("--version").output().is_ok_and(|said| said.status.success());
    let required = std::env::var("ROOKERY_REQUIRE_BROWSER").is_ok_and(|value| value == "1");
    let limits = concat!(module_path!(), "::a_full_disk_stops_nobody_for_longer_than_it_is_full");
    let limited = || {
        a_full_disk_stops_nobody_for_longer_than_it_is_full();
        Ok(())
    };
    let full = concat!(module_path!(), "::a_full_disk_is_called_so_by_every_command");
    let called = || {
        a_full_disk_is_called_so_by_every_command();
        Ok(())
    };
    vec![
        crate::slowest::trial(limits, limited).with_ignored_flag(!there && !required),
        crate::slowest::trial(full, called).with_ignored_flag(!SmallDisk::is_allowed()),
    ]
}

/// A directory with a bot, connected to the stand-in of a bench.
struct House {
    bench: Bench,
    dir: tempfile::TempDir,
}

impl House {
    async fn new() -> Self {
        Self { bench: Bench::on_sockets().await, dir: tempfile::tempdir().expect("a directory") }
    }

    fn settle(&self, command: &mut Command) {
        command
            .current_dir(self.dir.path())
            .env("DISCORD_TOKEN", self.bench.discord.token())
            .env("ROOKERY_DISCORD_API_URL", self.bench.discord.url())
            .env("ROOKERY_STORE_PATH", self.database())
            .env("ROOKERY_LOG_LEVEL", "warn")
            .stdin(Stdio::null());
    }

    fn database(&self) -> PathBuf {
        self.dir.path().join("house").join("rookery.db")
    }

    async fn start(&self, mut command: Command) -> Child {
        std::fs::create_dir_all(self.dir.path().join("house")).expect("a directory");
        self.settle(&mut command);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
        assert!(self.bench.discord.wait_for_command("help").await);
        soon("a heartbeat", || self.is_healthy()).await;
        child
    }

    fn is_healthy(&self) -> bool {
        ran(&mut rookery(self.dir.path(), &["healthcheck"])).0 == 0
    }
}

fn log_of(path: &Path) -> PathBuf {
    path.with_file_name("rookery.db-wal")
}

/// Sends a signal, and returns the exit code and the log.
fn ended(mut child: Child, signal: Option<&str>) -> (i32, String) {
    if let Some(signal) = signal {
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill is there").success());
    }
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        assert!(begun.elapsed() < Duration::from_secs(40), "it does not end");
        std::thread::sleep(Duration::from_millis(50));
    };
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    (status.code().unwrap_or(-1), said)
}

async fn says(game: &Game, text: &str, sentence: &str) {
    let answer = game.red.slash("move", &[("move", text)]).await;
    assert!(answer.is_ephemeral() && answer.text().contains(sentence), "{}", answer.text());
    assert!(answer.text().contains("Nothing has changed"), "{}", answer.text());
}

/// A full disk, simulated by a limit on file sizes, which needs no privileges and can be lifted again.
///
/// A write beyond it fails where a full disk would fail it, at the commit.
fn a_full_disk_stops_nobody_for_longer_than_it_is_full() {
    on_real_time(async {
        let house = House::new().await;
        let bot = house.start(rookery(house.dir.path(), &["run"])).await;
        let games = [
            house.bench.game("games", "chess", None).await,
            house.bench.game("general", "chess", None).await,
        ];
        let limit = |soft: &str| {
            let limit = format!("--fsize={soft}:unlimited");
            let set = Command::new("prlimit").args(["--pid", &bot.id().to_string(), &limit]).status();
            assert!(set.expect("prlimit is there").success());
        };
        for (round, moves) in [["e4", "e4"], ["Nf3", "Nc3"]].into_iter().enumerate() {
            limit("1");
            for (game, text) in games.iter().zip(moves) {
                for _ in 0..3 {
                    says(game, text, "can't save").await;
                }
            }
            soon("it is noticed", || !house.is_healthy()).await;
            limit("unlimited");
            soon("it is healthy again", || house.is_healthy()).await;
            for (game, text) in games.iter().zip(moves) {
                let played = game.red.slash("move", &[("move", text)]).await;
                assert!(!played.is_ephemeral(), "round {round}: {}", played.text());
                let answered =
                    game.blue.slash("move", &[("move", if round == 0 { "e5" } else { "Nc6" })]).await;
                assert!(!answered.is_ephemeral(), "{}", answered.text());
            }
        }
        let (code, said) = ended(bot, Some("-TERM"));
        assert_eq!(code, 0, "{said}");
        assert_eq!(said.matches("nothing can be saved").count(), 2, "one line when it begins: {said}");
        assert_eq!(said.matches("all can be saved again").count(), 2, "one line when it is over: {said}");
        assert!(!said.contains("non-zero transaction depth"), "{said}");
        assert!(!log_of(&house.database()).exists(), "closed in order");
        let (code, found, said) =
            ran(rookery(house.dir.path(), &["store", "check"]).env("ROOKERY_STORE_PATH", house.database()));
        assert_eq!(code, 0, "{said}");
        assert!(found.contains("is whole: 2 games"), "{found}");
        house.bench.finish().await;
    });
}

fn a_full_disk_is_called_so_by_every_command() {
    on_real_time(async {
        let dir = tempfile::tempdir().expect("a directory");
        let small = dir.path().join("small");
        let disk = SmallDisk::mount(&small, 6).expect("a small disk is allowed");
        for place in [dir.path(), &small] {
            crate::store::open(&place.join("rookery.db")).await.close().await;
            // Somebody is on the list that a backup makes.
            let forgets = ["forget", "700000000000000007"];
            assert_eq!(ran(&mut rookery(place, &forgets)).0, 0);
        }
        disk.fill();
        let person = ["person", "700000000000000008", "--export", "person.json"];
        for command in [
            &["status"][..],
            &["store", "check"],
            &["announce", "Away"],
            &["forget", "700000000000000008"],
            &person,
            &["store", "backup", "x.db"],
        ] {
            let (code, _, said) = ran(&mut rookery(&small, command));
            assert!(code == 1 && said.contains("is full; make room"), "{command:?}: {said}");
            assert!(said.contains("repeat the command"), "{command:?}: {said}");
        }
        let (code, _, said) = ran(&mut rookery(dir.path(), &["store", "backup", "small/x.db"]));
        assert_eq!(code, 1, "{said}");
        for left in ["x.db", "x.db.part", "x.db.forgotten", "x.db.forgotten.part"] {
            assert!(!small.join(left).exists(), "{left} is left");
        }
        drop(disk);
    });
}

fn a_limit_on_file_sizes_is_told() {
    if !cfg!(unix) {
        return;
    }
    on_real_time(async {
        let house = House::new().await;
        // The first start creates the tables, which needs more space than a game.
        let first = house.start(rookery(house.dir.path(), &["run"])).await;
        assert_eq!(ended(first, Some("-TERM")).0, 0);
        // In units of 1,024 bytes: enough for another start, and for some moves in the log.
        let enough = std::fs::metadata(house.database()).expect("a database").len() / 1_024 + 8;
        let mut command = Command::new("bash");
        let run = format!("ulimit -f {enough}; exec {} run", env!("CARGO_BIN_EXE_rookery"));
        command.args(["-c", &run]);
        let bot = house.start(command).await;
        let game = house.bench.game("games", "chess", None).await;
        let mut refusal = None;
        // Each pawn one step, and then another; then the rooks behind them. No pieces meet.
        let pawns =
            [["3", "6"], ["4", "5"]].into_iter().flat_map(|ranks| ('a'..='h').map(move |file| (file, ranks)));
        let rooks =
            [["2", "7"], ["3", "6"]].into_iter().flat_map(|ranks| ['a', 'h'].map(move |file| (file, ranks)));
        let pawns = pawns.map(|(file, ranks)| ranks.map(|rank| format!("{file}{rank}")));
        let rooks = rooks.map(|(file, ranks)| ranks.map(|rank| format!("R{file}{rank}")));
        'full: for two in pawns.chain(rooks) {
            for (who, text) in [&game.red, &game.blue].into_iter().zip(two) {
                let answer = who.slash("move", &[("move", &text)]).await;
                assert!(answer.answered(), "it ended without a word");
                if answer.text().contains("can't save") {
                    refusal = Some(answer);
                    break 'full;
                }
                assert!(!answer.is_ephemeral(), "{}", answer.text());
            }
        }
        let refusal = refusal.expect("the limit is met");
        assert!(
            refusal.is_ephemeral() && refusal.text().contains("Nothing has changed"),
            "{}",
            refusal.text()
        );
        soon("it is noticed", || !house.is_healthy()).await;
        let (code, said) = ended(bot, Some("-TERM"));
        assert_eq!(code, 0, "{said}");
        assert_eq!(said.matches("nothing can be saved").count(), 1, "{said}");
        house.bench.finish().await;
    });
}

fn a_removed_database_ends_the_bot_after_telling() {
    if !cfg!(unix) {
        return;
    }
    on_real_time(async {
        let house = House::new().await;
        let bot = house.start(rookery(house.dir.path(), &["run"])).await;
        let game = house.bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        std::fs::remove_dir_all(house.dir.path().join("house")).expect("removed");
        says(&game, "Nf3", "was moved or removed").await;
        soon("it is noticed", || !house.is_healthy()).await;
        let (code, said) = ended(bot, None);
        assert_eq!(code, 1, "{said}");
        assert_eq!(said.matches("nothing is read or saved any more").count(), 1, "one line: {said}");
        let last = said.trim_end().lines().last().expect("a sentence");
        assert!(last.starts_with("The database ") && last.contains("start again."), "{last}");
        house.bench.finish().await;
    });
}

fn a_missing_log_is_told_and_can_be_accepted() {
    on_real_time(async {
        let house = House::new().await;
        let mut bot = house.start(rookery(house.dir.path(), &["run"])).await;
        let game = house.bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bot.kill().expect("a child");
        bot.wait().expect("a child");
        let database = house.database();
        std::fs::rename(log_of(&database), log_of(&database).with_extension("away")).expect("moved");
        let command = |arguments: &[&str]| {
            let mut command = rookery(house.dir.path(), arguments);
            house.settle(&mut command);
            ran(&mut command)
        };
        for arguments in [
            &["run"][..],
            &["store", "check"],
            &["forget", "700000000000000042"],
            &["store", "backup", "copy.db"],
        ] {
            let (code, _, said) = command(arguments);
            // Another start would not help.
            assert_eq!(code, if arguments == ["run"] { 78 } else { 1 }, "{arguments:?}: {said}");
            assert!(said.contains("rookery.db-wal is missing"), "{said}");
        }
        let (code, said, wrong) = command(&["store", "accept-loss"]);
        assert_eq!(code, 0, "{wrong}");
        assert!(said.contains("is lost"), "{said}");
        let (code, said, _) = command(&["store", "accept-loss"]);
        assert!(code == 0 && said.contains("Nothing of"), "{said}");
        let (code, said, wrong) = command(&["store", "check"]);
        assert!(code == 0 && said.contains("is whole: 0 games, 0 moves."), "{said}{wrong}");
        house.bench.finish().await;
    });
}

/// Overwrites all pages of a database except the first ones, while the bot has it open.
fn damage(database: &Path) {
    let bytes = std::fs::metadata(database).expect("a database").len();
    let mut file = std::fs::File::options().write(true).open(database).expect("writable");
    file.seek(SeekFrom::Start(20 * 4_096)).expect("a place");
    file.write_all(&vec![0xa5; bytes as usize - 20 * 4_096]).expect("written");
}

fn a_database_that_is_found_damaged_is_told() {
    on_real_time(async {
        let house = House::new().await;
        let first = house.start(rookery(house.dir.path(), &["run"])).await;
        let game = house.bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        // A graceful stop leaves everything in the file, so nothing is read from the log.
        assert_eq!(ended(first, Some("-TERM")).0, 0);
        let free = TcpListener::bind("127.0.0.1:0").and_then(|there| there.local_addr()).expect("a port");
        let mut command = rookery(house.dir.path(), &["run"]);
        command.env("ROOKERY_METRICS_LISTEN", free.to_string());
        let bot = house.start(command).await;
        damage(&house.database());
        let mut told = false;
        for command in ["games", "profile", "history", "leaderboard"] {
            let answer = game.red.slash(command, &[]).await;
            told |= answer.text().contains("A part of my database is damaged");
        }
        assert!(told, "somebody reads what is damaged");
        let why = || ran(&mut rookery(house.dir.path(), &["healthcheck"]));
        soon("it is noticed", || why().0 == 1).await;
        assert!(why().2.contains("the database is damaged"), "{}", why().2);
        let (status, why) = page(free, "/readyz").await;
        assert!(status == 503 && why.contains("the database is damaged"), "{status} {why}");
        let counted = page(free, "/metrics").await.1;
        assert!(counted.contains("rookery_store_well 0\n"), "{counted}");
        let (_, said) = ended(bot, Some("-TERM"));
        assert_eq!(said.matches("store::db::damage: the database is damaged").count(), 1, "one line: {said}");
        house.bench.finish().await;
    });
}
