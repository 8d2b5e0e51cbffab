//! What a page offers after a game: a rematch, and the next game waiting for the player.

use crate::app::caller::{Caller, Target};
use crate::app::challenge::Rematched;
use crate::app::error::Rejection;
use crate::app::load::Loaded;
use crate::app::view::{Accepted, Challenged, GameView};
use crate::app::{App, AppResult};
use crate::game::GameId;

/// The options after a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageEnd {
    /// A rematch can begin at once: against the bot, in a hot-seat game, or because the opponent has asked
    /// for one.
    pub again: bool,
    /// The opponent can be asked for a rematch.
    pub ask: bool,
    /// The next game in which it is their turn.
    pub next: Option<GameId>,
}

impl App {
    /// A player's options after a finished game.
    pub(in crate::app) async fn page_end(&self, by: &Caller, loaded: &Loaded) -> AppResult<PageEnd> {
        let (game, row) = (&loaded.game, &loaded.row);
        let lines = self.games(by.user).await?;
        let next = lines.iter().find(|line| line.your_turn && line.waits.is_none()).map(|line| line.game);
        let (again, ask) = if self.store.rematch_of(row.id).await?.is_some() {
            (false, false)
        } else if game.engine.is_some() || game.is_hot_seat() {
            (true, false)
        } else {
            let is_whole = game.players.white.is_some() && game.players.black.is_some();
            match self.store.rematch_asked(row.id, by.now).await? {
                Some(asked) => (asked.asked.challenger != by.user, false),
                None => (false, is_whole && row.guild.is_some()),
            }
        };
        Ok(PageEnd { again, ask, next })
    }

    /// Asks the opponent for a rematch where the game was played; its channel then shows the challenge. If
    /// the opponent has asked meanwhile, the game begins.
    ///
    /// # Errors
    /// Refused: another game is played there, and as [`App::rematch`].
    pub async fn ask_again_on_page(&self, by: &Caller, game: GameId) -> AppResult<Option<Box<GameView>>> {
        let row = self.store.game(game).await?.ok_or(Rejection::NotStored)?;
        let by = Caller { channel: row.channel, guild: row.guild, ..by.clone() };
        match self.rematch_on_page(&by, Target::Game(game)).await? {
            Rematched::Asked(Challenged::Open(_)) => Ok(None),
            Rematched::Asked(Challenged::Started(view))
            | Rematched::Agreed { accepted: Accepted::Started(view), .. } => Ok(Some(view)),
            _ => Err(Rejection::Occupied.into()),
        }
    }

    /// Begins a rematch where the game was played, with swapped colours.
    ///
    /// # Errors
    /// Refused: the opponent's request is no longer open, another game is played there, and as
    /// [`App::rematch`].
    pub async fn again_on_page(&self, by: &Caller, game: GameId) -> AppResult<GameView> {
        let row = self.store.game(game).await?.ok_or(Rejection::NotStored)?;
        let by = Caller { channel: row.channel, guild: row.guild, ..by.clone() };
        if row.engine.is_some() || row.white == row.black {
            return match self.rematch(&by, Target::Game(game), None).await? {
                Rematched::Asked(Challenged::Started(view)) => Ok(*view),
                _ => Err(Rejection::Occupied.into()),
            };
        }
        let asked = self.store.rematch_asked(game, by.now).await?;
        let asked = asked.filter(|asked| asked.asked.challenger != by.user);
        let asked = asked.ok_or(Rejection::ChallengeGone)?;
        match self.accept(&by, asked.id, None).await? {
            Accepted::Started(view) => Ok(*view),
            Accepted::ThreadFirst(_) => Err(Rejection::Occupied.into()),
        }
    }
}
