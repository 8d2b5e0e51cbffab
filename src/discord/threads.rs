//! Threads for games.

use super::desk::{Desk, Stop};
use super::event::Interaction;
use super::language;
use super::reply::cut;
use super::request::{Failure, Request};
use super::transport::snowflake;
use crate::game::ChannelId;
use crate::words::NotDone;

/// Discord's code for "a thread has already been created for this message".
const THREAD_EXISTS: i64 = 160_004;

/// Opens a public thread, on a message if one is named, and gives its id.
///
/// # Errors
/// A sentence for the person when Discord refuses.
pub async fn open_thread(
    desk: &Desk,
    from: &Interaction,
    on: Option<u64>,
    name: &str,
) -> Result<ChannelId, Stop> {
    let name = cut(name, 100);
    let mut body = serde_json::json!({ "name": name, "auto_archive_duration": 1_440 });
    let route = if let Some(message) = on {
        format!("/channels/{}/messages/{message}/threads", from.place.channel)
    } else {
        // A thread without a message to hang on must say that it is public.
        body["type"] = 11.into();
        format!("/channels/{}/threads", from.place.channel)
    };
    let request = Request::new(&reqwest::Method::POST, &route, from.deadline()).body(&body);
    // A message can have one thread only; of the others there could be two.
    let made = desk.messenger.rest.send(if on.is_some() { request } else { request.once() }).await;
    let id = match made {
        Ok(thread) => snowflake(&thread["id"]),
        // An earlier click came this far and no further. A thread on a message has the message's id.
        Err(Failure::Refused { code: THREAD_EXISTS, .. }) => on,
        Err(_) => None,
    };
    id.map(ChannelId).ok_or_else(|| Stop::say(language::private(from).not_done(NotDone::NoThreadHere)))
}
