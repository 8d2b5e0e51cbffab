//! Reminders in direct messages, for one person alone.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;

use crate::app::Reminder;
use crate::discord::context::Context;
use crate::discord::locale::unasked;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::{Failure, Request};
use crate::discord::rest::transport::snowflake;

/// How long opening the direct messages may take, and then again posting the reminder.
const POST: Duration = Duration::from_secs(10);

/// Reminds a player in direct messages, if they want that. `false`: it did not get there, so the reminder goes into the game's channel.
pub async fn alone(ctx: &Context, reminder: &Reminder) -> bool {
    let Some((who, locale)) = &reminder.alone else { return false };
    let body = json!({ "recipient_id": who.to_string() });
    let open =
        Request::new(&Method::POST, "/users/@me/channels", Instant::now() + POST).body(&body).patient();
    let Ok(opened) = ctx.messenger.rest.send(open).await else { return false };
    let Some(channel) = snowflake(&opened["id"]) else { return false };
    let words = unasked(&ctx.languages, locale.as_ref());
    let reply = Reply::public(words.reminder_alone(reminder, &written)).ping(Some(who.0));
    let nonce = format!("t{}r{}", reminder.game, reminder.rev);
    match ctx.messenger.post(channel, &reply, &nonce, Instant::now() + POST).await {
        // Most often the player takes no messages from members of the server.
        Err(failure)
            if failure.is_for_good() || matches!(failure, Failure::Limited | Failure::Blocked { .. }) =>
        {
            tracing::debug!(game = %reminder.game, %failure, "a reminder goes into the channel");
            false
        }
        // An unknown outcome counts as delivered, so that nobody is reminded twice.
        _ => true,
    }
}
