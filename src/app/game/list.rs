//! The list of a user's live games.

use super::nudge;
use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::engine::Level;
use crate::game::{Ending, GameId, Millis, Ply, Rev, UserId};
use crate::games;
use crate::rules::{Color, Variant};
use crate::store::{LiveGame, LostGame, NO_ANSWER, SERVER_OUTAGE};

/// One line of `/games`.
#[derive(Clone, Debug)]
pub struct GameLine {
    pub game: GameId,
    pub variant: Variant,
    /// The opponent; the user's own id in hot-seat games.
    pub opponent: Option<UserId>,
    /// The user's side; White in hot-seat games.
    pub side: Color,
    /// The bot's level, if it is the opponent.
    pub level: Option<Level>,
    pub your_turn: bool,
    /// The number of plies played.
    pub ply: Ply,
    /// When the last move was made (or the game began).
    pub moved_at: Millis,
    /// The deadline of the side to move; `None` without a clock, and while the clock is stopped.
    pub until: Option<Millis>,
    /// Until when the player to move is or was on vacation.
    pub away: Option<Millis>,
    pub place: Place,
    /// Why the game cannot continue now.
    pub waits: Option<Waits>,
    /// When the user may nudge the opponent, and the last event the line shows, which the button carries.
    ///
    /// `None`: never, because there is a clock, or it is the user's turn.
    pub nudge: Option<(Millis, Rev)>,
}

/// A game that ended recently because its place is gone, so that no notice could be posted there.
#[derive(Clone, Copy, Debug)]
pub struct LostLine {
    pub variant: Variant,
    /// The opponent; the user's own id in hot-seat games. `None`: a former player.
    pub opponent: Option<UserId>,
    /// True if the bot was removed from the server; false if the channel was deleted.
    pub removed: bool,
    pub at: Millis,
}

/// How long a game that ended with its place is listed, in milliseconds.
const LOST_FOR: i64 = 14 * Millis::DAY;
/// How many of them are listed; the others are only counted.
const LOST_MOST: u32 = 5;

/// Why a game is paused: nothing can be posted where it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    ChannelGone,
    Removed,
    Locked,
    /// The bot may not write there.
    Closed,
    /// Discord does not answer requests about its channel.
    NoAnswer,
    /// Discord reports its server as unavailable.
    ServerOutage,
}

impl From<u32> for Waits {
    /// Converts Discord's error code, or the store's own.
    fn from(code: u32) -> Self {
        match code {
            NO_ANSWER => Self::NoAnswer,
            SERVER_OUTAGE => Self::ServerOutage,
            0 | 10_004 => Self::Removed,
            10_003 => Self::ChannelGone,
            50_083 | 160_005 => Self::Locked,
            _ => Self::Closed,
        }
    }
}

impl App {
    /// A user's live games: those where it is their turn first, then by earliest deadline, then by longest
    /// wait.
    pub async fn games(&self, of: UserId) -> AppResult<Vec<GameLine>> {
        let rows = self.store.live_of(of).await?;
        for row in &rows {
            self.know_own_game(&row.variant).await?;
        }
        let mut lines: Vec<_> = rows.iter().filter_map(|row| line(row, of)).collect();
        lines.sort_by_key(|line| (!line.your_turn, line.until.is_none(), line.until, line.moved_at));
        self.resolve_places(of, lines.iter_mut().map(|line| &mut line.place).collect()).await?;
        Ok(lines)
    }

    /// A user's finished games, most recently ended first, each with its ending.
    pub async fn games_over(&self, of: UserId, most: u32) -> AppResult<Vec<(GameLine, Ending)>> {
        let rows = self.store.over_of(of, most).await?;
        for row in &rows {
            self.know_own_game(&row.variant).await?;
        }
        let ended = |row: &LiveGame| Some((line(row, of)?, row.stands.ending.as_deref()?.parse().ok()?));
        Ok(rows.iter().filter_map(ended).collect())
    }

    /// The user's live games against this opponent.
    pub async fn games_against(&self, of: UserId, other: UserId) -> AppResult<Vec<GameLine>> {
        let mut lines = self.games(of).await?;
        lines.retain(|line| line.opponent == Some(other));
        Ok(lines)
    }

    /// The user's games that ended with their place in the last two weeks, newest first: a limited number,
    /// and how many more there are.
    pub async fn lost_games(&self, of: UserId, now: Millis) -> AppResult<(Vec<LostLine>, u32)> {
        let removed = Ending::Removed.to_string();
        let (lost, in_all) = self.store.lost_games(of, Millis(now.0 - LOST_FOR), LOST_MOST).await?;
        let more = in_all.saturating_sub(LOST_MOST);
        for game in &lost {
            self.know_own_game(&game.variant).await?;
        }
        let line = |game: LostGame| {
            Some(LostLine {
                variant: games::from_slug(&game.variant)?,
                opponent: if game.white == Some(of) { game.black } else { game.white },
                removed: game.ending == removed,
                at: game.at,
            })
        };
        Ok((lost.into_iter().filter_map(line).collect(), more))
    }
}

/// Builds a line of the list from the row alone.
fn line(row: &LiveGame, of: UserId) -> Option<GameLine> {
    let waits_for_other = row.closed.is_none() && row.stands.to_move.is_some_and(|who| who != of);
    Some(GameLine {
        game: row.id,
        variant: games::from_slug(&row.variant)?,
        opponent: if row.white == Some(of) { row.black } else { row.white },
        side: if row.white == Some(of) { Color::White } else { Color::Black },
        level: row.level.as_ref().map(|level| level.parse().unwrap_or_default()),
        your_turn: row.stands.to_move == Some(of),
        ply: row.stands.ply,
        moved_at: row.stands.moved_at,
        // A stopped clock shows no time.
        until: row.stands.deadline.filter(|_| row.closed.is_none()),
        away: row.away,
        place: Place { guild: row.guild, channel: row.channel },
        waits: row.closed.map(Waits::from),
        nudge: (row.pace.is_none() && waits_for_other)
            .then(|| (nudge::from(row.stands.moved_at, row.nudged), row.stands.rev)),
    })
}
