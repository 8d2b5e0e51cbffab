//! Vacations: until when a person's clocks stand still, and in which games that, or their end, must still be announced.
//!
//! The deadline of a turn includes the vacation of its player from the start: the change that begins the turn adds what is left of
//! it, and the beginning and the end of a vacation move the deadlines of the waiting turns. In a closed channel the clock stands
//! still anyway. There the deadline includes no vacation, and what is left of one is added when the channel opens
//! (`closed_channels.rs`). So no time is given twice.
//!
//! Nothing is due at the end of a vacation, as the deadlines hold it.
//! What is still to be announced of one, and which board is still to show it, is kept here until it is done. In closed channels it waits.

use crate::db::sql::{SqlRow, query};
use crate::{Store, StoreError, Write, WriteError, claim, retry_claimed, retry_write};
use game::{Color, GameId, InteractionId, Millis, UserId};
use strum::{EnumString, IntoStaticStr};

/// A person's last vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredVacation {
    /// When it ends or ended.
    pub until: Millis,
    /// The year whose days it uses.
    pub year: u32,
    /// How many days of that year are used up.
    pub days: u32,
}

/// A vacation about to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewVacation {
    /// When it begins, which is now.
    pub from: Millis,
    /// When it ends.
    pub until: Millis,
    /// The year whose days it uses.
    pub year: u32,
    /// Its length in days.
    pub days: u32,
    /// How many days of vacation a year has.
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
    /// The end for one side's player.
    pub(crate) fn of(self, side: Color) -> Option<Millis> {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// What must still be done in a game because of a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum VacationNotice {
    /// Announce that it has begun.
    Begun,
    /// Announce that it was ended early.
    Ended,
    /// Update the deadline on the board.
    Board,
}

impl VacationNotice {
    /// The stored word.
    fn word(self) -> &'static str {
        self.into()
    }

    fn of_word(word: &str) -> Self {
        word.parse().unwrap_or(Self::Board)
    }
}

/// A game in which something must still be done because of a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UntoldVacation {
    /// The game in which it must be done.
    pub game: GameId,
    /// The person whose vacation it is or was.
    pub person: UserId,
    /// When it ends or ended.
    pub until: Millis,
    /// What must be done.
    pub what: VacationNotice,
}

/// The first and the longest pause before an undelivered announcement is tried again, in milliseconds. In between they double.
const PAUSES: (i64, i64) = (5_000, Millis::HOUR);

impl Store {
    /// A person's last vacation, if there was one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn vacation(&self, person: UserId) -> Result<Option<StoredVacation>, StoreError> {
        let row = query("SELECT until, year, days FROM vacations WHERE person = $1")
            .bind(person)
            .fetch_optional(self.reader()?)
            .await?;
        row.map(|row| {
            Ok(StoredVacation {
                until: row.try_get("until")?,
                year: row.try_get("year")?,
                days: row.try_get("days")?,
            })
        })
        .transpose()
    }

    /// Begins a vacation. The deadlines of all turns that wait for the person are put off, and it is to be announced in all their games
    /// with a clock.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] (they are on vacation, or have too few days left), [`WriteError::Replayed`], or a failure.
    pub async fn begin_vacation(
        &self,
        person: UserId,
        new: NewVacation,
        interaction: InteractionId,
    ) -> Result<(), WriteError> {
        retry_claimed!(
            interaction,
            self,
            {
                let mut tx = self.begin().await?;
                claim(&mut tx, Some(interaction), new.from).await?;
                tx.hold_games("white = $1 OR black = $1", person).await?;
                let begun = query(
            "INSERT INTO vacations (person, until, year, days) SELECT $1, $2, $3, $4 WHERE $4 <= $5
             ON CONFLICT (person) DO UPDATE SET
                 until = excluded.until, year = excluded.year,
                 days = excluded.days + CASE WHEN vacations.year = excluded.year THEN vacations.days ELSE 0 END
             WHERE vacations.until <= $6
                 AND excluded.days + CASE WHEN vacations.year = excluded.year THEN vacations.days ELSE 0 END <= $5",
        )
        .bind(person)
        .bind(new.until)
        .bind(new.year)
        .bind(new.days)
        .bind(new.most)
        .bind(new.from)
        .execute(&mut *tx)
        .await?;
                if begun == 0 {
                    return Err(WriteError::Conflict);
                }
                put_off(&mut tx, person, new.from, new.until.0 - new.from.0).await?;
                query(
                    "INSERT INTO vacations_untold (game, person)
             SELECT id, $1 FROM games WHERE state = 'live' AND (white = $1 OR black = $1) AND pace IS NOT NULL
             ON CONFLICT (game, person) DO UPDATE SET what = 'begun', tries = 0, again = 0",
                )
                .bind(person)
                .execute(&mut *tx)
                .await?;
                Ok(tx.commit().await?)
            },
            Ok(())
        )
    }

    /// Ends the vacation that would last `until` then and gives `back` days back. That is to be announced in all games with a clock.
    /// Where the beginning was not announced yet, only the boards are to be updated.
    ///
    /// # Errors
    /// [`WriteError::Conflict`] (it has ended, or is another one), [`WriteError::Replayed`], or a failure.
    pub async fn end_vacation(
        &self,
        person: UserId,
        until: Millis,
        back: u32,
        interaction: InteractionId,
        now: Millis,
    ) -> Result<(), WriteError> {
        retry_claimed!(
            interaction,
            self,
            {
                let mut tx = self.begin().await?;
                claim(&mut tx, Some(interaction), now).await?;
                tx.hold_games("white = $1 OR black = $1", person).await?;
                let ended = query(
                    "UPDATE vacations SET until = $3, days = CASE WHEN days > $4 THEN days - $4 ELSE 0 END
             WHERE person = $1 AND until = $2 AND until > $3",
                )
                .bind(person)
                .bind(until)
                .bind(now)
                .bind(back)
                .execute(&mut *tx)
                .await?;
                if ended == 0 {
                    return Err(WriteError::Conflict);
                }
                put_off(&mut tx, person, now, now.0 - until.0).await?;
                query(
            "INSERT INTO vacations_untold (game, person, what)
             SELECT id, $1, 'ended' FROM games WHERE state = 'live' AND (white = $1 OR black = $1) AND pace IS NOT NULL
             ON CONFLICT (game, person) DO UPDATE SET what = CASE WHEN vacations_untold.what = 'begun' THEN 'board' ELSE 'ended' END,
                 tries = 0, again = 0",
        )
        .bind(person)
        .execute(&mut *tx)
        .await?;
                Ok(tx.commit().await?)
            },
            Ok(())
        )
    }

    /// At most `most` games in which something is due because of a vacation. Games in closed channels wait.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn untold_vacations(&self, now: Millis, most: u32) -> Result<Vec<UntoldVacation>, StoreError> {
        let rows = query(
            "SELECT game, vacations.person, until, what FROM vacations_untold CROSS JOIN vacations
             WHERE vacations.person = vacations_untold.person AND again <= $1 AND NOT EXISTS
                 (SELECT 1 FROM games JOIN closed_channels USING (channel) WHERE games.id = vacations_untold.game)
             ORDER BY again LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(self.reader()?)
        .await?;
        let read = |row: &SqlRow| {
            Ok(UntoldVacation {
                game: row.try_get("game")?,
                person: row.try_get("person")?,
                until: row.try_get("until")?,
                what: VacationNotice::of_word(row.try_get("what")?),
            })
        };
        rows.iter().map(read).collect()
    }

    /// Notes that the beginning or the end of a vacation was announced in a game; next its board is to be updated. If the vacation has
    /// ended since its beginning was announced, its end is to be announced instead.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn vacation_said(&self, told: UntoldVacation) -> Result<(), WriteError> {
        self.settle_vacation(
            told,
            "UPDATE vacations_untold SET what = CASE WHEN what = $3 THEN 'board' ELSE 'ended' END, tries = 0, again = 0
             WHERE game = $1 AND person = $2 AND (what = $3 OR ($3 = 'begun' AND what = 'board'))",
        ).await
    }

    /// Notes that nothing is left to be done.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn vacation_done(&self, told: UntoldVacation) -> Result<(), WriteError> {
        self.settle_vacation(
            told,
            "DELETE FROM vacations_untold WHERE game = $1 AND person = $2 AND what = $3",
        )
        .await
    }

    async fn settle_vacation(&self, told: UntoldVacation, how: &'static str) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query(how).bind(told.game).bind(told.person).bind(told.what.word()).execute(&mut *tx).await?;
            Ok(tx.commit().await?)
        })
    }

    /// Notes a failed delivery. It is tried again after a pause that grows with each failure in a row.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn vacation_later(&self, told: UntoldVacation, now: Millis) -> Result<(), WriteError> {
        retry_write!(self, {
            let mut tx = self.begin().await?;
            query(
            "UPDATE vacations_untold SET tries = tries + 1, again = $3 + CASE
                 WHEN tries < 20 AND $4 << CAST(tries AS INTEGER) < $5 THEN $4 << CAST(tries AS INTEGER) ELSE $5 END
             WHERE game = $1 AND person = $2",
        )
        .bind(told.game)
        .bind(told.person)
        .bind(now)
        .bind(PAUSES.0)
        .bind(PAUSES.1)
        .execute(&mut *tx)
        .await?;
            Ok(tx.commit().await?)
        })
    }
}

/// Moves the deadlines of the turns that wait for a person and were not over at `now`.
async fn put_off(tx: &mut Write, person: UserId, now: Millis, by: i64) -> Result<(), WriteError> {
    query(
        "UPDATE games SET deadline = deadline + $2, remind_at = remind_at + $2
         WHERE state = 'live' AND (white = $1 OR black = $1) AND to_move = $1 AND deadline > $3
             AND NOT EXISTS (SELECT 1 FROM closed_channels c WHERE c.channel = games.channel)",
    )
    .bind(person)
    .bind(by)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debts_are_stored_as_these_words() {
        let debts = [VacationNotice::Begun, VacationNotice::Ended, VacationNotice::Board];
        assert_eq!(debts.map(VacationNotice::word), ["begun", "ended", "board"]);
        assert_eq!(debts.map(|debt| VacationNotice::of_word(debt.word())), debts);
        assert_eq!(VacationNotice::of_word("another"), VacationNotice::Board);
    }
}
