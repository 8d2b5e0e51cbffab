//! Positions shown in a message, to play on from against the bot.

use crate::app::error::{AppFault, Rejection};
use crate::app::load::{Loaded, replay};
use crate::app::refusals::Unfair;
use crate::app::{App, AppResult};
use crate::game::{Game, GameId, Rev};
use crate::render::BoardView;
use crate::rules::{Color, Position, Variant};
use crate::store::StoredState;

/// A position of a game.
#[derive(Clone, Debug)]
pub struct PositionAt {
    pub game: GameId,
    /// The event after which the position stood.
    pub rev: Rev,
    pub variant: Variant,
    pub position: Position,
    /// From the side to move.
    pub board: BoardView,
}

impl PositionAt {
    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }
}

impl App {
    /// The position of a game after an event; `None`: the current one.
    ///
    /// # Errors
    /// Refused: the game is live between two people who have not agreed on hints, it is not stored or cannot
    /// be replayed, or it is over in this position.
    pub async fn position_at(&self, game: GameId, rev: Option<Rev>) -> AppResult<PositionAt> {
        let Some(row) = self.store.game(game).await? else { return Err(Rejection::NotStored.into()) };
        self.know_own_game(&row.variant).await?;
        let is_of_two = row.engine.is_none() && row.white != row.black;
        if row.stands.state == StoredState::Live && is_of_two && !row.hints {
            return Err(Rejection::Unfair(Unfair::Begins).into());
        }
        let Ok(Loaded { row, variant, game: now, .. }) = replay(row) else {
            return Err(Rejection::SetAside.into());
        };
        let rev = rev.unwrap_or(now.rev);
        let events = usize::try_from(rev.0).unwrap_or_default().clamp(1, row.log.len());
        let then = Game::replay(variant, now.players, now.engine, now.moved_at, &row.log[..events]);
        let then = then.map_err(|error| AppFault::internal(error.to_string()))?;
        let position = *then.line.position();
        if let Some(how) = position.termination() {
            return Err(Rejection::PositionOver(how).into());
        }
        let board = BoardView::of_line(&then.line, position.turn());
        Ok(PositionAt { game, rev, variant, position, board })
    }
}
