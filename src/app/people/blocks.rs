//! Who does not want to be challenged by whom.

use crate::app::caller::{Caller, Opponent};
use crate::app::error::{Rejection, Surplus};
use crate::app::{App, AppResult};
use crate::game::UserId;
use crate::store::WriteError;

impl App {
    /// From now on neither of the two can challenge the other, or accept the other's challenge. The other one is not told.
    ///
    /// # Errors
    /// Refused: oneself, a bot, more people than one may have blocked.
    pub async fn block(&self, by: &Caller, other: Opponent) -> AppResult<()> {
        if other.user == by.user {
            return Err(Rejection::BlockOneself.into());
        }
        if other.bot {
            return Err(Rejection::BlockBot.into());
        }
        match self.store.block(by.user, other.user).await {
            Err(WriteError::Limit(limit)) => {
                Err(Rejection::TooMany(Surplus { limit, who: by.user, opponent: None }).into())
            }
            other => Ok(other?),
        }
    }

    /// Undoes a block; false if the other one was not blocked.
    pub async fn unblock(&self, by: &Caller, other: UserId) -> AppResult<bool> {
        Ok(self.store.unblock(by.user, other).await?)
    }

    /// Refuses to challenge others where there are none, and somebody who is shut out by whoever runs the bot.
    pub(in crate::app) fn may_be_challenged(
        &self,
        by: &Caller,
        opponent: Option<UserId>,
    ) -> Result<(), Rejection> {
        if by.guild.is_none() {
            return Err(Rejection::NobodyElseHere);
        }
        match opponent.filter(|opponent| self.why_shut_out(*opponent).is_some()) {
            Some(opponent) => Err(Rejection::CannotBeChallenged(opponent)),
            None => Ok(()),
        }
    }

    /// Refuses to accept a challenge between two of whom one has blocked the other, and one of somebody who is shut out by whoever runs the bot.
    pub(in crate::app) async fn may_accept(&self, by: &Caller, challenger: UserId) -> AppResult<()> {
        if self.why_shut_out(challenger).is_some() {
            return Err(Rejection::CannotAccept.into());
        }
        match self.store.blocker(by.user, challenger).await? {
            Some(blocker) => Err(accept_refused(by, challenger, blocker).into()),
            None => Ok(()),
        }
    }
}

/// The refusal for accepting a challenge although one of the two has blocked the other. It does not say that the other one did.
pub(in crate::app) fn accept_refused(by: &Caller, challenger: UserId, blocker: UserId) -> Rejection {
    if blocker == by.user { Rejection::Blocked(challenger) } else { Rejection::CannotAccept }
}

/// The same for a challenge that would be made.
pub(in crate::app) fn challenge_refused(by: &Caller, opponent: Option<UserId>, blocker: UserId) -> Rejection {
    match opponent {
        Some(opponent) if blocker == by.user => Rejection::Blocked(opponent),
        _ => Rejection::CannotBeChallenged(blocker),
    }
}
