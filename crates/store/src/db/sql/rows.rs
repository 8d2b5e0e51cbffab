//! Rows, and how their columns are read.

use sqlx::error::UnexpectedNullError;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Row, TypeInfo, ValueRef};

/// A row that a statement returned.
pub(crate) enum SqlRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl SqlRow {
    /// Reads a column.
    pub(crate) fn try_get<'r, T: FromColumn<'r>>(&'r self, column: &str) -> Result<T, sqlx::Error> {
        T::read(self, column)
    }

    fn number(&self, column: impl ColumnAt) -> Result<Option<i64>, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            // A number literal in a statement has a shorter type, which is readable as well.
            Self::Postgres(row) => match row.try_get_raw(column)?.type_info().name() {
                "INT8" | "INT4" | "INT2" => row.try_get_unchecked(column),
                _ => row.try_get(column),
            },
        }
    }

    fn text(&self, column: impl ColumnAt) -> Result<Option<&str>, sqlx::Error> {
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
        T::read_some(row, column)?.ok_or_else(|| unreadable(column, UnexpectedNullError))
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

/// The bits are kept, as they are bound.
impl FromCell<'_> for u64 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        Ok(row.number(column)?.map(i64::cast_unsigned))
    }
}

impl FromCell<'_> for u32 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        row.number(column)?.map(Self::try_from).transpose().map_err(|error| unreadable(column, error))
    }
}

impl FromCell<'_> for u8 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        row.number(column)?.map(Self::try_from).transpose().map_err(|error| unreadable(column, error))
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

/// The error for a column that holds something other than expected.
fn unreadable(column: impl ColumnAt, why: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: format!("{column:?}"), source: Box::new(why) }
}

/// The results of the statements of one text.
#[derive(Default)]
pub(crate) struct Brought {
    /// How many rows each statement changed.
    pub(crate) changed: Vec<u64>,
    /// All rows that the statements returned.
    pub(crate) rows: Vec<SqlRow>,
}
