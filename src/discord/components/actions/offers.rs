//! Offers of a draw, requests for a takeback, and offers to abort.
//!
//! Carried out in `features/game/offers.rs`.

use super::payload::Offered;
use super::{GameRev, actions};

actions! {
    /// What is offered, and what is answered. The answer names the event of the offer.
    OfferAction {
        /// Offer a draw.
        "draw" => Draw(GameRev): ActsOnGame BelowBoard,
        /// Agree to a draw, where it was offered.
        "draw-yes" => DrawAccept(GameRev): ActsOnGame,
        /// Ask whether to agree to a draw, on a board.
        "draw-take" => DrawTake(GameRev): ForOne ActsOnGame BelowBoard,
        /// Agree to it, after the question.
        "draw-take-yes" => DrawTakeSure(GameRev): ActsOnGame,
        /// Refuse a draw, where it was offered.
        "draw-no" => DrawDecline(GameRev): ActsOnGame,
        /// Refuse a draw on a board.
        "draw-refuse" => DrawRefuse(GameRev): ActsOnGame BelowBoard,
        /// Withdraw one's own offer, where it was made.
        "offer-withdraw" => Withdraw(Offered): ActsOnGame,
        /// Withdraw it on a board.
        "offer-retract" => Retract(Offered): ActsOnGame,
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
