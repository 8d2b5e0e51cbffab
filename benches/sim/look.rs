//! Looks at the database beside the bot, as nobody outside of it could.

use rookery::store::StoreUrl;
use rookery::timing::virtual_time::alone;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};
use tokio::sync::Mutex;

use crate::databases::{DbProbe, Looked};

/// A connection of its own, to the database that is in use now.
pub struct Look(Mutex<At>);

enum At {
    /// A statement on a file ends by itself, so the thread waits for it.
    File(SqliteConnection),
    Server(DbProbe),
}

impl Look {
    /// At this database, which is there.
    pub async fn at(url: &StoreUrl) -> Self {
        Self(Mutex::new(connected(url).await))
    }

    /// From now on at this database.
    pub async fn turn_to(&self, url: &StoreUrl) {
        let before = std::mem::replace(&mut *self.0.lock().await, connected(url).await);
        match before {
            At::File(before) => alone(before.close()).await.expect("it closes"),
            At::Server(before) => before.close().await,
        }
    }

    /// All rows.
    pub async fn rows<T: Looked>(&self, query: impl Into<String>) -> Vec<T> {
        match &mut *self.0.lock().await {
            At::File(connection) => {
                let query = sqlx::query_as(AssertSqlSafe(query.into())).persistent(false);
                alone(query.fetch_all(connection)).await.expect("a look")
            }
            At::Server(beside) => beside.rows(query).await,
        }
    }

    /// The first row, if there is one.
    pub async fn first<T: Looked>(&self, query: impl Into<String>) -> Option<T> {
        self.rows(query).await.into_iter().next()
    }

    /// The one number that is asked for.
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
