//! Salvage of the readable rows of a damaged database.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::LazyLock;

use rookery::app::{Accepted, App, Caller, Target};
use rookery::game::{ChannelId, Millis, UserId};
use rookery::store::{Store, StoreUrl, check};

use tokio::time::Instant;

use super::program::{done, rookery};
use crate::app::integrity::execute;
use crate::app::ratings::{PLAYED, won};
use crate::app::{NOON, asking, by, without_pauses};
use crate::bot::bench::on_real_time;
use crate::databases::DbProbe;
use crate::store::copying::all;

tests!(
    a_whole_file_is_saved_whole_and_not_touched,
    a_damaged_page_costs_its_own_rows_alone,
    any_damaged_page_leaves_a_whole_database,
    a_file_that_was_cut_off_keeps_its_beginning,
    what_is_in_the_log_is_saved_and_one_that_is_missing_is_told,
    of_no_database_nothing_is_saved,
    without_the_list_of_tables_the_games_are_found,
    a_salvage_has_its_limits,
    what_was_saved_takes_the_place_of_the_database,
    one_that_was_killed_can_be_repeated,
);

const PAGE: usize = 4_096;
/// Number of copies of each game.
const COPIES: i64 = 5;
/// Difference between the ids of two copies of a game.
const APART: i64 = 1_000_000;

/// A database of several hundred games, some finished, some rated, with rows in the other tables as well.
static FILLED: LazyLock<Vec<u8>> =
    LazyLock::new(|| std::thread::spawn(|| on_real_time(filled())).join().expect("it is filled"));

fn in_channel(user: UserId, channel: u64) -> Caller {
    Caller { channel: ChannelId(channel), ..by(user) }
}

async fn filled() -> Vec<u8> {
    const MOVES: [&str; 16] = [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3",
        "O-O",
    ];
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("rookery.db");
    let app = crate::app::open(&path).await.with_limits(without_pauses());
    for channel in 101..133 {
        let (red, blue) = (UserId(channel), UserId(channel + 500));
        let challenge = asking("chess", Some(blue));
        let asked = crate::app::challenge(&app, &in_channel(red, channel), challenge).await;
        let begun = app.accept(&in_channel(blue, channel), asked, None).await.expect("accepted");
        assert!(matches!(begun, Accepted::Started(_)));
        for (ply, text) in MOVES.iter().enumerate().take(channel as usize % 16 + 1) {
            let who = if ply % 2 == 0 { red } else { blue };
            app.play(&in_channel(who, channel), text).await.expect("a move");
        }
        if channel % 2 == 0 {
            app.resign(&in_channel(red, channel), Target::Here).await.expect("the end");
        }
        app.store().block(red, UserId(9)).await.expect("a block");
    }
    app.store().forget(UserId(9), NOON, |_| unreachable!("no games")).await.expect("a removal");
    app.close().await;
    copy_games(&path).await;
    let app = crate::app::open(&path).await.with_limits(without_pauses());
    for (winner, loser) in [(1, 2), (2, 3), (3, 1), (1, 3)] {
        won(&app, UserId(winner), UserId(loser), &PLAYED, NOON).await;
    }
    let later = Millis(NOON.0 + 14 * Millis::DAY);
    while app.close_rating_period(later).await.expect("closed") {}
    app.close().await;
    let text = "a long line of a file, ".repeat(900);
    execute(
        &path,
        &format!(
            "INSERT INTO own_games (slug, text, added_at) VALUES ('own-1', '{text}', 5);
             INSERT INTO server_games (guild, name, slug, person, channel, added_at) VALUES (9, 'one', 'own-1', 4, 6, 5);
             INSERT INTO people (id, theme) SELECT id, 'ice' FROM games;
             INSERT INTO notes (person, game, ply, text, at) SELECT white, id, 1, 'a note', 2 FROM games WHERE white IS NOT NULL;"
        ),
    )
    .await;
    std::fs::read(&path).expect("a file")
}

/// Copies the games, for other people in other places.
async fn copy_games(path: &Path) {
    let beside = DbProbe::open(&StoreUrl::Sqlite(path.to_owned())).await;
    let columns: Vec<(String,)> =
        beside.rows("SELECT name FROM pragma_table_info('games') ORDER BY cid").await;
    let moved = ["id", "white", "black", "to_move", "channel"];
    let value = |name: &String| {
        let shift = if moved.contains(&name.as_str()) { format!(" + i * {APART}") } else { String::new() };
        format!("g.\"{name}\"{shift}")
    };
    let names: Vec<String> = columns.into_iter().map(|(name,)| name).collect();
    let (values, quoted): (Vec<_>, Vec<_>) =
        names.iter().map(|name| (value(name), format!("\"{name}\""))).unzip();
    let numbers =
        format!("WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < {})", COPIES - 1);
    let (values, quoted) = (values.join(", "), quoted.join(", "));
    beside
        .change(format!(
            "INSERT INTO games ({quoted}) {numbers} SELECT {values} FROM n CROSS JOIN games g;
             INSERT INTO events (game, seq, kind, text, \"by\", at) {numbers}
                 SELECT game + i * {APART}, seq, kind, text, \"by\", at FROM n CROSS JOIN events WHERE game < {};",
            NOON.0 * 1_000 + APART
        ))
        .await;
    beside.close().await;
}

/// A directory with a damaged copy of this database.
struct Damaged(tempfile::TempDir);

impl Damaged {
    /// With this change to its bytes.
    fn by(damage: impl FnOnce(&mut Vec<u8>)) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let mut bytes = FILLED.clone();
        damage(&mut bytes);
        std::fs::write(dir.path().join("rookery.db"), bytes).expect("written");
        Self(dir)
    }

    /// With these pages lost.
    fn without(pages: &[usize]) -> Self {
        Self::by(|bytes| {
            for page in pages {
                bytes[(page - 1) * PAGE..page * PAGE].fill(0);
            }
        })
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("rookery.db")
    }

    fn saved(&self) -> PathBuf {
        self.0.path().join("rookery.db.salvaged")
    }

    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        done(&mut rookery(self.0.path(), arguments))
    }

    /// Salvages it, and checks that the result is intact. Returns the exit code and the output.
    async fn salvaged(&self) -> (i32, String) {
        let before = std::fs::read(self.path()).expect("a file");
        let (code, told, wrong) = self.run(&["store", "salvage", "rookery.db"]);
        assert!(code == 0 || code == 3, "{code}: {told}{wrong}");
        assert_eq!(code == 3, wrong.contains("Not everything"), "{wrong}");
        assert!(std::fs::read(self.path()).expect("a file") == before, "the damaged file is as it was");
        check(&self.saved()).await.unwrap_or_else(|error| panic!("{error}: {told}"));
        let app = App::new(Store::open_beside(&self.saved()).await.expect("it opens"));
        assert_eq!(app.contradiction().await.expect("a read"), None, "{told}");
        assert_eq!(app.wrong_ratings().await.expect("a read"), [], "{told}");
        app.close().await;
        (code, told)
    }

    /// The number of games lost. The games found must be unchanged.
    async fn lost_games(&self) -> usize {
        let found = games(&self.saved()).await;
        for (id, game) in &found {
            assert_eq!(WHOLE_GAMES.get(id), Some(game), "game {id}");
        }
        WHOLE_GAMES.len() - found.len()
    }
}

/// The games of the undamaged database, marked as restored.
static WHOLE_GAMES: LazyLock<BTreeMap<i64, Vec<String>>> = LazyLock::new(|| {
    std::thread::spawn(|| on_real_time(async { games(&restored().path()).await }))
        .join()
        .expect("they are read")
});

/// The undamaged database, marked as restored.
fn restored() -> Damaged {
    let whole = Damaged::without(&[]);
    let (code, _, wrong) = whole.run(&["store", "set-back"]);
    assert_eq!(code, 0, "{wrong}");
    whole
}

/// All games of a database with their logs, as text.
async fn games(path: &Path) -> BTreeMap<i64, Vec<String>> {
    let beside = DbProbe::open(&StoreUrl::Sqlite(path.to_owned())).await;
    let columns: Vec<(String,)> =
        beside.rows("SELECT name FROM pragma_table_xinfo('games') ORDER BY cid").await;
    let quoted: Vec<String> = columns.iter().map(|(name,)| format!("quote(\"{name}\")")).collect();
    let rows: Vec<(i64, String)> =
        beside.rows(format!("SELECT id, concat_ws('|', {}) FROM games", quoted.join(", "))).await;
    let mut games: BTreeMap<i64, Vec<String>> = rows.into_iter().map(|(id, row)| (id, vec![row])).collect();
    let events =
        "SELECT game, concat_ws('|', seq, kind, text, quote(\"by\"), at) FROM events ORDER BY game, seq";
    for (game, event) in beside.rows::<(i64, String)>(events).await {
        games.get_mut(&game).expect("its game").push(event);
    }
    beside.close().await;
    games
}

/// The numbers of a tree's pages of this kind.
async fn pages_of(name: &str, kind: &str) -> Vec<usize> {
    let whole = Damaged::without(&[]);
    let beside = DbProbe::open(&StoreUrl::Sqlite(whole.path())).await;
    let pages =
        format!("SELECT pageno FROM dbstat WHERE name = '{name}' AND pagetype = '{kind}' ORDER BY pageno");
    let pages: Vec<(i64,)> = beside.rows(pages).await;
    beside.close().await;
    pages.into_iter().map(|(page,)| page as usize).collect()
}

fn a_whole_file_is_saved_whole_and_not_touched() {
    on_real_time(async {
        let damaged = Damaged::without(&[]);
        let (code, told) = damaged.salvaged().await;
        assert_eq!(code, 0, "{told}");
        assert!(told.contains("164 games found, all of them whole."), "{told}");
        assert!(!told.contains("lost"), "{told}");
        let (found, whole) = (all(&damaged.saved()).await, all(&restored().path()).await);
        // That it was set back by a command is noted in the other one alone.
        for ((table, found), (_, whole)) in found.iter().zip(&whole).filter(|((table, _), _)| table != "acts")
        {
            assert_eq!(found, whole, "{table}");
        }
        assert_eq!(found.len(), whole.len());
        let files = std::fs::read_dir(damaged.0.path()).expect("a directory").count();
        assert_eq!(files, 2, "nothing else is left beside them");
    });
}

fn a_damaged_page_costs_its_own_rows_alone() {
    on_real_time(async {
        // The tree, the kind of page, and the most and fewest games lost with one page.
        for (name, kind, least, most) in [
            ("events", "leaf", 1, 15),
            // It has rows of its own, each between two pages.
            ("events", "internal", 1, 80),
            ("games", "leaf", 5, 30),
            ("games", "internal", 0, 0),
            ("games_of_channel", "internal", 0, 0),
            ("people", "internal", 0, 0),
            ("rated_players", "leaf", 0, 0),
            ("block_key", "leaf", 0, 0),
            ("own_games", "overflow", 0, 0),
            ("_sqlx_migrations", "leaf", 0, 0),
        ] {
            let pages = pages_of(name, kind).await;
            let page = pages[pages.len() / 2];
            let damaged = Damaged::without(&[page]);
            let (code, told) = damaged.salvaged().await;
            let lost = damaged.lost_games().await;
            assert!((least..=most).contains(&lost), "{name}, {kind}, page {page}: {lost}: {told}");
            let costs_nothing = name == "games_of_channel" || name == "_sqlx_migrations";
            assert!(
                code == 3 || costs_nothing || (name, kind) == ("games", "internal"),
                "{name}, {kind}: {told}"
            );
            assert!(code == 0 || !costs_nothing, "{name}, {kind}: {told}");
        }
    });
}

fn any_damaged_page_leaves_a_whole_database() {
    on_real_time(async {
        let mut random = fastrand::Rng::with_seed(11);
        let pages = FILLED.len() / PAGE;
        for round in 0..9 {
            let page = random.usize(2..=pages);
            let how = round % 3;
            let damaged = Damaged::by(|bytes| {
                let page = &mut bytes[(page - 1) * PAGE..page * PAGE];
                match how {
                    0 => page.fill(0),
                    1 => random.fill(page),
                    // Only some bytes.
                    _ => (0..20).for_each(|_| page[random.usize(..PAGE)] = random.u8(..)),
                }
            });
            damaged.salvaged().await;
            if how == 0 {
                let lost = damaged.lost_games().await;
                assert!(lost <= 80, "page {page}: {lost}");
            }
        }
    });
}

fn a_file_that_was_cut_off_keeps_its_beginning() {
    on_real_time(async {
        // The games come before their events in the file.
        let leaves = pages_of("events", "leaf").await;
        let cut = leaves[leaves.len() / 2];
        let damaged = Damaged::by(|bytes| bytes.truncate(cut * PAGE + 100));
        let (code, told) = damaged.salvaged().await;
        assert_eq!(code, 3, "{told}");
        let lost = damaged.lost_games().await;
        assert!((1..164).contains(&lost), "{lost}: {told}");
    });
}

fn what_is_in_the_log_is_saved_and_one_that_is_missing_is_told() {
    on_real_time(async {
        let played = Damaged::without(&[]);
        let app = crate::app::open(&played.path()).await.with_limits(without_pauses());
        let [whole, without_log] = [(); 2].map(|()| Damaged::without(&[]));
        won(&app, UserId(1), UserId(2), &PLAYED, Millis(NOON.0 + 15 * Millis::DAY)).await;
        // As they are during play.
        for (damaged, endings) in [(&whole, &["", "-wal"][..]), (&without_log, &[""])] {
            for ending in endings {
                let name = format!("rookery.db{ending}");
                std::fs::copy(played.0.path().join(&name), damaged.0.path().join(&name)).expect("a copy");
            }
        }
        app.close().await;
        assert!(whole.0.path().join("rookery.db-wal").metadata().expect("a log").len() > 0);
        let (code, told) = whole.salvaged().await;
        assert!(code == 0 && told.contains("165 games found, all of them whole."), "{told}");
        let (code, told) = without_log.salvaged().await;
        assert!(code == 3 && told.contains("rookery.db-wal is missing"), "{told}");
        assert!(told.contains("164 games found, all of them whole."), "{told}");
        std::fs::remove_file(whole.saved()).expect("removed");
        std::fs::write(whole.0.path().join("rookery.db-wal"), [7; 9_000]).expect("written");
        let (code, told) = whole.salvaged().await;
        assert!(code == 3 && told.contains("rookery.db-wal cannot be read"), "{told}");
    });
}

fn of_no_database_nothing_is_saved() {
    let kinds: [fn(&mut Vec<u8>); 4] =
        [|bytes| bytes[..100].fill(7), |bytes| bytes[..PAGE].fill(0), |bytes| bytes.truncate(60), Vec::clear];
    for damage in kinds {
        let damaged = Damaged::by(damage);
        let (code, told, wrong) = damaged.run(&["store", "salvage", "rookery.db"]);
        assert!(code == 1 && wrong.starts_with("Nothing can be saved of rookery.db: "), "{told}{wrong}");
        assert!(!damaged.saved().exists());
    }
}

fn without_the_list_of_tables_the_games_are_found() {
    on_real_time(async {
        let damaged = Damaged::by(|bytes| bytes[100..PAGE].fill(0));
        let (code, told) = damaged.salvaged().await;
        assert_eq!((code, damaged.lost_games().await), (3, 0), "{told}");
    });
}

fn a_salvage_has_its_limits() {
    on_real_time(async {
        let damaged = Damaged::without(&[]);
        let tried = |arguments: &[&str]| {
            let (code, _, wrong) = damaged.run(&[&["store", "salvage"], arguments].concat());
            assert_eq!(code, 1, "{arguments:?}: {wrong}");
            wrong
        };
        assert!(tried(&["none.db"]).contains("There is no database none.db"));
        assert!(tried(&["rookery.db", "--to", "rookery.db"]).contains("exists already"));
        assert!(tried(&["rookery.db", "--to", "nowhere/new.db"]).contains("does not exist"));
        let playing = crate::app::open(&damaged.path()).await;
        assert!(tried(&["rookery.db"]).contains("already running"));
        playing.close().await;
        let (code, told, wrong) = damaged.run(&["store", "salvage", "rookery.db", "--to", "new.db"]);
        assert!(code == 0 && told.contains("`rookery store restore new.db`"), "{told}{wrong}");
        let other = damaged.0.path().join("other.db");
        std::fs::write(&other, "").expect("written");
        execute(&other, "CREATE TABLE games (id INTEGER PRIMARY KEY)").await;
        assert!(tried(&["other.db"]).contains("not one of Rookery's"));
    });
}

fn what_was_saved_takes_the_place_of_the_database() {
    on_real_time(async {
        let leaves = pages_of("events", "leaf").await;
        let damaged = Damaged::without(&leaves[3..4]);
        let (code, told) = damaged.salvaged().await;
        assert!(code == 3 && told.contains("set back, and told to the players once the bot runs."), "{told}");
        let (code, told, wrong) = damaged.run(&["store", "restore", "rookery.db.salvaged"]);
        assert_eq!(code, 0, "{told}{wrong}");
        let (code, told, wrong) = damaged.run(&["store", "check"]);
        assert!(code == 0 && told.contains("is whole"), "{told}{wrong}");
        let beside = DbProbe::open(&StoreUrl::Sqlite(damaged.path())).await;
        let live = "SELECT count(*) FROM games WHERE state = 'live'";
        assert!(beside.number(live).await > 60);
        assert_eq!(beside.number(format!("{live} AND set_back IS NULL")).await, 0, "all are told");
        beside.close().await;
        crate::app::open(&damaged.path()).await.close().await;
    });
}

fn one_that_was_killed_can_be_repeated() {
    const MOMENTS: u32 = 3;
    on_real_time(async {
        let began = Instant::now();
        assert_eq!(Damaged::without(&[]).run(&["store", "salvage", "rookery.db"]).0, 0);
        let took = began.elapsed();
        for moment in 0..MOMENTS {
            let damaged = Damaged::without(&[]);
            let mut run = rookery(damaged.0.path(), &["store", "salvage", "rookery.db"]);
            let mut child =
                run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
            tokio::time::sleep(took * moment / MOMENTS).await;
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            let (code, told, wrong) = damaged.run(&["store", "salvage", "rookery.db"]);
            assert!(code == 0 || wrong.contains("exists already"), "moment {moment}: {told}{wrong}");
            assert_eq!(damaged.lost_games().await, 0, "moment {moment}");
        }
    });
}
