//! The schema, migration by migration. They are the files of `migrations`; `build.rs` lists them.

use super::sql::{SqlConnection, SqlRow, query};
use sqlx::ConnectOptions;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;

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

/// A table of the schema. Both kinds of databases have the same ones.
#[derive(Debug)]
pub(crate) struct SchemaTable {
    pub(crate) name: String,
    /// Its columns in order, except those that follow from others.
    pub(crate) columns: Vec<SchemaColumn>,
    /// Whether it never gives the number of a row to another one.
    pub(crate) numbered: bool,
    /// The tables that it refers to, and those with a trigger that names it.
    after: Vec<String>,
}

/// A column of a table.
#[derive(Debug)]
pub(crate) struct SchemaColumn {
    pub(crate) name: String,
    /// It holds text; any other holds numbers.
    pub(crate) is_text: bool,
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
    let rows = query(
        "SELECT name, sql LIKE '%AUTOINCREMENT%' AS numbered FROM sqlite_schema
         WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
    );
    let mut unsorted = Vec::new();
    for row in rows.fetch_all(&mut memory).await? {
        let name: String = row.try_get("name")?;
        let columns = query("SELECT name, type = 'TEXT' AS is_text FROM pragma_table_info($1) ORDER BY cid");
        let column =
            |row: &SqlRow| Ok(SchemaColumn { name: row.try_get("name")?, is_text: row.try_get("is_text")? });
        let columns = columns.bind(&name).fetch_all(&mut memory).await?;
        let after = query(
            "SELECT \"table\" FROM pragma_foreign_key_list($1) UNION SELECT tbl_name FROM sqlite_schema
             WHERE type = 'trigger' AND sql LIKE '% ' || $1 || ' %'",
        );
        unsorted.push(SchemaTable {
            columns: columns.iter().map(column).collect::<Result<_, sqlx::Error>>()?,
            numbered: row.try_get("numbered")?,
            after: after.bind(&name).scalars(&mut memory).await?,
            name,
        });
    }
    memory.close().await?;
    let mut sorted = Vec::new();
    while !unsorted.is_empty() {
        let waits = |table: &SchemaTable| {
            unsorted.iter().any(|other| other.name != table.name && table.after.contains(&other.name))
        };
        // Tables that refer to each other would come in any order.
        let next = unsorted.iter().position(|table| !waits(table)).unwrap_or(0);
        sorted.push(unsorted.remove(next));
    }
    Ok(sorted)
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
        assert!(place("games") < place("events") && place("events") < place("offers"));
        assert!(place("challenges") < place("lobbies"));
        let numbered: Vec<_> =
            tables.iter().filter(|table| table.numbered).map(|table| &table.name).collect();
        assert_eq!(numbered, ["challenges", "games"]);
        let events: Vec<_> =
            tables[place("events")].columns.iter().map(|one| (one.name.as_str(), one.is_text)).collect();
        let numbers =
            [("game", false), ("seq", false), ("kind", true), ("text", true), ("by", true), ("at", false)];
        assert_eq!(events, numbers);
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
