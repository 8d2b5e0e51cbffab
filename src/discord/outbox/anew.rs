//! Reposts a message older than an hour whose edits are rate limited, and deletes the old one.
//!
//! Discord limits the edits of messages older than an hour per channel. A message that has used up that limit
//! with its own changes is replaced by a young one, whose edits are not limited this way. A pinned message is
//! kept and edited later, because its replacement would not be pinned.

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

/// The nonce of the replacement of this message.
pub fn nonce(old: MessageRef) -> String {
    format!("n{:x}", old.message.0)
}

/// Time limit for checking whether a message is pinned.
const LOOK: Duration = Duration::from_secs(5);

/// True if a message must be reposted: only its age prevents an edit now, and it has used up that limit
/// itself.
///
/// Also true if a repost has been tried, so that it is completed.
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

/// True if a message is known not to be pinned.
async fn is_not_pinned(ctx: &Context, at: MessageRef) -> bool {
    let route = format!("/channels/{}/messages?limit=1&around={}", at.channel, at.message);
    let look = Request::new(&Method::GET, &route, Instant::now() + LOOK).patient();
    let Ok(found) = ctx.messenger.rest.send(look).await else { return false };
    snowflake(&found[0]["id"]).map(MessageId) == Some(at.message) && found[0]["pinned"] == false
}

/// Deletes the old message. On failure it stays; its buttons do the same as those of the new one.
pub async fn remove(ctx: &Context, old: MessageRef, deadline: Instant) {
    let route = format!("/channels/{}/messages/{}", old.channel, old.message);
    let removed = ctx.messenger.rest.send(Request::new(&Method::DELETE, &route, deadline).patient()).await;
    if let Err(failure) = removed {
        tracing::debug!(%failure, channel = %old.channel, "a message that was posted anew was not removed");
    }
}
