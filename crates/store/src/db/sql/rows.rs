//! Rows, and what is read from them.

use sqlx::error::UnexpectedNullError;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{ColumnIndex, Row, TypeInfo, ValueRef};

/// A row that a statement has brought.
pub(crate) enum SqlRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl SqlRow {
    /// What a column holds.
    pub(crate) fn try_get<'r, T: FromColumn<'r>>(&'r self, column: &str) -> Result<T, sqlx::Error> {
        T::read(self, column)
    }

    fn number(&self, column: impl ColumnAt) -> Result<Option<i64>, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            // A number that is written out in a statement is a shorter one, which is read as well.
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

/// A column by its name or its number.
pub(crate) trait ColumnAt: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Copy {}

impl<T: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Copy> ColumnAt for T {}

/// What columns are read as.
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

/// What columns without NULL are read as.
pub(crate) trait FromCell<'r>: Sized {
    fn read_some(row: &'r SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error>;
}

impl FromCell<'_> for i64 {
    fn read_some(row: &SqlRow, column: impl ColumnAt) -> Result<Option<Self>, sqlx::Error> {
        row.number(column)
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

/// A column holds something else than what it is read as.
fn unreadable(column: impl ColumnAt, why: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: format!("{column:?}"), source: Box::new(why) }
}
