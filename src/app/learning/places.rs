//! Where people have asked for the page on which they learn, so that a first game can begin there from it. In memory alone, for a day: after
//! that, or a restart, such a page has to be opened anew.

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

/// So many people's places are known at most.
const MOST: usize = 10_000;

/// What is known of them.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct LearningPlaces(Arc<Mutex<Places>>);

/// Each as they asked there, with the bot's own id.
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
    /// Somebody has asked for the page on which they learn, in this place. `bot`: who plays where the bot does.
    pub fn note_learning_place(&self, by: &Caller, bot: UserId) {
        // Elsewhere no board of a game that is played on a page could be shown.
        if by.may_post && by.new_install.is_none() && by.channel.venue() != Venue::UserInstall {
            self.learning_places.note(by, bot);
        }
    }

    /// Whether a first game can begin from such a page.
    pub(super) fn may_play_after_lesson(&self, by: &Caller) -> bool {
        self.learning_places.of(by.user, by.now).is_some()
    }

    /// Begins a first game against the bot at its weakest level, where the person has asked for the page on which they learn.
    ///
    /// # Errors
    /// Refused: that place is not known any more, its server wants such games elsewhere, another game is played there, and as [`App::challenge`].
    pub async fn play_after_lesson(&self, by: &Caller, game: Variant) -> AppResult<GameView> {
        let (place, bot) = self.learning_places.of(by.user, by.now).ok_or(Rejection::NoPlaceToPlay)?;
        let by = Caller { interaction: by.interaction, now: by.now, answer: None, ..place };
        if let Some(guild) = by.guild
            && self.server(guild).await?.bot_games != BotGamesIn::Anywhere
        {
            // From a page neither a thread nor a direct message is opened.
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
