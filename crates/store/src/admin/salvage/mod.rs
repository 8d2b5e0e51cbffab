//! Salvages a damaged database file into a new one.
//!
//! The damaged file and its WAL are only read, page by page, and never by SQLite: it would follow their
//! damaged references, and write.

mod cells;
mod fill;
mod mend;
mod pages;
mod shapes;
mod trees;

#[cfg(test)]
mod tests;

use super::check::{base, open_failed};
use super::copy::NOT_COPIED;
use super::filling::{bring_back, put_away};
use super::new_file::NewFile;
use crate::db::schema::{in_memory, known_schema, migrations, noted};
use crate::db::sql::{SqlConnection, query};
use crate::sqlite::files::{self, beside, check_file};
use crate::{OpenError, Store};
use cells::{TreePage, Value};
use game::{GameId, Millis};
pub use pages::NewestChanges;
use pages::Pages;
use shapes::{Shape, shapes, steps_to};
use sqlx::AssertSqlSafe;
use std::path::{Path, PathBuf};
use trees::{Tree, trees};

/// The suffix of the new file until it is complete.
const MEANWHILE: &str = ".salvaging";

/// The outcome for one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalvagedTable {
    /// The table's name.
    pub name: String,
    /// How many rows the new file has.
    pub saved: u64,
    /// About how many were unreadable; `None` if unknown.
    pub lost: Option<u64>,
    /// How many were readable but are left out because they belong to something lost.
    pub left_out: u64,
}

/// A new file with the readable content of a damaged one. It gets its name at the end.
#[derive(Debug)]
pub struct Salvage {
    to: PathBuf,
    new: PathBuf,
    now: Millis,
    /// The outcome for each table that had any rows.
    pub tables: Vec<SalvagedTable>,
    /// How many games left any trace.
    pub games: u64,
    /// How many of those are left out because they are incomplete.
    pub left_out: u64,
    /// What is known of the newest changes.
    pub newest: NewestChanges,
    /// Whether the key is lost that recognizes people who had their data deleted.
    pub lost_key: bool,
}

/// A damaged file, as far as it can be read.
struct Damaged {
    pages: Pages,
    shapes: Vec<Shape>,
    trees: Vec<Tree>,
    /// Its schema version.
    schema: i64,
}

impl Salvage {
    /// Reads a damaged file, on which no bot may be running, and creates the new one.
    ///
    /// # Errors
    /// The reason as one sentence. The new file is removed.
    pub async fn prepare(from: &Path, to: &Path, now: Millis) -> Result<Self, OpenError> {
        let from = files::real(from);
        let new = beside(to, MEANWHILE);
        if to.exists() {
            return Err(OpenError::Exists(to.to_owned()));
        }
        check_file(&new)?;
        let _lock = files::take_if_there(&from)?;
        let damaged = Damaged::read(&from).await?;
        let mut salvage = Self {
            to: to.to_owned(),
            new,
            now,
            tables: Vec::new(),
            games: 0,
            left_out: 0,
            newest: damaged.pages.newest,
            lost_key: false,
        };
        salvage.remove_new();
        let mut file = NewFile::begin_at(&salvage.new, &steps_to(damaged.schema)).await?;
        let failed = |error: sqlx::Error| open_failed(to, &error);
        salvage.fill(&damaged, file.connection()).await.map_err(failed)?;
        file.bring_up_to_date().await?;
        salvage.mend(file.connection(), &[]).await.map_err(failed)?;
        salvage.count(file.connection()).await.map_err(failed)?;
        file.finish().await?;
        Ok(salvage)
    }

    /// Opens the new file.
    ///
    /// # Errors
    /// The reason as one sentence.
    pub async fn open(&self) -> Result<Store, OpenError> {
        Store::open_beside(&self.new).await
    }

    /// Leaves out more games. The store must be closed.
    ///
    /// # Errors
    /// The reason as one sentence.
    pub async fn leave_out(&mut self, games: &[GameId]) -> Result<(), OpenError> {
        let failed = |error: sqlx::Error| open_failed(&self.to, &error);
        let options = base(&self.new).foreign_keys(false);
        let mut connection = SqlConnection::sqlite(&options).await.map_err(failed)?;
        let done = async {
            self.mend(&mut connection, games).await?;
            self.count(&mut connection).await
        };
        let done = done.await;
        let closed = connection.close().await;
        done.and(closed).map_err(|error| open_failed(&self.to, &error))
    }

    /// Checks the new file, which must be closed, and gives it its name.
    ///
    /// # Errors
    /// The reason as one sentence.
    pub async fn finish(self) -> Result<Self, OpenError> {
        super::operator::check(&self.new).await?;
        if self.to.exists() {
            return Err(OpenError::Exists(self.to.clone()));
        }
        let failed = |error: std::io::Error| files::unwritable(&self.to, &error);
        std::fs::rename(&self.new, &self.to).map_err(failed)?;
        files::sync_directory_of(&self.to).map_err(failed)?;
        Ok(self)
    }

    /// Whether nothing is lost.
    pub fn is_whole(&self) -> bool {
        self.newest == NewestChanges::Read
            && self.left_out == 0
            && self.tables.iter().all(|table| table.lost == Some(0) && table.left_out == 0)
    }

    async fn fill(&mut self, damaged: &Damaged, c: &mut SqlConnection) -> Result<(), sqlx::Error> {
        c.execute("BEGIN", ()).await?;
        let back = put_away(c, &[]).await?;
        for (shape, tree) in damaged.tables() {
            if NOT_COPIED.contains(&shape.name.as_str()) || shape.name.starts_with("sqlite_") {
                continue;
            }
            let clear = query(AssertSqlSafe(format!("DELETE FROM {}", shape.name)), ());
            clear.execute(&mut *c).await?;
            let moved = fill::fill(&damaged.pages, shape, tree, c).await?;
            let lost = tree.lost(shape.is_numbered).map(|lost| lost as u64 + moved.seen - moved.kept);
            if moved.kept > 0 || lost != Some(0) {
                let name = shape.name.clone();
                self.tables.push(SalvagedTable { name, saved: 0, lost, left_out: moved.kept });
            }
        }
        for (table, last) in damaged.last_numbers() {
            for statement in c.dialect().set_last_number(table) {
                c.execute(AssertSqlSafe(statement), last).await?;
            }
        }
        bring_back(c, back).await?;
        c.execute("COMMIT", ()).await.map(|_| ())
    }

    async fn mend(&mut self, c: &mut SqlConnection, without: &[GameId]) -> Result<(), sqlx::Error> {
        c.execute("BEGIN", ()).await?;
        let back = put_away(c, &[]).await?;
        let mended = mend::mend(c, without, self.now).await?;
        bring_back(c, back).await?;
        c.execute("COMMIT", ()).await?;
        // A second run finds only the games that the first one kept.
        self.games = self.games.max(mended.found);
        self.left_out = self.games - mended.kept;
        self.lost_key |= mended.lost_key;
        Ok(())
    }

    /// Counts the rows of the new file.
    async fn count(&mut self, c: &mut SqlConnection) -> Result<(), sqlx::Error> {
        for table in &mut self.tables {
            let count = query(AssertSqlSafe(format!("SELECT count(*) FROM {}", table.name)), ());
            let saved: u64 = count.one(&mut *c).await?;
            table.left_out = (table.saved + table.left_out).saturating_sub(saved);
            table.saved = saved;
        }
        Ok(())
    }

    /// Removes an unfinished file.
    fn remove_new(&self) {
        for ending in ["", "-journal", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&self.new, ending));
        }
    }
}

impl Drop for Salvage {
    fn drop(&mut self) {
        self.remove_new();
    }
}

impl Damaged {
    async fn read(path: &Path) -> Result<Self, OpenError> {
        let failed = |error: sqlx::Error| open_failed(path, &error);
        let pages = Pages::open(path)?;
        let (known, all) = (known_schema(), shapes(&migrations()).await.map_err(failed)?);
        let found = trees(&pages, &all);
        let read = Self { pages, shapes: all, trees: found, schema: known };
        // The newest entries of the migration list may be lost; then the tables are read with the current
        // schema.
        let mut memory = in_memory().await.map_err(failed)?;
        memory.execute("DELETE FROM _sqlx_migrations", ()).await.map_err(failed)?;
        let steps = read.tables().find(|(shape, _)| shape.name == "_sqlx_migrations");
        if let Some((shape, tree)) = steps {
            fill::fill(&read.pages, shape, tree, &mut memory).await.map_err(failed)?;
        }
        let noted = noted(&mut memory, &migrations()).await.map_err(failed)?;
        let schema = noted.schema(path, known)?;
        let listed = read.trees.iter().filter(|tree| tree.is_listed).count();
        if schema == 0 && (1..read.trees.len() / 2).contains(&listed) {
            return Err(OpenError::Foreign(path.to_owned()));
        }
        let has_games = |(shape, tree): (&Shape, &Tree)| shape.name == "games" && !tree.pages.is_empty();
        if schema == 0 && !read.tables().any(has_games) {
            let why = "its list of tables is damaged, and no games are found";
            return Err(OpenError::BeyondSalvage(path.to_owned(), why.to_owned()));
        }
        if schema == 0 || schema == known {
            return Ok(read);
        }
        let older = shapes(&steps_to(schema)).await.map_err(failed)?;
        let found = trees(&read.pages, &older);
        Ok(Self { shapes: older, trees: found, schema, ..read })
    }

    fn tables(&self) -> impl Iterator<Item = (&Shape, &Tree)> {
        self.shapes.iter().zip(&self.trees).filter(|(shape, _)| !shape.is_index)
    }

    /// Returns the last number that each table has assigned.
    fn last_numbers(&self) -> Vec<(&str, i64)> {
        let mut numbers = Vec::new();
        let sequences = self.tables().find(|(shape, _)| shape.name == "sqlite_sequence");
        for number in sequences.map_or(&[][..], |(_, tree)| &tree.pages) {
            let page = self.pages.get(*number).and_then(|page| TreePage::read(&page, *number));
            for begin in page.iter().flat_map(|page| page.begins(&self.pages)) {
                let [Value::Text(name), Value::Number(last)] = &begin[..] else { continue };
                let known = self.tables().find(|(shape, _)| shape.name == *name);
                // An `INSERT` that inserts nothing records 0.
                numbers.extend(known.filter(|_| *last > 0).map(|(shape, _)| (shape.name.as_str(), *last)));
            }
        }
        numbers
    }
}
