//! Shorthands for running a statement:
//! `tx.execute("UPDATE games SET mood = $2 WHERE id = $1", (id, mood)).await?`.

use super::{SqlConnection, Values, query};
use sqlx::SqlSafeStr;

/// Adds the reading methods to a type: `asked!(TYPE, SELF => an expression that lends a connection)`.
macro_rules! asked {
    ($of:ty, ($($me:tt)*) => $on:expr) => {
        impl $of {
            /// Reads all rows.
            pub(crate) async fn all<T: $crate::db::sql::FromRow>(
                $($me)*,
                sql: impl sqlx::SqlSafeStr,
                values: impl $crate::db::sql::Values,
            ) -> Result<Vec<T>, sqlx::Error> {
                $crate::db::sql::query(sql, values).all($on).await
            }

            /// Reads the first row, if any.
            pub(crate) async fn first<T: $crate::db::sql::FromRow>(
                $($me)*,
                sql: impl sqlx::SqlSafeStr,
                values: impl $crate::db::sql::Values,
            ) -> Result<Option<T>, sqlx::Error> {
                $crate::db::sql::query(sql, values).first($on).await
            }

            /// Reads the first row, which must exist.
            pub(crate) async fn one<T: $crate::db::sql::FromRow>(
                $($me)*,
                sql: impl sqlx::SqlSafeStr,
                values: impl $crate::db::sql::Values,
            ) -> Result<T, sqlx::Error> {
                $crate::db::sql::query(sql, values).one($on).await
            }

            /// Whether at least one row matches.
            pub(crate) async fn exists(
                $($me)*,
                sql: impl sqlx::SqlSafeStr,
                values: impl $crate::db::sql::Values,
            ) -> Result<bool, sqlx::Error> {
                $crate::db::sql::query(sql, values).exists($on).await
            }
        }
    };
}
pub(crate) use asked;

asked!(SqlConnection, (&mut self) => self);

impl SqlConnection {
    /// Executes a statement and returns the number of changed rows.
    pub(crate) async fn execute(
        &mut self,
        sql: impl SqlSafeStr,
        values: impl Values,
    ) -> Result<u64, sqlx::Error> {
        query(sql, values).execute(self).await
    }
}
