//! Copies everything from one database to another, of the same kind or of the other.
//!
//! A new file is written without a journal under a temporary name, and renamed once it is complete and
//! synced. Any other database is filled in one transaction. In both cases the rows are read back and
//! compared.

use super::filling::{MANY, bring_back, put_away};
use super::new_file::NewFile;
use super::transfer::{Failed, copy_rows, sum_of};
use crate::db::database_server::unusable;
use crate::db::dialect::{Begin, Isolation};
use crate::db::schema::{self, SchemaTable};
use crate::db::sql::{SqlConnection, SqlRow, query};
use crate::sqlite::files;
use crate::{OpenError, Store, StoreOptions, StoreUrl};
use sqlx::AssertSqlSafe;
use std::path::Path;

/// The tables that are not copied.
///
/// Leases belong to running processes. Every database has its own migration list, with the versions that may
/// work on it, and its own generation. `trials` holds only filler. Tables that only PostgreSQL has are not
/// listed here.
pub(super) const NOT_COPIED: [&str; 6] =
    ["_sqlx_migrations", "compatible_from", "leases", "trials", "generation", "operator_state"];

/// The amount of data copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// The number of games.
    pub games: u64,
    /// The number of rows in all tables.
    pub rows: u64,
}

/// Copies everything from one database to an empty one, as a snapshot, even while a bot is running on the
/// first.
///
/// The copy is compared before it is committed, so it is complete or absent. `progress` receives the rows
/// copied so far and the total, also during the comparison.
///
/// # Errors
/// The reason as one sentence. The second database is unchanged, except that its tables may have been
/// created.
pub async fn copy(
    from: &StoreUrl,
    to: &StoreUrl,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, OpenError> {
    if let StoreUrl::Sqlite(path) = to
        && !path.exists()
    {
        let path = &files::real(path);
        files::check_file(path)?;
        // Keeps a bot from starting on it meanwhile.
        let _lock = files::take(path)?;
        files::check_complete(path)?;
        return Box::pin(to_new_file(from, path, progress)).await;
    }
    let source = Store::open_beside_at(from).await?;
    let target = match Store::open_at(to, StoreOptions::default()).await {
        Ok(target) => target,
        Err(error) => {
            source.close().await;
            return Err(error);
        }
    };
    let copied = Box::pin(async {
        let mut writing = target.0.writer.take().await.map_err(Defect::Writing)?;
        let copied = between(&source, &mut writing, progress).await?;
        writing.give_back();
        Ok(copied)
    });
    let copied = copied.await;
    source.close().await;
    target.close().await;
    copied.map_err(|defect: Defect| defect.told(from, to))
}

/// Backs up a PostgreSQL database to a new `SQLite` file, even while a bot is running on it.
///
/// The copy is complete and synced once it has its final name. `progress` receives the rows copied so far and
/// the total.
///
/// # Errors
/// The reason as one sentence. No partial copy is left behind.
pub async fn backup_server(
    from: &StoreUrl,
    to: &Path,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, OpenError> {
    Box::pin(to_new_file(from, to, progress)).await
}

/// Copies everything to a new file.
async fn to_new_file(
    from: &StoreUrl,
    to: &Path,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, OpenError> {
    let source = Store::open_beside_at(from).await?;
    let copied = async {
        let mut file = NewFile::begin(to).await?;
        let copied = between(&source, file.connection(), progress).await;
        let copied = copied.map_err(|defect| defect.told(from, &StoreUrl::Sqlite(to.to_owned())))?;
        file.finish().await?;
        Ok(copied)
    };
    let copied = copied.await;
    source.close().await;
    copied
}

/// Why the copy failed.
enum Defect {
    /// The second database already holds games or personal data.
    Used,
    /// What was written does not equal what was read.
    Differs(String),
    Reading(sqlx::Error),
    Writing(sqlx::Error),
}

impl From<Failed> for Defect {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Reading(error) => Self::Reading(error),
            Failed::Writing(error) => Self::Writing(error),
        }
    }
}

impl Defect {
    fn told(self, from: &StoreUrl, to: &StoreUrl) -> OpenError {
        match self {
            Self::Used => OpenError::Used(to.to_string()),
            Self::Differs(table) => OpenError::Differs(to.to_string(), table),
            Self::Reading(error) => unusable(&from.to_string(), &error),
            Self::Writing(error) => unusable(&to.to_string(), &error),
        }
    }
}

/// Fills the second database in one transaction. On failure the transaction stays open and is rolled back
/// with the connection.
async fn between(
    source: &Store,
    writing: &mut SqlConnection,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, Defect> {
    let mut reading = source.0.reader.take().await.map_err(Defect::Reading)?;
    let reads = reading.dialect().begin_reading();
    reading.execute(reads, ()).await.map_err(Defect::Reading)?;
    if let Some(patience) = reading.dialect().patience() {
        reading.execute(patience, ()).await.map_err(Defect::Reading)?;
    }
    let mut tables = schema::tables().await.map_err(Defect::Reading)?;
    tables.retain(|table| !NOT_COPIED.contains(&table.name.as_str()));
    begin(&tables, writing).await.map_err(Defect::Writing)?;
    // The number of rows of each table.
    let mut counts = Vec::new();
    for table in &tables {
        let count = |name: &str| query(AssertSqlSafe(format!("SELECT count(*) FROM {name}")), ());
        let there: u64 = writing.scalar_unhurried(count(&table.name)).await.map_err(Defect::Writing)?;
        // `last_seat` always has a row, `last_alive` has one after a bot's first run. Neither holds personal
        // data.
        if there > 0 && !matches!(table.name.as_str(), "last_seat" | "last_alive") {
            return Err(Defect::Used);
        }
        counts.push(reading.scalar_unhurried(count(&table.name)).await.map_err(Defect::Reading)?);
    }
    let large = tables.iter().zip(&counts).filter(|(_, count)| **count > MANY);
    let large: Vec<&str> = large.map(|(table, _)| table.name.as_str()).collect();
    let back = put_away(writing, &large).await.map_err(Defect::Writing)?;
    let (mut copied, all) = (Copied::default(), counts.iter().sum());
    for (table, count) in tables.iter().zip(counts) {
        // A new database has initial rows.
        let clear = query(AssertSqlSafe(format!("DELETE FROM {}", table.name)), ());
        clear.execute(&mut *writing).await.map_err(Defect::Writing)?;
        let told = &mut |rows| progress(copied.rows + rows, all);
        let sum = copy_rows(table, &mut reading, writing, told).await?;
        copied.rows += sum.rows;
        if table.name == "games" {
            copied.games = sum.rows;
        }
        let kept = sum_of(table, writing, &mut || progress(copied.rows, all)).await;
        if sum.rows != count || sum != kept.map_err(Defect::Writing)? {
            return Err(Defect::Differs(table.name.clone()));
        }
    }
    bring_back(writing, back).await.map_err(Defect::Writing)?;
    copy_numbers(&tables, &mut reading, writing).await?;
    writing.execute_unhurried(query("COMMIT", ())).await.map_err(Defect::Writing)?;
    reading.execute("COMMIT", ()).await.map_err(Defect::Reading)?;
    reading.give_back();
    Ok(copied)
}

/// Begins the transaction that fills these tables.
async fn begin(tables: &[SchemaTable], writing: &mut SqlConnection) -> Result<(), sqlx::Error> {
    let dialect = writing.dialect();
    writing.execute(dialect.begin(Begin::Synced(Isolation::Rows)), ()).await?;
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    for statement in dialect.begin_filling(&names) {
        writing.execute(AssertSqlSafe(statement), ()).await?;
    }
    Ok(())
}

/// Makes the second database continue the row numbers of the first.
async fn copy_numbers(
    tables: &[SchemaTable],
    reading: &mut SqlConnection,
    writing: &mut SqlConnection,
) -> Result<(), Defect> {
    for SchemaTable { name, .. } in tables.iter().filter(|table| table.numbered) {
        let last = query(AssertSqlSafe(reading.dialect().last_number(name)), ());
        let last: Option<i64> = last.first(&mut *reading).await.map_err(Defect::Reading)?;
        let Some(last) = last else { continue };
        for statement in writing.dialect().set_last_number(name) {
            let set = query(AssertSqlSafe(statement), last);
            set.all::<SqlRow>(&mut *writing).await.map_err(Defect::Writing)?;
        }
    }
    Ok(())
}
