//! Vacations: some days a year, in one or several parts, during which a user's clocks are stopped.

use crate::app::caller::Caller;
use crate::app::error::{AppFault, Rejection};
use crate::app::game::history::calendar;
use crate::app::game::play::TRIES;
use crate::app::view::Place;
use crate::app::{App, AppError, AppResult};
use crate::game::{Color, Game, GameId, Millis, UserId};
use crate::rules::Variant;
use crate::store::{NewVacation, StoredState, StoredVacation, WriteError};
use std::sync::Arc;
use strum::{Display, EnumString};

/// Days of vacation in a calendar year.
pub const VACATION_DAYS: u32 = 30;

/// A user's vacation status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationView {
    /// The end of the current vacation.
    pub until: Option<Millis>,
    /// Days left in this year.
    pub left: u32,
}

/// A pending announcement of a vacation in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum VacationStep {
    /// The vacation has begun.
    Begun,
    /// The vacation was ended early.
    Ended,
    /// Nothing to announce; only the board's deadline is updated.
    Board,
}

/// The announcement of a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationWord {
    Begun,
    /// It was ended early.
    Ended,
}

/// The notice to a user's opponents that their vacation has begun or ended; without a word, only the board is
/// updated.
#[derive(Clone, Debug)]
pub struct VacationNews {
    /// The announcement.
    pub word: Option<VacationWord>,
    pub game: GameId,
    pub place: Place,
    /// The locale last seen there.
    pub locale: Option<String>,
    pub variant: Variant,
    /// The user on vacation.
    pub person: UserId,
    pub side: Color,
    /// When it ends or has ended.
    pub until: Millis,
    pub game_now: Arc<Game>,
}

/// A user's vacation status, given their last vacation.
fn view(kept: Option<StoredVacation>, now: Millis) -> VacationView {
    let year = calendar(now).0;
    let used = kept.filter(|kept| i64::from(kept.year) == year).map_or(0, |kept| kept.days);
    let until = kept.map(|kept| kept.until).filter(|until| *until > now);
    VacationView { until, left: VACATION_DAYS.saturating_sub(used) }
}

impl App {
    /// A user's vacation status.
    pub async fn vacation(&self, person: UserId, now: Millis) -> AppResult<VacationView> {
        Ok(view(self.store.vacation(person).await?, now))
    }

    /// Begins a vacation of this many days, now.
    ///
    /// # Errors
    /// Refused: one is already running, or too few days are left.
    pub async fn go_on_vacation(&self, by: &Caller, days: u32) -> AppResult<VacationView> {
        for _ in 0..TRIES {
            let stands = self.vacation(by.user, by.now).await?;
            let refused = match stands.until {
                Some(until) => Some(Rejection::OnVacation(until)),
                None => (days > stands.left || days == 0).then_some(Rejection::NoVacation(stands.left)),
            };
            if let Some(refused) = refused {
                return Err(self.refused_or_replayed(by, refused).await?);
            }
            let new = NewVacation {
                from: by.now,
                until: Millis(by.now.0 + i64::from(days) * Millis::DAY),
                year: calendar(by.now).0 as u32,
                days,
                most: VACATION_DAYS,
            };
            match self.store.begin_vacation(by.user, new, by.interaction).await {
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return self.vacation(by.user, by.now).await.map_err(AppError::after_storing),
            }
        }
        Err(AppFault::internal("a vacation lost every race").into())
    }

    /// Ends the vacation that would last `until` then and gives back its remaining whole days. In games with
    /// a clock the end is announced.
    ///
    /// # Errors
    /// Refused: it has already ended.
    pub async fn end_vacation(&self, by: &Caller, until: Millis) -> AppResult<VacationView> {
        let back = until.since(by.now) / Millis::DAY;
        match self.store.end_vacation(by.user, until, back as u32, by.interaction, by.now).await {
            Err(WriteError::Conflict) => Err(self.refused_or_replayed(by, Rejection::VacationOver).await?),
            Err(error) => Err(error.into()),
            Ok(()) => self.vacation(by.user, by.now).await.map_err(AppError::after_storing),
        }
    }

    /// The pending notice of a user's vacation in a game. `None`: the vacation or the game is over.
    ///
    /// # Errors
    /// Refused if the current rules cannot replay the game.
    pub async fn vacation_news(
        &self,
        game: GameId,
        person: UserId,
        step: VacationStep,
        now: Millis,
    ) -> AppResult<Option<VacationNews>> {
        let Some(vacation) = self.store.vacation(person).await? else { return Ok(None) };
        let row = self.store.game(game).await?;
        let Some(row) = row.filter(|row| row.stands.state == StoredState::Live) else { return Ok(None) };
        let loaded = self.replayed(row, now).await?;
        let players = loaded.game.players;
        let side = Color::BOTH.into_iter().find(|side| players[*side] == Some(person));
        let Some(side) = side else { return Ok(None) };
        let word = match (step, loaded.game.away[side]) {
            (VacationStep::Begun, Some(_)) => Some(VacationWord::Begun),
            (VacationStep::Ended, None) => Some(VacationWord::Ended),
            (VacationStep::Board, _) => None,
            (VacationStep::Begun, None) | (VacationStep::Ended, Some(_)) => return Ok(None),
        };
        Ok(Some(VacationNews {
            word,
            game,
            place: loaded.place(),
            variant: loaded.variant,
            person,
            side,
            until: vacation.until,
            locale: loaded.row.locales.game,
            game_now: Arc::new(loaded.game),
        }))
    }
}
