//! Vacations: until when a person's clocks are stopped, and the games in which the start or end must still be
//! announced.
//!
//! The deadline of a turn includes its player's vacation: the change that begins the turn adds the remaining
//! vacation, and the start and end of a vacation move the deadlines of current turns. In a closed channel the
//! clock is stopped anyway. There the deadline does not include a vacation, and the rest of one is added when
//! the channel opens (`closed_channels.rs`). So no time is given twice.
//!
//! Nothing is due at the end of a vacation, because the deadlines include it. Its start, or an early end,
//! becomes an outbox entry for each game with a clock (`outbox.rs`).

use super::owed_kinds::OwedKind;
use crate::db::sql::row;
use crate::privacy::personal::{
    Kind::Number,
    Personal,
    Rows::{Many, One},
};
use crate::{Store, StoreError, Write, WriteError, retry_claimed};
use game::{Color, InteractionId, Millis, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[
    Personal {
        table: "vacations",
        person: &["person"],
        key: "vacation",
        rows: One,
        columns: &[("until", "until_ms", Number), ("year", "year", Number), ("days", "days_used", Number)],
    },
    Personal {
        table: "outbox",
        person: &["kind = 'vacation' AND part"],
        key: "vacation_untold_in",
        rows: Many,
        columns: &[("subject", "", Number)],
    },
];

/// A person's last vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredVacation {
    /// When it ends or ended.
    pub until: Millis,
    /// The year whose days it uses.
    pub year: u32,
    /// How many days of that year are used.
    pub days: u32,
}

/// A vacation about to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewVacation {
    /// When it begins (the current time).
    pub from: Millis,
    /// When it ends.
    pub until: Millis,
    /// The year whose days it uses.
    pub year: u32,
    /// Its length in days.
    pub days: u32,
    /// How many vacation days a year has.
    pub most: u32,
}

/// The end of the current or last vacation of each player of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VacationsRow {
    /// The end for White's player.
    pub white: Option<Millis>,
    /// The end for Black's player.
    pub black: Option<Millis>,
}

impl VacationsRow {
    /// Returns the end for one side's player.
    pub(crate) fn of(self, side: Color) -> Option<Millis> {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

impl Store {
    /// Returns a person's last vacation, if any.
    pub async fn vacation(&self, person: UserId) -> Result<Option<StoredVacation>, StoreError> {
        self.first("SELECT until, year, days FROM vacations WHERE person = $1", person).await
    }

    /// Begins a vacation. The deadlines of the person's current turns are put off, and announcements are
    /// queued for all their games with a clock.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] if they are on vacation or have too few days left, or
    /// [`WriteError::Replayed`].
    pub async fn begin_vacation(
        &self,
        person: UserId,
        new: NewVacation,
        interaction: InteractionId,
    ) -> Result<(), WriteError> {
        retry_claimed!(self, (interaction, new.from), Ok(()), |tx| {
            tx.hold_games("white = $1 OR black = $1", person).await?;
            tx.guarded(
                "INSERT INTO vacations (person, until, year, days) SELECT $1, $2, $3, $4 WHERE $4 <= $5
                 ON CONFLICT (person) DO UPDATE SET
                     until = excluded.until, year = excluded.year,
                     days = excluded.days + CASE WHEN vacations.year = excluded.year THEN vacations.days ELSE 0 END
                 WHERE vacations.until <= $6
                     AND excluded.days + CASE WHEN vacations.year = excluded.year THEN vacations.days ELSE 0 END <= $5",
                (person, new.until, new.year, new.days, new.most, new.from),
            )
            .await?;
            put_off(&mut tx, person, new.from, new.until.0 - new.from.0).await?;
            tx.execute(
                "INSERT INTO outbox (kind, subject, part, channel, step, urgency, since, due)
                     SELECT $3, id, $1, channel, 'begun', $4, $2, 0 FROM games
                     WHERE state = 'live' AND (white = $1 OR black = $1) AND pace IS NOT NULL
                 ON CONFLICT (kind, subject, part) DO UPDATE SET step = 'begun', version = outbox.version + 1,
                     since = excluded.since, due = 0, tries = 0, code = NULL, tried_at = NULL",
                (person, new.from, OwedKind::Vacation.owed()),
            )
            .await?;
        })
    }

    /// Ends the vacation that would last `until` then, and gives `back` days back.
    ///
    /// Announcements are queued for all games with a clock. If the start was not announced yet, only the
    /// boards are updated.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] if it has ended or is another one, or [`WriteError::Replayed`].
    pub async fn end_vacation(
        &self,
        person: UserId,
        until: Millis,
        back: u32,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_claimed!(self, (interaction, now), Ok(()), |tx| {
            tx.hold_games("white = $1 OR black = $1", person).await?;
            tx.guarded(
                "UPDATE vacations SET until = $3, days = CASE WHEN days > $4 THEN days - $4 ELSE 0 END
                 WHERE person = $1 AND until = $2 AND until > $3",
                (person, until, now, back),
            )
            .await?;
            put_off(&mut tx, person, now, now.0 - until.0).await?;
            // If the start was announced, or may have been.
            tx.execute(
                "INSERT INTO outbox (kind, subject, part, channel, step, urgency, since, due)
                     SELECT $3, id, $1, channel, 'ended', $4, $2, 0 FROM games
                     WHERE state = 'live' AND (white = $1 OR black = $1) AND pace IS NOT NULL
                 ON CONFLICT (kind, subject, part) DO UPDATE SET
                     step = CASE WHEN outbox.step = 'begun' AND outbox.tried_at IS NULL THEN 'board' ELSE 'ended' END,
                     version = outbox.version + 1, since = excluded.since, due = 0, tries = 0, code = NULL, tried_at = NULL",
                (person, now, OwedKind::Vacation.owed()),
            )
            .await?;
        })
    }
}

/// Moves the deadlines of a person's current turns that were not over at `now`.
async fn put_off(tx: &mut Write, person: UserId, now: Millis, by: i64) -> Result<(), WriteError> {
    tx.execute(
        "UPDATE games SET deadline = deadline + $2, remind_at = remind_at + $2
         WHERE state = 'live' AND (white = $1 OR black = $1) AND to_move = $1 AND deadline > $3
             AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)",
        (person, by, now),
    )
    .await?;
    Ok(())
}

row!(|row| StoredVacation { until, year, days });
