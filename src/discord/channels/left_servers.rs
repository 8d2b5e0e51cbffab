//! Servers that the bot was removed from. The gateway tells that; by HTTP nobody does, and Discord is asked. Of a server that the bot has not been
//! in for 90 days nothing is kept but its games, which are of the people who played them.
//!
//! Nothing is forgotten on doubt: before it is, Discord is asked once more, and an interaction from a server proves that the bot is there, also
//! where it has only its commands there and is no member.

use std::sync::Arc;
use std::time::Duration;

use super::availability::{guild_gone, guild_joined, is_member};
use crate::discord::context::Context;
use crate::game::GuildId;

/// Servers that are forgotten in one sweep.
const AT_A_TIME: u32 = 20;

/// Every so often, for ever, opens the servers that the bot seemed to have left and from which an interaction came since. Every process does so
/// for what it has heard.
pub async fn note_heard(ctx: Arc<Context>, every: Duration) {
    loop {
        ctx.clock.sleep(every).await;
        let heard = ctx.heard_servers.take();
        if heard.is_empty() {
            continue;
        }
        let left = match ctx.store.left_servers().await {
            Ok(left) => left,
            Err(error) => {
                tracing::error!(%error, "servers that were left were not looked for");
                continue;
            }
        };
        for (guild, at) in left {
            if heard.get(&guild).is_some_and(|heard| *heard > at) {
                guild_joined(&ctx, guild.0).await;
            }
        }
    }
}

/// What is looked at in turn.
#[derive(Debug, Default)]
pub struct Round(Vec<GuildId>);

/// Forgets what is kept of servers that the bot was removed from long ago. Where no gateway tells of removals, asks for one server.
pub async fn sweep(ctx: &Context, round: &mut Round) {
    if !ctx.hears_of_places {
        look_for_removal(ctx, round).await;
    }
    let old = match ctx.app.servers_to_forget(ctx.clock.now(), AT_A_TIME).await {
        Ok(old) => old,
        Err(error) => return tracing::error!(%error, "servers that were left were not looked for"),
    };
    for guild in old {
        match is_member(ctx, guild).await {
            Some(true) => guild_joined(ctx, guild.0).await,
            Some(false) => match ctx.app.forget_server(guild, ctx.clock.now()).await {
                Ok(true) => {
                    tracing::info!(%guild, "removed from a server long ago; its settings are forgotten");
                }
                Ok(false) => {}
                Err(error) => tracing::error!(%error, %guild, "what is kept of a server was not forgotten"),
            },
            None => {}
        }
    }
}

/// Asks whether the bot is still in the next of the servers of which something is kept. Where games are live their channels are asked for, and they
/// wait as in any closed channel.
async fn look_for_removal(ctx: &Context, round: &mut Round) {
    if round.0.is_empty() {
        match ctx.app.quiet_servers().await {
            Ok(servers) => round.0 = servers,
            Err(error) => {
                return tracing::error!(%error, "servers of which something is kept were not looked for");
            }
        }
    }
    if let Some(guild) = round.0.pop()
        && is_member(ctx, guild).await == Some(false)
    {
        guild_gone(ctx, guild.0).await;
    }
}
