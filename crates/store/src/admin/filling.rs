//! Prepares a database for bulk inserts.
//!
//! Triggers are dropped, and indexes of large tables are rebuilt once all rows are in, which takes a fraction
//! of the time. All of it happens in the transaction that fills the database.

use crate::db::sql::{SqlConnection, query};
use sqlx::AssertSqlSafe;

/// Tables with more rows than this get their indexes rebuilt. For smaller ones it does not pay off.
pub(super) const MANY: u64 = 5_000;

/// Drops the triggers of all tables, and the indexes and foreign keys of the large ones.
///
/// Returns the statements that restore them, in order.
pub(super) async fn put_away(
    connection: &mut SqlConnection,
    large: &[&str],
) -> Result<Vec<String>, sqlx::Error> {
    let mut back = Vec::new();
    for list in connection.dialect().put_away() {
        for (table, is_slow_only, removal, undo) in
            connection.all::<(String, bool, String, String)>(*list, ()).await?
        {
            if !is_slow_only || large.contains(&&*table) {
                connection.execute(AssertSqlSafe(removal), ()).await?;
                back.push(undo);
            }
        }
    }
    Ok(back)
}

/// Restores what `put_away` dropped.
pub(super) async fn bring_back(connection: &mut SqlConnection, back: Vec<String>) -> Result<(), sqlx::Error> {
    for statement in back {
        connection.execute_unhurried(query(AssertSqlSafe(statement), ())).await?;
    }
    Ok(())
}
