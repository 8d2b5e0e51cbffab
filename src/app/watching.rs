//! Watching: users who do not play in a game may follow it on a page, unless one of its players forbids it.
//!
//! Whether the game's channel is public is checked by the chat side when it makes the link.

use crate::app::{App, AppResult, PagesEnded};
use crate::game::{GameId, UserId, Venue};
use crate::rules::{ByColor, Color};
use crate::store::StoredGame;

/// Whether spectators may watch a game on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpectatorAccess {
    /// Neither player forbids it.
    Open,
    /// These sides forbid it.
    Closed(ByColor<bool>),
    /// The game's place has no spectators, or the game is not stored.
    Nowhere,
}

impl SpectatorAccess {
    /// True if this side forbids watching.
    pub fn is_closed_by(self, side: Color) -> bool {
        matches!(self, Self::Closed(sides) if sides[side])
    }
}

impl App {
    /// Whether spectators may watch a game on a page.
    pub(in crate::app) async fn watching_of(&self, row: &StoredGame) -> AppResult<SpectatorAccess> {
        if row.guild.is_none() || row.channel.venue() != Venue::Channel {
            return Ok(SpectatorAccess::Nowhere);
        }
        let closed = self.store.unwatched(row.id).await?;
        if closed.is_empty() {
            return Ok(SpectatorAccess::Open);
        }
        let has = |side| closed.contains(&side);
        Ok(SpectatorAccess::Closed(ByColor { white: has(Color::White), black: has(Color::Black) }))
    }

    /// Sets whether a player allows spectators; the other player's choice is unchanged. Does nothing if they
    /// do not play in the game. Returns the resulting state, and a side that they play.
    pub async fn let_watch(
        &self,
        person: UserId,
        game: GameId,
        yes: bool,
    ) -> AppResult<(SpectatorAccess, Option<Color>)> {
        let Some(row) = self.store.game(game).await? else { return Ok((SpectatorAccess::Nowhere, None)) };
        let players = ByColor { white: row.white, black: row.black };
        let mut own = None;
        for side in Color::BOTH.into_iter().filter(|side| players[*side] == Some(person)) {
            self.store.note_unwatched(game, side, !yes).await?;
            own = Some(side);
        }
        if !yes {
            self.tell_ended(PagesEnded::Watching(game));
        }
        Ok((self.watching_of(&row).await?, own))
    }
}
