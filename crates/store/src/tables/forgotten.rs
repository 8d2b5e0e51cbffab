//! People who had their data deleted, so that an older copy of the database does not bring them back. Only a
//! mark of each is stored, made with the database's key; it can only be compared with a given person.

use super::block_marks::{BlockKey, lasting_block_key};
use crate::db::schema;
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{Millis, UserId};
use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;
use std::collections::BTreeSet;

/// How long marks are kept, in days: as long as a backup can be of use.
pub const FORGOTTEN_KEPT_DAYS: i64 = 400;

/// The names of columns that refer to a person.
const PERSON_COLUMNS: [&str; 7] =
    ["person", "white", "black", "challenger", "opponent", "answerer", "blocked"];

/// The marks of people who had their data deleted, with the key they were made with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForgottenPeople {
    key: String,
    marks: Vec<(String, i64)>,
}

impl ForgottenPeople {
    /// Whether there are no marks.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }
}

/// Records that a person's data is deleted.
pub(crate) async fn note(tx: &mut Write, person: UserId, now: Millis) -> Result<(), WriteError> {
    let mark = lasting_block_key(tx).await?.of_forgotten(person);
    tx.execute(
        "INSERT INTO forgotten (mark, at) VALUES ($1, $2) ON CONFLICT (mark) DO UPDATE SET at = excluded.at",
        (mark, now),
    )
    .await?;
    Ok(())
}

impl Store {
    /// Returns the marks of people who had their data deleted.
    pub async fn forgotten_people(&self) -> Result<ForgottenPeople, StoreError> {
        let key: Option<String> = self.first("SELECT secret FROM block_key WHERE one = 1", ()).await?;
        let Some(key) = key else { return Ok(ForgottenPeople::default()) };
        Ok(ForgottenPeople {
            key,
            marks: self.all("SELECT mark, at FROM forgotten ORDER BY at, mark", ()).await?,
        })
    }

    /// Returns people in this database whose data was deleted in another one, if this one has no record of
    /// it.
    pub async fn forgotten_elsewhere(&self, there: &ForgottenPeople) -> Result<Vec<UserId>, StoreError> {
        let here = self.forgotten_people().await?;
        let is_known = |mark: &(String, i64)| here.key == there.key && here.marks.contains(mark);
        let marks: BTreeSet<&str> =
            there.marks.iter().filter(|mark| !is_known(mark)).map(|(mark, _)| mark.as_str()).collect();
        if marks.is_empty() {
            return Ok(Vec::new());
        }
        let key = BlockKey::read(&there.key);
        let everybody = self.everybody().await?;
        Ok(everybody
            .into_iter()
            .filter(|person| marks.contains(key.of_forgotten(*person).as_str()))
            .collect())
    }

    /// Imports the marks of another database, so that a later restore knows them too. Marks made with another
    /// key cannot be imported; people among them that were found here have a mark of this database.
    pub async fn take_over_forgotten(&self, there: &ForgottenPeople) -> Result<(), WriteError> {
        if there.is_empty() {
            return Ok(());
        }
        retry_write!(self.begin_long(), |tx| {
            tx.execute(
                "INSERT INTO block_key (one, secret) VALUES (1, $1) ON CONFLICT DO NOTHING",
                &there.key,
            )
            .await?;
            for (mark, at) in &there.marks {
                tx.execute(
                    "INSERT INTO forgotten (mark, at) SELECT $1, $2 WHERE EXISTS (SELECT 1 FROM block_key WHERE secret = $3)
                     ON CONFLICT (mark) DO UPDATE SET at = excluded.at WHERE forgotten.at < excluded.at",
                    (mark, *at, &there.key),
                )
                .await?;
            }
        })
    }

    /// Returns all user ids anywhere in the database.
    async fn everybody(&self) -> Result<BTreeSet<UserId>, StoreError> {
        let mut all = BTreeSet::new();
        for table in schema::tables().await? {
            let is_people = table.name == "people";
            let names = |column: &str| PERSON_COLUMNS.contains(&column) || is_people && column == "id";
            for (column, _) in table.columns.iter().filter(|(column, _)| names(column)) {
                let sql = format!("SELECT DISTINCT {column} FROM {} WHERE {column} IS NOT NULL", table.name);
                all.extend(self.all::<UserId>(AssertSqlSafe(sql), ()).await?);
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_tells_who_it_is_of_by_its_own_key_alone() {
        let [ours, theirs] = ["ours", "theirs"].map(BlockKey::read);
        assert_eq!(ours.of_forgotten(UserId(1)), BlockKey::read("ours").of_forgotten(UserId(1)));
        for other in
            [ours.of_forgotten(UserId(2)), theirs.of_forgotten(UserId(1)), ours.mark(UserId(1), UserId(1))]
        {
            assert_ne!(other, ours.of_forgotten(UserId(1)));
        }
    }
}
