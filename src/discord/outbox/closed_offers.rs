//! Offers that are no longer open: their message says what became of them and loses its buttons, however they were settled. What
//! could not be done at once is done by the sweep, also after a restart.

use std::time::{Duration, Instant};

use crate::app::{AppError, ClosedOffer};
use crate::discord::context::{Desk, message_at};
use crate::discord::locale::unasked;
use crate::discord::rest::mentions::written;
use crate::discord::rest::wire;
use crate::game::GameId;

/// As many are looked at in one sweep.
const PAGE: u32 = 500;
/// Time for an edit by the token of the interaction.
const EDIT: Duration = Duration::from_secs(3);

/// All whose message does not say yet what became of them.
pub async fn sweep(desk: &Desk) {
    match desk.app.closed_offers(desk.clock.now(), PAGE).await {
        Ok(offers) => {
            for closed in offers {
                told(desk, &closed).await;
            }
        }
        Err(error) => tracing::error!(%error, "settled offers were not looked for"),
    }
}

/// The same for a game in which something has just happened.
///
/// # Errors
/// When the store fails.
pub async fn settle(desk: &Desk, game: GameId) -> Result<(), AppError> {
    for closed in desk.app.closed_offers_of(game, desk.clock.now()).await? {
        told(desk, &closed).await;
    }
    Ok(())
}

/// Makes the message of an offer say what became of it: by the token of the interaction that made it, which is outside of the
/// bot's limits; else when there is room for it.
async fn told(desk: &Desk, closed: &ClosedOffer) {
    let text = unasked(&desk.languages, closed.locale.as_ref()).closed_offer(closed, &written);
    let body = wire::only_text(&desk.messenger.mentions.in_text(&text));
    if let (Some(token), Ok(_room)) = (&closed.token, desk.retiring.try_acquire()) {
        let deadline = Instant::now() + EDIT;
        // It need not be the answer itself: that may have said that it takes long.
        let edited = match closed.message {
            Some(at) => {
                desk.messenger.edit_by_token((&token.0, message_at(at).message), &body, deadline).await
            }
            None => desk.messenger.edit_answer(&token.0, &body, deadline).await,
        };
        match edited {
            Ok(()) => {
                if let Err(error) = desk.app.offer_told(closed.game, closed.rev).await {
                    tracing::error!(%error, game = %closed.game, "a settled offer was not forgotten");
                }
                return;
            }
            Err(failure) => {
                tracing::debug!(game = %closed.game, %failure, "an offer is told of in another way");
            }
        }
    }
    // Where it is not known, the answer may still be on its way.
    if let Some(at) = closed.message {
        desk.tidy.settle_offer(message_at(at), body, (closed.game, closed.rev));
    }
}
