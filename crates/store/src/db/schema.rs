//! The schema, migration by migration. They are the files of `migrations`; `build.rs` lists them.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

include!(concat!(env!("OUT_DIR"), "/steps.rs"));

/// All migrations for SQLite.
pub(crate) fn migrations() -> Migrator {
    migrator(SQLITE)
}

/// The migrations for PostgreSQL. They begin with the schema that was current when PostgreSQL was added.
pub(crate) fn server_migrations() -> Migrator {
    let mut migrator = migrator(POSTGRES);
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

#[cfg(test)]
#[path = "../../build.rs"]
#[expect(dead_code, reason = "its tests are here")]
mod build;

#[cfg(test)]
mod tests {
    use super::*;

    /// Databases that are in use have noted the number, the name and the content of each step, and open only with the same.
    #[test]
    fn steps_that_were_carried_out_stay_as_they_are() {
        let noted = [migrations(), server_migrations()].map(|steps| {
            let old = steps.iter().filter(|step| step.version <= 31);
            let noted =
                old.map(|step| format!("{} {} {:?}\n", step.version, step.description, step.checksum));
            crc32fast::hash(noted.collect::<String>().as_bytes())
        });
        assert_eq!(noted, [3_067_856_028, 123_615_941]);
    }

    #[test]
    fn a_step_that_is_missing_or_there_twice_stops_the_build() {
        for (files, defect) in [
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/2_b.sql"][..], ""),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/3_b.sql"], "step 2 of the schema is missing"),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/1_b.sql"], "step 1 of the schema is there twice"),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "sqlite/2_b.sql"], "the newest step"),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/b.sql"], "not named like"),
        ] {
            let root = tempfile::tempdir().expect("a folder");
            for folder in ["sqlite", "postgres", "both"] {
                std::fs::create_dir(root.path().join(folder)).expect("a folder");
            }
            for file in files {
                std::fs::write(root.path().join(file), "").expect("a file");
            }
            let found = super::build::lists(root.path()).err().unwrap_or_default();
            assert!(found.contains(defect) && found.is_empty() == defect.is_empty(), "{files:?}: {found}");
        }
    }
}
