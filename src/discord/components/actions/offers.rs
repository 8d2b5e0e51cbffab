//! Offers of a draw, requests for a takeback, and offers to abort.
//!
//! Carried out in `features/game/offers.rs`.

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
        /// Refuse a draw, where it was offered.
        "draw-no" => DrawDecline(GameRev): ActsOnGame,
        /// Refuse a draw on a board.
        "draw-refuse" => DrawRefuse(GameRev): ActsOnGame BelowBoard,
        /// Take back one's last move, or ask for it.
        "takeback" => Takeback(GameRev): ActsOnGame BelowBoard,
        /// Allow a takeback, where it was asked for.
        "takeback-yes" => TakebackAccept(GameRev): ActsOnGame,
        /// Allow a takeback on a board.
        "takeback-take" => TakebackTake(GameRev): ActsOnGame BelowBoard,
        /// Refuse a takeback, where it was asked for.
        "takeback-no" => TakebackDecline(GameRev): ActsOnGame,
        /// Refuse a takeback on a board.
        "takeback-refuse" => TakebackRefuse(GameRev): ActsOnGame BelowBoard,
        /// Agree to end the game without a result, where it was asked for.
        "abort-agree" => AbortAgree(GameRev): ActsOnGame,
        /// Agree to that on a board.
        "abort-take" => AbortTake(GameRev): ActsOnGame BelowBoard,
        /// Play on instead of aborting, where that was asked for.
        "abort-refuse" => AbortRefuse(GameRev): ActsOnGame,
        /// Play on, on a board.
        "abort-play-on" => AbortPlayOn(GameRev): ActsOnGame BelowBoard,
    }
}
