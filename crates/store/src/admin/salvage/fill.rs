//! Inserts the readable rows into the new file. Rows that it refuses, such as duplicates or rows that violate
//! a constraint, are left out.

use super::cells::{Row, TreePage};
use super::pages::Pages;
use super::shapes::Shape;
use super::trees::Tree;
use crate::db::sql::{SqlConnection, SqlValue};
use sqlx::AssertSqlSafe;

/// The maximum number of values in one `INSERT`.
const VALUES: usize = 8_000;

/// How many rows of a table were read, and how many of them were inserted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moved {
    /// All rows in readable pages.
    pub(super) seen: u64,
    pub(super) kept: u64,
}

/// Reads the rows of a table and inserts them.
pub(super) async fn fill(
    pages: &Pages,
    shape: &Shape,
    tree: &Tree,
    new: &mut SqlConnection,
) -> Result<Moved, sqlx::Error> {
    let mut moved = Moved::default();
    let mut waiting = Waiting { shape, width: 0, values: Vec::new() };
    for number in &tree.pages {
        let page = pages.get(*number).and_then(|page| TreePage::read(&page, *number));
        let Some(page) = page else { continue };
        moved.seen += page.count() as u64;
        for row in page.rows(pages).flatten().filter(|row| shape.fits(row)) {
            if waiting.is_full_for(&row) {
                moved.kept += waiting.insert(new).await?;
            }
            waiting.width = row.values.len();
            waiting.values.extend(shape.values(row));
        }
    }
    moved.kept += waiting.insert(new).await?;
    Ok(moved)
}

/// Rows to insert in one statement. They have the same columns.
struct Waiting<'s> {
    shape: &'s Shape,
    /// The number of columns.
    width: usize,
    values: Vec<SqlValue>,
}

impl Waiting<'_> {
    fn is_full_for(&self, row: &Row) -> bool {
        !self.values.is_empty() && (row.values.len() != self.width || self.values.len() + self.width > VALUES)
    }

    /// Inserts the rows and returns how many the table accepted.
    ///
    /// The file has no journal, so no statement may fail half-way: a row that violates a constraint is
    /// skipped before any of it is written.
    async fn insert(&mut self, new: &mut SqlConnection) -> Result<u64, sqlx::Error> {
        if self.values.is_empty() {
            return Ok(0);
        }
        let columns = self.shape.columns.iter().take(self.width);
        let columns: Vec<_> = columns.map(|column| format!("\"{}\"", column.name)).collect();
        let row = format!("({})", vec!["?"; self.width].join(", "));
        let rows = vec![row; self.values.len() / self.width].join(", ");
        let (name, columns) = (&self.shape.name, columns.join(", "));
        let insert = format!("INSERT OR IGNORE INTO {name} ({columns}) VALUES {rows}");
        new.execute(AssertSqlSafe(insert), std::mem::take(&mut self.values)).await
    }
}
