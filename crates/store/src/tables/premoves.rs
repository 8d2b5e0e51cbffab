//! Prepared moves in games. They are plain text here, and name no person.

use crate::db::dialect::Isolation;
use crate::types::{Change, Effect, PremovesRow};
use crate::{Store, Write, WriteError, claim, retry_claimed};
use game::{GameId, InteractionId, Millis, Rev};

impl Store {
    /// Stores the prepared moves of a live game as `now`, if its position and its prepared moves are still as `seen`.
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

/// Removes the prepared moves that a change was decided on, if it leaves other ones in their place. Fails if they have changed.
pub(crate) async fn take(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
    let Some((seen, _)) = of(change) else { return Ok(()) };
    tx.guarded(
        "UPDATE games SET premoves = NULL WHERE id = $1 AND premoves IS NOT DISTINCT FROM $2",
        (id, seen),
    )
    .await
}

/// Stores the prepared moves that a change leaves.
pub(crate) async fn put(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
    let Some((_, Some(now))) = of(change) else { return Ok(()) };
    tx.execute("UPDATE games SET premoves = $2 WHERE id = $1", (id, now)).await?;
    Ok(())
}

/// The prepared moves that a change has seen, and those that it leaves.
fn of(change: &Change) -> Option<(Option<&str>, Option<&str>)> {
    change.effects.iter().find_map(|effect| match effect {
        Effect::Premoves { seen, now } => {
            Some((seen.as_ref().map(|kept| kept.0.as_str()), now.as_ref().map(|kept| kept.0.as_str())))
        }
        _ => None,
    })
}
