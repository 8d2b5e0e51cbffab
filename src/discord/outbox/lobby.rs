//! The lists of open challenges: one message in a channel of each server that wants one, edited when something changes. What to
//! show is in the store, so a stop in between leaves no wrong list, and several changes at once make one edit.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::app::{AppError, Lobby, MessageRef};
use crate::discord::bot_state::BotState;
use crate::discord::context::{Context, message_at, message_ref};
use crate::discord::features::challenge::visibility;
use crate::discord::locale::unasked;
use crate::discord::reply::{CONTENT_MAX, MessageAt, Reply};
use crate::discord::rest::mentions::{with_mentions, written};
use crate::discord::rest::request::{Failure, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE};
use crate::discord::rest::wire;
use crate::game::{ChannelId, Millis};

/// How often stale lists are looked for.
const LOOK: Duration = Duration::from_secs(2);
/// How long posting or editing a list may take.
const POST: Duration = Duration::from_secs(10);
/// Milliseconds after which a list is looked at again if something was left out that everybody may be able to see.
const AGAIN: i64 = 30_000;

/// Keeps the lists current until `stop`.
pub async fn work(ctx: Arc<Context>, state: BotState, stop: CancellationToken) {
    let all = async {
        loop {
            state.connected().await;
            ctx.leadership.mine().await;
            round(&ctx).await;
            ctx.clock.sleep(LOOK).await;
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = all => {}
    }
}

async fn round(ctx: &Context) {
    let stale = match ctx.app.stale_lobbies(ctx.clock.now()).await {
        Ok(stale) => stale,
        Err(error) if error.is_told() => return,
        Err(error) => return tracing::error!(%error, "the lists of open challenges were not looked at"),
    };
    for lobby in stale {
        let (lobby, whole) = visibility::left_out(ctx, lobby).await;
        match show(ctx, &lobby, whole).await {
            Ok(true) => {}
            // Discord is out of reach, and each try takes its time.
            Ok(false) => return,
            Err(error) => {
                tracing::error!(%error, channel = %lobby.place.channel, "a list of open challenges is not current");
            }
        }
    }
}

/// The text of the message.
fn text(ctx: &Context, lobby: &Lobby) -> String {
    let words = unasked(&ctx.languages, lobby.locale.as_ref());
    // Names of commands grow when they become mentions.
    let said = |most| words.lobby(lobby, most, &written);
    let text = said(CONTENT_MAX);
    let over = with_mentions(&text).saturating_sub(CONTENT_MAX);
    if over == 0 { text } else { said(CONTENT_MAX - over - 1) }
}

/// Notes that a message shows a list as of the change `due`. A list that is not whole stays due.
async fn note(ctx: &Context, at: MessageRef, due: i64, whole: bool) -> Result<bool, AppError> {
    if whole {
        return Ok(ctx.store.lobby_shown((at.channel, at.message), due, None).await?);
    }
    let again = Millis(ctx.clock.now().0 + AGAIN);
    Ok(ctx.store.lobby_shown((at.channel, at.message), due - 1, Some(again)).await?)
}

/// Shows a list, which may not be `whole`. `false` if Discord was out of reach.
async fn show(ctx: &Context, lobby: &Lobby, whole: bool) -> Result<bool, AppError> {
    let (channel, text) = (lobby.place.channel, text(ctx, lobby));
    let deadline = Instant::now() + POST;
    if let Some(message) = lobby.message {
        let at = MessageRef { channel, message };
        let body = wire::only_text(&ctx.messenger.mentions.in_text(&text));
        let edited = ctx.messenger.edit(message_at(at), &body, deadline).await;
        match edited {
            Ok(()) if lobby.lines.is_none() => ctx.store.forget_lobby(channel).await?,
            Ok(()) => {
                note(ctx, at, lobby.due, whole).await?;
            }
            // Somebody has deleted it, so another one is posted.
            Err(Failure::Refused { code: UNKNOWN_MESSAGE, .. }) if lobby.lines.is_some() => {
                return post(ctx, lobby, whole, (text, deadline)).await;
            }
            Err(failure) => return failed(ctx, lobby, channel, &failure).await,
        }
        return Ok(true);
    }
    if lobby.lines.is_none() {
        ctx.store.forget_lobby(channel).await?;
        return Ok(true);
    }
    post(ctx, lobby, whole, (text, deadline)).await
}

async fn post(
    ctx: &Context,
    lobby: &Lobby,
    whole: bool,
    (text, deadline): (String, Instant),
) -> Result<bool, AppError> {
    let channel = lobby.place.channel;
    // The same for each try, so that a retry after a lost answer makes no second list; a new one after a deleted message.
    let nonce = format!("l{}", lobby.message.map_or(channel.0, |gone| gone.0));
    match ctx.messenger.post(channel.0, &Reply::public(text), &nonce, deadline).await {
        Ok(at) => {
            // An earlier try may have posted an older list. Noting one change less has this one looked at again.
            if !note(ctx, message_ref(at), lobby.due - 1, whole).await? {
                retired(ctx, lobby, at);
            }
            Ok(true)
        }
        Err(failure) => failed(ctx, lobby, channel, &failure).await,
    }
}

/// The list was moved or ended while it was posted, so this message says that it is kept no longer.
fn retired(ctx: &Context, lobby: &Lobby, at: MessageAt) {
    let gone = Lobby { lines: None, ..lobby.clone() };
    ctx.message_edits.want(at, wire::only_text(&text(ctx, &gone)));
}

async fn failed(
    ctx: &Context,
    lobby: &Lobby,
    channel: ChannelId,
    failure: &Failure,
) -> Result<bool, AppError> {
    let gone = matches!(failure, Failure::Refused { code: UNKNOWN_CHANNEL | UNKNOWN_MESSAGE, .. });
    match failure {
        // There is nothing left to edit, or the list ends and its message cannot say so.
        _ if gone || (failure.is_for_good() && lobby.lines.is_none()) => {
            ctx.store.forget_lobby(channel).await?;
            Ok(true)
        }
        Failure::Refused { code, .. } if failure.is_for_good() => {
            tracing::warn!(%channel, code, "a list of open challenges cannot be shown");
            ctx.store.close_lobby(channel, code.unsigned_abs() as u32, ctx.clock.now()).await?;
            Ok(true)
        }
        // Refused in this channel alone, for an unknown reason: the list gets pauses of its own.
        Failure::Blocked { code, .. } if !failure.is_outage() => {
            tracing::warn!(%channel, code, "a list of open challenges cannot be shown just now");
            ctx.store.close_lobby(channel, code.unwrap_or(0).unsigned_abs() as u32, ctx.clock.now()).await?;
            Ok(true)
        }
        Failure::Refused { status: 429, .. } | Failure::Limited => Ok(true),
        _ => Ok(false),
    }
}
