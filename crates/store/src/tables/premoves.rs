//! Premoves in games. They are plain text here, without user ids.

use crate::db::dialect::Isolation;
use crate::types::{Change, Effect, PremovesRow};
use crate::{Store, Write, WriteError, claim, retry_claimed};
use game::{GameId, InteractionId, Millis, Rev};

impl Store {
    /// Replaces the premoves of a live game by `now`, if its position and premoves are still as `seen`.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] or [`WriteError::Replayed`].
    pub async fn keep_premoves(
        &self,
        game: GameId,
        seen: (Rev, Option<&PremovesRow>),
        now: Option<&PremovesRow>,
        interaction: InteractionId,
        at: Millis,
    ) -> Result<(), WriteError> {
        retry_claimed!(
            interaction,
            self,
            {
                let (position, before) = seen;
                let mut tx = self.begin_on(Isolation::Rows).await?;
                claim(&mut tx, Some(interaction), at).await?;
                tx.guarded(
                    "UPDATE games SET premoves = $4
                     WHERE id = $1 AND position_rev = $2 AND premoves IS NOT DISTINCT FROM $3 AND state = 'live'",
                    (game, position, before.map(|kept| &kept.0), now.map(|kept| &kept.0)),
                )
                .await?;
                Ok(tx.commit().await?)
            },
            Ok(())
        )
    }
}

/// Removes the premoves that a change was decided on, if it replaces them. Fails if they have changed.
pub(crate) async fn take(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
    let Some((seen, _)) = of(change) else { return Ok(()) };
    tx.guarded(
        "UPDATE games SET premoves = NULL WHERE id = $1 AND premoves IS NOT DISTINCT FROM $2",
        (id, seen),
    )
    .await
}

/// Stores the premoves that a change leaves.
pub(crate) async fn put(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
    let Some((_, Some(now))) = of(change) else { return Ok(()) };
    tx.execute("UPDATE games SET premoves = $2 WHERE id = $1", (id, now)).await?;
    Ok(())
}

/// Returns the premoves that a change has seen, and those that it leaves.
fn of(change: &Change) -> Option<(Option<&str>, Option<&str>)> {
    change.effects.iter().find_map(|effect| match effect {
        Effect::Premoves { seen, now } => {
            Some((seen.as_ref().map(|kept| kept.0.as_str()), now.as_ref().map(|kept| kept.0.as_str())))
        }
        _ => None,
    })
}
