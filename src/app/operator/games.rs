//! Games that whoever runs the bot ends, or whose results they take back.

use crate::app::load::ended;
use crate::app::{App, AppFault, AppResult};
use crate::game::{ChannelId, Ending, GameId, GuildId, Millis, UserId};
use crate::store::{Act, ActOn, StoppedRow, StoredGame, StoredState, WriteError};

/// What whoever runs the bot can know of a game.
#[derive(Clone, Debug)]
pub struct GameKnown {
    /// The variant's slug.
    pub variant: String,
    /// White's player and Black's; none is a former player.
    pub players: [Option<UserId>; 2],
    /// The server where it is played.
    pub guild: Option<GuildId>,
    /// The channel where it is played.
    pub channel: ChannelId,
    /// When it began.
    pub began: Millis,
    /// It goes on.
    pub live: bool,
    /// How it ended, as it is stored.
    pub ending: Option<String>,
    /// It is rated.
    pub rated: bool,
    /// It was ended, or its result was taken back, by whoever runs the bot.
    pub stopped: Option<StoppedRow>,
}

/// What became of a game that was to be ended or voided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStopped {
    /// It went on, and has ended without a result.
    Ended,
    /// It was over, and its result does not count any more. With how many ratings are different by that.
    Voided(usize),
    /// There is no such game.
    Unknown,
    /// It is over already.
    Over,
    /// It has ended without a result, so none can be taken back.
    NoResult,
    /// It is set aside, so there is nothing to be ended.
    SetAside,
}

/// Whether a game that is over has a result. What this version cannot read may be one.
fn has_result(row: &StoredGame) -> bool {
    let ending = row.stands.ending.as_deref().and_then(|ending| ending.parse::<Ending>().ok());
    ending.is_none_or(|ending| !ending.is_abort())
}

impl App {
    /// What is known of a game; none: there is no such game.
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

    /// Ends a live game without a result, for this reason, which its players are told. With `void` the result of one that is over is taken back:
    /// it counts for no rating and no statistics, and the ratings are computed again.
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
                // Somebody has just moved.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// What an earlier call has left undone when it was cut off is done by the next one.
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
