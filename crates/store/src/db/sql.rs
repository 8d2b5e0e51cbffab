//! The SQL layer: statements with their values, their executors, and the rows they return. Outside this
//! module, a database driver is named only where a database is opened, inspected or copied.
//!
//! Statements use the subset of SQL that SQLite and PostgreSQL share:
//! - A boolean is 0 or 1. It is bound and read as a number, and conditions compare it: `$1 = 1`.
//! - A choice is written with `CASE`, even the minimum or maximum of two values, and a default for NULL with
//!   `coalesce`. Nullable values are compared with `IS NOT DISTINCT FROM`. A number is cast where text is
//!   expected: `CAST(pings AS TEXT)`.
//! - In an upsert, a column of the existing row is qualified with its table, and `DO UPDATE` names the
//!   conflicting key.
//! - A subquery in `FROM` has an alias. The condition of a `CROSS JOIN` is in `WHERE`; SQLite scans its left
//!   side first.
//!
//! What cannot be written this way is in `dialect.rs`.
//!
//! PostgreSQL's driver is also named in `url.rs` and `error.rs`. Only this module binds values and reads
//! rows. A test checks SQLite's query plan of every statement: none scans all games, events or interactions.

mod bulk;
mod calls;
mod ids;
mod rows;
mod values;

use super::damage::DamageNote;
use super::dialect::Dialect;
use super::interference::{Interference, tell_after, tell_before};
use super::url::ServerUrl;
use crate::error::{Code, unasked};
use futures_util::TryStreamExt;
use futures_util::stream::BoxStream;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection};
use sqlx::{Arguments, ConnectOptions, Connection, Either, Executor, SqlSafeStr, SqlStr};
use std::ops::DerefMut;
use std::sync::Arc;
use std::time::Duration;
use timing::virtual_time::{alone, hold};
use timing::{self, Phase};

pub(crate) use calls::asked;
pub(crate) use rows::{BatchResult, FromRow, SqlRow, row};
pub(crate) use values::{SqlValue, Values};

/// Converts values to a driver's arguments.
macro_rules! arguments {
    ($kind:ty, $values:expr) => {{
        let mut arguments = <$kind>::default();
        arguments.reserve($values.len(), 0);
        for value in $values {
            let added = match value {
                SqlValue::Number(number) => arguments.add(number),
                SqlValue::Text(text) => arguments.add(text),
                SqlValue::Bytes(bytes) => arguments.add(bytes),
            };
            added.map_err(sqlx::Error::Encode)?;
        }
        arguments
    }};
}

/// A statement with its values. Each connection prepares a given text only once.
#[derive(Clone)]
#[must_use = "it does nothing until it is carried out"]
pub(crate) struct Statement {
    sql: SqlStr,
    values: Vec<SqlValue>,
}

/// Creates a statement. Its values are numbered from `$1`. A text built at run time is wrapped in
/// [`sqlx::AssertSqlSafe`].
pub(crate) fn query(sql: impl SqlSafeStr, values: impl Values) -> Statement {
    let mut all = Vec::new();
    values.add_to(&mut all);
    Statement { sql: sql.into_sql_str(), values: all }
}

impl Statement {
    /// Executes the statement and returns the number of changed rows.
    pub(crate) async fn execute<L: Lender>(self, on: L) -> Result<u64, sqlx::Error> {
        let mut brought = BatchResult::default();
        let mut lent = on.lend().await?;
        let done = lent.each(self, &mut brought).await;
        lent.damage.noted(done)?;
        L::give_back(lent);
        Ok(brought.changed.into_iter().sum())
    }

    /// Reads all rows.
    pub(crate) async fn all<T: FromRow>(self, on: impl Lender) -> Result<Vec<T>, sqlx::Error> {
        self.fetch_all(on).await?.into_iter().map(T::from_row).collect()
    }

    /// Reads the first row, if any.
    pub(crate) async fn first<T: FromRow>(self, on: impl Lender) -> Result<Option<T>, sqlx::Error> {
        self.fetch_first(on).await?.map(T::from_row).transpose()
    }

    /// Reads the first row, which must exist.
    pub(crate) async fn one<T: FromRow>(self, on: impl Lender) -> Result<T, sqlx::Error> {
        T::from_row(self.fetch_first(on).await?.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// Whether at least one row matches.
    pub(crate) async fn exists(self, on: impl Lender) -> Result<bool, sqlx::Error> {
        Ok(self.fetch_first(on).await?.is_some())
    }

    async fn fetch_all<L: Lender>(self, on: L) -> Result<Vec<SqlRow>, sqlx::Error> {
        let again = on.once_more().map(|on| (on, self.clone()));
        match self.all_rows(on).await {
            Err(error) => {
                match again.filter(|_| matches!(Code::of(&error), Code::Away | Code::Unreachable)) {
                    Some((on, statement)) => {
                        on.broken();
                        statement.all_rows(on).await.map_err(unasked)
                    }
                    None => Err(error),
                }
            }
            read => read,
        }
    }

    async fn all_rows<L: Lender>(self, on: L) -> Result<Vec<SqlRow>, sqlx::Error> {
        let mut lent = on.lend().await?;
        let rows = lent.all_rows(self).await;
        let rows = lent.damage.noted(rows)?;
        L::give_back(lent);
        Ok(rows)
    }

    async fn fetch_first<L: Lender>(self, on: L) -> Result<Option<SqlRow>, sqlx::Error> {
        let again = on.once_more().map(|on| (on, self.clone()));
        match self.maybe_row(on).await {
            Err(error) => {
                match again.filter(|_| matches!(Code::of(&error), Code::Away | Code::Unreachable)) {
                    Some((on, statement)) => {
                        on.broken();
                        statement.maybe_row(on).await.map_err(unasked)
                    }
                    None => Err(error),
                }
            }
            read => read,
        }
    }

    async fn maybe_row<L: Lender>(self, on: L) -> Result<Option<SqlRow>, sqlx::Error> {
        let mut lent = on.lend().await?;
        let row = lent.first_row(self).await;
        let row = lent.damage.noted(row)?;
        L::give_back(lent);
        Ok(row)
    }

    fn for_sqlite(self) -> Result<sqlx::query::Query<'static, sqlx::Sqlite, SqliteArguments>, sqlx::Error> {
        Ok(sqlx::query_with(self.sql, arguments!(SqliteArguments, self.values)))
    }

    fn for_postgres(self) -> Result<sqlx::query::Query<'static, sqlx::Postgres, PgArguments>, sqlx::Error> {
        Ok(sqlx::query_with(self.sql, arguments!(PgArguments, self.values)))
    }
}

/// Something that lends a connection to a statement.
pub(crate) trait Lender {
    /// The connection, borrowed while the statement runs.
    type Output: DerefMut<Target = SqlConnection>;

    async fn lend(self) -> Result<Self::Output, sqlx::Error>;

    /// The lender for a retry, if the statement only reads and a connection may break.
    fn once_more(&self) -> Option<Self>
    where
        Self: Sized;

    /// Reports that a connection of this lender has broken.
    fn broken(&self);

    /// Gives the connection back after a successful statement.
    fn give_back(lent: Self::Output);
}

/// The options for new connections.
#[derive(Clone, Debug)]
pub(crate) enum ConnectTo {
    Sqlite(Box<SqliteConnectOptions>),
    Postgres(ServerUrl),
}

#[derive(Debug)]
pub(crate) struct SqlConnection {
    pub(crate) driver: Driver,
    /// Test hooks around its statements.
    interference: Option<Arc<dyn Interference>>,
    /// Where damage found by its statements is noted.
    pub(crate) damage: DamageNote,
}

#[derive(Debug)]
pub(crate) enum Driver {
    Sqlite(SqliteConnection),
    Postgres(Box<PgConnection>),
}

impl From<Driver> for SqlConnection {
    fn from(driver: Driver) -> Self {
        Self { driver, interference: None, damage: DamageNote::default() }
    }
}

/// The session settings for PostgreSQL. A single statement is a transaction with one snapshot. Lock waits are
/// short enough for interactive use, and abandoned transactions are closed.
const SETTINGS: &str = "SET default_transaction_isolation = 'repeatable read'; SET lock_timeout = '300ms';
    SET idle_in_transaction_session_timeout = '10s'; SET synchronous_commit = on";

/// How long a server may take to answer a ping.
const PING: Duration = Duration::from_millis(300);
/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_millis(1_500);
/// How long a statement of a transaction may take on a server: a broken network does not announce itself.
const STATEMENT: Duration = Duration::from_secs(10);

/// Fails if the server does not respond within the limit.
async fn in_time<T>(
    limit: Duration,
    done: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let late = |_| Err(sqlx::Error::Io(std::io::Error::from(std::io::ErrorKind::TimedOut)));
    tokio::time::timeout(limit, done).await.unwrap_or_else(late)
}

impl SqlConnection {
    /// Opens a connection.
    pub(crate) async fn open(
        to: &ConnectTo,
        (interference, damage): (Option<Arc<dyn Interference>>, DamageNote),
    ) -> Result<Self, sqlx::Error> {
        let opened = match to {
            ConnectTo::Sqlite(options) => Self::sqlite(options).await?,
            ConnectTo::Postgres(url) => Self::postgres(url.options()).await?,
        };
        Ok(Self { interference, damage, ..opened })
    }

    /// Opens a connection to PostgreSQL.
    async fn postgres(options: &PgConnectOptions) -> Result<Self, sqlx::Error> {
        let _clock = hold();
        in_time(CONNECT, async {
            let mut connection = options.connect().await?;
            sqlx::raw_sql(SETTINGS).execute(&mut connection).await?;
            Ok(Driver::Postgres(Box::new(connection)).into())
        })
        .await
    }

    /// Returns the dialect of the connection.
    pub(crate) fn dialect(&self) -> Dialect {
        match self.driver {
            Driver::Sqlite(_) => Dialect::Sqlite,
            Driver::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Whether the connection still works. Only a server's may have ended on its own.
    pub(crate) async fn works(&mut self) -> bool {
        match &mut self.driver {
            Driver::Sqlite(_) => true,
            Driver::Postgres(connection) => {
                let _clock = hold();
                tokio::time::timeout(PING, connection.ping()).await.is_ok_and(|pong| pong.is_ok())
            }
        }
    }

    /// Opens a connection to SQLite.
    pub(crate) async fn sqlite(options: &SqliteConnectOptions) -> Result<Self, sqlx::Error> {
        Ok(Driver::Sqlite(alone(options.connect()).await?).into())
    }

    /// Executes all statements of one text up to the first failure, and adds the result of each to `brought`.
    /// PostgreSQL accepts only one.
    pub(crate) async fn each(
        &mut self,
        statement: Statement,
        brought: &mut BatchResult,
    ) -> Result<(), sqlx::Error> {
        let _time = timing::start(Phase::Store);
        let told = tell_before(self.interference.as_ref(), &statement.sql).await?;
        match &mut self.driver {
            Driver::Sqlite(connection) => {
                let mut results = connection.fetch_many(statement.for_sqlite()?);
                // Waited for as a whole: later statements run while results of earlier ones are read.
                let all = async {
                    while let Some(result) = results.try_next().await? {
                        match result {
                            Either::Left(done) => brought.changed.push(done.rows_affected()),
                            Either::Right(row) => brought.rows.push(SqlRow::Sqlite(row)),
                        }
                    }
                    Ok::<_, sqlx::Error>(())
                };
                alone(all).await?;
            }
            Driver::Postgres(connection) => {
                let _clock = hold();
                let done = in_time(STATEMENT, connection.execute(statement.for_postgres()?)).await?;
                brought.changed.push(done.rows_affected());
            }
        }
        tell_after(told).await?;
        Ok(())
    }

    /// Streams all rows as they arrive.
    pub(crate) fn stream(
        &mut self,
        statement: Statement,
    ) -> Result<BoxStream<'_, Result<SqlRow, sqlx::Error>>, sqlx::Error> {
        Ok(match &mut self.driver {
            Driver::Sqlite(connection) => {
                Box::pin(connection.fetch(statement.for_sqlite()?).map_ok(SqlRow::Sqlite))
            }
            Driver::Postgres(connection) => {
                Box::pin(connection.fetch(statement.for_postgres()?).map_ok(SqlRow::Postgres))
            }
        })
    }

    async fn all_rows(&mut self, statement: Statement) -> Result<Vec<SqlRow>, sqlx::Error> {
        let _time = timing::start(Phase::Store);
        let told = tell_before(self.interference.as_ref(), &statement.sql).await?;
        let rows = match self.dialect() {
            Dialect::Sqlite => alone(self.stream(statement)?.try_collect()).await?,
            Dialect::Postgres => {
                let _clock = hold();
                in_time(STATEMENT, self.stream(statement)?.try_collect()).await?
            }
        };
        tell_after(told).await?;
        Ok(rows)
    }

    async fn first_row(&mut self, statement: Statement) -> Result<Option<SqlRow>, sqlx::Error> {
        let _time = timing::start(Phase::Store);
        let told = tell_before(self.interference.as_ref(), &statement.sql).await?;
        let row = match &mut self.driver {
            Driver::Sqlite(connection) => {
                alone(connection.fetch_optional(statement.for_sqlite()?)).await?.map(SqlRow::Sqlite)
            }
            // Reads all rows, so that the connection is ready for the next statement.
            Driver::Postgres(connection) => {
                let _clock = hold();
                let rows = connection.fetch(statement.for_postgres()?).try_collect::<Vec<PgRow>>();
                in_time(STATEMENT, rows).await?.into_iter().next().map(SqlRow::Postgres)
            }
        };
        tell_after(told).await?;
        Ok(row)
    }

    /// Closes the connection cleanly.
    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        match self.driver {
            Driver::Sqlite(connection) => alone(connection.close()).await,
            Driver::Postgres(connection) => {
                let _clock = hold();
                connection.close().await
            }
        }
    }
}

impl Lender for &mut SqlConnection {
    type Output = Self;

    async fn lend(self) -> Result<Self, sqlx::Error> {
        Ok(self)
    }

    /// A transaction ends with its connection, so it cannot be retried.
    fn once_more(&self) -> Option<Self> {
        None
    }

    fn broken(&self) {}

    fn give_back(_: Self) {}
}
