//! Which programs may work on a database that a newer one has migrated: those with at least the schema that
//! the migrations record here. So two versions can work on one server's database during a rolling update.

use crate::db::schema::known_schema;
use crate::db::sql::{Lender, query, row};
use crate::{Store, StoreError};

/// What a database requires of programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompatibleFrom {
    /// The oldest schema whose programs may work on it.
    pub schema: i64,
    /// The version of the program that migrated the database, if known.
    pub version: Option<String>,
}

/// Reads the requirements. The database must have this program's schema or a newer one.
pub(crate) async fn compatible_from(on: impl Lender) -> Result<CompatibleFrom, sqlx::Error> {
    query("SELECT step, version FROM compatible_from WHERE one = 1", ()).one(on).await
}

/// Whether a program of this schema may work on a database with a newer one.
pub(crate) async fn lets_work(on: impl Lender, known: i64) -> Result<bool, sqlx::Error> {
    Ok(compatible_from(on).await?.schema <= known)
}

/// Records that this program has migrated the database.
pub(crate) async fn note_version(on: impl Lender) -> Result<(), sqlx::Error> {
    let noted = query("UPDATE compatible_from SET version = $1 WHERE one = 1", env!("CARGO_PKG_VERSION"));
    noted.execute(on).await.map(|_| ())
}

impl Store {
    /// Returns the requirements if this program no longer meets them: a newer one has migrated the database
    /// since it was opened.
    pub async fn outdated_by(&self) -> Result<Option<CompatibleFrom>, StoreError> {
        let asked = compatible_from(self.reader()?).await?;
        Ok((asked.schema > known_schema()).then_some(asked))
    }
}

row!(|row| CompatibleFrom { schema: row.try_get("step")?, version });
