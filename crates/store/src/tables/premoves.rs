//! What players have prepared in their games. It is text here, and names no person.

use crate::db::dialect::Isolation;
use crate::db::sql::query;
use crate::types::{Change, Effect, PremovesRow};
use crate::{Store, Write, WriteError, claim, retry_write};
use game::{GameId, InteractionId, Millis, Rev};

impl Store {
    /// Keeps what is prepared in a live game `now`, if its position and what was prepared before are still those that were `seen`.
    ///
    /// # Errors
    /// [`WriteError::Conflict`], [`WriteError::Replayed`], or a failure.
    pub async fn keep_premoves(
        &self,
        game: GameId,
        seen: (Rev, Option<&PremovesRow>),
        now: Option<&PremovesRow>,
        interaction: InteractionId,
        at: Millis,
    ) -> Result<(), WriteError> {
        retry_write!(claimed interaction, self.try_keep_premoves(game, seen, now, interaction, at), or Ok(()))
    }

    async fn try_keep_premoves(
        &self,
        game: GameId,
        (position, before): (Rev, Option<&PremovesRow>),
        now: Option<&PremovesRow>,
        interaction: InteractionId,
        at: Millis,
    ) -> Result<(), WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        claim(&mut tx, Some(interaction), at).await?;
        let changed = query(
            "UPDATE games SET premoves = $4
             WHERE id = $1 AND position_rev = $2 AND premoves IS NOT DISTINCT FROM $3 AND state = 'live'",
        )
        .bind(game.0)
        .bind(position.0)
        .bind(before.map(|kept| kept.0.as_str()))
        .bind(now.map(|kept| kept.0.as_str()))
        .execute(&mut *tx)
        .await?;
        if changed == 0 {
            return Err(WriteError::Conflict);
        }
        Ok(tx.commit().await?)
    }
}

/// Takes away what was prepared, if a change is to leave something else in its place and was decided on this.
pub(crate) async fn take(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
    let Some((seen, _)) = of(change) else { return Ok(()) };
    let taken = query("UPDATE games SET premoves = NULL WHERE id = $1 AND premoves IS NOT DISTINCT FROM $2")
        .bind(id.0)
        .bind(seen)
        .execute(&mut **tx)
        .await?;
    if taken == 0 { Err(WriteError::Conflict) } else { Ok(()) }
}

/// Puts what a change leaves in its place.
pub(crate) async fn put(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
    let Some((_, Some(now))) = of(change) else { return Ok(()) };
    query("UPDATE games SET premoves = $2 WHERE id = $1").bind(id.0).bind(now).execute(&mut **tx).await?;
    Ok(())
}

/// What was seen to be prepared, and what is afterwards.
fn of(change: &Change) -> Option<(Option<&str>, Option<&str>)> {
    change.effects.iter().find_map(|effect| match effect {
        Effect::Premoves { seen, now } => {
            Some((seen.as_ref().map(|kept| kept.0.as_str()), now.as_ref().map(|kept| kept.0.as_str())))
        }
        _ => None,
    })
}
