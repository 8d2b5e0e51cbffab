//! The tables in which every row is about one person, or about two: what `/privacy` gives of them, and that they go with the person.
//! What games hold of a person, and what is still to be said of challenges, is in `export.rs` and `erase.rs`.

use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError, Write, WriteError};
use Kind::{Id, Number, Text, Truth};
use Rows::{Always, Many, One};
use game::UserId;
use serde_json::Value;
use sqlx::AssertSqlSafe;

/// The tables. A test says which are missing, and which columns are not given to their person.
#[rustfmt::skip]
const PERSONAL: &[Personal] = &[
    Personal { table: "people", person: &["id"], key: "", rows: Always, columns: &[
        ("locale", "locale", Text), ("pings", "settings.pings", Truth), ("side", "settings.side", Text), ("theme", "settings.theme", Text),
        ("coordinates", "settings.coordinates", Truth), ("size", "settings.size", Text), ("reminders", "settings.reminders", Text),
        ("language", "settings.language", Text), ("standing", "settings.standing", Text),
    ] },
    Personal { table: "vacations", person: &["person"], key: "vacation", rows: One, columns: &[
        ("until", "until_ms", Number), ("year", "year", Number), ("days", "days_used", Number),
    ] },
    Personal {
        table: "outbox", person: &["kind = 'vacation' AND part"], key: "vacation_untold_in", rows: Many,
        columns: &[("subject", "", Number)],
    },
    Personal { table: "challenges", person: &["challenger", "opponent"], key: "challenges", rows: Many, columns: &[
        ("id", "challenge", Number), ("challenger", "challenger", Id), ("opponent", "opponent", Id), ("variant", "variant", Text),
        ("color", "color", Text), ("pace", "pace", Text), ("hints", "hints", Truth),
        ("rated", "rated", Truth), ("thread", "thread", Text),
        ("may_thread", "may_thread", Truth), ("rematch_of", "rematch_of", Number), ("start", "position", Text),
        ("guild", "place.server", Id), ("channel", "place.channel", Id), ("locale", "locale_there", Text), ("message", "message", Id),
        ("created_at", "made_ms", Number),
    ] },
    Personal { table: "recently_challenged", person: &["challenger", "opponent"], key: "challenged_lately", rows: Many, columns: &[
        ("at", "at_ms", Number), ("challenger", "challenger", Id), ("opponent", "opponent", Id),
    ] },
    Personal { table: "blocks", person: &["person"], key: "blocked", rows: Many, columns: &[("blocked", "", Id)] },
    // Of people who have deleted their data, nothing else is known.
    Personal { table: "former_blocks", person: &["person"], key: "blocked_former", rows: Many, columns: &[("mark", "", Text)] },
    Personal { table: "lessons", person: &["person"], key: "lessons", rows: Many, columns: &[
        ("variant", "variant", Text), ("steps", "steps_done", Number), ("finished", "finished", Truth),
    ] },
    Personal { table: "puzzles", person: &["person"], key: "puzzles", rows: Many, columns: &[
        ("variant", "variant", Text), ("puzzle", "puzzle", Number), ("helped", "helped", Truth), ("solved_at", "solved_at_ms", Number),
    ] },
    Personal { table: "daily_solved", person: &["person"], key: "puzzles_of_the_day", rows: Many, columns: &[
        ("day", "day", Number), ("guild", "server", Id), ("helped", "helped", Truth), ("at", "at_ms", Number),
    ] },
    Personal { table: "notes", person: &["person"], key: "notes", rows: Many, columns: &[
        ("game", "game", Number), ("ply", "half_moves", Number), ("played", "move", Text), ("text", "text", Text), ("at", "at_ms", Number),
    ] },
    Personal { table: "puzzle_streaks", person: &["person"], key: "puzzles_in_a_row", rows: Always, columns: &[
        ("streak", "now", Number), ("best", "best", Number),
    ] },
    // In a tournament that has begun the place stays, without them.
    Personal { table: "tournament_players", person: &["person"], key: "tournaments", rows: Many, columns: &[
        ("tournament", "tournament", Number), ("number", "number", Number), ("state", "state", Text), ("out_in", "out_in_round", Number),
        ("rating", "rating", Number), ("joined_at", "joined_ms", Number),
    ] },
    Personal { table: "ladder_players", person: &["person"], key: "ladders", rows: Many, columns: &[
        ("ladder", "ladder", Number), ("place", "place", Number), ("refusals", "refusals", Number), ("joined_at", "joined_ms", Number),
    ] },
    Personal { table: "ladder_challenges", person: &["challenger", "opponent"], key: "ladder_challenges", rows: Many, columns: &[
        ("challenge", "challenge", Number), ("ladder", "ladder", Number), ("challenger", "challenger", Id), ("opponent", "opponent", Id),
        ("game", "game", Number), ("outcome", "outcome", Text),
    ] },
    // A server keeps its game, without a word of who added it.
    Personal { table: "server_games", person: &["person"], key: "games_added", rows: Many, columns: &[
        ("name", "name", Text), ("slug", "variant", Text), ("guild", "server", Id), ("channel", "channel", Id), ("added_at", "added_ms", Number),
        ("published", "published", Text), ("failures", "failures", Number), ("failed_at", "failed_ms", Number), ("off_until", "off_until_ms", Number),
        ("locale", "locale", Text),
    ] },
    // Neither what opens a page nor where it is: the file may lie where others read it.
    Personal { table: "page_links", person: &["person"], key: "page_links", rows: Many, columns: &[
        ("made_at", "made_ms", Number), ("game", "game", Number), ("opens", "opens", Text), ("guild", "server", Id),
        ("locale", "locale", Text),
    ] },
    Personal { table: "page_grants", person: &["person"], key: "pages", rows: Many, columns: &[
        ("made_at", "made_ms", Number), ("used_at", "used_ms", Number), ("game", "game", Number),
        ("opens", "opens", Text), ("guild", "server", Id), ("locale", "locale", Text),
    ] },
    // The number that stands in games for a channel where the bot is not, and the channel itself.
    Personal { table: "seats", person: &["person"], key: "seats", rows: Many, columns: &[
        ("id", "channel", Id), ("guild", "stands_for.server", Id), ("channel", "stands_for.channel", Id),
    ] },
];

/// A table, and what its rows are in the person's file.
struct Personal {
    table: &'static str,
    /// The columns that may name the person, with a condition before one that names somebody else otherwise.
    person: &'static [&'static str],
    /// Where the rows stand in the file. Without a key the columns stand there themselves.
    key: &'static str,
    rows: Rows,
    /// The columns that are given, each with its name in a record. A dot leads into a record within; a value without a name stands for the
    /// whole record. Several rows come in the order of these columns.
    columns: &'static [(&'static str, &'static str, Kind)],
}

/// How many rows a person has, and so what the file has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// Any number: a list of records.
    Many,
    /// At most one: a record, or `null`.
    One,
    /// At most one, and without it everything is as it is for everybody: a record of zeroes and `null`.
    Always,
}

/// What a column holds.
#[derive(Clone, Copy)]
enum Kind {
    /// A number that Discord has given: a string in the file, as many readers of JSON take numbers for floats and round them. 0 is nobody.
    Id,
    /// A count, or a time in milliseconds since 1970.
    Number,
    /// 0 or 1.
    Truth,
    /// A word.
    Text,
}

impl Personal {
    fn is_theirs(&self) -> String {
        let columns: Vec<String> = self.person.iter().map(|column| format!("{column} = $1")).collect();
        columns.join(" OR ")
    }

    fn select(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|(column, ..)| *column).collect();
        let columns = columns.join(", ");
        format!("SELECT {columns} FROM {} WHERE {} ORDER BY {columns}", self.table, self.is_theirs())
    }

    fn delete(&self) -> String {
        format!("DELETE FROM {} WHERE {}", self.table, self.is_theirs())
    }

    /// A record, or the whole file, with what is in a row, or with that there is none.
    fn filled(&self, mut record: Value, row: Option<&SqlRow>) -> Result<Value, StoreError> {
        for (column, name, kind) in self.columns {
            let value = match row {
                Some(row) => kind.read(row, column)?,
                None if matches!(kind, Number) => 0.into(),
                None => Value::Null,
            };
            *at(&mut record, name) = value;
        }
        Ok(record)
    }
}

impl Kind {
    fn read(self, row: &SqlRow, column: &str) -> Result<Value, StoreError> {
        Ok(match self {
            Id => row.try_get::<Option<u64>>(column)?.filter(|id| *id != 0).map(|id| id.to_string()).into(),
            Number => row.try_get::<Option<i64>>(column)?.into(),
            Truth => row.try_get::<Option<bool>>(column)?.into(),
            Text => row.try_get::<Option<String>>(column)?.into(),
        })
    }
}

/// A place in a file, which is made where there is none yet.
fn at<'a>(file: &'a mut Value, path: &str) -> &'a mut Value {
    path.split('.').filter(|name| !name.is_empty()).fold(file, |place, name| &mut place[name])
}

impl Store {
    /// What a person has in these tables, as their file has it.
    pub(super) async fn personal(&self, person: UserId) -> Result<Value, StoreError> {
        let mut file = Value::Null;
        for personal in PERSONAL {
            let rows = query(AssertSqlSafe(personal.select())).bind(person).fetch_all(self.reader()?).await?;
            let place = at(&mut file, personal.key);
            *place = match (personal.rows, rows.first()) {
                (Many, _) => {
                    let records = rows.iter().map(|row| personal.filled(Value::Null, Some(row)));
                    records.collect::<Result<_, _>>()?
                }
                (One, None) => Value::Null,
                (_, row) => personal.filled(place.take(), row)?,
            };
        }
        Ok(file)
    }
}

/// Deletes what a person has in these tables.
pub(super) async fn erase(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    for personal in PERSONAL {
        query(AssertSqlSafe(personal.delete())).bind(person).execute(&mut **tx).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::schema;

    /// How columns are called that name a person; the first one is the name for a new one.
    const NAMES: [&str; 8] =
        ["person", "white", "black", "to_move", "challenger", "opponent", "answerer", "blocked"];

    /// Tables with such columns that are exported and erased by code of their own, and why.
    const WRITTEN_APART: [(&str, &str); 5] = [
        ("rated_players", "results and ratings stay for the others, as those of a former player"),
        ("rated_results", "its players are numbers of that table"),
        ("tournament_games", "its players are numbers of tournament_players"),
        ("games", "they end by changes and stay for the opponent, and come with their logs"),
        ("settled_challenges", "they stay without the person until their messages say what became of them"),
    ];

    /// Columns that say only which command it was, and by which a link, a browser and a page are known.
    const NOT_GIVEN: [&str; 5] = [
        "challenges.interaction",
        "page_links.hash",
        "page_grants.id",
        "page_grants.browser",
        "page_grants.attempt",
    ];

    #[tokio::test]
    async fn what_names_a_person_is_given_to_them_and_goes_with_them() {
        for table in schema::tables().await.expect("a schema") {
            let is_person =
                |column: &&str| NAMES.contains(column) || (table.name == "people" && *column == "id");
            let columns = || table.columns.iter().map(|(column, _)| column.as_str());
            if WRITTEN_APART.iter().any(|(apart, _)| *apart == table.name)
                || !columns().any(|column| is_person(&column))
            {
                continue;
            }
            let found = PERSONAL.iter().find(|personal| personal.table == table.name);
            let personal =
                found.unwrap_or_else(|| panic!("PERSONAL lacks {}, which names people", table.name));
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
        for personal in PERSONAL {
            for sql in [personal.select(), personal.delete()] {
                let plan = query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
                let plan = plan.bind(1_i64).fetch_all(&mut memory).await.expect("a plan");
                let reads_all =
                    plan.iter().any(|row| row.try_get::<&str>("detail").expect("a line").starts_with("SCAN"));
                // What is kept for an hour or a day, and what is yet to be told.
                let short = ["challenges", "recently_challenged", "outbox"];
                assert!(!reads_all || short.contains(&personal.table), "{sql}");
            }
        }
    }
}
