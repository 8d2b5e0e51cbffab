//! Offers of a draw, requests for a takeback, and offers to abort.

use super::{GameRev, actions};

actions! {
    /// What is offered, and what is answered. The answer names the event of the offer.
    OfferAction {
        /// Offer a draw.
        "draw" => Draw(GameRev): ActsOnGame BelowBoard,
        /// Agree to a draw, where it was offered.
        "draw-yes" => DrawAccept(GameRev): ActsOnGame,
        /// Agree to a draw on a board.
        "draw-take" => DrawTake(GameRev): ActsOnGame BelowBoard,
        /// Refuse a draw.
        "draw-no" => DrawDecline(GameRev): ActsOnGame,
        /// Take back one's last move, or ask for it.
        "takeback" => Takeback(GameRev): ActsOnGame BelowBoard,
        /// Allow a takeback, where it was asked for.
        "takeback-yes" => TakebackAccept(GameRev): ActsOnGame,
        /// Allow a takeback on a board.
        "takeback-take" => TakebackTake(GameRev): ActsOnGame BelowBoard,
        /// Refuse a takeback.
        "takeback-no" => TakebackDecline(GameRev): ActsOnGame,
        /// Agree to end the game without a result.
        "abort-agree" => AbortAgree(GameRev): ActsOnGame,
        /// Play on instead of aborting.
        "abort-refuse" => AbortRefuse(GameRev): ActsOnGame,
    }
}
