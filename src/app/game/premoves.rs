//! Conditional moves: replies a player has prepared to possible moves of the opponent. Only that player sees
//! them.

use std::sync::Arc;

use super::play::{TRIES, refused};
use crate::app::caller::{Caller, Target};
use crate::app::error::{AppError, AppFault, Rejection, RejectionInGame};
use crate::app::load::Loaded;
use crate::app::{App, AppResult};
use crate::game::{
    Color, GameId, NotPrepared, Premoves, PreparedLine, Refusal, TooManyReplies, follow, prepare,
    prepare_next,
};
use crate::rules::{Line, Square, Variant, san};
use crate::store::{PremovesRow, StoredState, WriteError};

/// A player's prepared lines in a game.
#[derive(Clone, Debug)]
pub struct PremovesView {
    /// Carried by the button.
    pub game: GameId,
    pub variant: Variant,
    /// It is the player's own turn, so nothing can be prepared.
    pub own_turn: bool,
    /// Each line as pairs in SAN, as far as it can be played: the opponent's move (`None`: any move) and the
    /// reply.
    pub lines: Vec<Vec<(Option<String>, String)>>,
    /// The origin and target squares of the replies.
    pub ways: Vec<(Option<Square>, Square)>,
    /// Earlier lines were dropped because the game took another course.
    pub dropped: bool,
}

impl Loaded {
    /// Both players' premoves.
    pub(in crate::app) fn premoves(&self) -> Premoves {
        self.row.premoves.as_ref().map_or_else(Premoves::default, |kept| Premoves::read(&kept.0))
    }

    fn premoves_of(&self, side: Color, premoves: &Premoves) -> PremovesView {
        let told: Vec<Vec<Told>> = premoves.of(side).iter().map(|line| told(&self.game.line, line)).collect();
        PremovesView {
            game: self.row.id,
            variant: self.variant,
            own_turn: self.game.turn() == side,
            ways: told.iter().flatten().map(|(_, _, way)| *way).collect(),
            lines: told
                .into_iter()
                .map(|line| line.into_iter().map(|(when, reply, _)| (when, reply)).collect())
                .collect(),
            dropped: premoves.was_dropped(side),
        }
    }

    /// This side's premoves, if the game allows any.
    pub(in crate::app) fn prepared_by(&self, side: Color) -> Option<PremovesView> {
        let game = &self.game;
        (game.ending.is_none() && game.engine.is_none() && !game.is_hot_seat())
            .then(|| self.premoves_of(side, &self.premoves()))
    }
}

impl App {
    /// The caller's premoves in the channel's game. Dropped lines are reported once.
    ///
    /// # Errors
    /// Refused: no game here, not your game, a hot-seat game.
    pub async fn premoves(&self, by: &Caller) -> AppResult<PremovesView> {
        let (loaded, side) = self.preparing(by, Target::Here).await?;
        let premoves = loaded.premoves();
        let view = loaded.premoves_of(side, &premoves);
        if view.dropped {
            let (row, told) = (&loaded.row, premoves.told(side).text().map(PremovesRow));
            let seen = (loaded.game.position_rev, row.premoves.as_ref());
            match self.store.keep_premoves(row.id, seen, told.as_ref(), by.interaction, by.now).await {
                // Lost a race: the drop is reported again next time.
                Ok(()) | Err(WriteError::Conflict | WriteError::Replayed) => {}
                Err(error) => tracing::warn!(%error, "that premoves were dropped is told once more"),
            }
        }
        Ok(view)
    }

    /// Stores a line of replies, replacing one that begins with the same opponent's move.
    ///
    /// # Errors
    /// Refused: the line cannot be parsed or played; it is the caller's own turn; they have prepared too
    /// much; no game here, not your game, a hot-seat game.
    pub async fn prepare(&self, by: &Caller, typed: &str) -> AppResult<PremovesView> {
        let change = |loaded: &Loaded, side| loaded.with_line(side, |line, _| prepare(line, typed));
        Box::pin(self.change_premoves(by, Target::Here, change)).await
    }

    /// Stores a line for the game as a page shows it. A move alone answers any move of the opponent and is
    /// appended to the replies already prepared for that.
    ///
    /// # Errors
    /// As [`App::prepare`]; stale if the position has changed.
    pub async fn prepare_next(&self, by: &Caller, target: Target, typed: &str) -> AppResult<PremovesView> {
        let change = |loaded: &Loaded, side| {
            if matches!(target, Target::Button(_, then) if !loaded.game.is_fresh(then)) {
                let game = Arc::new(loaded.game.clone());
                let stale =
                    RejectionInGame { refusal: Refusal::Stale, game, reader: Some(side), fresh: None };
                return Err(Rejection::InGame(Box::new(stale)));
            }
            loaded.with_line(side, |line, kept| prepare_next(line, kept, typed))
        };
        Box::pin(self.change_premoves(by, target, change)).await
    }

    /// Deletes the caller's premoves in a game, even if the game has continued meanwhile.
    ///
    /// # Errors
    /// Refused: the game is over, not your game.
    pub async fn forget_premoves(&self, by: &Caller, game: GameId) -> AppResult<PremovesView> {
        let change = |loaded: &Loaded, side| Ok(loaded.premoves().without(side));
        Box::pin(self.change_premoves(by, Target::Game(game), change)).await
    }

    async fn change_premoves(
        &self,
        by: &Caller,
        target: Target,
        change: impl Fn(&Loaded, Color) -> Result<Premoves, Rejection>,
    ) -> AppResult<PremovesView> {
        for _ in 0..TRIES {
            let (loaded, side) = match self.preparing(by, target).await {
                Err(AppError::Refused(refused)) => return Err(self.refused_or_replayed(by, refused).await?),
                prepared => prepared?,
            };
            let new = match change(&loaded, side) {
                Ok(new) => new,
                Err(refused) => return Err(self.refused_or_replayed(by, refused).await?),
            };
            let (row, kept) = (&loaded.row, new.text().map(PremovesRow));
            let seen = (loaded.game.position_rev, row.premoves.as_ref());
            match self.store.keep_premoves(row.id, seen, kept.as_ref(), by.interaction, by.now).await {
                // A move or another line was stored first: decide again on the current state.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Ok(loaded.premoves_of(side, &new)),
            }
        }
        Err(AppFault::internal("conditional moves lost every race for their game").into())
    }

    /// The game in which the caller prepares moves, and their side.
    async fn preparing(&self, by: &Caller, target: Target) -> AppResult<(Loaded, Color)> {
        let (loaded, _) = self.load(by, target).await?;
        if loaded.row.stands.state != StoredState::Live
            && let Some(ending) = loaded.game.ending
        {
            return Err(refused(loaded, by.user, Refusal::Over(ending)).into());
        }
        if loaded.game.engine.is_some() && loaded.game.side_of(by.user).is_some() {
            return Err(Rejection::PremoveEngine.into());
        }
        if loaded.game.is_hot_seat() && loaded.game.side_of(by.user).is_some() {
            return Err(Rejection::PremoveAlone.into());
        }
        match loaded.game.side_of(by.user) {
            Some(side) => Ok((loaded, side)),
            None => Err(refused(loaded, by.user, Refusal::NotAPlayer).into()),
        }
    }
}

impl Loaded {
    /// The premoves with one more line.
    fn with_line(
        &self,
        side: Color,
        read: impl FnOnce(&Line, &[PreparedLine]) -> Result<PreparedLine, NotPrepared>,
    ) -> Result<Premoves, Rejection> {
        if self.game.turn() == side {
            return Err(Rejection::OwnTurn);
        }
        let not_prepared = |why| Rejection::NotPrepared(self.variant, Box::new(why));
        let premoves = self.premoves();
        let line = read(&self.game.line, premoves.of(side)).map_err(not_prepared)?;
        premoves.with(side, line).map_err(|TooManyReplies| not_prepared(NotPrepared::TooMany))
    }
}

/// The opponent's move, the reply in SAN, and its squares.
type Told = (Option<String>, String, (Option<Square>, Square));

/// A line in SAN, from the current position.
fn told(line: &Line, prepared: &PreparedLine) -> Vec<Told> {
    let mut line = line.clone();
    let pairs = prepared.iter().map_while(|one| {
        let before = *line.position();
        let when = match &one.when {
            Some(when) => Some(san(&before, &before.legal_move(when)?)),
            None => None,
        };
        let (position, reply) = follow(&mut line, one)?;
        Some((when, san(&position, &reply), (reply.from(), reply.to())))
    });
    pairs.collect()
}
