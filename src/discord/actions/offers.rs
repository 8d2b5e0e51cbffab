//! Actions on draw offers, takeback requests, and offers to abort.
//!
//! Carried out in `features/game/offers.rs`.

use crate::discord::actions::payload::Offered;
use crate::discord::actions::{GameRev, actions};

actions! {
    /// An offer or the answer to one. An answer names the event of the offer.
    OfferAction {
        /// Offers a draw.
        "draw" => Draw(GameRev): ActsOnGame BelowBoard,
        /// Agrees to a draw, on the offer's message.
        "draw-yes" => DrawAccept(GameRev): ActsOnGame,
        /// Asks whether to agree to a draw, on a board.
        "draw-take" => DrawTake(GameRev): ForOne ActsOnGame BelowBoard,
        /// Agrees to a draw, after confirmation.
        "draw-take-yes" => DrawTakeSure(GameRev): ActsOnGame,
        /// Refuses a draw, on the offer's message.
        "draw-no" => DrawDecline(GameRev): ActsOnGame,
        /// Refuses a draw, on a board.
        "draw-refuse" => DrawRefuse(GameRev): ActsOnGame BelowBoard,
        /// Withdraws the person's own offer, on its message.
        "offer-withdraw" => Withdraw(Offered): ActsOnGame,
        /// Withdraws the person's own offer, on a board.
        "offer-retract" => Retract(Offered): ActsOnGame,
        /// Takes back the person's last move, or asks for that.
        "takeback" => Takeback(GameRev): ActsOnGame BelowBoard,
        /// Allows a takeback, on the request's message.
        "takeback-yes" => TakebackAccept(GameRev): ActsOnGame,
        /// Allows a takeback, on a board.
        "takeback-take" => TakebackTake(GameRev): ActsOnGame BelowBoard,
        /// Refuses a takeback, on the request's message.
        "takeback-no" => TakebackDecline(GameRev): ActsOnGame,
        /// Refuses a takeback, on a board.
        "takeback-refuse" => TakebackRefuse(GameRev): ActsOnGame BelowBoard,
        /// Agrees to end the game without a result, on the offer's message.
        "abort-agree" => AbortAgree(GameRev): ActsOnGame,
        /// Agrees to end the game without a result, on a board.
        "abort-take" => AbortTake(GameRev): ActsOnGame BelowBoard,
        /// Continues the game instead of aborting, on the offer's message.
        "abort-refuse" => AbortRefuse(GameRev): ActsOnGame,
        /// Continues the game instead of aborting, on a board.
        "abort-play-on" => AbortPlayOn(GameRev): ActsOnGame BelowBoard,
    }
}
