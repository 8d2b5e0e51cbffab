//! Who does not want to be challenged by whom.

use super::sql::query;
use super::{Limit, Store, StoreError, Write, WriteError, number, patiently, signed};
use crate::game::UserId;

/// As many people may one person have blocked.
const MOST: u32 = 500;

impl Store {
    /// Notes that `person` wants no challenge from `other`; nothing happens where that is noted already.
    ///
    /// # Errors
    /// [`WriteError::Limit`], or a failure.
    pub async fn block(&self, person: UserId, other: UserId) -> Result<(), WriteError> {
        patiently!(self.try_block(person, other))
    }

    async fn try_block(&self, person: UserId, other: UserId) -> Result<(), WriteError> {
        let mut tx = self.begin().await?;
        query("INSERT INTO blocks (person, blocked) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(signed(person.0))
            .bind(signed(other.0))
            .execute(&mut *tx)
            .await?;
        let count: u32 = query("SELECT count(*) FROM blocks WHERE person = $1")
            .bind(signed(person.0))
            .scalar(&mut *tx)
            .await?;
        if count > MOST {
            return Err(Limit::Blocks(MOST).into());
        }
        Ok(tx.commit().await?)
    }

    /// The opposite; false where nothing of the kind was noted.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unblock(&self, person: UserId, other: UserId) -> Result<bool, WriteError> {
        patiently!(self.try_unblock(person, other))
    }

    async fn try_unblock(&self, person: UserId, other: UserId) -> Result<bool, WriteError> {
        let mut tx = self.begin().await?;
        let gone = query("DELETE FROM blocks WHERE person = $1 AND blocked = $2")
            .bind(signed(person.0))
            .bind(signed(other.0))
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(gone > 0)
    }

    /// Who of the two has blocked the other; `who`, if both have.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn blocker(&self, who: UserId, other: UserId) -> Result<Option<UserId>, StoreError> {
        let found =
            query(BLOCKER).bind(signed(who.0)).bind(signed(other.0)).fetch_optional(self.reader()?).await?;
        Ok(found.map(|row| number(&row, "person")).transpose()?.map(UserId))
    }
}

const BLOCKER: &str =
    "SELECT person FROM blocks WHERE (person = $1 AND blocked = $2) OR (person = $2 AND blocked = $1)
     ORDER BY person = $1 DESC LIMIT 1";

/// Says whether one of the two has blocked the other; it is `who` that acts.
pub(super) async fn admit(tx: &mut Write, who: UserId, other: UserId) -> Result<(), WriteError> {
    let found = query(BLOCKER).bind(signed(who.0)).bind(signed(other.0)).fetch_optional(&mut **tx).await?;
    match found {
        Some(row) => Err(WriteError::Blocked(UserId(number(&row, "person")?))),
        None => Ok(()),
    }
}
