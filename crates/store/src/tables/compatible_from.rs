//! Which programs may work on a database that a newer one has brought up to date: those whose schema is not below a number that the steps of the
//! schema keep beside it. So processes of two versions can work on one server's database while one takes the place of the other.

use crate::db::schema::known_schema;
use crate::db::sql::{Lender, query, row};
use crate::{Store, StoreError};

/// What a database asks of the programs that work on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompatibleFrom {
    /// The oldest schema whose program may.
    pub schema: i64,
    /// The version of the program that brought the database up to date, if it is known.
    pub version: Option<String>,
}

/// Reads what the database asks, in one of this schema or a newer one.
pub(crate) async fn compatible_from(on: impl Lender) -> Result<CompatibleFrom, sqlx::Error> {
    query("SELECT step, version FROM compatible_from WHERE one = 1", ()).one(on).await
}

/// Whether a program of this schema may work on a database with a newer one.
pub(crate) async fn lets_work(on: impl Lender, known: i64) -> Result<bool, sqlx::Error> {
    Ok(compatible_from(on).await?.schema <= known)
}

/// Notes that this program has brought the database up to date.
pub(crate) async fn note_version(on: impl Lender) -> Result<(), sqlx::Error> {
    let noted = query("UPDATE compatible_from SET version = $1 WHERE one = 1", env!("CARGO_PKG_VERSION"));
    noted.execute(on).await.map(|_| ())
}

impl Store {
    /// What the database asks of programs, if that is more than this one has: a newer one has brought it up to date since this one opened it.
    pub async fn outdated_by(&self) -> Result<Option<CompatibleFrom>, StoreError> {
        let asked = compatible_from(self.reader()?).await?;
        Ok((asked.schema > known_schema()).then_some(asked))
    }
}

row!(|row| CompatibleFrom { schema: row.try_get("step")?, version });
