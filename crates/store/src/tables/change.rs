//! The single write to a live game: its new state, and the events that led to it.
//!
//! In PostgreSQL a move is one statement. A loss on time is written only if time is still up and the channel
//! is open.

use super::owed_kinds::OwedKind;
use super::premoves;
use crate::db::dialect::{Begin, Dialect, Isolation, TxFrame};
use crate::db::sql::{SqlValue, Values, query};
use crate::types::{Change, Effect, StoredState};
use crate::write::Write;
use crate::{Store, StoreError, WriteError, retry_claimed};
use game::{GameId, InteractionId, Rev};
use std::sync::LazyLock;

impl Store {
    /// Changes a live game, if it is still at the event `seen`.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] or [`WriteError::Replayed`].
    pub async fn change(&self, id: GameId, seen: Rev, change: &Change) -> Result<(), WriteError> {
        retry_claimed!(
            change.interaction,
            self,
            {
                let events = change.events().count();
                let Some(interaction) =
                    change.interaction.filter(|_| matches!(events, 1 | 2) && !change.goes_further())
                else {
                    return self.change_in_steps(id, seen, change).await;
                };
                let mut write = self.write().await?;
                let dialect = write.dialect();
                let at_once = &AT_ONCE[dialect as usize][ends(change)][events - 1];
                let text = |frame| {
                    query(at_once[frame as usize].as_str(), (values(id, seen, change), event_values(change)))
                };
                let brought = write.whole(Begin::Synced(Isolation::Rows), text).await?;
                match brought.changed.get(dialect.telling()) {
                    Some(1..) => Ok(write.commit().await?),
                    _ => Err(conflict_or_replay(&mut write, interaction).await?),
                }
            },
            Ok(())
        )
    }

    async fn change_in_steps(&self, id: GameId, seen: Rev, change: &Change) -> Result<(), WriteError> {
        let mut tx = self.begin_on(Isolation::Rows).await?;
        if let Err(taken) = premoves::take(&mut tx, id, change).await {
            // An earlier attempt of the same change may have taken them already.
            return match (taken, change.interaction) {
                (WriteError::Conflict, Some(interaction)) => {
                    Err(conflict_or_replay(&mut tx, interaction).await?)
                }
                (failed, _) => Err(failed),
            };
        }
        if let Some(interaction) = change.interaction
            && tx.execute(CLAIM, values(id, seen, change)).await? == 0
        {
            return Err(conflict_or_replay(&mut tx, interaction).await?);
        }
        apply_change(&mut tx, id, seen, change).await?;
        Ok(tx.commit().await?)
    }
}

/// Claims the interaction of a change, with its token for the board in its response, if the change still
/// applies.
const CLAIM: &str = "INSERT INTO interactions (id, at, token, game, rev)
     SELECT $16, $14, $17, CASE WHEN $17 IS NOT NULL THEN $1 END, CASE WHEN $17 IS NOT NULL THEN $3 END
     WHERE EXISTS (SELECT 1 FROM games WHERE id = $1 AND rev = $2 AND state = 'live'
         AND (premoves IS NULL OR $9 <> 'live' OR $13 = 0) AND ($20 = 0 OR (deadline <= $14
             AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             AND NOT EXISTS (SELECT 1 FROM last_alive a WHERE (a.silent = 1 OR a.at + 120000 < $14)
                 AND a.number = (coalesce(games.guild, 0) >> 22) % a.total))))
     ON CONFLICT DO NOTHING";

/// Updates the state of a game, if it is at the event that the change was decided on.
///
/// If the position changes, the premoves for the old one have already been removed; otherwise the deadline
/// stays. A turn of a player on vacation is put off until the vacation ends; in a closed channel that happens
/// when it opens. A turn begins no earlier than moves were last recorded as possible: the clock may have
/// leapt while the move was processed.
macro_rules! change_game {
    ($and:literal) => {
        concat!(
            "UPDATE games SET rev = $3, position_rev = $4, ply = $5, turn = $6, to_move = $7, fen = $8, moved_at = $11,
         deadline = CASE WHEN $13 = 0 THEN deadline
             WHEN $12 IS NOT NULL THEN $12 + coalesce((SELECT v.until - $14 FROM vacations v WHERE v.person = $7 AND v.until > $14
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)), 0)
                 + coalesce((SELECT a.at - $14 FROM last_alive a WHERE a.at - 60000 > $14
                     AND a.number = (coalesce(games.guild, 0) >> 22) % a.total), 0) END,
         remind_at = CASE WHEN $13 = 0 THEN remind_at
             WHEN $19 IS NOT NULL THEN $19 + coalesce((SELECT v.until - $14 FROM vacations v WHERE v.person = $7 AND v.until > $14
                 AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)), 0)
                 + coalesce((SELECT a.at - $14 FROM last_alive a WHERE a.at - 60000 > $14
                     AND a.number = (coalesce(games.guild, 0) >> 22) % a.total), 0) END,
         due = CASE WHEN $13 = 1 THEN $3 ELSE due END, due_at = CASE WHEN $13 = 1 THEN $14 ELSE due_at END,
         shown = CASE WHEN $15 = 0 THEN shown WHEN $13 = 1 THEN $3 ELSE due END,
         locale = coalesce($18, locale), premoves = CASE WHEN $9 = 'live' THEN premoves END",
            $and,
            " WHERE id = $1 AND rev = $2 AND state = 'live' AND (premoves IS NULL OR $9 <> 'live' OR $13 = 0)
         AND ($20 = 0 OR (deadline <= $14
             AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)
             AND NOT EXISTS (SELECT 1 FROM last_alive a WHERE (a.silent = 1 OR a.at + 120000 < $14)
                 AND a.number = (coalesce(games.guild, 0) >> 22) % a.total)))"
        )
    };
}

/// For a game that continues, and for one that ends. Setting the columns of an ending would touch every index
/// with them.
const CHANGE: [&str; 2] = [change_game!(""), change_game!(", state = $9, ending = $10")];

/// The first two events of a change.
const EVENTS: [&str; 2] = ["SELECT $1, $2 + 1, $21, $22, $23, $14", "SELECT $1, $2 + 2, $24, $25, $26, $14"];

/// A whole change as one text, per dialect, variant of [`CHANGE`], number of events and frame.
///
/// A part that does not apply changes nothing, and keeps the later parts from applying.
static AT_ONCE: LazyLock<[[[[String; 3]; 2]; 2]; 2]> = LazyLock::new(|| {
    [Dialect::Sqlite, Dialect::Postgres].map(|dialect| {
        CHANGE.map(|change| {
            [1, 2].map(|events| {
                TxFrame::ALL.map(|frame| dialect.at_once(frame, CLAIM, change, &EVENTS[..events]))
            })
        })
    })
});

/// The index in [`CHANGE`] of the statement for a change.
fn ends(change: &Change) -> usize {
    usize::from(change.after.state != StoredState::Live)
}

/// The values of [`CHANGE`] and [`CLAIM`].
fn values(id: GameId, seen: Rev, change: &Change) -> impl Values {
    let (after, has) = (&change.after, |effect| change.effects.contains(&effect));
    let stands = (after.rev, after.position_rev, after.ply, after.turn, after.to_move, &after.fen);
    let ends = (after.state, &after.ending);
    let moves = change.events().any(|entry| entry.kind.needs_board());
    let shown = (moves, change.now, has(Effect::NoBoard));
    let told = (change.interaction, change.answer.as_ref(), change.game_locale());
    (
        id,
        seen,
        stands,
        ends,
        after.moved_at,
        after.deadline,
        shown,
        told,
        after.remind_at,
        has(Effect::IfLate),
    )
}

/// The values of all events of a change.
fn event_values(change: &Change) -> Vec<SqlValue> {
    change.events().flat_map(|entry| [entry.kind.into(), (&entry.text).into(), entry.by.into()]).collect()
}

/// Returns why a change did not apply: its interaction was handled before, or else its game has changed.
async fn conflict_or_replay(write: &mut Write, interaction: InteractionId) -> Result<WriteError, StoreError> {
    let found = write.exists("SELECT 1 FROM interactions WHERE id = $1", interaction).await;
    if found.is_err() {
        write.spoil();
    }
    Ok(if found? { WriteError::Replayed } else { WriteError::Conflict })
}

/// Applies all effects of a change to a live game that is at `seen`.
pub(crate) async fn apply_change(
    tx: &mut Write,
    id: GameId,
    seen: Rev,
    change: &Change,
) -> Result<(), WriteError> {
    tx.guarded(CHANGE[ends(change)], values(id, seen, change)).await?;
    add_events(tx, id, seen, change).await?;
    owe_at_once(tx, id, change).await?;
    premoves::put(tx, id, change).await?;
    note_mood(tx, id, seen, change).await?;
    note_locales(tx, change).await
}

/// Stores the locales of people that came with a change.
pub(crate) async fn note_locales(tx: &mut Write, change: &Change) -> Result<(), WriteError> {
    for effect in &change.effects {
        let Effect::PersonLocale(user, locale) = effect else { continue };
        tx.execute(
            "INSERT INTO people (id, locale) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET locale = excluded.locale",
            (*user, locale),
        )
        .await?;
    }
    Ok(())
}

/// Appends the events of a change to the log of a game that was at `seen`.
pub(crate) async fn add_events(
    tx: &mut Write,
    id: GameId,
    seen: Rev,
    change: &Change,
) -> Result<(), WriteError> {
    let mut rev = seen;
    for entry in change.events() {
        rev = rev.next();
        tx.execute(
            "INSERT INTO events (game, seq, kind, text, \"by\", at) VALUES ($1, $2, $3, $4, $5, $6)",
            (id, rev, entry.kind, &entry.text, entry.by, change.now),
        )
        .await?;
    }
    debug_assert_eq!(rev, change.after.rev, "a snapshot is that of its last event");
    Ok(())
}

/// Makes a board due that no response shows. A trigger put it into the outbox, where it would wait for a
/// response.
async fn owe_at_once(tx: &mut Write, id: GameId, change: &Change) -> Result<(), WriteError> {
    if !change.effects.contains(&Effect::BoardAtOnce) {
        return Ok(());
    }
    tx.execute("UPDATE games SET due = rev, due_at = $2 WHERE id = $1 AND due < rev", (id, change.now))
        .await?;
    tx.execute(
        "UPDATE outbox SET due = $2 WHERE kind = $3 AND subject = $1 AND part = 0 AND due > $2",
        (id, change.now, OwedKind::Board),
    )
    .await?;
    Ok(())
}

/// Stores the bot's mood in a game, if the change has one. The bot's offer is then on its board, so no
/// separate message has to show the offer's outcome.
async fn note_mood(tx: &mut Write, id: GameId, seen: Rev, change: &Change) -> Result<(), WriteError> {
    for effect in &change.effects {
        let Effect::EngineMood(mood) = effect else { continue };
        tx.execute("UPDATE games SET mood = $2 WHERE id = $1", (id, mood)).await?;
        tx.execute(
            "DELETE FROM outbox WHERE kind = $3 AND subject = $1 AND part > $2",
            (id, seen, OwedKind::Offer),
        )
        .await?;
    }
    Ok(())
}
