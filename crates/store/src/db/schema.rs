//! The schema, migration by migration.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// All migrations for SQLite.
pub(crate) fn migrations() -> Migrator {
    const ALL: [(i64, &str, &str); 31] = [
        (1, "games", include_str!("../../migrations/sqlite/0001_games.sql")),
        (2, "shown", include_str!("../../migrations/sqlite/0002_shown.sql")),
        (3, "trials", include_str!("../../migrations/sqlite/0003_trials.sql")),
        (4, "settled", include_str!("../../migrations/sqlite/0004_settled.sql")),
        (5, "events", include_str!("../../migrations/sqlite/0005_events.sql")),
        (6, "languages", include_str!("../../migrations/sqlite/0006_languages.sql")),
        (7, "time", include_str!("../../migrations/sqlite/0007_time.sql")),
        (8, "rematches", include_str!("../../migrations/sqlite/0008_rematches.sql")),
        (9, "people", include_str!("../../migrations/sqlite/0009_people.sql")),
        (10, "premoves", include_str!("../../migrations/sqlite/0010_premoves.sql")),
        (11, "servers", include_str!("../../migrations/sqlite/0011_servers.sql")),
        (12, "places", include_str!("../../migrations/sqlite/0012_places.sql")),
        (13, "threads", include_str!("../../migrations/sqlite/0013_threads.sql")),
        (14, "vacations", include_str!("../../migrations/sqlite/0014_vacations.sql")),
        (15, "seats", include_str!("../../migrations/sqlite/0015_seats.sql")),
        (16, "nudges", include_str!("../../migrations/sqlite/0016_nudges.sql")),
        (17, "offers", include_str!("../../migrations/sqlite/0017_offers.sql")),
        (18, "left", include_str!("../../migrations/sqlite/0018_left.sql")),
        (19, "lost", include_str!("../../migrations/sqlite/0019_lost.sql")),
        (20, "seat numbers", include_str!("../../migrations/sqlite/0020_seat_numbers.sql")),
        (21, "vacations", include_str!("../../migrations/sqlite/0021_vacations.sql")),
        (22, "engine", include_str!("../../migrations/sqlite/0022_engine.sql")),
        (23, "lessons", include_str!("../../migrations/sqlite/0023_lessons.sql")),
        (24, "puzzles", include_str!("../../migrations/sqlite/0024_puzzles.sql")),
        (25, "hints", include_str!("../../migrations/sqlite/0025_hints.sql")),
        (26, "leases", include_str!("../../migrations/sqlite/0026_leases.sql")),
        (27, "shards", include_str!("../../migrations/sqlite/0027_shards.sql")),
        (28, "command scopes", include_str!("../../migrations/sqlite/0028_command_scopes.sql")),
        (29, "old boards", include_str!("../../migrations/sqlite/0029_old_boards.sql")),
        (30, "threads", include_str!("../../migrations/sqlite/0030_threads.sql")),
        (31, "former blocks", include_str!("../../migrations/sqlite/0031_former_blocks.sql")),
    ];
    migrator(&ALL)
}

/// The migrations for PostgreSQL. They begin with the schema that was current when PostgreSQL was added.
pub(crate) fn server_migrations() -> Migrator {
    const ALL: [(i64, &str, &str); 7] = [
        (25, "games", include_str!("../../migrations/postgres/0025_games.sql")),
        (26, "leases", include_str!("../../migrations/postgres/0026_leases.sql")),
        (27, "shards", include_str!("../../migrations/postgres/0027_shards.sql")),
        (28, "command scopes", include_str!("../../migrations/postgres/0028_command_scopes.sql")),
        (29, "old boards", include_str!("../../migrations/postgres/0029_old_boards.sql")),
        (30, "threads", include_str!("../../migrations/postgres/0030_threads.sql")),
        (31, "former blocks", include_str!("../../migrations/postgres/0031_former_blocks.sql")),
    ];
    let mut migrator = migrator(&ALL);
    // A migration lock would be a session lock, which not all compatible databases have. Of two processes that migrate at once,
    // one fails, and finds the work done when it tries again.
    migrator.set_locking(false);
    migrator
}

fn migrator(all: &[(i64, &'static str, &'static str)]) -> Migrator {
    Migrator::with_migrations(
        all.iter()
            .map(|&(version, name, sql)| {
                Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
            })
            .collect(),
    )
}

/// The newest schema that this program knows.
pub(crate) fn known_schema() -> i64 {
    migrations().iter().map(|m| m.version).max().unwrap_or(0)
}
