//! Blocks: who has blocked challenges from which person.

use super::block_marks::{BlockKey, block_key, lasting_block_key};
use super::ladder_changes;
use crate::db::sql::{Statement, query};
use crate::privacy::personal::{Kind::Id, Personal, Rows::Many};
use crate::{Limit, Store, StoreError, Write, WriteError, retry_write};
use game::UserId;

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[Personal {
    table: "blocks",
    person: &["person"],
    key: "blocked",
    rows: Many,
    columns: &[("blocked", "", Id)],
}];

/// The maximum number of people that one person may block.
const MOST: u32 = 500;

impl Store {
    /// Records that `person` has blocked challenges from `other`. Does nothing if it is recorded already.
    ///
    /// # Errors
    /// [`WriteError::Limit`].
    pub async fn block(&self, person: UserId, other: UserId) -> Result<(), WriteError> {
        retry_write!(self.begin(), |tx| {
            let mark = block_key(&mut *tx).await?.map(|key| key.mark(person, other));
            // A removed person is still blocked by a mark, so nothing more is stored about them.
            tx.execute(
                "INSERT INTO blocks (person, blocked) SELECT $1, $2
                 WHERE NOT EXISTS (SELECT 1 FROM former_blocks WHERE person = $1 AND mark = $3)
                 ON CONFLICT DO NOTHING",
                (person, other, mark),
            )
            .await?;
            let count: u32 = tx
                .one(
                    "SELECT (SELECT count(*) FROM blocks WHERE person = $1)
                 + (SELECT count(*) FROM former_blocks WHERE person = $1)",
                    person,
                )
                .await?;
            if count > MOST {
                return Err(Limit::Blocks(MOST).into());
            }
            ladder_changes::set_apart(&mut tx, person, other).await?;
        })
    }

    /// Removes a block. Returns false if there was none.
    pub async fn unblock(&self, person: UserId, other: UserId) -> Result<bool, WriteError> {
        retry_write!(self.begin(), |tx| {
            let mut gone =
                tx.execute("DELETE FROM blocks WHERE person = $1 AND blocked = $2", (person, other)).await?;
            if let Some(key) = block_key(&mut *tx).await? {
                gone += tx
                    .execute(
                        "DELETE FROM former_blocks WHERE person = $1 AND mark = $2",
                        (person, key.mark(person, other)),
                    )
                    .await?;
            }
            gone > 0
        })
    }

    /// Returns which of the two has blocked the other; `who`, if both have.
    pub async fn blocker(&self, who: UserId, other: UserId) -> Result<Option<UserId>, StoreError> {
        let key = block_key(self.reader()?).await?;
        Ok(blocker_of(who, other, key.as_ref()).first(self.reader()?).await?)
    }
}

/// Selects which of the two has blocked the other.
fn blocker_of(who: UserId, other: UserId, key: Option<&BlockKey>) -> Statement {
    query(
        "SELECT person FROM (
             SELECT person FROM blocks WHERE (person = $1 AND blocked = $2) OR (person = $2 AND blocked = $1)
             UNION ALL
             SELECT person FROM former_blocks WHERE (person = $1 AND mark = $3) OR (person = $2 AND mark = $4)
         ) AS found ORDER BY person = $1 DESC LIMIT 1",
        (who, other, key.map(|key| key.mark(who, other)), key.map(|key| key.mark(other, who))),
    )
}

/// Refuses if one of the two has blocked the other. `who` is the acting person.
pub(crate) async fn admit(tx: &mut Write, who: UserId, other: UserId) -> Result<(), WriteError> {
    let key = block_key(&mut **tx).await?;
    let found = blocker_of(who, other, key.as_ref()).first(&mut **tx).await?;
    match found {
        Some(person) => Err(WriteError::Blocked(person)),
        None => Ok(()),
    }
}

/// Replaces a person, who is about to be removed, by a mark in the blocks against them.
pub(crate) async fn leave_marks(tx: &mut Write, person: UserId) -> Result<(), WriteError> {
    let blockers: Vec<UserId> = tx.all("SELECT person FROM blocks WHERE blocked = $1", person).await?;
    if !blockers.is_empty() {
        let key = lasting_block_key(tx).await?;
        for blocker in blockers {
            tx.execute(
                "INSERT INTO former_blocks (person, mark) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                (blocker, key.mark(blocker, person)),
            )
            .await?;
        }
    }
    tx.execute("DELETE FROM blocks WHERE blocked = $1", person).await?;
    Ok(())
}
