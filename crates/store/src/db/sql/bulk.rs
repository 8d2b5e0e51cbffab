//! Bulk transfers and long-running statements.

use super::rows::FromColumn;
use super::{Driver, SqlConnection, Statement};
use futures_util::TryStreamExt;
use futures_util::stream::{BoxStream, try_unfold};
use sqlx::Executor;
use timing::virtual_time::{alone, hold};

/// The minimum batch size in bytes of rows streamed from a server.
const BYTES: usize = 1 << 17;

impl SqlConnection {
    /// Executes a statement that may take minutes.
    pub(crate) async fn execute_unhurried(&mut self, statement: Statement) -> Result<(), sqlx::Error> {
        match &mut self.driver {
            Driver::Sqlite(connection) => {
                alone(connection.execute(statement.for_sqlite()?)).await?;
            }
            Driver::Postgres(connection) => {
                let _clock = hold();
                connection.execute(statement.for_postgres()?).await?;
            }
        }
        Ok(())
    }

    /// Fetches the first column of the first row, which must exist. May take minutes.
    pub(crate) async fn scalar_unhurried<T: for<'r> FromColumn<'r>>(
        &mut self,
        statement: Statement,
    ) -> Result<T, sqlx::Error> {
        let is_file = matches!(self.driver, Driver::Sqlite(_));
        let rows = self.stream(statement)?.try_collect::<Vec<_>>();
        let rows = if is_file {
            alone(rows).await?
        } else {
            let _clock = hold();
            rows.await?
        };
        T::read(rows.first().ok_or(sqlx::Error::RowNotFound)?, 0)
    }

    /// Streams the rows of a server's `COPY ... TO STDOUT`, in batches of lines.
    ///
    /// # Errors
    /// If the server fails, or on SQLite, which has no such statement.
    pub(crate) async fn copy_out(
        &mut self,
        sql: &str,
    ) -> Result<BoxStream<'_, Result<Vec<u8>, sqlx::Error>>, sqlx::Error> {
        let Driver::Postgres(server) = &mut self.driver else {
            return Err(sqlx::Error::Protocol("SQLite has no COPY".to_owned()));
        };
        let rows = server.copy_out_raw(sql).await?;
        Ok(Box::pin(try_unfold(rows, |mut rows| async move {
            let mut lines = Vec::with_capacity(2 * BYTES);
            while lines.len() < BYTES
                && let Some(row) = rows.try_next().await?
            {
                lines.extend_from_slice(&row);
            }
            Ok((!lines.is_empty()).then_some((lines, rows)))
        })))
    }
}
