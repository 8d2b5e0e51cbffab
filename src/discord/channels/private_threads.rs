//! Private threads that the bot is not in.
//!
//! Their commands arrive and can be answered, but the bot can neither see nor post anything else there.
//! Nothing starts in such a thread, and a game there waits, until the bot is mentioned.

use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;

use crate::discord::context::{Context, HandlerError};
use crate::discord::interaction::{ChannelKind, Interaction};
use crate::discord::rest::request::{MISSING_ACCESS, Request};
use crate::words::NotDone;

/// Time limit for checking whether a thread is visible, out of the three seconds for a response.
///
/// A process that has just joined others may have to wait for a second of it.
const LOOK: Duration = Duration::from_millis(1_500);

/// Returns an error in a private thread that the bot is not in: it could only post answers there.
///
/// # Errors
/// A sentence explaining what to do.
pub async fn begins_where_seen(ctx: &Context, interaction: &Interaction) -> Result<(), HandlerError> {
    let asks = interaction.place.kind == ChannelKind::PrivateThread && !interaction.place.absent;
    if asks && sees(ctx, interaction).await == Some(false) {
        return Err(HandlerError::not_done(interaction, NotDone::UnseenThread));
    }
    Ok(())
}

/// Returns an error for actions on the game of a private thread that the bot was removed from: the game
/// waits.
///
/// # Errors
/// A sentence explaining what to do.
pub async fn goes_on_where_seen(ctx: &Context, interaction: &Interaction) -> Result<(), HandlerError> {
    if interaction.place.kind != ChannelKind::PrivateThread || interaction.place.absent {
        return Ok(());
    }
    let thread = interaction.place.channel;
    let Some(place) = ctx.store.thread_use(thread).await? else { return Ok(()) };
    if place.closed.map(i64::from) != Some(MISSING_ACCESS) {
        return Ok(());
    }
    match sees(ctx, interaction).await {
        Some(true) => {
            ctx.store.open_available(thread, ctx.clock.now()).await?;
            Ok(())
        }
        // Without a definite response, the last known state applies.
        Some(false) | None => Err(HandlerError::not_done(interaction, NotDone::WaitsUnseen)),
    }
}

/// True if the bot can see the thread; `None` if the response is inconclusive.
async fn sees(ctx: &Context, interaction: &Interaction) -> Option<bool> {
    let route = format!("/channels/{}", interaction.place.channel);
    let deadline = interaction.deadline().min(Instant::now() + LOOK);
    match ctx.messenger.rest.send(Request::new(&Method::GET, &route, deadline).single()).await {
        Ok(_) => Some(true),
        Err(failure) if failure.code() == Some(MISSING_ACCESS) => Some(false),
        Err(_) => None,
    }
}
