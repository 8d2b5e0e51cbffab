//! Nudging the opponent in a game without a clock, at most once a day.

use super::play::{TRIES, refused};
use crate::app::caller::{Caller, Target};
use crate::app::error::{AppFault, NoNudge, Rejection};
use crate::app::load::Loaded;
use crate::app::view::Place;
use crate::app::{App, AppResult};
use crate::game::{Game, GameId, Millis, Refusal, Rev, UserId};
use crate::rules::Variant;
use crate::store::WriteError;
use std::sync::Arc;

/// How long the opponent must have kept the caller waiting, since the move and since the last nudge;
/// milliseconds.
const WAITS: i64 = Millis::DAY;

/// A nudge, posted publicly in the channel.
#[derive(Clone, Debug)]
pub struct Nudge {
    pub game: GameId,
    pub at: Millis,
    pub place: Place,
    /// The locale last seen there.
    pub locale: Option<String>,
    pub variant: Variant,
    /// The waiting player.
    pub by: UserId,
    /// The player to move, who is notified.
    pub ping: UserId,
    pub game_now: Arc<Game>,
}

/// The time from which the waiting player may nudge.
pub(in crate::app) fn from(moved_at: Millis, last: Option<Millis>) -> Millis {
    Millis(last.map_or(moved_at, |last| last.max(moved_at)).0 + WAITS)
}

impl App {
    /// Nudges the opponent to move in the channel's game, or a button's. On return the nudge is recorded, so
    /// it is sent only once.
    ///
    /// # Errors
    /// Refused: [`NoNudge`]; no game here, not your game; over, stale.
    pub async fn nudge(&self, by: &Caller, target: Target) -> AppResult<Nudge> {
        for _ in 0..TRIES {
            let (loaded, at) = self.load(by, target).await?;
            if let Err(why) = waits_in(&loaded.game, by.user, at) {
                return Err(refused(loaded, by.user, why).into());
            }
            let ping = match self.may_nudge(&loaded, by).await? {
                Ok(ping) => ping,
                Err(why) => return Err(self.refused_or_replayed(by, Rejection::NoNudge(why)).await?),
            };
            let seen = loaded.game.position_rev;
            match self.store.note_nudge(loaded.row.id, seen, WAITS, by.interaction, by.now).await {
                // A move or another nudge was stored first.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    let place = loaded.place();
                    let Loaded { variant, game, row, .. } = loaded;
                    let (locale, game_now) = (row.locales.game, Arc::new(game));
                    return Ok(Nudge {
                        game: row.id,
                        at: by.now,
                        place,
                        locale,
                        variant,
                        by: by.user,
                        ping,
                        game_now,
                    });
                }
            }
        }
        Err(AppFault::internal("a nudge lost every race for its game").into())
    }

    /// The user to nudge, or the reason for refusing.
    async fn may_nudge(&self, loaded: &Loaded, by: &Caller) -> AppResult<Result<UserId, NoNudge>> {
        let game = &loaded.game;
        let Some(other) = game.to_move().filter(|user| *user != by.user) else {
            return Ok(Err(NoNudge::OwnTurn));
        };
        if loaded.row.pace.is_some() {
            return Ok(Err(NoNudge::Clock));
        }
        let until = from(game.moved_at, self.store.nudged(loaded.row.id).await?);
        if until > by.now {
            return Ok(Err(NoNudge::Before(until)));
        }
        if let Some(until) = self.vacation(other, by.now).await?.until {
            return Ok(Err(NoNudge::Away(other, until)));
        }
        Ok(loaded.wants_pings(Some(other)).ok_or(NoNudge::NoPings(other)))
    }
}

/// Checks that the user plays in a live game. `at`: the event at which the pressed button was made.
fn waits_in(game: &Game, who: UserId, at: Option<Rev>) -> Result<(), Refusal> {
    if let Some(ending) = game.ending {
        return Err(Refusal::Over(ending));
    }
    if at.is_some_and(|then| !game.is_fresh(then)) {
        return Err(Refusal::Stale);
    }
    game.side_of(who).map(|_| ()).ok_or(Refusal::NotAPlayer)
}
