//! Looks at the database beside the bot, as nobody outside of it could.

use std::path::Path;

use rookery::timing::virtual_time::alone;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, ConnectOptions as _, FromRow};
use tokio::sync::Mutex;

/// A connection of its own, to the file that is in use now.
pub struct Look(Mutex<SqliteConnection>);

impl Look {
    /// At this file, which is there.
    pub async fn at(path: &Path) -> Self {
        Self(Mutex::new(connected(path).await))
    }

    /// From now on at this file.
    pub async fn turn_to(&self, path: &Path) {
        *self.0.lock().await = connected(path).await;
    }

    /// All rows.
    pub async fn rows<T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin>(
        &self,
        query: impl Into<String>,
    ) -> Vec<T> {
        let mut connection = self.0.lock().await;
        let rows = sqlx::query_as(AssertSqlSafe(query.into())).persistent(false).fetch_all(&mut *connection);
        alone(rows).await.expect("a look")
    }

    /// The first row, if there is one.
    pub async fn first<T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin>(
        &self,
        query: impl Into<String>,
    ) -> Option<T> {
        self.rows(query).await.into_iter().next()
    }

    /// The one number that is asked for.
    pub async fn number(&self, query: impl Into<String>) -> i64 {
        self.first::<(i64,)>(query).await.expect("a row").0
    }
}

async fn connected(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path);
    alone(options.connect()).await.expect("a database")
}
