//! Declares tables whose rows are each about one or two people: how `/privacy` exports the rows, and that
//! they are erased with the person. Each file in `tables` with such tables lists them in its `PERSONAL`.

use crate::StoreError;
use crate::db::sql::{Lender, SqlRow, query};
use game::UserId;
use serde_json::Value;
use sqlx::AssertSqlSafe;

/// A table and the layout of its rows in the export file.
pub(crate) struct Personal {
    pub(crate) table: &'static str,
    /// The columns that may refer to the person. A column that may also refer to another person has a
    /// condition in front.
    pub(crate) person: &'static [&'static str],
    /// The path of the rows in the file. An empty key places the columns directly in the file.
    pub(crate) key: &'static str,
    pub(crate) rows: Rows,
    /// The exported columns, each with its name in a record. A dot leads into a nested record, and a column
    /// without a name is the whole record. Several rows are ordered by these columns.
    pub(crate) columns: &'static [(&'static str, &'static str, Kind)],
}

/// How many rows a person has, and so how the file represents them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Any number: a list of records.
    Many,
    /// At most one: a record, or `null`.
    One,
    /// At most one. Without it the defaults apply: a record of zeroes and `null`.
    Always,
}

/// What a column holds.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// A Discord id, exported as a string because many JSON readers round large numbers to floats. 0 means no
    /// id.
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

    pub(super) fn select(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|(column, ..)| *column).collect();
        let columns = columns.join(", ");
        format!("SELECT {columns} FROM {} WHERE {} ORDER BY {columns}", self.table, self.is_theirs())
    }

    pub(super) fn delete(&self) -> String {
        format!("DELETE FROM {} WHERE {}", self.table, self.is_theirs())
    }

    /// Counts a person's rows in this table.
    pub(super) async fn count(&self, person: UserId, on: impl Lender) -> Result<u64, sqlx::Error> {
        let sql = format!("SELECT count(*) FROM {} WHERE {}", self.table, self.is_theirs());
        query(AssertSqlSafe(sql), person).one(on).await
    }

    /// Counts the settings that a person has chosen in this table.
    pub(super) async fn chosen(&self, person: UserId, on: impl Lender) -> Result<u64, sqlx::Error> {
        let settings = self.columns.iter().filter(|(_, name, _)| name.starts_with("settings."));
        let counts: Vec<String> = settings.map(|(column, ..)| format!("count({column})")).collect();
        if counts.is_empty() {
            return Ok(0);
        }
        let sql = format!("SELECT {} FROM {} WHERE {}", counts.join(" + "), self.table, self.is_theirs());
        query(AssertSqlSafe(sql), person).one(on).await
    }

    /// Fills a record, or the whole file, from a row or, without one, with its defaults.
    pub(super) fn filled(&self, mut record: Value, row: Option<&SqlRow>) -> Result<Value, StoreError> {
        for (column, name, kind) in self.columns {
            let value = match row {
                Some(row) => kind.read(row, column)?,
                None if matches!(kind, Kind::Number) => 0.into(),
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
            Self::Id => {
                row.try_get::<Option<u64>>(column)?.filter(|id| *id != 0).map(|id| id.to_string()).into()
            }
            Self::Number => row.try_get::<Option<i64>>(column)?.into(),
            Self::Truth => row.try_get::<Option<bool>>(column)?.into(),
            Self::Text => row.try_get::<Option<String>>(column)?.into(),
        })
    }
}

/// Returns the value at a path of the file, and creates it if missing.
pub(super) fn at<'a>(file: &'a mut Value, path: &str) -> &'a mut Value {
    path.split('.').filter(|name| !name.is_empty()).fold(file, |place, name| &mut place[name])
}
