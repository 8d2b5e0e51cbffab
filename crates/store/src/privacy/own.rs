//! Exports and erases rows that belong to one person, as declared by the tables themselves.
//!
//! The parts of a person's data in games and in closed challenges are handled in `export.rs` and `erase.rs`.

use super::personal::{Personal, Rows, at};
use crate::db::sql::SqlRow;
use crate::tables::PERSONAL;
use crate::{Store, StoreError, Write, WriteError};
use game::UserId;
use serde_json::Value;
use sqlx::AssertSqlSafe;

/// All tables that declare personal rows.
pub(super) fn all() -> impl Iterator<Item = &'static Personal> {
    PERSONAL.iter().copied().flatten()
}

impl Store {
    /// Reads a person's rows of these tables, in the layout of the export file.
    pub(super) async fn personal(&self, person: UserId) -> Result<Value, StoreError> {
        let mut file = Value::Null;
        for personal in all() {
            let mut rows = self.all::<SqlRow>(AssertSqlSafe(personal.select()), person).await?;
            // A person who returns after a removal also gets the operator's acts from before it.
            if personal.table == "acts" {
                rows.splice(0..0, self.acts_under_mark(person).await?);
            }
            let place = at(&mut file, personal.key);
            *place = match (personal.rows, rows.first()) {
                (Rows::Many, _) => {
                    let records = rows.iter().map(|row| personal.filled(Value::Null, Some(row)));
                    records.collect::<Result<_, _>>()?
                }
                (Rows::One, None) => Value::Null,
                (_, row) => personal.filled(place.take(), row)?,
            };
        }
        Ok(file)
    }
}

/// Deletes a person's rows in these tables.
pub(super) async fn erase(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    for personal in all() {
        tx.execute(AssertSqlSafe(personal.delete()), person).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::schema;

    /// The names of columns that refer to a person; a new one should use the first.
    const NAMES: [&str; 8] =
        ["person", "white", "black", "to_move", "challenger", "opponent", "answerer", "blocked"];

    /// Names that such columns must not have, because this test would miss them.
    const OTHER_NAMES: [&str; 9] =
        ["user", "user_id", "person_id", "member", "member_id", "author", "owner", "who", "player_id"];

    /// Tables with such columns that are exported and erased by dedicated code, and why.
    const WRITTEN_APART: [(&str, &str); 5] = [
        ("rated_players", "results and ratings stay for the others, as those of a former player"),
        ("rated_results", "its players are numbers of that table"),
        ("tournament_games", "its players are numbers of tournament_players"),
        ("games", "they end by changes and stay for the opponent, and come with their logs"),
        ("settled_challenges", "they stay without the person until their messages say what became of them"),
    ];

    /// Columns that only identify the command, the link, the browser or the page.
    const NOT_GIVEN: [&str; 15] = [
        "challenges.interaction",
        "page_links.hash",
        "page_grants.id",
        "page_grants.browser",
        "page_grants.attempt",
        "push_subscriptions.page",
        "push_subscriptions.key",
        "push_subscriptions.secret",
        // 0 in rows of a person.
        "files_sent.guild",
        "acts.id",
        // NULL in rows about a person.
        "acts.guild",
        "acts.game",
        // Marks of people who had their data deleted.
        "acts.mark",
        "shut_out.mark",
        // Any game, not one of the person's.
        "shut_out.last_game",
    ];

    #[tokio::test]
    async fn what_names_a_person_is_given_to_them_and_goes_with_them() {
        for table in schema::tables().await.expect("a schema") {
            let is_person =
                |column: &&str| NAMES.contains(column) || (table.name == "people" && *column == "id");
            let columns = || table.columns.iter().map(|(column, _)| column.as_str());
            let badly_named = columns().find(|column| OTHER_NAMES.contains(column));
            assert_eq!(badly_named, None, "in {}: who it is about stands in the column person", table.name);
            if WRITTEN_APART.iter().any(|(apart, _)| *apart == table.name)
                || !columns().any(|column| is_person(&column))
            {
                continue;
            }
            let found = all().find(|personal| personal.table == table.name);
            let personal = found.unwrap_or_else(|| {
                panic!("no PERSONAL of a file in tables has {}, which names people", table.name)
            });
            for column in columns() {
                let full = format!("{}.{column}", table.name);
                let is_given = personal.columns.iter().any(|(given, ..)| *given == column);
                assert!(
                    is_given || personal.person.contains(&column) || NOT_GIVEN.contains(&full.as_str()),
                    "{full} is not given to the person"
                );
            }
        }
    }

    #[tokio::test]
    async fn what_is_a_persons_is_found_without_reading_all_there_is() {
        let mut memory = schema::in_memory().await.expect("a schema");
        for personal in all() {
            for sql in [personal.select(), personal.delete()] {
                let plan = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
                let plan = memory.all::<(i64, i64, i64, String)>(plan, 1_i64).await.expect("a plan");
                let reads_all = plan.iter().any(|(.., line)| line.starts_with("SCAN"));
                // Rows kept for an hour or a day, and pending notifications.
                let short = ["challenges", "recently_challenged", "outbox"];
                assert!(!reads_all || short.contains(&personal.table), "{sql}");
            }
        }
    }
}
