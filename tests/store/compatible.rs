//! A database migrated by a newer version records which older versions may still use it.

use super::copying::opened;
use super::{begin, one_move};
use crate::databases::{DbProbe, with_database};
use rookery::game::Rev;
use rookery::store::{CompatibleFrom, OpenError, Store, StoreOptions, StoreUrl, schema};

tests_on_both!(
    a_newer_database_that_lets_this_version_work_is_opened_and_stays_as_it_is,
    a_newer_database_that_does_not_is_refused,
    a_database_that_is_brought_up_to_date_meanwhile_says_so,
    who_has_made_the_tables_is_noted,
);

/// The records of a newer version: its migration, and the oldest version that may use the database.
async fn bring_up_to_date(url: &StoreUrl, compatible_from: i64) {
    let checksum = if matches!(url, StoreUrl::Sqlite(_)) { "x'00'" } else { "''" };
    let beside = DbProbe::open(url).await;
    beside
        .change(format!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (9999, 'later', TRUE, {checksum}, 0);
             UPDATE compatible_from SET step = {compatible_from}, version = '9.9.9'"
        ))
        .await;
    beside.close().await;
}

async fn steps(url: &StoreUrl) -> Vec<(i64, String)> {
    let beside = DbProbe::open(url).await;
    let steps = beside.rows("SELECT version, description FROM _sqlx_migrations ORDER BY version").await;
    beside.close().await;
    steps
}

fn a_newer_database_that_lets_this_version_work_is_opened_and_stays_as_it_is() {
    with_database(async |url| {
        let store = opened(&url).await;
        let id = begin(&store, 5).await;
        store.close().await;
        bring_up_to_date(&url, schema()).await;
        let before = steps(&url).await;
        for rev in 1..=2 {
            let store = opened(&url).await;
            assert_eq!(store.outdated_by().await.expect("a read"), None);
            store.change(id, Rev(rev), &one_move(rev as u32 - 1, "e2e4")).await.expect("a move");
            store.close().await;
        }
        assert_eq!(steps(&url).await, before);
        // Copies, checks and removals must know all tables.
        let beside = Store::open_beside_at(&url).await.map(|_| ()).expect_err("it is newer");
        assert!(matches!(beside, OpenError::Newer { found: 9999, .. }), "{beside}");
    });
}

fn a_newer_database_that_does_not_is_refused() {
    with_database(async |url| {
        bring_up_to_date(&url, schema() + 1).await;
        let before = steps(&url).await;
        let refused =
            Store::open_at(&url, StoreOptions::default()).await.map(|_| ()).expect_err("it is newer");
        assert!(matches!(refused, OpenError::Newer { found: 9999, .. }), "{refused}");
        assert!(refused.to_string().contains("update Rookery. Nothing was changed."), "{refused}");
        assert_eq!(steps(&url).await, before);
    });
}

fn a_database_that_is_brought_up_to_date_meanwhile_says_so() {
    with_database(async |url| {
        let store = opened(&url).await;
        assert_eq!(store.outdated_by().await.expect("a read"), None);
        bring_up_to_date(&url, schema() + 1).await;
        let asked = CompatibleFrom { schema: schema() + 1, version: Some("9.9.9".to_owned()) };
        assert_eq!(store.outdated_by().await.expect("a read"), Some(asked));
        store.close().await;
    });
}

fn who_has_made_the_tables_is_noted() {
    // Blocks of people came with this migration; an older program would not enforce them.
    const OLDEST: i64 = 10;
    with_database(async |url| {
        let beside = DbProbe::open(&url).await;
        let noted: Vec<(i64, String)> = beside.rows("SELECT step, version FROM compatible_from").await;
        beside.close().await;
        assert_eq!(noted, [(OLDEST, env!("CARGO_PKG_VERSION").to_owned())]);
    });
}
