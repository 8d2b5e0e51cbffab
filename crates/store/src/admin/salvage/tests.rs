//! Salvage of files with older schemas, and of files with arbitrary content.

use super::pages::Pages;
use super::shapes::{shapes, steps_to};
use super::trees::trees;
use super::{Salvage, fill};
use crate::admin::check::base;
use crate::admin::new_file::NewFile;
use crate::db::schema::{in_memory, known_schema, migrations};
use crate::db::sql::{SqlConnection, query};
use crate::{OpenError, check};
use game::Millis;
use sqlx::AssertSqlSafe;
use sqlx::migrate::Migrator;
use std::path::Path;

/// Creates a database of this schema with some finished games.
async fn filled(path: &Path, steps: &Migrator, games: i64) {
    let mut file = NewFile::begin_at(path, steps).await.expect("a file");
    let numbers =
        format!("WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < {games})");
    let sql = format!(
        "INSERT INTO games (id, variant, rules_version, white, black, channel, state, ending, created_at, moved_at, rev, shown)
             {numbers} SELECT i, 'chess', 1, 1, 2, i, 'over', 'aborted', i, i, 2, 1 FROM n;
         INSERT INTO events (game, seq, kind, text, at) {numbers} SELECT i, 1, 'begun', 'the start', i FROM n;
         INSERT INTO events (game, seq, kind, text, at) {numbers} SELECT i, 2, 'ended', 'aborted', i FROM n;
         INSERT INTO last_alive (number, total, at, silent) SELECT 0, 1, 5, 0;
         INSERT INTO own_games (slug, text, added_at) VALUES ('own-1', '{}', 3)",
        "a line, ".repeat(3_000)
    );
    file.connection().execute(AssertSqlSafe(sql), ()).await.expect("rows");
    file.finish().await.expect("an end");
}

#[tokio::test]
async fn a_file_of_an_older_schema_is_brought_up_to_date() {
    for schema in [3, 8, known_schema()] {
        let dir = tempfile::tempdir().expect("a directory");
        let [old, new] = ["old.db", "new.db"].map(|name| dir.path().join(name));
        filled(&old, &steps_to(schema), 20).await;
        let salvage = Salvage::prepare(&old, &new, Millis(9)).await.expect("it is read");
        assert!(salvage.is_whole(), "{:?}", salvage.tables);
        salvage.finish().await.expect("it is whole");
        let found = check(&new).await.expect("it is whole");
        assert!(found.up_to_date && found.games == 20, "{found:?}");
        assert_eq!(std::fs::read_dir(dir.path()).expect("a directory").count(), 2);
    }
}

#[tokio::test]
async fn a_file_of_a_newer_schema_is_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let [newer, new] = ["newer.db", "new.db"].map(|name| dir.path().join(name));
    filled(&newer, &migrations(), 1).await;
    let mut file = SqlConnection::sqlite(&base(&newer)).await.expect("a file");
    let raise = query("UPDATE _sqlx_migrations SET version = version + 100 WHERE version > 5", ());
    raise.execute(&mut file).await.expect("a write");
    file.close().await.expect("an end");
    let refused = Salvage::prepare(&newer, &new, Millis(9)).await.map(|_| ());
    assert!(matches!(refused, Err(OpenError::Newer { .. })), "{refused:?}");
}

/// Whatever the content of a file, reading it ends, and it fails only with an error.
#[tokio::test]
async fn whatever_stands_in_a_file_reading_it_ends() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("rookery.db");
    filled(&path, &migrations(), 300).await;
    let whole = std::fs::read(&path).expect("a file");
    let shapes = shapes(&migrations()).await.expect("a schema");
    let mut random = fastrand::Rng::with_seed(3);
    for round in 0..60 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..200) {
            // The first bytes of a page hold its type and its references to others.
            let page = random.usize(..bytes.len() / 4_096) * 4_096;
            let within = if random.bool() { 100 } else { 4_096 };
            let header = if page == 0 { 28 } else { 0 };
            bytes[page + random.usize(header..within)] = random.u8(..);
        }
        if round % 3 == 0 {
            bytes.truncate(random.usize(100..bytes.len()));
        }
        std::fs::write(&path, bytes).expect("written");
        let Ok(pages) = Pages::open(&path) else { continue };
        let found = trees(&pages, &shapes);
        let mut memory = in_memory().await.expect("a database");
        for (shape, tree) in shapes.iter().zip(&found).filter(|(shape, _)| !shape.is_index) {
            if matches!(shape.name.as_str(), "games" | "events" | "own_games") {
                let moved = fill::fill(&pages, shape, tree, &mut memory).await.expect("they are moved");
                assert!(moved.kept <= moved.seen && moved.seen < 10_000, "{moved:?}");
            }
        }
    }
}
