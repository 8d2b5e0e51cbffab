//! What a table says of itself whose rows are each about one person, or about two: what `/privacy` gives of them, and that they go with
//! the person. Each file of `tables` that has such tables says so in its `PERSONAL`.

use crate::StoreError;
use crate::db::sql::{Lender, SqlRow, query};
use game::UserId;
use serde_json::Value;
use sqlx::AssertSqlSafe;

/// A table, and what its rows are in the person's file.
pub(crate) struct Personal {
    pub(crate) table: &'static str,
    /// The columns that may name the person, with a condition before one that names somebody else otherwise.
    pub(crate) person: &'static [&'static str],
    /// Where the rows stand in the file. Without a key the columns stand there themselves.
    pub(crate) key: &'static str,
    pub(crate) rows: Rows,
    /// The columns that are given, each with its name in a record. A dot leads into a record within; a value without a name stands for the
    /// whole record. Several rows come in the order of these columns.
    pub(crate) columns: &'static [(&'static str, &'static str, Kind)],
}

/// How many rows a person has, and so what the file has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Any number: a list of records.
    Many,
    /// At most one: a record, or `null`.
    One,
    /// At most one, and without it everything is as it is for everybody: a record of zeroes and `null`.
    Always,
}

/// What a column holds.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
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

    pub(super) fn select(&self) -> String {
        let columns: Vec<&str> = self.columns.iter().map(|(column, ..)| *column).collect();
        let columns = columns.join(", ");
        format!("SELECT {columns} FROM {} WHERE {} ORDER BY {columns}", self.table, self.is_theirs())
    }

    pub(super) fn delete(&self) -> String {
        format!("DELETE FROM {} WHERE {}", self.table, self.is_theirs())
    }

    /// How many rows a person has here.
    pub(super) async fn count(&self, person: UserId, on: impl Lender) -> Result<u64, sqlx::Error> {
        let sql = format!("SELECT count(*) FROM {} WHERE {}", self.table, self.is_theirs());
        query(AssertSqlSafe(sql), person).one(on).await
    }

    /// How many settings a person has chosen here.
    pub(super) async fn chosen(&self, person: UserId, on: impl Lender) -> Result<u64, sqlx::Error> {
        let settings = self.columns.iter().filter(|(_, name, _)| name.starts_with("settings."));
        let counts: Vec<String> = settings.map(|(column, ..)| format!("count({column})")).collect();
        if counts.is_empty() {
            return Ok(0);
        }
        let sql = format!("SELECT {} FROM {} WHERE {}", counts.join(" + "), self.table, self.is_theirs());
        query(AssertSqlSafe(sql), person).one(on).await
    }

    /// A record, or the whole file, with what is in a row, or with that there is none.
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

/// A place in a file, which is made where there is none yet.
pub(super) fn at<'a>(file: &'a mut Value, path: &str) -> &'a mut Value {
    path.split('.').filter(|name| !name.is_empty()).fold(file, |place, name| &mut place[name])
}
