//! Direct queries of the bot's database, for checks that cannot be made from outside.

use rookery::store::StoreUrl;
use rookery::timing::virtual_time::alone;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use tokio::sync::Mutex;

use crate::databases::{DbProbe, Looked};

/// A connection of its own to the database in use.
pub struct Look(Mutex<At>);

enum At {
    /// A statement on a file is short, so blocking the thread is fine.
    File(SqliteConnection),
    Server(DbProbe),
}

impl Look {
    /// Connects to this database, which exists.
    pub async fn at(url: &StoreUrl) -> Self {
        Self(Mutex::new(connected(url).await))
    }

    /// Switches to this database.
    pub async fn turn_to(&self, url: &StoreUrl) {
        let before = std::mem::replace(&mut *self.0.lock().await, connected(url).await);
        match before {
            At::File(before) => alone(before.close()).await.expect("it closes"),
            At::Server(before) => before.close().await,
        }
    }

    /// Returns all rows.
    pub async fn rows<T: Looked>(&self, query: impl Into<String>) -> Vec<T> {
        match &mut *self.0.lock().await {
            At::File(connection) => {
                let query = sqlx::query_as(AssertSqlSafe(query.into())).persistent(false);
                alone(query.fetch_all(connection)).await.expect("a look")
            }
            At::Server(beside) => beside.rows(query).await,
        }
    }

    /// Returns the first row, if there is one.
    pub async fn first<T: Looked>(&self, query: impl Into<String>) -> Option<T> {
        self.rows(query).await.into_iter().next()
    }

    /// Returns the single number of this query.
    pub async fn number(&self, query: impl Into<String>) -> i64 {
        self.first::<(i64,)>(query).await.expect("a row").0
    }
}

async fn connected(url: &StoreUrl) -> At {
    match url {
        StoreUrl::Sqlite(path) => {
            let options = SqliteConnectOptions::new().filename(path);
            At::File(alone(options.connect()).await.expect("a database"))
        }
        StoreUrl::Postgres(_) => At::Server(DbProbe::open(url).await),
    }
}
