//! Vacations: some days a year, in one go or several, on which a person's clocks stand still.

use crate::app::caller::Caller;
use crate::app::error::{AppFault, Rejection};
use crate::app::game::history::calendar;
use crate::app::game::play::TRIES;
use crate::app::view::Place;
use crate::app::{App, AppError, AppResult};
use crate::game::{Color, Game, GameId, Millis, UserId};
use crate::rules::Variant;
use crate::store::{NewVacation, StoredState, StoredVacation, UntoldVacation, VacationNotice, WriteError};
use std::sync::Arc;

/// Days of vacation in a calendar year.
pub const VACATION_DAYS: u32 = 30;
/// Games in which vacations are announced at a time.
const AT_A_TIME: u32 = 10;

/// How a person's vacation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationView {
    /// They are on vacation until then.
    pub until: Option<Millis>,
    /// How many days are left of this year's.
    pub left: u32,
}

/// What is announced of a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationWord {
    Begun,
    /// It was ended early.
    Ended,
}

/// The news for a person's opponents that their vacation has begun or ended; without a word, only the board is updated.
#[derive(Clone, Debug)]
pub struct VacationNews {
    /// What is announced.
    pub word: Option<VacationWord>,
    pub game: GameId,
    pub place: Place,
    /// The locale last seen there.
    pub locale: Option<String>,
    pub variant: Variant,
    /// Whose vacation it is.
    pub person: UserId,
    pub side: Color,
    /// When it ends or has ended.
    pub until: Millis,
    pub game_now: Arc<Game>,
}

/// How a person's vacation stands, given their last one.
fn view(kept: Option<StoredVacation>, now: Millis) -> VacationView {
    let year = calendar(now).0;
    let used = kept.filter(|kept| i64::from(kept.year) == year).map_or(0, |kept| kept.days);
    let until = kept.map(|kept| kept.until).filter(|until| *until > now);
    VacationView { until, left: VACATION_DAYS.saturating_sub(used) }
}

impl App {
    /// How a person's vacation stands.
    pub async fn vacation(&self, person: UserId, now: Millis) -> AppResult<VacationView> {
        Ok(view(self.store.vacation(person).await?, now))
    }

    /// Begins a vacation of this many days, now.
    ///
    /// # Errors
    /// Refused: there is one already, or too few days are left.
    pub async fn go_on_vacation(&self, by: &Caller, days: u32) -> AppResult<VacationView> {
        for _ in 0..TRIES {
            let stands = self.vacation(by.user, by.now).await?;
            let refused = match stands.until {
                Some(until) => Some(Rejection::OnVacation(until)),
                None => (days > stands.left || days == 0).then_some(Rejection::NoVacation(stands.left)),
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
                Ok(()) => return self.vacation(by.user, by.now).await.map_err(AppError::after_storing),
            }
        }
        Err(AppFault::internal("a vacation lost every race").into())
    }

    /// Ends the vacation that would last `until` then; whole days that are left of it are given back. In games with a clock the end
    /// is announced.
    ///
    /// # Errors
    /// Refused: it has ended already.
    pub async fn end_vacation(&self, by: &Caller, until: Millis) -> AppResult<VacationView> {
        let back = until.since(by.now) / Millis::DAY;
        match self.store.end_vacation(by.user, until, back as u32, by.interaction, by.now).await {
            Err(WriteError::Conflict) => Err(self.unless_replayed(by, Rejection::VacationOver).await?),
            Err(error) => Err(error.into()),
            Ok(()) => self.vacation(by.user, by.now).await.map_err(AppError::after_storing),
        }
    }

    /// Some of the games in which a vacation, or its end, is still to be announced. Then tell the store
    /// `vacation_said`, and `vacation_done` when the board shows it as well; or else `vacation_later`.
    pub async fn untold_vacations(&self, now: Millis) -> AppResult<Vec<VacationNews>> {
        let mut news = Vec::new();
        for untold in self.store.untold_vacations(now, AT_A_TIME).await? {
            match self.vacation_news(untold, now).await {
                Ok(Some(one)) => news.push(one),
                // The vacation is over, or the game is.
                Ok(None) | Err(AppError::Refused(_)) => self.store.vacation_done(untold).await?,
                Err(error) => {
                    tracing::error!(%error, game = %untold.game, "a vacation was not told");
                    self.store.vacation_later(untold, now).await?;
                }
            }
        }
        Ok(news)
    }

    async fn vacation_news(&self, untold: UntoldVacation, now: Millis) -> AppResult<Option<VacationNews>> {
        let row = self.store.game(untold.game).await?;
        let Some(row) = row.filter(|row| row.stands.state == StoredState::Live) else { return Ok(None) };
        let loaded = self.replayed(row, now).await?;
        let players = loaded.game.players;
        let side = Color::BOTH.into_iter().find(|side| players[*side] == Some(untold.person));
        let Some(side) = side else { return Ok(None) };
        let word = match (untold.what, loaded.game.away[side]) {
            (VacationNotice::Begun, Some(_)) => Some(VacationWord::Begun),
            (VacationNotice::Ended, None) => Some(VacationWord::Ended),
            (VacationNotice::Board, _) => None,
            (VacationNotice::Begun, None) | (VacationNotice::Ended, Some(_)) => return Ok(None),
        };
        Ok(Some(VacationNews {
            word,
            game: untold.game,
            place: loaded.place(),
            variant: loaded.variant,
            person: untold.person,
            side,
            until: untold.until,
            locale: loaded.row.locales.game,
            game_now: Arc::new(loaded.game),
        }))
    }
}

impl VacationNews {
    /// What is still to be announced, as the store notes it.
    pub fn untold(&self) -> UntoldVacation {
        let what = match self.word {
            Some(VacationWord::Begun) => VacationNotice::Begun,
            Some(VacationWord::Ended) => VacationNotice::Ended,
            None => VacationNotice::Board,
        };
        UntoldVacation { game: self.game, person: self.person, until: self.until, what }
    }

    /// What is still to be done once that is announced: the board is to show it.
    pub fn unshown(&self) -> UntoldVacation {
        UntoldVacation { what: VacationNotice::Board, ..self.untold() }
    }
}
