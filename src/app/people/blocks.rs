//! Blocks between users: neither can challenge the other.

use crate::app::caller::{Caller, Opponent};
use crate::app::error::{Rejection, Surplus};
use crate::app::{App, AppResult};
use crate::game::UserId;
use crate::store::WriteError;

impl App {
    /// Blocks a user: from now on neither can challenge the other or accept the other's challenge. The other
    /// is not notified.
    ///
    /// # Errors
    /// Refused: oneself, a bot, or more blocks than one user may have.
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

    /// Removes a block; false if there was none.
    pub async fn unblock(&self, by: &Caller, other: UserId) -> AppResult<bool> {
        Ok(self.store.unblock(by.user, other).await?)
    }

    /// Refuses a challenge where no other user could accept it, or to a user blocked by the operator.
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

    /// Refuses to accept a challenge if one of the two has blocked the other, or if the operator has blocked
    /// the challenger.
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

/// The refusal to accept a challenge between users with a block. It does not reveal that the other one
/// blocked the caller.
pub(in crate::app) fn accept_refused(by: &Caller, challenger: UserId, blocker: UserId) -> Rejection {
    if blocker == by.user { Rejection::Blocked(challenger) } else { Rejection::CannotAccept }
}

/// The refusal to make such a challenge.
pub(in crate::app) fn challenge_refused(by: &Caller, opponent: Option<UserId>, blocker: UserId) -> Rejection {
    match opponent {
        Some(opponent) if blocker == by.user => Rejection::Blocked(opponent),
        _ => Rejection::CannotBeChallenged(blocker),
    }
}
