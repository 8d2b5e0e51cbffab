//! Conditional moves: replies that a player has prepared to moves that the opponent may play. Only that player sees them.

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

/// What a player has prepared in a game.
#[derive(Clone, Debug)]
pub struct PremovesView {
    /// The button carries it.
    pub game: GameId,
    pub variant: Variant,
    /// It is the player's own turn, so that nothing can be prepared.
    pub own_turn: bool,
    /// Each line: what the opponent may play, if it is not all the same, and the reply to it, in SAN, as far as it goes.
    pub lines: Vec<Vec<(Option<String>, String)>>,
    /// From where and to where the replies go.
    pub ways: Vec<(Option<Square>, Square)>,
    /// Earlier lines were dropped, as the game went another way.
    pub dropped: bool,
}

impl Loaded {
    /// What its players have prepared.
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

    /// What this side has prepared, where it can prepare anything.
    pub(in crate::app) fn prepared_by(&self, side: Color) -> Option<PremovesView> {
        let game = &self.game;
        (game.ending.is_none() && game.engine.is_none() && !game.is_hot_seat())
            .then(|| self.premoves_of(side, &self.premoves()))
    }
}

impl App {
    /// What the caller has prepared in the channel's game. That lines were dropped is told once.
    ///
    /// # Errors
    /// Refused: no game here, not your game, a game against oneself.
    pub async fn premoves(&self, by: &Caller) -> AppResult<PremovesView> {
        let (loaded, side) = self.preparing(by, Target::Here).await?;
        let premoves = loaded.premoves();
        let view = loaded.premoves_of(side, &premoves);
        if view.dropped {
            let (row, told) = (&loaded.row, premoves.told(side).text().map(PremovesRow));
            let seen = (loaded.game.position_rev, row.premoves.as_ref());
            match self.store.keep_premoves(row.id, seen, told.as_ref(), by.interaction, by.now).await {
                // Something else came first: then it is told once more.
                Ok(()) | Err(WriteError::Conflict | WriteError::Replayed) => {}
                Err(error) => tracing::warn!(%error, "that premoves were dropped is told once more"),
            }
        }
        Ok(view)
    }

    /// Stores a line of replies, in the place of one that begins with the same move of the opponent.
    ///
    /// # Errors
    /// Refused: the line cannot be read or played; it is the caller's own turn; they have prepared too much; no game here, not your
    /// game, a game against oneself.
    pub async fn prepare(&self, by: &Caller, typed: &str) -> AppResult<PremovesView> {
        let change = |loaded: &Loaded, side| loaded.with_line(side, |line, _| prepare(line, typed));
        Box::pin(self.change_premoves(by, Target::Here, change)).await
    }

    /// The same for a game as a page shows it. A move alone answers whatever the opponent plays, after what is prepared for that already.
    ///
    /// # Errors
    /// As [`App::prepare`]; stale where the position is another one by now.
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

    /// Deletes what the caller has prepared in a game, whatever was played meanwhile.
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
                // A move or another line came first: decide anew on what is there now.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Ok(loaded.premoves_of(side, &new)),
            }
        }
        Err(AppFault::internal("conditional moves lost every race for their game").into())
    }

    /// The game in which somebody prepares moves, and for which side.
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
    /// What is prepared with one more line.
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

/// What is answered, the reply, and its way.
type Told = (Option<String>, String, (Option<Square>, Square));

/// A line in SAN, from where the game stands.
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
