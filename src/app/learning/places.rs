//! Remembers where users opened their learning page, so that a first game can begin there from it.
//!
//! In memory only, for a day: after that, or a restart, the page has to be opened again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::app::caller::{Caller, ColorWish, ThreadWish};
use crate::app::challenge::Asking;
use crate::app::challenge::bot_games::BotGamesIn;
use crate::app::error::Rejection;
use crate::app::view::{Challenged, GameView};
use crate::app::{App, AppResult, Level};
use crate::game::{Millis, UserId, Venue};
use crate::rules::{Position, Variant};
use crate::store::ChallengeShown;

/// The most places kept.
const MOST: usize = 10_000;

/// The known places.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct LearningPlaces(Arc<Mutex<Places>>);

/// Each caller as they asked there, with the bot's own id.
type Places = HashMap<UserId, (Caller, UserId)>;

impl LearningPlaces {
    fn places(&self) -> MutexGuard<'_, Places> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, by: &Caller, bot: UserId) {
        let mut places = self.places();
        if places.len() >= MOST {
            places.retain(|_, (known, _)| is_known(known, by.now));
        }
        if places.len() < MOST {
            places.insert(by.user, (by.clone(), bot));
        }
    }

    fn of(&self, person: UserId, now: Millis) -> Option<(Caller, UserId)> {
        self.places().get(&person).filter(|(known, _)| is_known(known, now)).cloned()
    }
}

fn is_known(known: &Caller, now: Millis) -> bool {
    now.since(known.now) < Millis::DAY
}

impl App {
    /// Records where the caller opened their learning page. `bot`: the bot's user id.
    pub fn note_learning_place(&self, by: &Caller, bot: UserId) {
        // Elsewhere, the board of a game played on a page could not be shown.
        if by.may_post && by.new_install.is_none() && by.channel.venue() != Venue::UserInstall {
            self.learning_places.note(by, bot);
        }
    }

    /// True if a first game can begin from the page.
    pub(super) fn may_play_after_lesson(&self, by: &Caller) -> bool {
        self.learning_places.of(by.user, by.now).is_some()
    }

    /// Begins a first game against the bot at its weakest level, where the user opened their learning page.
    ///
    /// # Errors
    /// Refused: the place is no longer known, its server wants such games elsewhere, another game is played
    /// there, and as [`App::challenge`].
    pub async fn play_after_lesson(&self, by: &Caller, game: Variant) -> AppResult<GameView> {
        let (place, bot) = self.learning_places.of(by.user, by.now).ok_or(Rejection::NoPlaceToPlay)?;
        let by = Caller { interaction: by.interaction, now: by.now, answer: None, ..place };
        if let Some(guild) = by.guild
            && self.server(guild).await?.bot_games != BotGamesIn::Anywhere
        {
            // A page can open neither a thread nor a direct message.
            return Err(Rejection::NoPlaceToPlay.into());
        }
        let asking = Asking {
            opponent: Some(bot),
            engine: Some(Level::all().next().unwrap_or_default()),
            // A new player moves first.
            color: ColorWish::White,
            pace: None,
            hints: false,
            rated: false,
            thread: ThreadWish::No,
            start: Position::start(game),
            own_position: false,
            rematch_of: None,
            ladder: None,
            shown: ChallengeShown::default(),
        };
        match self.ask(&by, &asking, None).await? {
            Some(Challenged::Started(view)) => Ok(*view),
            _ => Err(Rejection::Occupied.into()),
        }
    }
}
