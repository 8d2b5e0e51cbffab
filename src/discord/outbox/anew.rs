//! A message that is older than an hour is posted anew, and the old one removed, where Discord lets no more messages of that age be edited in
//! its channel just then. It takes a young one's changes as fast as others.

use tokio::time::Instant;

use reqwest::Method;

use crate::discord::context::Context;
use crate::discord::outbox::nonce_is_known;
use crate::discord::reply::MessageAt;
use crate::discord::rest::rate_limit::{Class, RouteKey};
use crate::discord::rest::request::Request;
use crate::store::Owed;

/// The nonce of the message in the place of this one.
pub fn nonce(old: MessageAt) -> String {
    format!("n{:x}", old.message)
}

/// Whether a message is to be posted anew: it could be changed now if it were not older than an hour. Where that was tried, it is done.
pub fn is_due(ctx: &Context, owed: &Owed, at: MessageAt) -> bool {
    if owed.tried_at.is_some_and(|tried| nonce_is_known(tried, ctx.clock.now())) {
        return true;
    }
    let (rest, now) = (&ctx.messenger.rest, Instant::now());
    let has_room = |key: RouteKey| rest.limits.when(&key, Class::Patient, now) <= now;
    let route = format!("/channels/{}/messages/{}", at.channel, at.message);
    let (old, young) = (
        RouteKey::of_edit(at.channel, at.message, rest.clock.now_ms(now)),
        RouteKey::of(&Method::PATCH, &route),
    );
    young.is_some_and(has_room) && !old.is_none_or(has_room)
}

/// Removes the old message. Where that fails, it stays as it was; its buttons do what those of the new one do.
pub async fn remove(ctx: &Context, old: MessageAt, deadline: Instant) {
    let route = format!("/channels/{}/messages/{}", old.channel, old.message);
    let removed = ctx.messenger.rest.send(Request::new(&Method::DELETE, &route, deadline).patient()).await;
    if let Err(failure) = removed {
        tracing::debug!(%failure, channel = old.channel, "a message that was posted anew was not removed");
    }
}
