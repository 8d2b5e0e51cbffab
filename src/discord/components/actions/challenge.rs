//! Challenges and rematches.
//!
//! Carried out in `features/challenge/accept_or_decline.rs`.

use super::{GameRev, actions};
use crate::game::ChallengeId;

actions! {
    /// What is done with a challenge.
    ChallengeAction {
        /// Accept it.
        "accept" => Accept(ChallengeId),
        /// Decline it.
        "decline" => Decline(ChallengeId),
        /// Withdraw one's own.
        "cancel" => Cancel(ChallengeId),
        /// Ask for a rematch of a game that is over, or agree to one.
        "rematch" => Rematch(GameRev): BeginsGame,
    }
}
