//! Rows, and how their columns are read.

use sqlx::error::UnexpectedNullError;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Row, TypeInfo, ValueRef};

/// A row returned by a statement.
pub(crate) enum SqlRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl SqlRow {
    /// Reads a column.
    pub(crate) fn try_get<'r, T: FromColumn<'r>>(&'r self, column: &str) -> Result<T, sqlx::Error> {
        T::read(self, column)
    }

    /// Reads a nullable text column as a list of words.
    pub(crate) fn words(&self, column: &str) -> Result<Vec<String>, sqlx::Error> {
        let text: Option<&str> = self.try_get(column)?;
        Ok(text.unwrap_or_default().split_whitespace().map(str::to_owned).collect())
    }

    fn number(&self, column: impl ColumnAt) -> Result<Option<i64>, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            // A number literal in a statement has a shorter type, but can be read as well.
            Self::Postgres(row) => match row.try_get_raw(column)?.type_info().name() {
                "INT8" | "INT4" | "INT2" => row.try_get_unchecked(column),
                _ => row.try_get(column),
            },
        }
    }

    pub(super) fn text(&self, column: impl ColumnAt) -> Result<Option<&str>, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }
}

/// A column, by name or by index.
pub(crate) trait ColumnAt: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Copy {}

impl<T: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Copy> ColumnAt for T {}

/// A type that a column can be read as.
pub(crate) trait FromColumn<'r>: Sized {
    fn read(row: &'r SqlRow, column: impl ColumnAt) -> Result<Self, sqlx::Error>;
}

impl<'r, T: FromCell<'r>> FromColumn<'r> for Option<T> {
    fn read(row: &'r SqlRow, column: impl ColumnAt) -> Result<Self, sqlx::Error> {
        T::read_some(row, column)
    }
}

impl<'r, T: FromCell<'r>> FromColumn<'r> for T {
    fn read(row: &'r SqlRow, column: impl ColumnAt) -> Result<Self, sqlx::Error> {
        T::read_some(row, column)?.ok_or_else(|| misread(column, UnexpectedNullError))
    }
}

/// A type that a non-null column can be read as.
pub(crate) trait FromCell<'r>: Sized {
    fn read_some(row: &'r SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error>;
}

impl FromCell<'_> for i64 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        row.number(column)
    }
}

/// Read bit by bit, as it is bound.
impl FromCell<'_> for u64 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        Ok(row.number(column)?.map(i64::cast_unsigned))
    }
}

impl FromCell<'_> for u32 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        row.number(column)?.map(Self::try_from).transpose().map_err(|error| misread(column, error))
    }
}

impl FromCell<'_> for u8 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        row.number(column)?.map(Self::try_from).transpose().map_err(|error| misread(column, error))
    }
}

impl FromCell<'_> for bool {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        Ok(row.number(column)?.map(|number| number != 0))
    }
}

impl<'r> FromCell<'r> for &'r str {
    fn read_some(row: &'r SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        row.text(column)
    }
}

impl FromCell<'_> for String {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        Ok(row.text(column)?.map(str::to_owned))
    }
}

/// A type that a row can be read as: the row itself, its first column, a tuple of its columns, or a struct by
/// [`row!`].
pub(crate) trait FromRow: Sized {
    fn from_row(row: SqlRow) -> Result<Self, sqlx::Error>;
}

impl FromRow for SqlRow {
    fn from_row(row: SqlRow) -> Result<Self, sqlx::Error> {
        Ok(row)
    }
}

impl<T: for<'r> FromColumn<'r>> FromRow for T {
    fn from_row(row: SqlRow) -> Result<Self, sqlx::Error> {
        T::read(&row, 0)
    }
}

/// Tuples of this many columns.
macro_rules! tuples {
    ($($($of:ident $at:literal)*;)*) => {$(
        impl<$($of: for<'r> FromColumn<'r>),*> FromRow for ($($of,)*) {
            fn from_row(row: SqlRow) -> Result<Self, sqlx::Error> {
                Ok(($($of::read(&row, $at)?,)*))
            }
        }
    )*};
}

tuples! {
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
}

/// Defines how a row is read as a struct:
/// `row!(|row| Shard { number, total, silent: row.try_get::<i64>("mute")? > 0 });`.
///
/// A field without an expression is read from the column of the same name.
macro_rules! row {
    (|$row:ident| $of:ident { $($field:ident $(: $how:expr)?),* $(,)? }) => {
        impl $crate::db::sql::FromRow for $of {
            fn from_row($row: $crate::db::sql::SqlRow) -> Result<Self, sqlx::Error> {
                let $row = &$row;
                Ok(Self { $($field: $crate::db::sql::row!(@ $row $field $($how)?)),* })
            }
        }
    };
    (@ $row:ident $field:ident) => {
        $row.try_get(stringify!($field))?
    };
    (@ $row:ident $field:ident $how:expr) => {
        $how
    };
}
pub(crate) use row;

/// Returns the error for a column with an unexpected value.
fn misread(column: impl ColumnAt, why: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: format!("{column:?}"), source: Box::new(why) }
}

/// The results of the statements of one text.
#[derive(Default)]
pub(crate) struct BatchResult {
    /// How many rows each statement changed.
    pub(crate) changed: Vec<u64>,
    /// All rows that the statements returned.
    pub(crate) rows: Vec<SqlRow>,
}
