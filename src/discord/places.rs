//! Servers and channels that come and go. Games are not ended by a server that the bot was removed from, nor by a channel
//! of which only its absence is known: they wait.

use std::time::{Duration, Instant};

use reqwest::Method;

use super::desk::Desk;
use super::request::{Failure, Request};
use crate::game::{ChannelId, GuildId};

/// Time for asking whether a channel is still there.
const LOOK: Duration = Duration::from_secs(30);

/// The bot was removed from a server.
pub async fn guild_gone(desk: &Desk, guild: u64) {
    match desk.app.guild_left(GuildId(guild), desk.clock.now()).await {
        Ok(0) => {}
        Ok(games) => tracing::info!(guild, games, "removed from a server; its games wait"),
        Err(error) => tracing::error!(%error, guild, "the removal from a server was not noted"),
    }
}

/// The bot is in these servers and in no others: it was removed from the rest while nobody listened.
pub async fn guilds(desk: &Desk, here: &[u64]) {
    match desk.app.live_guilds().await {
        Ok(live) => {
            for guild in live.into_iter().filter(|guild| !here.contains(&guild.0)) {
                guild_gone(desk, guild.0).await;
            }
        }
        Err(error) => tracing::error!(%error, "the servers with live games were not looked at"),
    }
}

/// The bot is in a server with these channels and threads. A game's channel that is not among them may have been deleted
/// while nobody listened, so it is asked for.
pub async fn guild_here(desk: &Desk, guild: u64, channels: &[u64]) {
    let channels: Vec<_> = channels.iter().copied().map(ChannelId).collect();
    let missing = match desk.app.guild_here(GuildId(guild), &channels).await {
        Ok(missing) => missing,
        Err(error) => return tracing::error!(%error, guild, "the channels of a server were not looked at"),
    };
    for channel in missing {
        let route = format!("/channels/{channel}");
        let asked = desk
            .messenger
            .rest
            .send(Request::new(&Method::GET, &route, Instant::now() + LOOK).patient())
            .await;
        let Err(Failure::Refused { status: 403 | 404, code, .. }) = asked else { continue };
        tracing::info!(%channel, code, "a game's channel is gone or closed; the game waits");
        if let Err(error) =
            desk.app.channel_closed(channel, code.unsigned_abs() as u32, desk.clock.now()).await
        {
            tracing::error!(%error, %channel, "a closed channel was not noted");
        }
    }
}
