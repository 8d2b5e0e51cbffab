//! The games that wait for a person, one after another.

use super::list::GameLine;
use crate::app::caller::{Caller, Target};
use crate::app::error::AppError;
use crate::app::game::history::Note;
use crate::app::view::{GameView, News};
use crate::app::{App, AppResult};
use crate::game::{GameId, Millis, UserId};

/// The next game to play.
#[derive(Clone, Debug)]
pub enum NextUp {
    /// A game that waits for the person.
    Game(Box<NextGame>),
    /// None waits for them.
    Nothing {
        /// How many live games they have.
        live: usize,
        /// The earliest deadline of an opponent; `None`: no such game has a clock.
        soonest: Option<Millis>,
    },
}

/// A game that waits for a person.
#[derive(Clone, Debug)]
pub struct NextGame {
    /// Its place among the games that wait, counted from 1.
    pub number: usize,
    /// How many wait.
    pub count: usize,
    /// Its line in the list of games.
    pub line: GameLine,
    /// The board, as the person prefers it.
    pub view: GameView,
    /// What the person has noted last about the game.
    pub note: Option<Note>,
}

impl App {
    /// The game in which the caller should move next: the earliest deadline first, then the longest wait. After `last` comes the
    /// one behind it, and behind the last one the first again.
    pub async fn next(&self, by: &Caller, last: Option<GameId>) -> AppResult<NextUp> {
        let lines = self.games(by.user).await?;
        let waiting: Vec<&GameLine> = lines.iter().filter(|line| waits_for(line)).collect();
        let at = |game: GameId| waiting.iter().position(|line| line.game == game);
        let first = last.and_then(at).map_or(0, |at| at + 1);
        let count = waiting.len();
        for index in (first..count).chain(0..first.min(count)) {
            if let Some(view) = self.waiting(by, waiting[index]).await? {
                let line = waiting[index].clone();
                let notes = self.notes(by.user, view.game).await?;
                let note = notes.into_iter().max_by_key(|note| note.at);
                return Ok(NextUp::Game(Box::new(NextGame { number: index + 1, count, line, view, note })));
            }
        }
        let soonest = lines.iter().filter(|line| !line.your_turn).filter_map(|line| line.until).min();
        Ok(NextUp::Nothing { live: lines.len(), soonest })
    }

    /// A game as it stands now; `None` if it no longer waits for the caller, or cannot be replayed.
    async fn waiting(&self, by: &Caller, line: &GameLine) -> AppResult<Option<GameView>> {
        let loaded = match self.load(by, Target::Game(line.game)).await {
            Ok((loaded, _)) => loaded,
            Err(AppError::Refused(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        if loaded.game.to_move() != Some(by.user) {
            return Ok(None);
        }
        let preferences = self.preferences_at(&loaded, by.user).await?;
        let bottom = loaded.bottom(preferences, loaded.game.side_of(by.user));
        Ok(Some(loaded.view((preferences, bottom), News::Standing, None)))
    }
}

/// Whether the person whose line it is can move in the game.
fn waits_for(line: &GameLine) -> bool {
    line.your_turn && line.waits.is_none()
}

impl NextGame {
    /// The opponent; `None`: a former player.
    pub fn opponent(&self) -> Option<UserId> {
        self.line.opponent
    }

    /// Whether the person plays both sides.
    pub fn is_alone(&self) -> bool {
        self.view.game_now.is_hot_seat()
    }
}
