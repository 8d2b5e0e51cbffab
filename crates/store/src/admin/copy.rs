//! Copies everything from one database to another, of the same kind or of the other.

use super::filling::{MANY, bring_back, put_away};
use super::operator;
use crate::db::dialect::{Begin, Isolation};
use crate::db::schema::{self, SchemaTable};
use crate::db::sql::{SqlConnection, SqlRow, SqlValue, query};
use crate::sqlite::files::beside;
use crate::{OpenError, Store, StoreOptions, StoreUrl};
use futures_util::TryStreamExt;
use sqlx::AssertSqlSafe;
use std::path::Path;

/// The most values in one `INSERT`, because the databases accept only some ten thousand.
const VALUES: usize = 8_000;

/// What is not copied: the leases, which belong to running processes, the list of steps with those who may work on them and the generation, which
/// every database has of its own, and the filler of a trial. A table that only a server has is not known here.
const NOT_COPIED: [&str; 6] =
    ["_sqlx_migrations", "compatible_from", "leases", "trials", "generation", "operator_state"];

/// How much was copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// The number of games.
    pub games: u64,
    /// The number of rows in all tables.
    pub rows: u64,
}

/// A checksum of a table's rows: their number and the sum of their hashes. It does not depend on the order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    rows: u64,
    marks: u64,
}

impl Sum {
    fn add(&mut self, row: &[SqlValue]) {
        let mut text = Vec::new();
        for value in row {
            // Each value comes with its kind and length, so that no two rows read the same.
            match value {
                SqlValue::Number(Some(number)) => {
                    text.push(b'n');
                    text.extend(number.to_le_bytes());
                }
                SqlValue::Text(Some(words)) => {
                    text.push(b't');
                    text.extend((words.len() as u64).to_le_bytes());
                    text.extend(words.as_bytes());
                }
                _ => text.push(b'-'),
            }
        }
        let front = u64::from(crc32fast::hash(&text));
        text.push(b'.');
        let back = u64::from(crc32fast::hash(&text.iter().rev().copied().collect::<Vec<_>>()));
        self.rows += 1;
        self.marks = self.marks.wrapping_add(front << 32 | back);
    }
}

/// Copies everything from one database to an empty one, as it stood at one moment, even while a bot plays on the first. The copy is
/// compared before it is committed, so it is whole or not there at all. `progress` gets the rows copied so far and the total.
///
/// # Errors
/// One sentence; the second database is unchanged, except that its tables may have been created.
pub async fn copy(
    from: &StoreUrl,
    to: &StoreUrl,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, OpenError> {
    let source = Store::open_beside_at(from).await?;
    let target = match Store::open_at(to, StoreOptions::default()).await {
        Ok(target) => target,
        Err(error) => {
            source.close().await;
            return Err(error);
        }
    };
    let copied = Box::pin(between(&source, &target, progress)).await;
    source.close().await;
    target.close().await;
    copied.map_err(|defect| match defect {
        Defect::Used => OpenError::Used(to.to_string()),
        Defect::Differs(table) => OpenError::Differs(to.to_string(), table),
        Defect::Read(error) => crate::db::database_server::unusable(&from.to_string(), &error),
        Defect::Write(error) => crate::db::database_server::unusable(&to.to_string(), &error),
    })
}

/// Copies a server's database, even while a bot plays on it, to an `SQLite` file that does not exist yet. The copy is complete and on
/// disk once it has its final name. `progress` gets the rows copied so far and the total.
///
/// # Errors
/// One sentence; no partial copy is left behind.
pub async fn backup_server(
    from: &StoreUrl,
    to: &Path,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, OpenError> {
    if to.exists() {
        return Err(OpenError::Exists(to.to_owned()));
    }
    let between = beside(to, ".copy");
    // The files that an earlier, killed copy left behind, and those of this copy.
    let remove = || {
        for ending in ["", ".lock", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&between, ending));
        }
    };
    remove();
    let mut copied = copy(from, &StoreUrl::Sqlite(between.clone()), progress).await;
    if copied.is_ok()
        && let Err(error) = operator::backup(&between, to).await
    {
        copied = Err(error);
    }
    remove();
    copied
}

/// Why nothing was copied.
enum Defect {
    /// The second database already holds games or people.
    Used,
    /// What was written does not equal what was read.
    Differs(String),
    Read(sqlx::Error),
    Write(sqlx::Error),
}

async fn between(
    source: &Store,
    target: &Store,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Copied, Defect> {
    let mut reading = source.0.reader.take().await.map_err(Defect::Read)?;
    let mut writing = target.0.writer.take().await.map_err(Defect::Write)?;
    // A failure drops both connections, and with them the open transactions.
    query(reading.dialect().begin_reading()).execute(&mut *reading).await.map_err(Defect::Read)?;
    let begin = writing.dialect().begin(Begin::Synced(Isolation::Serial));
    query(begin).execute(&mut *writing).await.map_err(Defect::Write)?;
    if let Some(patience) = reading.dialect().patience() {
        query(patience).execute(&mut *reading).await.map_err(Defect::Read)?;
    }
    if let Some(patience) = writing.dialect().patience() {
        query(patience).execute(&mut *writing).await.map_err(Defect::Write)?;
    }
    let mut tables = schema::tables().await.map_err(Defect::Read)?;
    tables.retain(|table| !NOT_COPIED.contains(&table.name.as_str()));
    let (mut all, mut large) = (0, Vec::new());
    for table in &tables {
        let count = |name: &str| query(AssertSqlSafe(format!("SELECT count(*) FROM {name}")));
        let there: i64 = count(&table.name).scalar(&mut *writing).await.map_err(Defect::Write)?;
        // `last_seat` has a row from the start, `last_alive` from the first run of a bot. Neither says anything about a person.
        if there > 0 && !matches!(table.name.as_str(), "last_seat" | "last_alive") {
            return Err(Defect::Used);
        }
        let count: i64 = count(&table.name).scalar(&mut *reading).await.map_err(Defect::Read)?;
        all += count.unsigned_abs();
        if count.unsigned_abs() > MANY {
            large.push(table.name.clone());
        }
    }
    let back = put_away(&mut writing, &large).await.map_err(Defect::Write)?;
    let mut copied = Copied::default();
    for table in &tables {
        let sum =
            copy_table(table, &mut reading, &mut writing, &mut |rows| progress(copied.rows + rows, all))
                .await?;
        copied.rows += sum.rows;
        if table.name == "games" {
            copied.games = sum.rows;
        }
        if sum != sum_of(table, &mut writing).await.map_err(Defect::Write)? {
            return Err(Defect::Differs(table.name.clone()));
        }
    }
    bring_back(&mut writing, back).await.map_err(Defect::Write)?;
    for SchemaTable { name: table, .. } in tables.iter().filter(|table| table.numbered) {
        let last = query(AssertSqlSafe(reading.dialect().last_number(table)));
        let last: Option<i64> = last.scalar_optional(&mut *reading).await.map_err(Defect::Read)?;
        if let Some(last) = last {
            let dialect = writing.dialect();
            for statement in dialect.set_last_number(table) {
                query(AssertSqlSafe(statement))
                    .bind(last)
                    .fetch_all(&mut *writing)
                    .await
                    .map_err(Defect::Write)?;
            }
        }
    }
    query("COMMIT").execute(&mut *writing).await.map_err(Defect::Write)?;
    writing.give_back();
    query("COMMIT").execute(&mut *reading).await.map_err(Defect::Read)?;
    reading.give_back();
    Ok(copied)
}

impl SchemaTable {
    /// The columns in order, each in the double quotes that SQL keywords need.
    fn listed(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        columns.join(", ")
    }

    fn read(&self, row: &SqlRow) -> Result<Vec<SqlValue>, sqlx::Error> {
        let value = |(column, is_text): &(String, bool)| {
            let text = || row.try_get::<Option<String>>(column).map(SqlValue::from);
            if *is_text { text() } else { row.try_get::<Option<i64>>(column).map(SqlValue::from) }
        };
        self.columns.iter().map(value).collect()
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.listed(), self.name)
    }
}

async fn copy_table(
    table: &SchemaTable,
    reading: &mut SqlConnection,
    writing: &mut SqlConnection,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Sum, Defect> {
    // Removes the rows of a new database.
    let clear = format!("DELETE FROM {}", table.name);
    query(AssertSqlSafe(clear)).execute(&mut *writing).await.map_err(Defect::Write)?;
    let width = table.columns.len();
    let most = VALUES / width;
    let mut sum = Sum::default();
    let mut rows = reading.stream(query(AssertSqlSafe(table.select()))).map_err(Defect::Read)?;
    let mut values: Vec<SqlValue> = Vec::new();
    loop {
        let row = rows.try_next().await.map_err(Defect::Read)?;
        let over = row.is_none();
        if let Some(row) = row {
            let row = table.read(&row).map_err(Defect::Read)?;
            sum.add(&row);
            values.extend(row);
        }
        let count = values.len() / width;
        if count == most || over && count > 0 {
            insert(table, std::mem::take(&mut values), writing).await.map_err(Defect::Write)?;
            progress(sum.rows);
        }
        if over {
            return Ok(sum);
        }
    }
}

/// Inserts rows, given as one flat list of values.
async fn insert(
    table: &SchemaTable,
    values: Vec<SqlValue>,
    writing: &mut SqlConnection,
) -> Result<(), sqlx::Error> {
    let width = table.columns.len();
    let dialect = writing.dialect();
    let rows: Vec<String> = (0..values.len() / width)
        .map(|row| {
            let places: Vec<String> = (1..=width).map(|column| dialect.place(row * width + column)).collect();
            format!("({})", places.join(", "))
        })
        .collect();
    let sql = format!("INSERT INTO {} ({}) VALUES {}", table.name, table.listed(), rows.join(", "));
    let statement = values.into_iter().fold(query(AssertSqlSafe(sql)), crate::db::sql::Statement::bind);
    statement.execute(writing).await.map(|_| ())
}

async fn sum_of(table: &SchemaTable, connection: &mut SqlConnection) -> Result<Sum, sqlx::Error> {
    let mut sum = Sum::default();
    let mut rows = connection.stream(query(AssertSqlSafe(table.select())))?;
    while let Some(row) = rows.try_next().await? {
        sum.add(&table.read(&row)?);
    }
    Ok(sum)
}
