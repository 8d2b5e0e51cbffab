//! A database while it is filled with rows that follow from nothing: no trigger acts on them, and the indexes of large tables are made when all
//! their rows are there, which takes a fraction of the time. All of it is part of the transaction that fills.

use crate::db::sql::{SqlConnection, query};
use sqlx::AssertSqlSafe;

/// A table with more rows than this has its indexes made anew. For fewer it is not worth the while.
pub(super) const MANY: u64 = 5_000;

/// Puts away the triggers of all tables, and the indexes and references of the large ones. Returns the statements that bring them back, in order.
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

/// Brings back what was put away.
pub(super) async fn bring_back(connection: &mut SqlConnection, back: Vec<String>) -> Result<(), sqlx::Error> {
    for statement in back {
        connection.execute_unhurried(query(AssertSqlSafe(statement), ())).await?;
    }
    Ok(())
}
