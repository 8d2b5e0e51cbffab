//! Handles an older copy of the database that has replaced it: its games are set back, and their players are
//! notified.
//!
//! A copy put in place by hand is detected at the next start, by a number that is also in the file beside the
//! database.

use super::acts::{self, Act};
use super::owed_kinds::OwedKind;
use crate::db::dialect::{Begin, Isolation};
use crate::db::sql::{SqlConnection, row};
use crate::{Store, StoreError, WriteError, retry_write};
use game::{GameId, Millis, Rev};

/// The state of a live game, as far as needed to compare what was played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveState {
    game: GameId,
    rev: Rev,
    moved_at: Millis,
}

/// The outcome of [`Store::set_back_once`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetBackOnce {
    /// This many live games are set back.
    Now(u64),
    /// It was noted before, at this time; nothing is set back.
    Before(Millis),
}

row!(|row| LiveState { game: row.try_get("id")?, rev, moved_at });

/// Selects the states of all live games.
const LIVE: &str = "SELECT id, rev, moved_at FROM games WHERE state = 'live'";

/// Makes the board of a game pending again.
pub(crate) const OWE_AGAIN: &str = "INSERT INTO outbox (kind, subject, channel, urgency, version, due)
         SELECT $2, id, channel, $3, due, 0 FROM games WHERE id = $1
     ON CONFLICT (kind, subject, part) DO UPDATE SET step = '', version = excluded.version, since = NULL, due = 0, tries = 0, code = NULL, tried_at = NULL";

/// Makes the board of a game pending again, with a note that the game was set back.
const SET_BACK: [&str; 2] = ["UPDATE games SET set_back = due, shown = due - 1 WHERE id = $1", OWE_AGAIN];

/// Gateway sessions are from another time as well. A resumed one would deliver again the events since the
/// copy was made.
const NO_SESSIONS: &str = "UPDATE gateway_sessions SET session = NULL, resume_url = NULL, sequence = 0";

/// Sets back all live games but these, and returns their number.
async fn set_back(connection: &mut SqlConnection, unchanged: &[LiveState]) -> Result<u64, sqlx::Error> {
    connection.execute(NO_SESSIONS, ()).await?;
    let mut games = 0;
    for state in connection.all::<LiveState>(LIVE, ()).await? {
        if unchanged.contains(&state) {
            continue;
        }
        for sql in SET_BACK {
            connection.execute(sql, (state.game, OwedKind::Board.owed())).await?;
        }
        games += 1;
    }
    Ok(games)
}

/// Begins a new generation and returns its number, which is above that of the file beside the database.
///
/// If that has a later number, the database is an older copy: its games are set back, and their number is
/// returned as well.
pub(crate) async fn begin_generation(
    connection: &mut SqlConnection,
    beside: Option<i64>,
) -> Result<(i64, Option<u64>), sqlx::Error> {
    let begin = Begin::Synced(Isolation::Serial);
    let dialect = connection.dialect();
    connection.execute(dialect.begin(begin), ()).await?;
    let number: i64 = connection.one("SELECT number FROM generation WHERE one = 1", ()).await?;
    let games = if beside.is_some_and(|beside| beside > number) {
        Some(set_back(&mut *connection, &[]).await?)
    } else {
        None
    };
    let number = number.max(beside.unwrap_or(0)) + 1;
    connection.execute("UPDATE generation SET number = $1 WHERE one = 1", number).await?;
    for statement in dialect.commit(begin) {
        connection.execute(*statement, ()).await?;
    }
    Ok((number, games))
}

/// Increments the generation.
pub(crate) const NEXT_GENERATION: &str =
    "UPDATE generation SET number = number + 1 WHERE one = 1 RETURNING number";

impl Store {
    /// Records that this database is an older copy that has replaced another one. Returns how many games are
    /// set back.
    ///
    /// The board of each live game is pending again, with a note that the game was set back. `unchanged`
    /// games had the same state in the other database and are skipped. `beside` is the last known generation
    /// of the other database.
    pub async fn set_back(&self, unchanged: &[LiveState], beside: Option<i64>) -> Result<u64, WriteError> {
        retry_write!(self.begin_long(), |tx| {
            let games = set_back(&mut tx, unchanged).await?;
            tx.execute(
                "UPDATE generation SET number = $1 WHERE one = 1 AND number < $1",
                beside.unwrap_or(0) + 1,
            )
            .await?;
            games
        })
    }

    /// Like [`Store::set_back`], for a database that was restored by other means, and notes the act. If such
    /// an act is noted already, sets nothing back unless it is wanted `again`, and returns when that was.
    pub async fn set_back_once(&self, act: &Act, again: bool) -> Result<SetBackOnce, WriteError> {
        retry_write!(self.begin_long(), |tx| {
            let before: Option<Millis> = tx
                .first("SELECT at FROM acts WHERE at > 0 AND what = $1 ORDER BY at DESC LIMIT 1", &act.what)
                .await?;
            if let Some(at) = before.filter(|_| !again) {
                return Ok(SetBackOnce::Before(at));
            }
            acts::note(&mut tx, act).await?;
            SetBackOnce::Now(set_back(&mut tx, &[]).await?)
        })
    }

    /// Whether this event of a game is the one to which it was set back.
    pub async fn was_set_back(&self, game: GameId, rev: Rev) -> Result<bool, StoreError> {
        self.exists("SELECT 1 FROM games WHERE id = $1 AND set_back = $2", (game, rev)).await
    }

    /// Returns the states of the live games, except those whose players have not been notified yet that they
    /// were set back.
    pub async fn live_states(&self) -> Result<Vec<LiveState>, StoreError> {
        self.all(
            "SELECT id, rev, moved_at FROM games WHERE state = 'live' AND NOT (set_back IS NOT NULL AND set_back = due AND shown < due)",
            (),
        )
        .await
    }
}
