//! Vacations: some days a year, in one go or several, on which a person's clocks stand still.

use super::act::TRIES;
use super::error::{AppFault, Refused};
use super::past::calendar;
use super::request::Caller;
use super::view::Place;
use super::{App, AppError, AppResult};
use crate::game::{Color, Game, GameId, Millis, UserId};
use crate::rules::Variant;
use crate::store::{NewVacation, StoredState, StoredVacation, WriteError};
use std::sync::Arc;

/// So many days of vacation has a calendar year.
pub const VACATION_DAYS: u32 = 30;
/// Games in which it is said in one go that somebody is on vacation.
const AT_A_TIME: u32 = 10;

/// How a person stands with their vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationView {
    /// They are on vacation until then.
    pub until: Option<Millis>,
    /// So many days are left of this year's.
    pub left: u32,
}

/// That somebody is on vacation, for those who play with them.
#[derive(Clone, Debug)]
pub struct VacationNews {
    /// The game.
    pub game: GameId,
    /// Where it is played.
    pub place: Place,
    /// The locale that was last seen there.
    pub locale: Option<String>,
    /// Its rules.
    pub variant: Variant,
    /// Whose vacation it is.
    pub person: UserId,
    /// Their side.
    pub side: Color,
    /// Until when.
    pub until: Millis,
    /// The game itself.
    pub game_now: Arc<Game>,
}

/// How somebody stands who has had this vacation last.
fn view(kept: Option<StoredVacation>, now: Millis) -> VacationView {
    let year = calendar(now).0;
    let used = kept.filter(|kept| i64::from(kept.year) == year).map_or(0, |kept| kept.days);
    let until = kept.map(|kept| kept.until).filter(|until| *until > now);
    VacationView { until, left: VACATION_DAYS.saturating_sub(used) }
}

impl App {
    /// How a person stands with their vacation.
    ///
    /// # Errors
    /// Only faults.
    pub async fn vacation(&self, person: UserId, now: Millis) -> AppResult<VacationView> {
        Ok(view(self.store.vacation(person).await?, now))
    }

    /// Begins a vacation of so many days, now.
    ///
    /// # Errors
    /// Refused: there is one already, or too few days are left.
    pub async fn go_on_vacation(&self, by: &Caller, days: u32) -> AppResult<VacationView> {
        for _ in 0..TRIES {
            let stands = self.vacation(by.user, by.now).await?;
            let refused = match stands.until {
                Some(until) => Some(Refused::OnVacation(until)),
                None => (days > stands.left || days == 0).then_some(Refused::NoVacation(stands.left)),
            };
            if let Some(refused) = refused {
                return Err(self.unless_replayed(by, refused).await?);
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
                Ok(()) => return self.vacation(by.user, by.now).await,
            }
        }
        Err(AppFault::internal("a vacation lost every race").into())
    }

    /// Ends the vacation that would last `until` then; whole days that are left of it are given back. Answers the games whose
    /// boards show an old deadline.
    ///
    /// # Errors
    /// Refused: it has ended already.
    pub async fn end_vacation(&self, by: &Caller, until: Millis) -> AppResult<(VacationView, Vec<GameId>)> {
        let back = until.since(by.now) / Millis::DAY;
        match self.store.end_vacation(by.user, until, back as u32, by.interaction, by.now).await {
            Err(WriteError::Conflict) => Err(self.unless_replayed(by, Refused::VacationOver).await?),
            Err(error) => Err(error.into()),
            Ok(games) => Ok((self.vacation(by.user, by.now).await?, games)),
        }
    }

    /// Some of the games in which it is still to be said that somebody is on vacation. Then tell [`App::vacation_told`].
    ///
    /// # Errors
    /// Only faults.
    pub async fn untold_vacations(&self, now: Millis) -> AppResult<Vec<VacationNews>> {
        let mut news = Vec::new();
        for (game, person) in self.store.untold_vacations(AT_A_TIME).await? {
            match self.vacation_news(game, person, now).await {
                Ok(Some(one)) => news.push(one),
                // It is over, or the game is.
                Ok(None) | Err(AppError::Refused(_)) => self.store.vacation_told(game, person).await?,
                Err(error) => tracing::error!(%error, %game, "a vacation was not told"),
            }
        }
        Ok(news)
    }

    async fn vacation_news(
        &self,
        id: GameId,
        person: UserId,
        now: Millis,
    ) -> AppResult<Option<VacationNews>> {
        let row = self.store.game(id).await?.filter(|row| row.stands.state == StoredState::Live);
        let Some(row) = row else { return Ok(None) };
        let loaded = self.replayed(row, now).await?;
        let side = Color::BOTH.into_iter().find(|side| loaded.game.players[*side] == Some(person));
        let Some((side, until)) = side.and_then(|side| Some((side, loaded.game.away[side]?))) else {
            return Ok(None);
        };
        Ok(Some(VacationNews {
            game: id,
            place: loaded.place(),
            variant: loaded.variant,
            person,
            side,
            until,
            locale: loaded.row.locales.game,
            game_now: Arc::new(loaded.game),
        }))
    }

    /// It was said there, or cannot be.
    ///
    /// # Errors
    /// Only faults.
    pub async fn vacation_told(&self, news: &VacationNews) -> AppResult<()> {
        Ok(self.store.vacation_told(news.game, news.person).await?)
    }
}
