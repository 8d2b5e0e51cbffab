//! Private threads that the bot is not in: commands come from there and can be answered, but nothing else can be seen or said.

use std::time::{Duration, Instant};

use reqwest::Method;

use crate::discord::context::{Desk, Stop};
use crate::discord::interaction::{ChannelKind, Interaction};
use crate::discord::locale::private;
use crate::discord::rest::request::{MISSING_ACCESS, Request};
use crate::game::ChannelId;
use crate::words::NotDone;

/// Time for finding out whether a thread can be seen, of the three seconds that an answer has.
/// A process that has just joined others may have to wait for a second of it.
const LOOK: Duration = Duration::from_millis(1_500);

/// Refuses to begin something in a private thread that the bot is not in: it could not show there what is not asked for.
///
/// # Errors
/// A sentence that says what to do.
pub async fn begins_where_seen(desk: &Desk, from: &Interaction) -> Result<(), Stop> {
    let asks = from.place.kind == ChannelKind::PrivateThread && !from.place.absent;
    if asks && sees(desk, from).await == Some(false) {
        return Err(Stop::say(private(from).not_done(NotDone::UnseenThread)));
    }
    Ok(())
}

/// Refuses what acts in the game of a private thread that the bot was taken out of: the game waits.
///
/// # Errors
/// A sentence that says what to do.
pub async fn goes_on_where_seen(desk: &Desk, from: &Interaction) -> Result<(), Stop> {
    if from.place.kind != ChannelKind::PrivateThread || from.place.absent {
        return Ok(());
    }
    let thread = ChannelId(from.place.channel);
    let Some(place) = desk.app.thread_use(thread).await? else { return Ok(()) };
    if place.closed.map(i64::from) != Some(MISSING_ACCESS) {
        return Ok(());
    }
    match sees(desk, from).await {
        Some(true) => Ok(desk.app.channel_open(thread, desk.clock.now()).await?),
        // Where Discord does not say, it is as it was found last.
        Some(false) | None => Err(Stop::say(private(from).not_done(NotDone::WaitsUnseen))),
    }
}

/// Whether the bot can see the thread; none where Discord does not say.
async fn sees(desk: &Desk, from: &Interaction) -> Option<bool> {
    let route = format!("/channels/{}", from.place.channel);
    let deadline = from.deadline().min(Instant::now() + LOOK);
    match desk.messenger.rest.send(Request::new(&Method::GET, &route, deadline).single()).await {
        Ok(_) => Some(true),
        Err(failure) if failure.code() == Some(MISSING_ACCESS) => Some(false),
        Err(_) => None,
    }
}
