//! A database belongs to one application: another application's token changes nothing in it.

use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::Trial;
use rookery::store::StoreUrl;

use super::program::{done, rookery};
use crate::bot::bench::{Bench, on_real_time, soon};
use crate::bot::running::Process;
use crate::databases::{self, at_server};

/// The tests of this module, always on both kinds of databases.
pub fn tests() -> Vec<Trial> {
    let mut tests = Vec::new();
    for (name, test) in [
        ("another_application_is_refused_and_changes_nothing", another_is_refused as fn()),
        ("a_database_from_before_gets_its_owner_at_a_start", one_from_before_gets_its_owner),
        ("nothing_is_given_away_under_a_running_bot", nothing_is_given_away_under_a_bot),
    ] {
        let name = format!("{}::{name}", module_path!());
        tests.push(crate::slowest::trial(name.clone(), move || {
            test();
            Ok(())
        }));
        tests.push(at_server(&format!("{name}_on_postgres"), test));
    }
    tests
}

const OWNER: &str = "SELECT application FROM owner";
/// Queries for data that another application's token would change.
const TOUCHED: [&str; 4] = [
    "SELECT count(*) FROM servers",
    "SELECT count(*) FROM left_servers",
    "SELECT count(*) FROM command_scopes",
    "SELECT count(*) FROM leases",
];

async fn counts(bench: &Bench) -> Vec<i64> {
    let mut counts = vec![bench.count(OWNER).await];
    for table in TOUCHED {
        counts.push(bench.count(table).await);
    }
    counts
}

/// The program with the stand-in's token, on the bench's database.
fn program(bench: &Bench, dir: &Path, arguments: &[&str]) -> Command {
    let mut command = rookery(dir, arguments);
    command
        .env("DISCORD_TOKEN", bench.discord.token())
        .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
        .env("ROOKERY_STORE_URL", databases::address(&bench.store));
    command
}

/// The last output of a start that ends by itself, and its exit code.
async fn ended(mut command: Command) -> (i32, String) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    soon("it has ended", || child.try_wait().expect("a child").is_some()).await;
    let output = child.wait_with_output().expect("a child");
    let said = String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap_or(-1), said.lines().last().unwrap_or_default().to_owned())
}

fn another_is_refused() {
    on_real_time(async {
        let mut bench = Bench::on_sockets().await;
        bench.start().await;
        let ours = bench.discord.application_id();
        assert_eq!(bench.count(OWNER).await, i64::try_from(ours).expect("a number"));
        bench.stop().await;
        // A server that this application is not in: its bot would treat itself as removed.
        bench.sql("UPDATE owner SET application = 7").await;
        bench.sql("INSERT INTO servers (id, bot_games) VALUES (9, 'dm')").await;
        let before = counts(&bench).await;
        let dir = tempfile::tempdir().expect("a directory");
        let (code, said) = ended(program(&bench, dir.path(), &["run"])).await;
        assert_eq!(code, 78, "{said}");
        for part in [
            "belongs to the application 7,",
            &format!("`rookery store adopt {ours}` once"),
            "Nothing was changed",
        ] {
            assert!(said.contains(part), "{part} is not in {said}");
        }
        assert_eq!(counts(&bench).await, before);

        let adopt = ["store", "adopt", &ours.to_string()];
        for told in ["it was that of 7.", "already; nothing was changed."] {
            let (code, said, wrong) = done(&mut program(&bench, dir.path(), &adopt));
            assert!(code == 0 && said.trim_end().ends_with(told), "{said}{wrong}");
        }
        bench.start().await;
        bench.finish().await;
    });
}

fn one_from_before_gets_its_owner() {
    on_real_time(async {
        let mut bench = Bench::on_sockets().await;
        bench.start().await;
        bench.stop().await;
        bench.sql("DELETE FROM owner").await;
        // Also when several start at once, as far as the database allows.
        bench.start().await;
        if matches!(bench.store, StoreUrl::Postgres(_)) {
            bench.start_another().await;
        }
        let ours = i64::try_from(bench.discord.application_id()).expect("a number");
        assert_eq!(bench.count(OWNER).await, ours);
        bench.finish().await;
    });
}

fn nothing_is_given_away_under_a_bot() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let mut bot = Process::spawn(&bench.discord, dir.path(), &databases::address(&bench.store), &[]);
        assert!(bench.discord.wait_for_command("help").await);
        let adopt = || done(&mut program(&bench, dir.path(), &["store", "adopt", "123456789012345678"]));
        let (code, _, wrong) = adopt();
        assert!(code == 1 && wrong.contains("Another Rookery is already running"), "{wrong}");
        // The lease of a killed process does not count.
        bot.signal("-KILL");
        assert_eq!(adopt().0, 0);
        assert_eq!(bench.count(OWNER).await, 123_456_789_012_345_678);
        bench.finish().await;
    });
}
