//! Servers that the bot was removed from. The gateway tells that; by HTTP nobody does, and Discord is asked. Of a server that the bot has not been
//! in for 90 days nothing is kept but its games, which are of the people who played them, and those of its files that all servers may have.
//!
//! Nothing is forgotten on doubt: before it is, Discord is asked once more whether the bot or its commands are there. An interaction from a server
//! proves that, too.

use std::sync::Arc;
use std::time::Duration;

use super::availability::{guild_gone, guild_heard, guild_here, guild_joined, is_there};
use crate::discord::context::Context;
use crate::game::{ChannelId, GuildId};

/// Servers that are forgotten in one sweep.
const AT_A_TIME: u32 = 20;

/// Every so often, for ever, opens the servers that the bot seemed to have left and from which an interaction came since. Every process does so
/// for what it has heard.
pub async fn note_heard(ctx: Arc<Context>, every: Duration) {
    loop {
        ctx.clock.sleep(every).await;
        if ctx.heard_servers.is_empty() {
            continue;
        }
        let left = match ctx.store.left_servers().await {
            Ok(left) => left,
            Err(error) => {
                tracing::error!(%error, "servers that were left were not looked for");
                continue;
            }
        };
        let heard = ctx.heard_servers.take();
        for (guild, at) in left {
            let Some(heard) = heard.get(&guild).copied().filter(|heard| *heard > at) else { continue };
            if !guild_heard(&ctx, guild, heard).await {
                ctx.heard_servers.note_server(guild, heard);
            }
        }
    }
}

/// The bot is in a server with these channels; it leaves one that whoever runs it has blocked.
pub async fn here(ctx: &Context, guild: GuildId, channels: &[ChannelId]) {
    guild_here(ctx, guild, channels).await;
    leave_if_shut_out(ctx, guild).await;
}

/// The same where its channels are not told.
pub async fn joined(ctx: &Context, guild: GuildId) {
    guild_joined(ctx, guild).await;
    leave_if_shut_out(ctx, guild).await;
}

async fn leave_if_shut_out(ctx: &Context, guild: GuildId) {
    if let Err(error) = ctx.app.leave_if_shut_out(guild).await {
        tracing::error!(%error, %guild, "a blocked server is not left");
    }
}

/// The servers that were looked at last; the next ones come after them.
#[derive(Debug, Default)]
pub struct Rounds {
    quiet: Option<GuildId>,
    unseen: Option<GuildId>,
    forgotten: Option<GuildId>,
}

/// Forgets what is kept of servers that the bot was removed from long ago, each once Discord has said that it is not there. Once there is no answer
/// about one of them, the others wait for the next sweep. Where no gateway tells of removals, asks for two other servers before.
pub async fn sweep(ctx: &Context, rounds: &mut Rounds) {
    if !ctx.hears_of_places {
        look_at_quiet(ctx, rounds).await;
        look_at_unseen(ctx, rounds).await;
    }
    let from = rounds.forgotten.take();
    let old = match ctx.app.servers_to_forget(ctx.clock.now(), from, AT_A_TIME).await {
        Ok(old) => old,
        Err(error) => return tracing::error!(%error, "servers that were left were not looked for"),
    };
    // After the last ones come the first ones again.
    let is_full = old.len() == AT_A_TIME as usize;
    rounds.forgotten = old.last().copied().filter(|_| is_full);
    for guild in old {
        match is_there(ctx, guild).await {
            Some(true) => guild_joined(ctx, guild).await,
            // Somebody has used it there since, which is not noted yet.
            Some(false) if ctx.heard_servers.contains(guild) => {}
            Some(false) => forget(ctx, guild).await,
            None => {
                rounds.forgotten = Some(guild);
                return;
            }
        }
    }
}

async fn forget(ctx: &Context, guild: GuildId) {
    match ctx.app.forget_server(guild, ctx.clock.now()).await {
        Ok(true) => tracing::info!(%guild, "removed from a server long ago; its settings are forgotten"),
        Ok(false) => {}
        Err(error) => tracing::error!(%error, %guild, "what is kept of a server was not forgotten"),
    }
}

/// Asks whether the bot is in the next of the servers of which something is kept and where no game is live: it may have been removed, or be back.
async fn look_at_quiet(ctx: &Context, rounds: &mut Rounds) {
    match ctx.store.next_quiet_server(rounds.quiet).await {
        Ok(Some((guild, is_left))) => {
            rounds.quiet = Some(guild);
            match is_there(ctx, guild).await {
                Some(true) if is_left => guild_joined(ctx, guild).await,
                Some(false) if !is_left && !ctx.heard_servers.contains(guild) => {
                    guild_gone(ctx, guild).await;
                }
                _ => {}
            }
        }
        Ok(None) => rounds.quiet = None,
        Err(error) => tracing::error!(%error, "servers of which something is kept were not looked for"),
    }
}

/// Asks whether the bot is in the next of the servers where none of the channels with live games is seen any more.
async fn look_at_unseen(ctx: &Context, rounds: &mut Rounds) {
    match ctx.store.next_unseen_server(rounds.unseen).await {
        Ok(Some(guild)) => {
            rounds.unseen = Some(guild);
            if is_there(ctx, guild).await == Some(false) && !ctx.heard_servers.contains(guild) {
                guild_gone(ctx, guild).await;
            }
        }
        Ok(None) => rounds.unseen = None,
        Err(error) => tracing::error!(%error, "servers whose channels are not seen were not looked for"),
    }
}
