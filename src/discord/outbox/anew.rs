//! A message that is older than an hour is posted anew, and the old one removed, where Discord lets no more messages of that age be edited in
//! its channel just then because this one has changed that often. It takes a young one's changes as fast as others. One that somebody has pinned
//! stays and is edited later, as a new one would not be pinned.

use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;

use crate::app::MessageRef;
use crate::discord::context::Context;
use crate::discord::outbox::nonce_is_known;
use crate::discord::rest::rate_limit::{Class, RouteKey};
use crate::discord::rest::request::{Request, snowflake};
use crate::game::MessageId;
use crate::store::Owed;

/// The nonce of the message in the place of this one.
pub fn nonce(old: MessageRef) -> String {
    format!("n{:x}", old.message.0)
}

/// How long it may take to look whether a message is pinned.
const LOOK: Duration = Duration::from_secs(5);

/// Whether a message is to be posted anew: it could be changed now if it were not older than an hour, and has used up the room for that itself.
/// Where that was tried, it is done.
pub async fn is_due(ctx: &Context, owed: &Owed, at: MessageRef) -> bool {
    if owed.tried_at.is_some_and(|tried| nonce_is_known(tried, ctx.clock.now())) {
        return true;
    }
    let (rest, now) = (&ctx.messenger.rest, Instant::now());
    let has_room = |key: RouteKey| rest.limits.when(&key, Class::Patient, now) <= now;
    let route = format!("/channels/{}/messages/{}", at.channel, at.message);
    let (old, young) = (
        RouteKey::of_edit(at.channel.0, at.message.0, rest.clock.now_ms(now)),
        RouteKey::of(&Method::PATCH, &route),
    );
    let is_held_up = young.is_some_and(has_room) && !old.is_none_or(has_room);
    is_held_up && ctx.outbox.edits.are_many(at.message, now) && is_not_pinned(ctx, at).await
}

/// Whether a message is known not to be pinned.
async fn is_not_pinned(ctx: &Context, at: MessageRef) -> bool {
    let route = format!("/channels/{}/messages?limit=1&around={}", at.channel, at.message);
    let look = Request::new(&Method::GET, &route, Instant::now() + LOOK).patient();
    let Ok(found) = ctx.messenger.rest.send(look).await else { return false };
    snowflake(&found[0]["id"]).map(MessageId) == Some(at.message) && found[0]["pinned"] == false
}

/// Removes the old message. Where that fails, it stays as it was; its buttons do what those of the new one do.
pub async fn remove(ctx: &Context, old: MessageRef, deadline: Instant) {
    let route = format!("/channels/{}/messages/{}", old.channel, old.message);
    let removed = ctx.messenger.rest.send(Request::new(&Method::DELETE, &route, deadline).patient()).await;
    if let Err(failure) = removed {
        tracing::debug!(%failure, channel = %old.channel, "a message that was posted anew was not removed");
    }
}
