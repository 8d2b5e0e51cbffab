//! What moves very many rows at once, or takes very long.

use super::{Driver, SqlConnection, Statement};
use sqlx::Executor;
use timing::virtual_time::{alone, hold};

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
}
