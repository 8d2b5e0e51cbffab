//! Challenges in channels that not everybody sees are no matter of a list that everybody sees.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use reqwest::Method;
use serde_json::Value;

use super::desk::Desk;
use super::event::permission;
use super::request::Request;
use super::transport::snowflake;
use crate::app::Lobby;
use crate::game::{ChannelId, GuildId};

/// Time for asking for a channel.
const LOOK: Duration = Duration::from_secs(5);
/// As many are asked for at once.
const AT_ONCE: usize = 8;
/// The number of the kind of threads that only those see who were added.
const PRIVATE_THREAD: u64 = 12;

/// The list without what is in channels that are known to be hidden from most of the server; if its own channel is hidden as well,
/// all of it. It is looked at whenever the list is shown, not when rights change.
pub async fn left_out(desk: &Desk, mut lobby: Lobby) -> Lobby {
    let (own, guild) = (lobby.place.channel, lobby.place.guild);
    let Some((lines, guild)) = lobby.lines.as_mut().zip(guild) else { return lobby };
    let mut channels: HashSet<ChannelId> = lines.iter().map(|line| line.place.channel).collect();
    channels.remove(&own);
    if channels.is_empty() || is_hidden(desk, guild, own).await {
        return lobby;
    }
    let hidden = |channel| async move { is_hidden(desk, guild, channel).await.then_some(channel) };
    let hidden: HashSet<ChannelId> = stream::iter(channels)
        .map(hidden)
        .buffer_unordered(AT_ONCE)
        .filter_map(|hidden| async move { hidden })
        .collect()
        .await;
    lines.retain(|line| !hidden.contains(&line.place.channel));
    lobby
}

/// Whether a channel is hidden from whoever has no role. Where nobody says so it is not.
async fn is_hidden(desk: &Desk, guild: GuildId, channel: ChannelId) -> bool {
    let Some(place) = ask(desk, channel).await else { return false };
    if place["type"] == PRIVATE_THREAD {
        return true;
    }
    // A thread has the rights of its channel.
    let parent = place["thread_metadata"].is_object().then(|| snowflake(&place["parent_id"]));
    match parent.flatten() {
        Some(parent) => {
            let parent = ask(desk, ChannelId(parent)).await;
            parent.is_some_and(|parent| is_denied(&parent, guild))
        }
        None => is_denied(&place, guild),
    }
}

async fn ask(desk: &Desk, channel: ChannelId) -> Option<Value> {
    let route = format!("/channels/{channel}");
    let request = Request::new(&Method::GET, &route, Instant::now() + LOOK).patient().single();
    desk.messenger.rest.send(request).await.ok()
}

/// Whether a channel denies everybody to see it; the role of everybody has the number of the server.
fn is_denied(place: &Value, guild: GuildId) -> bool {
    let everybody = guild.to_string();
    let rules = place["permission_overwrites"].as_array().into_iter().flatten();
    let denied = |rule: &Value| rule["deny"].as_str().and_then(|bits| bits.parse::<u64>().ok()).unwrap_or(0);
    rules
        .filter(|rule| rule["id"] == everybody.as_str())
        .any(|rule| denied(rule) & permission::VIEW_CHANNEL != 0)
}
