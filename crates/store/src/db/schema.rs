//! The schema as a list of migrations. They are the files in `migrations`, listed by `build.rs`.

use super::dialect::{Begin, Isolation};
use super::sql::{Driver, Lender, SqlConnection, SqlRow, query};
use crate::OpenError;
use sqlx::ConnectOptions;
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use std::path::Path;

include!(concat!(env!("OUT_DIR"), "/steps.rs"));

/// Migrations: number, name and content.
type Steps = &'static [(i64, &'static str, &'static str)];

/// The last of the former migrations, which lead to the schema of migration 1.
const FORMER_LAST: i64 = 50;
/// Its checksums, for SQLite and for PostgreSQL.
const FORMER_CHECKSUMS: [[u128; 3]; 2] = [
    [
        0xbbba_528b_1a96_c2af_31c5_40ec_f33d_790d,
        0x8157_63c0_31c8_a09a_bd03_2406_d3f0_a33c,
        0x3d99_3f7c_5460_ebae_4016_730f_48ed_137f,
    ],
    [
        0x37f7_d200_f90d_299d_a665_f4cc_1345_b9c6,
        0xe793_3077_46bb_80bd_5025_5a44_067b_9f13,
        0x35f7_e1c7_3118_806e_0112_410b_05af_0f73,
    ],
];

/// The migrations that a database has recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noted {
    /// Current ones, up to this number; 0 if there are none.
    Steps(i64),
    /// All former ones. Migration 1 replaces them: the schema is the same, only the records differ.
    Former,
    /// Only some of the former ones, up to this number.
    SomeFormer(i64),
    /// Those of another program.
    Foreign,
}

/// All migrations for SQLite.
pub(crate) fn migrations() -> Migrator {
    migrator(SQLITE)
}

/// All migrations for PostgreSQL.
pub(crate) fn server_migrations() -> Migrator {
    let mut migrator = migrator(POSTGRES);
    // A migration lock would be a session lock, which not all compatible databases have. Of two processes
    // that migrate at once, one fails, and finds the work done when it retries.
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
    newest(&migrations())
}

/// The schema that these migrations lead to.
pub(crate) fn newest(steps: &Migrator) -> i64 {
    steps.iter().map(|step| step.version).max().unwrap_or(0)
}

/// Reads the records of a database that has a migration table.
pub(crate) async fn noted(on: impl Lender, steps: &Migrator) -> Result<Noted, sqlx::Error> {
    let [sqlite, postgres] = FORMER_CHECKSUMS.map(|parts| parts.map(u128::to_be_bytes).concat());
    let first = steps.iter().next().map(|step| step.checksum.to_vec());
    let list = query(
        "SELECT max(version) AS newest, (SELECT description FROM _sqlx_migrations ORDER BY version LIMIT 1) AS first,
             max(CASE WHEN version = 1 AND checksum = $1 THEN 1 ELSE 0 END) AS ours,
             max(CASE WHEN version = $2 AND checksum IN ($3, $4) THEN 1 ELSE 0 END) AS former
         FROM _sqlx_migrations",
        (first, FORMER_LAST, sqlite, postgres),
    );
    let row: SqlRow = list.one(on).await?;
    let Some(newest) = row.try_get::<Option<i64>>("newest")? else { return Ok(Noted::Steps(0)) };
    Ok(if row.try_get::<&str>("first")? != "games" {
        Noted::Foreign
    } else if row.try_get("ours")? {
        Noted::Steps(newest)
    } else if newest == FORMER_LAST && row.try_get("former")? {
        Noted::Former
    } else {
        Noted::SomeFormer(newest)
    })
}

impl Noted {
    /// Returns the schema as a migration number.
    ///
    /// # Errors
    /// One sentence, if this program cannot use the database. `name` is its name in messages.
    pub(crate) fn schema(self, name: &Path, known: i64) -> Result<i64, OpenError> {
        let path = name.to_owned();
        match self {
            Self::Steps(found) if found > known => Err(OpenError::Newer { path, found, known }),
            Self::Steps(found) => Ok(found),
            Self::Former => Ok(1),
            Self::SomeFormer(found) => Err(OpenError::TooOld { path, found }),
            Self::Foreign => Err(OpenError::Foreign(path)),
        }
    }
}

/// Replaces the records of the former migrations by that of migration 1, unless another process has done so.
///
/// Runs in one transaction and changes nothing else. After a failure the connection must be dropped.
pub(crate) async fn adopt(connection: &mut SqlConnection, steps: &Migrator) -> Result<(), sqlx::Error> {
    let dialect = connection.dialect();
    let begin = Begin::Synced(Isolation::Serial);
    connection.execute(dialect.begin(begin), ()).await?;
    if noted(&mut *connection, steps).await? == Noted::Former {
        connection.execute("DELETE FROM _sqlx_migrations", ()).await?;
        for step in steps.iter().take(1) {
            connection
                .execute(
                    "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES ($1, $2, TRUE, $3, 0)",
                    (step.version, &*step.description, step.checksum.to_vec()),
                )
                .await?;
        }
    }
    for statement in dialect.commit(begin) {
        connection.execute(*statement, ()).await?;
    }
    Ok(())
}

/// A table of the schema, as in SQLite. A server has the same tables, and `rating_closings`, which only it
/// needs.
#[derive(Debug)]
pub(crate) struct SchemaTable {
    pub(crate) name: String,
    /// Its columns in order, without generated ones, and whether each holds text. All others hold numbers.
    pub(crate) columns: Vec<(String, bool)>,
    /// The columns by which SQLite orders its rows; empty if that is the rowid.
    pub(crate) key: Vec<String>,
    /// Whether row ids are never reused (`AUTOINCREMENT`).
    pub(crate) numbered: bool,
}

/// Creates an empty in-memory database.
pub(crate) async fn in_memory() -> Result<SqlConnection, sqlx::Error> {
    in_memory_of(&migrations()).await
}

/// Likewise, with the schema of these migrations. Foreign keys are not enforced.
pub(crate) async fn in_memory_of(steps: &Migrator) -> Result<SqlConnection, sqlx::Error> {
    let memory = SqliteConnectOptions::new().in_memory(true).foreign_keys(false);
    let mut memory = memory.connect().await?;
    steps.run(&mut memory).await?;
    Ok(Driver::Sqlite(memory).into())
}

/// Returns the tables of this program's schema, as SQLite creates them in memory.
///
/// Each comes after the tables that it refers to and after those whose triggers write to it.
pub(crate) async fn tables() -> Result<Vec<SchemaTable>, sqlx::Error> {
    let mut memory = in_memory().await?;
    let columns: Vec<SqlRow> = memory.all(
        "WITH RECURSIVE direct (name, first) AS (
             SELECT t.name, \"table\" FROM sqlite_schema t CROSS JOIN pragma_foreign_key_list(t.name) WHERE t.type = 'table'
             UNION SELECT t.name, g.tbl_name FROM sqlite_schema t CROSS JOIN sqlite_schema g
             WHERE t.type = 'table' AND g.type = 'trigger' AND (g.sql LIKE '%INTO ' || t.name || ' %'
                 OR g.sql LIKE '%UPDATE ' || t.name || ' %' OR g.sql LIKE '%DELETE FROM ' || t.name || ' %')
         ), needs (name, first) AS (
             SELECT name, first FROM direct UNION SELECT needs.name, direct.first FROM needs JOIN direct ON direct.name = needs.first
         )
         SELECT t.name AS of, t.sql LIKE '%AUTOINCREMENT%' AS numbered, c.name, c.type = 'TEXT' AS is_text,
             CASE WHEN t.sql LIKE '%WITHOUT ROWID%' THEN c.pk ELSE 0 END AS place
         FROM sqlite_schema t CROSS JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
         ORDER BY (SELECT count(*) FROM needs WHERE needs.name = t.name AND needs.first <> t.name), t.name, c.cid",
        (),
    )
    .await?;
    let mut tables: Vec<SchemaTable> = Vec::new();
    // The key columns of the current table, each with its position.
    let mut key = Vec::new();
    for row in columns {
        let name: String = row.try_get("of")?;
        if tables.last().is_none_or(|last| last.name != name) {
            let numbered = row.try_get("numbered")?;
            tables.push(SchemaTable { name, numbered, columns: Vec::new(), key: Vec::new() });
            key.clear();
        }
        let Some(table) = tables.last_mut() else { continue };
        let column: String = row.try_get("name")?;
        let place: i64 = row.try_get("place")?;
        if place > 0 {
            key.push((place, column.clone()));
            key.sort();
            table.key = key.iter().map(|(_, column)| column.clone()).collect();
        }
        table.columns.push((column, row.try_get("is_text")?));
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

    /// Deployed databases have recorded the number, name and content of each migration, and open only if
    /// these match.
    #[test]
    fn steps_that_were_carried_out_stay_as_they_are() {
        let noted = [migrations(), server_migrations()].map(|steps| {
            let old = steps.iter().filter(|step| step.version <= 1);
            let noted =
                old.map(|step| format!("{} {} {:?}\n", step.version, step.description, step.checksum));
            crc32fast::hash(noted.collect::<String>().as_bytes())
        });
        assert_eq!(noted, [3_845_693_402, 4_228_130_112]);
    }

    /// A migration's author must consider processes of older versions that use the database at the same time.
    #[test]
    fn each_step_says_what_it_does_to_compatible_from() {
        for (number, _, sql) in SQLITE.iter().chain(POSTGRES).filter(|(number, ..)| *number >= 9) {
            assert!(
                sql.contains("compatible_from"),
                "step {number} is to raise compatible_from (UPDATE compatible_from SET step = {number}), or to say in a comment that it stays"
            );
        }
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
        assert_eq!(tables[place("events")].key, ["game", "seq"]);
        assert_eq!(tables[place("outbox")].key, ["kind", "subject", "part"]);
        assert_eq!(tables[place("games")].key, [""; 0]);
        assert_eq!(texts, ["kind", "text", "by"]);
    }

    #[test]
    fn a_step_that_is_missing_or_there_twice_stops_the_build() {
        for (files, defect) in [
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/2_b.sql"][..], ""),
            // The folder `both` has no files and so does not exist.
            (&["sqlite/1_a.sql", "postgres/1_a.sql"], ""),
            (&["both/2_b.sql"], "step 1 of the schema is missing"),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/3_b.sql"], "step 2 of the schema is missing"),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/1_b.sql"], "step 1 of the schema is there twice"),
            (
                &["sqlite/1_a.sql", "postgres/1_a.sql", "sqlite/2_b.sql"],
                "the newest step of the schema is for one kind",
            ),
            (&["sqlite/1_a.sql", "postgres/1_a.sql", "both/b.sql"], "not named like"),
        ] {
            let root = tempfile::tempdir().expect("a folder");
            for file in files {
                let file = root.path().join(file);
                std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                std::fs::write(file, "").expect("a file");
            }
            let found = super::build::lists(root.path()).err().unwrap_or_default();
            assert!(found.contains(defect) && found.is_empty() == defect.is_empty(), "{files:?}: {found}");
        }
    }
}
