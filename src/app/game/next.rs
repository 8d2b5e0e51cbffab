//! `/next`: steps through the games in which it is the user's turn.

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
    /// A game in which it is the user's turn.
    Game(Box<NextGame>),
    /// No such game.
    Nothing {
        /// The number of the user's live games.
        live: usize,
        /// The earliest deadline of an opponent; `None`: no such game has a clock.
        soonest: Option<Millis>,
    },
}

/// A game in which it is the user's turn.
#[derive(Clone, Debug)]
pub struct NextGame {
    /// Its number among the waiting games, from 1.
    pub number: usize,
    /// The number of waiting games.
    pub count: usize,
    /// Its line in the list of games.
    pub line: GameLine,
    /// The board, with the user's preferences.
    pub view: GameView,
    /// The user's latest note on the game.
    pub note: Option<Note>,
}

impl App {
    /// The game in which the caller should move next: earliest deadline first, then the longest wait.
    /// Continues after `last`, and wraps around.
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

    /// The game's current view; `None` if it is no longer the caller's turn, or it cannot be replayed.
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

/// True if the user can move in this game.
fn waits_for(line: &GameLine) -> bool {
    line.your_turn && line.waits.is_none()
}

impl NextGame {
    /// The opponent; `None`: a former player.
    pub fn opponent(&self) -> Option<UserId> {
        self.line.opponent
    }

    /// True if the user plays both sides.
    pub fn is_alone(&self) -> bool {
        self.view.game_now.is_hot_seat()
    }
}
