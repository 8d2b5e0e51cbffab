//! Watching: those who do not play in a game may read along on a page, unless one of its players lets nobody.
//!
//! Whether everybody may see the game's channel is for the chat to find when it makes the link.

use crate::app::{App, AppResult, PagesEnded};
use crate::game::{GameId, UserId, Venue};
use crate::rules::{ByColor, Color};
use crate::store::StoredGame;

/// Whether those who do not play in a game may watch it on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpectatorAccess {
    /// As far as its players are concerned.
    Open,
    /// These sides let nobody.
    Closed(ByColor<bool>),
    /// There is nobody else where it is played, or it is not stored.
    Nowhere,
}

impl SpectatorAccess {
    /// Whether this side lets nobody watch.
    pub fn is_closed_by(self, side: Color) -> bool {
        matches!(self, Self::Closed(sides) if sides[side])
    }
}

impl App {
    /// Whether those who do not play in a game may watch it on a page.
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

    /// A player lets others watch a game or, if not `yes`, lets nobody. What the other player wants stays as it is. Nothing happens if they
    /// do not play in it. Returns how it is now, and a side that they play.
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
