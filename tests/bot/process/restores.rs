//! Restored backups, by command and by hand, and interrupted commands.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use libtest_mimic::Trial;
use rookery::game::{Rev, UserId};
use rookery::sandbox::{Fault, Member, Message, Trouble};
use rookery::store::{Change, NewGame, Snapshot, StoreUrl};

use super::operating::copied_back;
use super::program::{done as ended, rookery};
use crate::bot::bench::{Bench, done, message, on_real_time, wait_for};
use crate::databases::{self, DbProbe, on_both};

/// The tests of this module. Files are restored with a separate command; a server database by a copy, which
/// is then reported.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let mut tests: Vec<Trial> = on_both(
        &named("the_players_are_told_and_who_was_forgotten_stays_so"),
        the_players_are_told_and_who_was_forgotten_stays_so,
    );
    tests.extend(on_both(
        &named("a_move_that_comes_before_the_board_says_that_the_game_was_set_back"),
        a_move_that_comes_before_the_board_says_that_the_game_was_set_back,
    ));
    for (name, test) in [
        ("games_of_who_is_blocked_do_not_come_back", games_of_who_is_blocked_do_not_come_back as fn()),
        (
            "a_copy_that_was_put_in_place_by_hand_is_noticed",
            a_copy_that_was_put_in_place_by_hand_is_noticed as fn(),
        ),
        ("a_restore_has_its_limits", a_restore_has_its_limits),
        (
            "a_log_without_its_database_is_not_played_into_the_backup",
            a_log_without_its_database_is_not_played_into_the_backup,
        ),
        ("who_was_forgotten_stays_so_over_two_restores", who_was_forgotten_stays_so_over_two_restores),
        ("what_was_ordered_since_stays_so", what_was_ordered_since_stays_so),
        ("a_restore_is_noted_by_hand_once", a_restore_is_noted_by_hand_once),
        ("what_was_interrupted_can_be_repeated", what_was_interrupted_can_be_repeated),
    ] {
        tests.push(crate::slowest::trial(named(name), move || {
            test();
            Ok(())
        }));
    }
    tests
}

/// Runs a command on this database, in this directory.
fn on(url: &StoreUrl, dir: &Path, arguments: &[&str]) -> (i32, String, String) {
    ended(rookery(dir, arguments).env("ROOKERY_STORE_URL", databases::address(url)))
}

fn number(of: &Member) -> u64 {
    of.id().parse().expect("a number")
}

fn says(what: &'static str) -> impl Fn(&Message) -> bool {
    move |message| message.content.contains(what)
}

const SET_BACK: &str = "My data was restored from a backup, in which this game is at move 2. If more had been played, that is lost.";

fn the_players_are_told_and_who_was_forgotten_stays_so() {
    // The commands are processes, and virtual time does not advance while they run.
    wait_for(async {
        let mut bench = Bench::new().await;
        let [dir, other] = [(); 2].map(|()| tempfile::tempdir().expect("a directory"));
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let quiet = bench.game("quiet", "chess", None).await;
        done(&quiet.play(&["d4"]).await);
        let green = bench.green("asked");
        done(&green.slash("challenge", &[("variant", "chess"), ("opponent", green.id())]).await);
        bench.boards_are_noted().await;
        let backed_up = on(&bench.store, dir.path(), &["store", "backup", "copy.db"]);
        assert_eq!(backed_up.0, 0, "{backed_up:?}");
        done(&game.play(&["Nf3", "Nc6"]).await);
        bench.forget(UserId(number(&green))).await;
        bench.boards_are_noted().await;
        let newer = on(&bench.store, dir.path(), &["store", "backup", "newer.db"]);
        assert_eq!(newer.0, 0, "{newer:?}");
        let is_file = matches!(bench.store, StoreUrl::Sqlite(_));
        if is_file {
            for command in [&["store", "restore", "copy.db"][..], &["store", "set-back"]] {
                let early = on(&bench.store, dir.path(), command);
                assert!(early.0 == 1 && early.2.contains("already running"), "{command:?}: {early:?}");
            }
        }
        bench.stop().await;
        let restored = if is_file {
            let restored = on(&bench.store, dir.path(), &["store", "restore", "copy.db"]);
            let lines: Vec<&str> = restored.1.lines().collect();
            assert!(lines[0].ends_with("was restored from copy.db."), "{restored:?}");
            assert!(lines[1].starts_with("What was there before is kept as "), "{restored:?}");
            assert!(
                lines[2].starts_with("1 live game: set back"),
                "the other one stands as before: {restored:?}"
            );
            restored
        } else {
            copied_back(&mut bench, dir.path(), other.path()).await;
            on(&bench.store, dir.path(), &["store", "set-back", "--forgotten", "newer.db.forgotten"])
        };
        assert!(restored.0 == 0 && restored.1.contains("1 person: forgotten again."), "{restored:?}");
        // A resumed session would redeliver interactions, and their answers would be taken for boards of the
        // restored state.
        assert_eq!(bench.count("SELECT count(*) FROM gateway_sessions WHERE session IS NOT NULL").await, 0);
        bench.start().await;
        // With a server database the leader is determined first.
        let look = async || game.red.channel().messages().into_iter().find(says(SET_BACK));
        let told = bench.pass_until(Duration::from_secs(1), look).await.expect("the board");
        assert_eq!(told.pings(), [game.red.id()], "{}", told.content);
        assert!(told.content.contains("Last move, Black: Pawn e7-e5."), "{}", told.content);
        assert!(told.picture().is_some());
        if is_file {
            assert!(
                !quiet.red.channel().messages().iter().any(says("was restored")),
                "nothing of it is lost"
            );
        }
        let hers = format!("SELECT count(*) FROM games WHERE white = {0} OR black = {0}", number(&green));
        let beside = DbProbe::open(&bench.store).await;
        assert_eq!(beside.number(hers).await, 0);
        beside.close().await;
        done(&game.play(&["Nf3"]).await);
        let checked = on(&bench.store, dir.path(), &["store", "check"]);
        assert!(checked.1.contains("is whole"), "{checked:?}");
        bench.finish().await;
    });
}

fn a_move_that_comes_before_the_board_says_that_the_game_was_set_back() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let [dir, other] = [(); 2].map(|()| tempfile::tempdir().expect("a directory"));
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        assert_eq!(on(&bench.store, dir.path(), &["store", "backup", "copy.db"]).0, 0);
        done(&game.play(&["Nf3", "Nc6"]).await);
        bench.boards_are_noted().await;
        bench.stop().await;
        if matches!(bench.store, StoreUrl::Sqlite(_)) {
            assert_eq!(on(&bench.store, dir.path(), &["store", "restore", "copy.db"]).0, 0);
        } else {
            copied_back(&mut bench, dir.path(), other.path()).await;
            assert_eq!(on(&bench.store, dir.path(), &["store", "set-back"]).0, 0);
        }
        // The board that reports it fails at first.
        let path = format!("/channels/{}/messages", game.red.channel().id());
        bench.discord.faults().add(Fault::next(&path, Trouble::Status(500)).method("POST").times(1_000));
        bench.start().await;
        let moved = message(&game.red.slash("move", &[("move", "d4")]).await);
        let lost =
            "If more had been played in this game by then, that is lost. Since then: White: Pawn d2-d4.";
        assert!(moved.content.contains(lost), "{}", moved.content);
        bench.discord.faults().clear();
        bench.boards_are_noted().await;
        let next = message(&game.blue.slash("move", &[("move", "exd4")]).await);
        assert!(!next.content.contains("was restored"), "{}", next.content);
        bench.finish().await;
    });
}

fn games_of_who_is_blocked_do_not_come_back() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let [over, kept] =
            [bench.game("games", "chess", None).await, bench.game("quiet", "chess", None).await];
        done(&over.play(&["e4", "e5"]).await);
        done(&kept.play(&["d4", "d5"]).await);
        bench.boards_are_noted().await;
        assert_eq!(on(&bench.store, dir.path(), &["store", "backup", "copy.db"]).0, 0);
        let blocked = on(&bench.store, dir.path(), &["person", over.blue.id(), "--block", "spam"]);
        assert!(blocked.1.contains("2 live games ended"), "{blocked:?}");
        bench.boards_are_noted().await;
        bench.stop().await;
        assert_eq!(on(&bench.store, dir.path(), &["store", "restore", "copy.db"]).0, 0);
        bench.start().await;
        let ended = async || {
            let live = bench.count("SELECT count(*) FROM games WHERE state = 'live'").await;
            (live == 0).then_some(())
        };
        bench.pass_until(Duration::from_secs(1), ended).await.expect("they end");
        bench.finish().await;
    });
}

fn a_copy_that_was_put_in_place_by_hand_is_noticed() {
    // The commands are processes, and virtual time does not advance while they run.
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        bench.boards_are_noted().await;
        bench.stop().await;
        let (path, dir) = (bench.database(), tempfile::tempdir().expect("a directory"));
        let copy = dir.path().join("copy.db");
        std::fs::copy(&path, &copy).expect("a copy");
        bench.start().await;
        done(&game.play(&["Nf3"]).await);
        bench.boards_are_noted().await;
        bench.stop().await;
        std::fs::copy(&copy, &path).expect("it is put back");
        bench.start().await;
        let told = game.red.channel().wait_for(says(SET_BACK)).await.expect("the board");
        assert_eq!(told.pings(), [game.red.id()]);
        // The next start does not report it again.
        let before = game.red.channel().messages().len();
        bench.stop().await;
        bench.start().await;
        done(&game.play(&["Nf3"]).await);
        assert_eq!(game.red.channel().messages().len(), before + 1);
        bench.finish().await;
    });
}

fn a_restore_has_its_limits() {
    on_real_time(async {
        let filled = Filled::make().await;
        let (dir, before) = (filled.0.path(), filled.content("rookery.db").await);
        std::fs::write(dir.join("text.db"), "no database").expect("written");
        let tried = |arguments: &[&str]| {
            let (code, _, wrong) = ended(&mut rookery(dir, &[&["store", "restore"], arguments].concat()));
            assert_eq!(code, 1, "{arguments:?}: {wrong}");
            wrong
        };
        assert!(tried(&["none.db"]).contains("no database"));
        assert!(tried(&["text.db"]).contains("does not begin like one"));
        assert!(tried(&["rookery.db"]).contains("is the database itself"));
        assert!(tried(&["copy.db", "--forgotten", "text.db"]).contains("is not one that a backup has made"));
        assert_eq!(filled.content("rookery.db").await, before, "nothing has changed");
        // A damaged database is replaced as well, and the command reports what is no longer known.
        std::fs::write(dir.join("rookery.db"), "no database any more").expect("written");
        let (code, told, wrong) = ended(&mut rookery(dir, &["store", "restore", "copy.db"]));
        assert!(
            code == 0 && told.contains("Who had their data deleted since that backup is not known"),
            "{told}{wrong}"
        );
        assert!(!told.contains("Nothing was changed"), "the database is replaced: {told}");
        assert_eq!(
            std::fs::read_to_string(dir.join("rookery.db.replaced-1")).expect("kept"),
            "no database any more"
        );
    });
}

fn a_log_without_its_database_is_not_played_into_the_backup() {
    on_real_time(async {
        let filled = Filled::make().await;
        let dir = filled.0.path();
        std::fs::rename(dir.join("rookery.db"), dir.join("bad.db")).expect("moved by hand");
        std::fs::write(dir.join("rookery.db-wal"), "a log of another database").expect("written");
        let (code, told, wrong) = ended(&mut rookery(dir, &["store", "restore", "copy.db"]));
        assert!(code == 0 && told.contains("rookery.db.replaced-1-wal"), "{told}{wrong}");
        assert!(!dir.join("rookery.db-wal").exists());
        let moves = "SELECT count(*) FROM events WHERE kind = 'move'";
        let beside = DbProbe::open(&StoreUrl::Sqlite(dir.join("rookery.db"))).await;
        assert_eq!(beside.number(moves).await, 1);
        beside.close().await;
    });
}

fn who_was_forgotten_stays_so_over_two_restores() {
    on_real_time(async {
        let filled = Filled::make().await;
        let dir = filled.0.path();
        let done = |arguments: &[&str]| filled.done(arguments);
        // A backup from before any game.
        crate::store::open(&dir.join("empty.db")).await.close().await;
        done(&["forget", "700000000000000001"]);
        assert!(!done(&["store", "restore", "empty.db"]).contains("forgotten again"));
        assert!(done(&["store", "restore", "copy.db"]).contains("1 person: forgotten again."));
    });
}

fn what_was_ordered_since_stays_so() {
    on_real_time(async {
        let filled = Filled::make().await;
        let dir = filled.0.path();
        let done = |arguments: &[&str]| filled.done(arguments);
        for person in ["700000000000000007", "800000000000000008"] {
            done(&["person", person, "--block", "spam"]);
        }
        done(&["forget", "800000000000000008"]);
        done(&["feature", "puzzles", "off"]);
        done(&["announce", "Away tonight"]);
        let [before, acts] = [done(&["status"]), done(&["acts"])];
        let told = done(&["store", "restore", "copy.db"]);
        assert!(!told.contains("as the backup has it"), "{told}");
        let after = done(&["status"]);
        let is_order = |line: &&str| ["block", "off", "Away"].iter().any(|word| line.contains(word));
        let orders: Vec<&str> = before.lines().filter(is_order).collect();
        assert!(orders.len() >= 3, "{before}");
        for line in orders {
            assert!(after.contains(line), "{line} is not in: {after}");
        }
        assert_eq!(done(&["acts"]), acts);
        for person in ["700000000000000007", "800000000000000008"] {
            assert!(done(&["person", person]).contains("spam"), "{person} is blocked no more");
        }
        // If it is unreadable, that is reported.
        std::fs::write(dir.join("rookery.db"), "no database any more").expect("written");
        assert!(done(&["store", "restore", "copy.db"]).contains("as the backup has it"));
    });
}

fn a_restore_is_noted_by_hand_once() {
    on_real_time(async {
        let filled = Filled::make().await;
        assert!(filled.done(&["store", "set-back"]).contains("1 live game: set back"));
        assert!(filled.done(&["acts"]).contains("set-back"));
        // As once its players were told.
        let told = "UPDATE games SET shown = due";
        let beside = DbProbe::open(&StoreUrl::Sqlite(filled.0.path().join("rookery.db"))).await;
        beside.change(told).await;
        let owed = "SELECT count(*) FROM games WHERE shown < due";
        let again = filled.done(&["store", "set-back"]);
        assert!(again.contains("is noted since ") && again.contains("--again"), "{again}");
        assert_eq!(beside.number(owed).await, 0, "nobody is told anything false");
        assert!(filled.done(&["store", "set-back", "--again"]).contains("1 live game: set back"));
        assert_eq!(beside.number(owed).await, 1);
        beside.close().await;
    });
}

/// Who plays White in the game of [`Filled`].
const WHITE: UserId = UserId(700_000_000_000_000_001);

/// It is White's turn then.
fn by_white(change: Change) -> Change {
    Change { after: Snapshot { to_move: Some(WHITE), ..change.after.clone() }, ..change }
}

/// A directory with a database and an older backup of it.
struct Filled(tempfile::TempDir);

impl Filled {
    async fn make() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("rookery.db");
        let store = crate::store::open(&path).await;
        let new = NewGame { white: WHITE, ..crate::store::new_game(5) };
        let game = store.begin_game(&new, &by_white(crate::store::beginning())).await.expect("it begins");
        store.change(game, Rev(1), &crate::store::one_move(0, "e2e4")).await.expect("a move");
        store.close().await;
        let (code, _, wrong) = ended(&mut rookery(dir.path(), &["store", "backup", "copy.db"]));
        assert_eq!(code, 0, "{wrong}");
        let store = crate::store::open(&path).await;
        let answer = by_white(crate::store::one_move(1, "e7e5"));
        store.change(game, Rev(2), &answer).await.expect("a move");
        store.close().await;
        Self(dir)
    }

    /// The output of a command in this directory, which must succeed.
    fn done(&self, arguments: &[&str]) -> String {
        let (code, told, wrong) = ended(&mut rookery(self.0.path(), arguments));
        assert_eq!(code, 0, "{arguments:?}: {wrong}");
        told
    }

    /// A copy of the files in another directory.
    fn again(&self) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        for file in std::fs::read_dir(self.0.path()).expect("a directory") {
            let file = file.expect("a file");
            std::fs::copy(file.path(), dir.path().join(file.file_name())).expect("a copy");
        }
        Self(dir)
    }

    /// Makes the database require its log, which is missing.
    fn loses_its_log(&self) {
        let path = self.0.path().join("rookery.db");
        let mut bytes = std::fs::read(&path).expect("a database");
        bytes[60..64].copy_from_slice(b"Rook");
        std::fs::write(&path, bytes).expect("written");
    }

    /// A file's content after this command, and the command's shortest duration.
    async fn whole(&self, command: &[&str], file: &str) -> (Duration, Vec<String>) {
        let (mut took, mut content) = (Duration::MAX, Vec::new());
        for _ in 0..3 {
            let whole = self.again();
            let began = tokio::time::Instant::now();
            let (code, _, wrong) = ended(&mut rookery(whole.0.path(), command));
            assert_eq!(code, 0, "{command:?}: {wrong}");
            took = took.min(began.elapsed());
            content = whole.content(file).await;
        }
        (took, content)
    }

    /// All rows of all tables of a database here, except those specific to each database.
    async fn content(&self, file: &str) -> Vec<String> {
        let beside = DbProbe::open(&StoreUrl::Sqlite(self.0.path().join(file))).await;
        let tables: Vec<(String,)> = beside
            .rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('generation', 'sqlite_stat1', '_sqlx_migrations') ORDER BY name")
            .await;
        let mut all = Vec::new();
        for (table,) in tables {
            let columns: Vec<(String,)> =
                beside.rows(format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid")).await;
            let columns: Vec<String> =
                columns.into_iter().map(|(name,)| format!("quote(\"{name}\")")).collect();
            let rows = format!(
                "SELECT '{table}: ' || concat_ws('|', {}) AS row FROM {table} ORDER BY 1",
                columns.join(", ")
            );
            let rows: Vec<(String,)> = beside.rows(rows).await;
            all.extend(rows.into_iter().map(|(row,)| row));
        }
        beside.close().await;
        all
    }
}

/// Each command, and the file it creates or changes.
const COMMANDS: [(&[&str], &str); 7] = [
    (&["store", "backup", "new.db"], "new.db"),
    (&["store", "restore", "copy.db"], "rookery.db"),
    (&["store", "copy", "sqlite:rookery.db", "sqlite:other.db"], "other.db"),
    (&["store", "set-back"], "rookery.db"),
    (&["forget", "700000000000000001"], "rookery.db"),
    (&["ratings", "--again"], "rookery.db"),
    (&["store", "accept-loss"], "rookery.db"),
];
/// Number of moments at which each command is killed.
const MOMENTS: u32 = 20;

fn what_was_interrupted_can_be_repeated() {
    on_real_time(async {
        let filled = Filled::make().await;
        for (command, file) in COMMANDS {
            if command.contains(&"accept-loss") {
                filled.loses_its_log();
            }
            let (took, wanted) = filled.whole(command, file).await;
            let (mut tries, mut killed) = (0, 0);
            while killed < MOMENTS {
                let again = filled.again();
                let mut run = rookery(again.0.path(), command);
                let mut child =
                    run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
                tokio::time::sleep(took * (tries % MOMENTS) / MOMENTS).await;
                child.kill().expect("it can be killed");
                tries += 1;
                killed += u32::from(child.wait().expect("it ends").code().is_none());
                let (code, _, wrong) = ended(&mut rookery(again.0.path(), command));
                // A finished step is not repeated.
                let is_done =
                    ["exists already", "holds something already"].iter().any(|why| wrong.contains(why));
                assert!(code == 0 || is_done, "{command:?}, try {tries}: {wrong}");
                assert_eq!(
                    timeless(&again.content(file).await),
                    timeless(&wanted),
                    "{command:?}, try {tries}"
                );
                assert!(tries < 10 * MOMENTS, "{command:?} was killed only {killed} times in {tries} tries");
            }
        }
    });
}

/// Rows without their timestamps and without random keys.
fn timeless(rows: &[String]) -> Vec<String> {
    let is_moment = |value: &str| value.len() == 13 && value.bytes().all(|digit| digit.is_ascii_digit());
    let value = |value| if is_moment(value) { "a moment" } else { value };
    let is_same = |row: &&String| !row.starts_with("block_key: ") && !row.starts_with("forgotten: ");
    rows.iter().filter(is_same).map(|row| row.split('|').map(value).collect::<Vec<_>>().join("|")).collect()
}
