//! Actions on challenges and rematches.
//!
//! Carried out in `features/challenge/accept_or_decline.rs`.

use crate::discord::actions::{GameRev, actions};
use crate::game::ChallengeId;

actions! {
    /// An action on a challenge.
    ChallengeAction {
        /// Accepts it.
        "accept" => Accept(ChallengeId),
        /// Declines it.
        "decline" => Decline(ChallengeId),
        /// Withdraws the person's own challenge.
        "cancel" => Cancel(ChallengeId),
        /// Asks for a rematch of a finished game, or agrees to one.
        "rematch" => Rematch(GameRev): BeginsGame,
    }
}
