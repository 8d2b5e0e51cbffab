//! A newer version migrates a server database while processes of an older version work on it.

use std::time::Duration;

use libtest_mimic::Trial;
use rookery::store::schema;

use super::several::{Several, Way};
use crate::bot::bench::{Bench, done, on_real_time, soon, wait_for};
use crate::databases::{self, DbProbe, at_server};

/// The tests of this module: only a server database can be shared.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 3] = [
        ("processes_that_may_work_no_more_end", processes_that_may_work_no_more_end),
        ("whoever_may_work_no_more_gives_its_leases_back", whoever_may_work_no_more_gives_its_leases_back),
        (
            "an_older_version_that_may_work_goes_on_and_begins",
            an_older_version_that_may_work_goes_on_and_begins,
        ),
    ];
    tests.map(|(name, test)| at_server(&format!("{}::{name}", module_path!()), test)).into()
}

/// Query for leases held by processes; the row of the turn has no holder.
const LEASES: &str = "SELECT count(*) FROM leases WHERE holder <> 0";
const SENTENCE: &str = "This version can no longer work on the database, which version 9.9.9 has brought up to date. Start the new version.";

/// The effect of a newer version: its migration, and the schema from which other versions may continue.
fn brought_up_to_date(compatible_from: i64) -> String {
    format!(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES ({}, 'later', TRUE, '', 0);
         UPDATE compatible_from SET step = {compatible_from}, version = '9.9.9'",
        schema() + 1
    )
}

fn processes_that_may_work_no_more_end() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let mut fleet = Several::new(dir.path(), &databases::address(&bench.store), Way::Http, 2);
        fleet.start(&bench.discord).await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let beside = DbProbe::open(&bench.store).await;
        assert!(beside.number(LEASES).await >= 2);
        beside.change(brought_up_to_date(schema() + 1)).await;
        assert_eq!(fleet.ended().await, [Some(78), Some(78)]);
        assert_eq!(beside.number(LEASES).await, 0);
        beside.close().await;
        let logs = fleet.logs();
        assert_eq!(logs.matches(SENTENCE).count(), 2, "{logs}");
        // Another start reports the same about the database.
        fleet.begin(&bench.discord, 0);
        assert_eq!(fleet.ended().await, [Some(78)]);
        assert!(fleet.logs().contains("was made by a newer Rookery"), "{}", fleet.logs());
        bench.finish().await;
    });
}

fn whoever_may_work_no_more_gives_its_leases_back() {
    wait_for(async {
        let mut bench = Bench::over_http().await;
        bench.start_another().await;
        soon("both are known", || bench.processes().count() == 2).await;
        bench.soon_counts("SELECT count(*) FROM leases WHERE name = 'duty'", 1).await;
        bench.run_sql(&brought_up_to_date(schema() + 1)).await;
        for bot in bench.processes() {
            let why = tokio::time::timeout(Duration::from_secs(8), bot.ended()).await.expect("it ends");
            assert_eq!((why.needs_a_person(), why.to_string().as_str()), (true, SENTENCE));
        }
        bench.soon_counts(LEASES, 0).await;
        bench.finish().await;
    });
}

fn an_older_version_that_may_work_goes_on_and_begins() {
    wait_for(async {
        let mut bench = Bench::over_http().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        bench.run_sql(&brought_up_to_date(schema())).await;
        // It may keep running, ...
        tokio::time::sleep(Duration::from_secs(10)).await;
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        // ... and another process may start.
        bench.start_another().await;
        done(&game.play(&["Nf3", "Nc6"]).await);
        assert!(bench.count(LEASES).await >= 2);
        bench.finish().await;
    });
}
