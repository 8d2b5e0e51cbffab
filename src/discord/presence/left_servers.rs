//! Servers that the bot was removed from.
//!
//! The gateway reports removals; over HTTP Discord has to be queried. Of a server that the bot has not been
//! in for 90 days, only two things are kept: its games, which belong to their players, and those of its games
//! from files that all servers may use. Before any data is deleted, Discord is asked whether the bot or its
//! commands are there. An interaction from a server proves that too.

use std::sync::Arc;
use std::time::Duration;

use crate::discord::context::Context;
use crate::discord::presence::availability::{guild_heard, guild_here, guild_joined, is_there};
use crate::game::{ChannelId, GuildId};

/// Servers whose data is deleted in one sweep.
const AT_A_TIME: u32 = 20;

/// Periodically opens, forever, servers that the bot seemed to have left but that have sent an interaction
/// since.
///
/// Every process does so for the servers it has heard of.
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

/// Handles a server with its channels. Leaves the server if the operator has blocked it.
pub async fn here(ctx: &Context, guild: GuildId, channels: &[ChannelId]) {
    guild_here(ctx, guild, channels).await;
    leave_if_shut_out(ctx, guild).await;
}

/// Like `here`, for a server whose channels are unknown.
pub async fn joined(ctx: &Context, guild: GuildId) {
    guild_joined(ctx, guild).await;
    leave_if_shut_out(ctx, guild).await;
}

async fn leave_if_shut_out(ctx: &Context, guild: GuildId) {
    if let Err(error) = ctx.app.leave_if_shut_out(guild).await {
        tracing::error!(%error, %guild, "a blocked server is not left");
    }
}

/// The servers checked last; the next round continues after them.
#[derive(Debug, Default)]
pub struct Rounds {
    quiet: Option<GuildId>,
    unseen: Option<GuildId>,
    forgotten: Option<GuildId>,
}

/// Deletes the data of servers that the bot left long ago, each after Discord has confirmed its absence.
///
/// If there is no response about one of them, the others wait for the next sweep. Without a gateway, which
/// would report removals, it queries two other servers first.
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
    // After the last one the round starts over.
    let is_full = old.len() == AT_A_TIME as usize;
    rounds.forgotten = old.last().copied().filter(|_| is_full);
    for guild in old {
        match is_there(ctx, guild).await {
            Some(true) => guild_joined(ctx, guild).await,
            // The server has been used since, which is not stored yet.
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

/// Checks the bot's presence in the next server with stored data but without live games.
///
/// The bot may have been removed, or be back.
async fn look_at_quiet(ctx: &Context, rounds: &mut Rounds) {
    match ctx.store.next_quiet_server(rounds.quiet).await {
        Ok(Some((guild, is_left))) => {
            rounds.quiet = Some(guild);
            match is_there(ctx, guild).await {
                Some(true) if is_left => guild_joined(ctx, guild).await,
                Some(false) if !is_left && !ctx.heard_servers.contains(guild) => {
                    ctx.guild_gone(guild).await;
                }
                _ => {}
            }
        }
        Ok(None) => rounds.quiet = None,
        Err(error) => tracing::error!(%error, "servers of which something is kept were not looked for"),
    }
}

/// Checks the bot's presence in the next server in which none of the channels with live games is visible any
/// more.
async fn look_at_unseen(ctx: &Context, rounds: &mut Rounds) {
    match ctx.store.next_unseen_server(rounds.unseen).await {
        Ok(Some(guild)) => {
            rounds.unseen = Some(guild);
            if is_there(ctx, guild).await == Some(false) && !ctx.heard_servers.contains(guild) {
                ctx.guild_gone(guild).await;
            }
        }
        Ok(None) => rounds.unseen = None,
        Err(error) => tracing::error!(%error, "servers whose channels are not seen were not looked for"),
    }
}
