//! Transfers the rows of a table from one database to another, as lines. Reading and writing overlap.

use super::lines::{Sum, each, from_json, values};
use crate::db::dialect::Dialect;
use crate::db::schema::SchemaTable;
use crate::db::sql::{Driver, SqlConnection, SqlValue, Statement, query};
use futures_util::TryStreamExt;
use futures_util::future::{Either, select};
use futures_util::stream::{BoxStream, try_unfold};
use sqlx::AssertSqlSafe;
use std::pin::pin;
use timing::virtual_time::hold;

/// How many rows are read from SQLite at once.
const AT_ONCE: usize = 500;
/// The maximum number of values in one `INSERT`. SQLite's own limit is in the tens of thousands.
const VALUES: usize = 8_000;

/// The side on which a copy failed.
pub(super) enum Failed {
    Reading(sqlx::Error),
    Writing(sqlx::Error),
}

/// Copies all rows of a table and returns their sum.
pub(super) async fn copy_rows(
    table: &SchemaTable,
    reading: &mut SqlConnection,
    writing: &mut SqlConnection,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Sum, Failed> {
    let _clock = hold();
    let mut rows = lines_of(table, reading).await.map_err(Failed::Reading)?;
    let mut sum = Sum::default();
    let mut read = rows.try_next().await.map_err(Failed::Reading)?;
    if let Driver::Postgres(server) = &mut writing.driver {
        let sql = format!("COPY {} ({}) FROM STDIN", table.name, table.listed());
        let mut copy = server.copy_in_raw(&sql).await.map_err(Failed::Writing)?;
        while let Some(lines) = read {
            sum.add(&lines);
            let sent = async { copy.send(lines).await.map(|_| ()) };
            read = beside(rows.try_next(), sent).await?;
            progress(sum.rows);
        }
        copy.finish().await.map_err(Failed::Writing)?;
        return Ok(sum);
    }
    let mut values = Vec::new();
    while let Some(lines) = read {
        sum.add(&lines);
        read = beside(rows.try_next(), insert(table, &lines, &mut values, writing)).await?;
        progress(sum.rows);
    }
    insert_all(table, &mut values, writing).await.map_err(Failed::Writing)?;
    Ok(sum)
}

/// Reads all rows of a table again and returns their sum.
pub(super) async fn sum_of(
    table: &SchemaTable,
    connection: &mut SqlConnection,
    progress: &mut (dyn FnMut() + Send),
) -> Result<Sum, sqlx::Error> {
    let _clock = hold();
    let mut sum = Sum::default();
    let mut rows = lines_of(table, connection).await?;
    while let Some(lines) = rows.try_next().await? {
        sum.add(&lines);
        progress();
    }
    Ok(sum)
}

/// Reads and writes concurrently.
async fn beside<T>(
    reading: impl Future<Output = Result<T, sqlx::Error>>,
    writing: impl Future<Output = Result<(), sqlx::Error>>,
) -> Result<T, Failed> {
    match select(pin!(reading), pin!(writing)).await {
        Either::Left((read, writing)) => {
            let read = read.map_err(Failed::Reading)?;
            writing.await.map_err(Failed::Writing)?;
            Ok(read)
        }
        Either::Right((written, reading)) => {
            written.map_err(Failed::Writing)?;
            reading.await.map_err(Failed::Reading)
        }
    }
}

impl SchemaTable {
    /// The columns in order, in double quotes because some are SQL keywords.
    fn listed(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        columns.join(", ")
    }

    /// Returns a query for SQLite's next rows as one value, a JSON list. Each row begins with its key.
    fn next_rows(&self, last: Option<Vec<SqlValue>>) -> (Statement, usize) {
        let key = if self.key.is_empty() { &["rowid".to_owned()][..] } else { &self.key };
        let each = |wanted: &dyn Fn((usize, &String)) -> String| {
            key.iter().enumerate().map(wanted).collect::<Vec<_>>().join(", ")
        };
        let (order, values) = (each(&|(_, column)| format!("\"{column}\"")), each(&|_| "?".to_owned()));
        let places = each(&|(number, _)| format!("place_{number}"));
        let named = each(&|(number, column)| format!("\"{column}\" AS place_{number}"));
        let after = if last.is_some() { format!("WHERE ({order}) > ({values})") } else { String::new() };
        let (columns, name) = (self.listed(), &self.name);
        let rows = format!("SELECT {named}, {columns} FROM {name} {after} ORDER BY {order} LIMIT {AT_ONCE}");
        let sql = format!("SELECT json_group_array(json_array({places}, {columns})) FROM ({rows})");
        (query(AssertSqlSafe(sql), last.unwrap_or_default()), key.len())
    }
}

/// Streams all rows of a table in batches.
async fn lines_of<'c>(
    table: &'c SchemaTable,
    connection: &'c mut SqlConnection,
) -> Result<BoxStream<'c, Result<Vec<u8>, sqlx::Error>>, sqlx::Error> {
    if connection.dialect() == Dialect::Postgres {
        return connection.copy_out(&format!("COPY {} ({}) TO STDOUT", table.name, table.listed())).await;
    }
    Ok(Box::pin(try_unfold((connection, None), move |(connection, last)| async move {
        let (statement, places) = table.next_rows(last);
        let json: String = statement.one(&mut *connection).await?;
        let mut lines = Vec::with_capacity(json.len());
        let last = from_json(&json, places, &mut lines)?;
        Ok((!last.is_empty()).then_some((lines, (connection, Some(last)))))
    })))
}

/// Appends rows to the pending ones, and inserts whenever a batch is full.
async fn insert(
    table: &SchemaTable,
    lines: &[u8],
    waiting: &mut Vec<SqlValue>,
    connection: &mut SqlConnection,
) -> Result<(), sqlx::Error> {
    let most = VALUES / table.columns.len() * table.columns.len();
    for line in each(lines) {
        values(table, line, waiting)?;
        if waiting.len() == most {
            insert_all(table, waiting, connection).await?;
        }
    }
    Ok(())
}

/// Inserts rows given as one flat list of values.
async fn insert_all(
    table: &SchemaTable,
    values: &mut Vec<SqlValue>,
    connection: &mut SqlConnection,
) -> Result<(), sqlx::Error> {
    let width = table.columns.len();
    if values.is_empty() {
        return Ok(());
    }
    let row = format!("({})", vec!["?"; width].join(", "));
    let rows = vec![row; values.len() / width].join(", ");
    let sql = format!("INSERT INTO {} ({}) VALUES {rows}", table.name, table.listed());
    connection.execute(AssertSqlSafe(sql), std::mem::take(values)).await.map(|_| ())
}
