//! The operator's commands to end games and to void results.

use crate::app::load::ended;
use crate::app::{App, AppFault, AppResult};
use crate::game::{ChannelId, Ending, GameId, GuildId, Millis, UserId};
use crate::store::{Act, ActOn, StoppedRow, StoredGame, StoredState, WriteError};

/// The operator's view of a game.
#[derive(Clone, Debug)]
pub struct GameKnown {
    /// The variant's slug.
    pub variant: String,
    /// White's and Black's player; `None` for a former player.
    pub players: [Option<UserId>; 2],
    /// The server where it is played.
    pub guild: Option<GuildId>,
    /// The channel where it is played.
    pub channel: ChannelId,
    /// When it began.
    pub began: Millis,
    /// The game is live.
    pub live: bool,
    /// How it ended, as stored.
    pub ending: Option<String>,
    /// It is rated.
    pub rated: bool,
    /// The operator has ended it or voided its result.
    pub stopped: Option<StoppedRow>,
}

/// The outcome of ending or voiding a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStopped {
    /// It was live and has been ended without a result.
    Ended,
    /// It was over, and its result no longer counts. Holds the number of ratings changed.
    Voided(usize),
    /// No such game exists.
    Unknown,
    /// It is already over.
    Over,
    /// It ended without a result, so there is nothing to void.
    NoResult,
    /// It is set aside, so it cannot be ended.
    SetAside,
}

/// True if a finished game has a result. An ending that this version cannot parse may be one.
fn has_result(row: &StoredGame) -> bool {
    let ending = row.stands.ending.as_deref().and_then(|ending| ending.parse::<Ending>().ok());
    ending.is_none_or(|ending| !ending.is_abort())
}

impl App {
    /// The operator's view of a game; `None`: no such game exists.
    pub async fn game_known(&self, game: GameId) -> AppResult<Option<GameKnown>> {
        let Some(row) = self.store.game(game).await? else { return Ok(None) };
        Ok(Some(GameKnown {
            variant: row.variant,
            players: [row.white, row.black],
            guild: row.guild,
            channel: row.channel,
            began: row.created_at,
            live: row.stands.state == StoredState::Live,
            ending: row.stands.ending,
            rated: row.rated,
            stopped: self.store.how_stopped(game).await?,
        }))
    }

    /// Ends a live game without a result; its players are shown the reason.
    ///
    /// With `void`, voids the result of a finished game: it counts for no rating and no statistics, and the
    /// ratings are recomputed.
    pub async fn stop_game(
        &self,
        game: GameId,
        reason: &str,
        void: bool,
        now: Millis,
    ) -> AppResult<GameStopped> {
        let what = if void { "void" } else { "end" };
        let act = Act { at: now, what: what.to_owned(), on: ActOn::Game(game), reason: reason.to_owned() };
        loop {
            let Some(row) = self.store.game(game).await? else { return Ok(GameStopped::Unknown) };
            match row.stands.state {
                StoredState::SetAside => return Ok(GameStopped::SetAside),
                StoredState::Over if void && !has_result(&row) => return Ok(GameStopped::NoResult),
                StoredState::Over if void => {
                    let players: Vec<UserId> = row.white.into_iter().chain(row.black).collect();
                    return self.void_game(game, &players, &act).await;
                }
                StoredState::Over => return Ok(GameStopped::Over),
                StoredState::Live => {}
            }
            let end = ended(&row.stands, Ending::Stopped, now);
            match self.store.stop_game(game, row.stands.rev, &end, &act).await {
                Ok(()) => return Ok(GameStopped::Ended),
                // A player has just moved.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Repeating the call completes an earlier one that was interrupted.
    async fn void_game(&self, game: GameId, players: &[UserId], act: &Act) -> AppResult<GameStopped> {
        let is_new = match self.store.void_game(game, act).await {
            Ok(_) => true,
            Err(WriteError::Conflict) if self.store.is_voided(game).await? => false,
            Err(WriteError::Conflict) => return Err(AppFault::internal("a game that is over goes on").into()),
            Err(error) => return Err(error.into()),
        };
        let wrong = self.wrong_ratings().await?;
        self.correct_ratings(&wrong).await?;
        self.store.list_players_again(players).await?;
        Ok(if is_new || !wrong.is_empty() { GameStopped::Voided(wrong.len()) } else { GameStopped::Over })
    }
}
