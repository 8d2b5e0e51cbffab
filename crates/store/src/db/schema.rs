//! The schema, migration by migration. They are the files of `migrations`; `build.rs` lists them.

use super::sql::{SqlConnection, query};
use sqlx::ConnectOptions;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;

include!(concat!(env!("OUT_DIR"), "/steps.rs"));

/// Steps by their number, with name and content.
type Steps = &'static [(i64, &'static str, &'static str)];

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

fn migrator(all: Steps) -> Migrator {
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

/// A table of the schema, as SQLite has it. A server has the same ones, and `rating_closings`, which no other database needs.
#[derive(Debug)]
pub(crate) struct SchemaTable {
    pub(crate) name: String,
    /// Its columns in order, except those that follow from others, and whether each holds text; any other holds numbers.
    pub(crate) columns: Vec<(String, bool)>,
    /// Whether it never gives the number of a row to another one.
    pub(crate) numbered: bool,
}

/// A database without content that is kept nowhere.
pub(crate) async fn in_memory() -> Result<SqlConnection, sqlx::Error> {
    let mut memory = SqliteConnectOptions::new().in_memory(true).connect().await?;
    migrations().run(&mut memory).await?;
    Ok(SqlConnection::Sqlite(memory))
}

/// The tables of this program's schema: what SQLite makes of its steps, in memory. Each comes after those that it refers to, and after
/// those whose triggers write into it.
pub(crate) async fn tables() -> Result<Vec<SchemaTable>, sqlx::Error> {
    let mut memory = in_memory().await?;
    let columns = query(
        "WITH RECURSIVE direct (name, first) AS (
             SELECT t.name, \"table\" FROM sqlite_schema t CROSS JOIN pragma_foreign_key_list(t.name) WHERE t.type = 'table'
             UNION SELECT t.name, g.tbl_name FROM sqlite_schema t CROSS JOIN sqlite_schema g
             WHERE t.type = 'table' AND g.type = 'trigger' AND (g.sql LIKE '%INTO ' || t.name || ' %'
                 OR g.sql LIKE '%UPDATE ' || t.name || ' %' OR g.sql LIKE '%DELETE FROM ' || t.name || ' %')
         ), needs (name, first) AS (
             SELECT name, first FROM direct UNION SELECT needs.name, direct.first FROM needs JOIN direct ON direct.name = needs.first
         )
         SELECT t.name AS of, t.sql LIKE '%AUTOINCREMENT%' AS numbered, c.name, c.type = 'TEXT' AS is_text
         FROM sqlite_schema t CROSS JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
         ORDER BY (SELECT count(*) FROM needs WHERE needs.name = t.name AND needs.first <> t.name), t.name, c.cid",
    );
    let mut tables: Vec<SchemaTable> = Vec::new();
    for row in columns.fetch_all(&mut memory).await? {
        let name: String = row.try_get("of")?;
        let column = (row.try_get("name")?, row.try_get("is_text")?);
        match tables.last_mut().filter(|last| last.name == name) {
            Some(table) => table.columns.push(column),
            None => {
                tables.push(SchemaTable { name, numbered: row.try_get("numbered")?, columns: vec![column] });
            }
        }
    }
    Ok(tables)
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

    #[tokio::test]
    async fn a_table_comes_after_those_that_it_needs() {
        let tables = tables().await.expect("a schema");
        let place = |name: &str| tables.iter().position(|table| table.name == name).expect("a table");
        assert!(place("games") < place("events") && place("events") < place("outbox"));
        assert!(place("lobbies") < place("outbox"));
        for (name, is_numbered) in [("games", true), ("ladders", true), ("people", false), ("blocks", false)]
        {
            assert_eq!(tables[place(name)].numbered, is_numbered, "{name}");
        }
        let columns = &tables[place("events")].columns;
        let texts: Vec<_> = columns.iter().filter(|(_, is_text)| *is_text).map(|(name, _)| name).collect();
        assert_eq!(columns.len(), 6);
        assert_eq!(texts, ["kind", "text", "by"]);
    }

    #[test]
    fn a_step_that_is_missing_or_there_twice_stops_the_build() {
        for (files, defect) in [
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/2_b.sql"][..], ""),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/3_b.sql"], "step 2 of the schema is missing"),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/1_b.sql"], "step 1 of the schema is there twice"),
            (
                &["sqlite/1_a.sql", "postgres/1_a.sql", "sqlite/2_b.sql"],
                "the newest step of the schema is for one kind",
            ),
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
