//! Nudging the opponent in a game without a clock: once a day, for the one who waits.

use super::act::{TRIES, refused};
use super::error::{AppFault, NoNudge, Refused};
use super::load::Loaded;
use super::request::{Caller, Target};
use super::view::Place;
use super::{App, AppResult};
use crate::game::{Game, Millis, Refusal, UserId};
use crate::rules::Variant;
use crate::store::WriteError;
use std::sync::Arc;

/// So long the other one has to have waited, for the move and since the last nudge; milliseconds.
const WAITS: i64 = Millis::DAY;

/// A nudge, for everybody in the channel.
#[derive(Clone, Debug)]
pub struct Nudge {
    /// Where it is played.
    pub place: Place,
    /// Its rules.
    pub variant: Variant,
    /// Who waits.
    pub by: UserId,
    /// Who is to move, and is notified.
    pub ping: UserId,
    /// The game itself.
    pub game_now: Arc<Game>,
}

impl App {
    /// Nudges the opponent who is to move in the channel's game. It is noted already, so that it is done once.
    ///
    /// # Errors
    /// Refused: [`NoNudge`]; no game here, not your game.
    pub async fn nudge(&self, by: &Caller) -> AppResult<Nudge> {
        for _ in 0..TRIES {
            let (loaded, _) = self.load(by, Target::Here).await?;
            if loaded.game.side_of(by.user).is_none() {
                return Err(refused(loaded, Refusal::NotAPlayer).into());
            }
            let ping = match self.may_nudge(&loaded, by).await? {
                Ok(ping) => ping,
                Err(why) => return Err(self.unless_replayed(by, Refused::NoNudge(why)).await?),
            };
            let seen = loaded.game.position_rev;
            match self.store.note_nudge(loaded.row.id, seen, WAITS, by.interaction, by.now).await {
                // A move came first, or another nudge.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    let place = loaded.place();
                    let Loaded { variant, game, .. } = loaded;
                    return Ok(Nudge { place, variant, by: by.user, ping, game_now: Arc::new(game) });
                }
            }
        }
        Err(AppFault::internal("a nudge lost every race for its game").into())
    }

    /// Who is nudged, or why nobody is.
    async fn may_nudge(&self, loaded: &Loaded, by: &Caller) -> AppResult<Result<UserId, NoNudge>> {
        let game = &loaded.game;
        let Some(other) = game.to_move().filter(|user| *user != by.user) else {
            return Ok(Err(NoNudge::OwnTurn));
        };
        if loaded.row.pace.is_some() {
            return Ok(Err(NoNudge::Clock));
        }
        let last = self.store.nudged(loaded.row.id).await?;
        let from = last.map_or(game.moved_at, |last| last.max(game.moved_at));
        let until = Millis(from.0 + WAITS);
        if until > by.now {
            return Ok(Err(NoNudge::Before(until)));
        }
        if let Some(until) = self.vacation(other, by.now).await?.until {
            return Ok(Err(NoNudge::Away(other, until)));
        }
        Ok(loaded.pinged(Some(other)).ok_or(NoNudge::NoPings(other)))
    }
}
