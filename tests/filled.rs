//! A row in every table, generated from the schema, so that general tests cover new tables too.

use rookery::timing::virtual_time::hold;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::path::Path;

/// The person of all rows. No other number equals it.
pub const PERSON: i64 = 987_654_321_987;

/// The names of columns that name a person.
const PEOPLE: [&str; 8] =
    ["person", "white", "black", "to_move", "challenger", "opponent", "answerer", "blocked"];

/// Tables that refer to players by numbers of another table.
const OF_NUMBERS: [&str; 2] = ["rated_results", "tournament_games"];

/// A table, and its row's values in SQL notation.
pub struct Filled {
    /// The table's name.
    pub table: String,
    /// The columns and their values, in order.
    pub columns: Vec<(String, String)>,
}

impl Filled {
    /// True if a column names [`PERSON`].
    pub fn names_person(&self) -> bool {
        self.columns.iter().any(|(_, value)| *value == PERSON.to_string())
    }

    /// The columns that hold numbers.
    pub fn numbers(&self) -> impl Iterator<Item = &str> {
        let numbers = self.columns.iter().filter(|(_, value)| !value.starts_with('\''));
        numbers.map(|(column, _)| column.as_str())
    }

    /// The values that are unique to this row.
    pub fn marks(&self) -> impl Iterator<Item = &str> {
        let table = self.table.as_str();
        let is_unique = move |value: &&str| {
            value.ends_with(&format!("-of-{table}"))
                || value.parse::<i64>().is_ok_and(|number| number > 1_000 && number != PERSON)
        };
        self.columns.iter().map(|(_, value)| value.trim_matches('\'')).filter(is_unique)
    }
}

/// Inserts a row without NULLs into every table of a file without rows. Returns these rows.
pub async fn fill(path: &Path) -> Vec<Filled> {
    let _clock = hold();
    let mut file = SqliteConnectOptions::new().filename(path).connect().await.expect("a file");
    // A table comes after those that its rows refer to, or whose triggers write into it.
    let tables = "SELECT name, sql FROM sqlite_schema WHERE type = 'table'
        AND name NOT IN ('_sqlx_migrations', 'sqlite_sequence', 'compatible_from', 'last_seat', 'trials') ORDER BY name <> 'games', name IN ('offers', 'outbox'), name";
    let tables: Vec<(String, String)> =
        sqlx::query_as(tables).fetch_all(&mut file).await.expect("the tables");
    let mut filled = Vec::new();
    for (number, (table, made_by)) in tables.into_iter().enumerate() {
        filled.push(fill_table(&mut file, table, &made_by, 1_000 * (number + 2)).await);
    }
    file.close().await.expect("an end");
    filled
}

async fn fill_table(file: &mut SqliteConnection, table: String, made_by: &str, first: usize) -> Filled {
    let columns = sqlx::query("SELECT name, type FROM pragma_table_info($1)").bind(&table);
    let columns = columns.fetch_all(&mut *file).await.expect("the columns");
    let value = |(at, row): (usize, &sqlx::sqlite::SqliteRow)| {
        let (column, kind): (String, String) = (row.get("name"), row.get("type"));
        let is_person = PEOPLE.contains(&column.as_str()) && !OF_NUMBERS.contains(&table.as_str());
        let value = match (table.as_str(), column.as_str()) {
            ("games", "id") | (_, "game" | "one") => "1".to_owned(),
            // This state has an ending.
            ("games", "state") => "'over'".to_owned(),
            ("people", "id") => PERSON.to_string(),
            _ if is_person => PERSON.to_string(),
            _ => match last_allowed(made_by, &column) {
                Some(allowed) => allowed.to_owned(),
                None if kind == "TEXT" => format!("'{column}-of-{table}'"),
                None => (first + at).to_string(),
            },
        };
        (column, value)
    };
    let columns: Vec<(String, String)> = columns.iter().enumerate().map(value).collect();
    let names: Vec<String> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let values: Vec<&str> = columns.iter().map(|(_, value)| value.as_str()).collect();
    let insert = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "));
    // Rows inserted by triggers are removed first.
    for sql in [format!("DELETE FROM {table}"), insert] {
        let done = sqlx::query(AssertSqlSafe(sql.clone())).execute(&mut *file).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    Filled { table, columns }
}

/// The last of a column's allowed values, if the schema lists them: `CHECK (state IN ('open', 'closed'))`.
fn last_allowed<'a>(made_by: &'a str, column: &str) -> Option<&'a str> {
    let starts = [format!("({column} IN ("), format!("(\"{column}\" IN (")];
    let list = starts.iter().find_map(|start| made_by.split_once(start.as_str()))?.1;
    list.split(')').next()?.rsplit(',').next().map(str::trim)
}
