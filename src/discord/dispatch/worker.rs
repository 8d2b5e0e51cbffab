//! The worker takes the events from Discord: each interaction once, in order per channel, as many as there is room for.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use super::action_kind::waits_for;
use super::handle::{drop_it, handle, turn_away};
use super::in_flight::Room;
use super::keyed_queue::{QueuePlace, Queues, Seen, WaitsFor};
use crate::discord::bot_state::BotState;
use crate::discord::channels::{availability, threads, user_install};
use crate::discord::commands::{self, DynCommand};
use crate::discord::context::Context;
use crate::discord::features::own_games;
use crate::discord::interaction::{Incoming, Interaction, InteractionData, LineState, Typing};
use crate::game::{ChannelId, GuildId, UserId};

/// Waits for the interaction's turn, and finds out what has to be known about the person. False: that took as long as an
/// answer may, and nothing was done.
async fn begins_in_time(ctx: &Context, from: &mut Interaction, place: &mut QueuePlace) -> bool {
    let until = from.moment_to_tell();
    let ready = async {
        place.come().await;
        note_languages(ctx, from).await;
        note_own_games(ctx, from).await;
        user_install::resolve(ctx, from).await;
    };
    tokio::time::timeout_at(until, ready).await.is_ok()
}

/// Takes events until the sender is gone and all that it sent is taken; the spawned tasks are left to `tasks`.
pub async fn work(
    ctx: Arc<Context>,
    mut events: mpsc::Receiver<Incoming>,
    state: BotState,
    tasks: TaskTracker,
) {
    let (mut queues, mut seen) = (Queues::default(), Seen::default());
    while let Some(event) = events.recv().await {
        match event {
            Incoming::Lines(now) => state.set_lines(now),
            Incoming::Ended(why) => state.end(why),
            Incoming::GuildGone(guild) => {
                ctx.command_status.guild_gone(guild);
                ctx.awaited_servers.told_of(guild);
                let (ctx, mut place) = (Arc::clone(&ctx), queues.enter(WaitsFor::Channel(guild)));
                tasks.spawn(async move {
                    place.come().await;
                    availability::guild_gone(&ctx, guild).await;
                });
            }
            Incoming::GuildOutage(guild) => {
                ctx.awaited_servers.told_of(guild);
                let (ctx, mut place) = (Arc::clone(&ctx), queues.enter(WaitsFor::Channel(guild)));
                tasks.spawn(async move {
                    place.come().await;
                    availability::server_outage(&ctx, GuildId(guild)).await;
                });
            }
            Incoming::GuildHere { id, channels } => {
                ctx.command_status.guild_here(id);
                ctx.awaited_servers.told_of(id);
                let (ctx, mut place) = (Arc::clone(&ctx), queues.enter(WaitsFor::Channel(id)));
                tasks.spawn(async move {
                    place.come().await;
                    availability::guild_here(&ctx, id, &channels).await;
                });
            }
            Incoming::ThreadArchived(thread) => {
                let ctx = Arc::clone(&ctx);
                tasks.spawn(async move { threads::archived(&ctx, ChannelId(thread)).await });
            }
            Incoming::ThreadAccess(thread) => {
                let ctx = Arc::clone(&ctx);
                tasks.spawn(async move { availability::thread_access(&ctx, ChannelId(thread)).await });
            }
            Incoming::GuildJoined(id) => {
                ctx.command_status.guild_here(id);
                let ctx = Arc::clone(&ctx);
                tasks.spawn(async move { availability::guild_joined(&ctx, id).await });
            }
            Incoming::Guilds(shard, guilds) => {
                // Before the shard counts as connected: games in a server that was left long ago end, unless
                // the bot is back.
                ctx.awaited_servers.await_all(&guilds, ctx.clock.instant());
                availability::guilds(&ctx, shard, &guilds).await;
            }
            Incoming::ChannelGone(channel) => {
                let (ctx, mut place) = (Arc::clone(&ctx), queues.enter(WaitsFor::Channel(channel)));
                tasks.spawn(async move {
                    place.come().await;
                    match ctx.app.channel_deleted(ChannelId(channel), ctx.clock.now()).await {
                        Ok(Some(game)) => {
                            tracing::info!(%game, channel, "the channel was deleted, so its game ended");
                        }
                        Ok(None) => {}
                        Err(error) => tracing::error!(%error, channel, "a deleted channel was not noted"),
                    }
                });
            }
            Incoming::Interaction(from) if !seen.is_new(from.id) => {
                tracing::debug!(id = from.id, "not taken: seen before");
            }
            Incoming::Interaction(mut from) => {
                let ctx = Arc::clone(&ctx);
                let held = match ctx.in_flight.take(from.who.id, from.repeated) {
                    Room::Taken(held) => held,
                    Room::Full(held) => {
                        tasks.spawn(async move {
                            let _held = held;
                            turn_away(&ctx, &from).await;
                        });
                        continue;
                    }
                    Room::None => {
                        tracing::warn!(id = from.id, "dropped: far too much at once");
                        drop_it(&ctx, &from);
                        continue;
                    }
                };
                from.invitation = Arc::clone(&ctx.invitation);
                let mut place = queues.enter(waits_for(&from));
                from.answer_turn.hold(place.take_detached());
                tasks.spawn(async move {
                    if begins_in_time(&ctx, &mut from, &mut place).await {
                        from.turn.hold(place.take_work());
                        return handle(&ctx, &from, (place, held)).await;
                    }
                    turn_away(&ctx, &from).await;
                });
            }
        }
    }
    // An orderly stop looks at neither; otherwise nothing can be done here without a connection to Discord.
    state.set_lines(LineState::Down);
    state.end("the line to Discord has broken".to_owned());
}

/// Notes the games from files of the server where the interaction is from, if it is of a command that takes them. Those that are switched off are
/// not suggested; whoever names one is told when it can be begun again.
async fn note_own_games(ctx: &Context, from: &mut Interaction) {
    let (InteractionData::Command(call) | InteractionData::Completing(Typing { call, .. })) = &from.what
    else {
        return;
    };
    if !commands::find(&call.name).is_some_and(DynCommand::takes_own_games) {
        return;
    }
    let suggests = matches!(from.what, InteractionData::Completing(_));
    from.own_games = if suggests {
        own_games::offered_here(ctx, from).await
    } else {
        own_games::known_here(ctx, from).await
    };
}

/// Notes the chosen languages. If there are none, or they cannot be read, the locales that Discord tells apply.
async fn note_languages(ctx: &Context, from: &mut Interaction) {
    // With English alone there is nothing to choose.
    if ctx.languages.is_english_alone() {
        return;
    }
    match ctx.app.languages(UserId(from.who.id), from.place.guild.map(GuildId)).await {
        Ok((own, server)) => (from.own_language, from.server_language) = (own, server),
        Err(error) => tracing::debug!(%error, id = from.id, "the languages that were chosen are not known"),
    }
}
