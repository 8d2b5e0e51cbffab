//! The worker: takes events from the gateway, each interaction once, in order per channel, as many as there is room for.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

use super::action_kind::waits_for;
use super::handle::{drop_it, handle, turn_away};
use super::in_flight::Room;
use super::keyed_queue::{QueuePlace, Queues, Seen, WaitsFor};
use crate::discord::bot_state::BotState;
use crate::discord::channels::{availability, threads, user_install};
use crate::discord::context::Desk;
use crate::discord::interaction::{Incoming, Interaction, LineState};
use crate::discord::speech;
use crate::game::ChannelId;

/// Waits for its turn, and finds out what has to be known of whoever asks. False: that took as long as an answer may, and nothing was
/// done.
async fn begins_in_time(desk: &Desk, from: &mut Interaction, place: &mut QueuePlace) -> bool {
    let until = from.moment_to_tell();
    let ready = async {
        place.come().await;
        speech::look_up(desk, from).await;
        user_install::sit(desk, from).await;
    };
    tokio::time::timeout_at(until.into(), ready).await.is_ok()
}

/// Takes events until the sender is gone and all that it sent is taken; the tasks are left to `tasks`.
pub async fn work(
    desk: Arc<Desk>,
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
                desk.command_status.guild_gone(guild);
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { availability::guild_gone(&desk, guild).await });
            }
            Incoming::GuildHere { id, channels } => {
                desk.command_status.guild_here(id);
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { availability::guild_here(&desk, id, &channels).await });
            }
            Incoming::ThreadArchived(thread) => {
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { threads::archived(&desk, ChannelId(thread)).await });
            }
            Incoming::ThreadAccess(thread) => {
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { availability::thread_access(&desk, ChannelId(thread)).await });
            }
            Incoming::GuildJoined(id) => {
                desk.command_status.guild_here(id);
                let desk = Arc::clone(&desk);
                tasks.spawn(async move { availability::guild_joined(&desk, id).await });
            }
            Incoming::Guilds(shard, guilds) => {
                // Before the line counts as up: in a server that was left long ago games end, unless the bot is back.
                availability::guilds(&desk, shard, &guilds).await;
            }
            Incoming::ChannelGone(channel) => {
                let (desk, mut place) = (Arc::clone(&desk), queues.enter(WaitsFor::Channel(channel)));
                tasks.spawn(async move {
                    place.come().await;
                    match desk.app.channel_deleted(ChannelId(channel), desk.clock.now()).await {
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
                let desk = Arc::clone(&desk);
                let held = match desk.hands.take(from.who.id, from.repeated) {
                    Room::Taken(held) => held,
                    Room::Full(held) => {
                        tasks.spawn(async move {
                            let _held = held;
                            turn_away(&desk, &from).await;
                        });
                        continue;
                    }
                    Room::None => {
                        tracing::warn!(id = from.id, "dropped: far too much at once");
                        drop_it(&desk, &from);
                        continue;
                    }
                };
                from.invitation = Arc::clone(&desk.invitation);
                let mut place = queues.enter(waits_for(&from));
                from.answer_turn.hold(place.take_detached());
                tasks.spawn(async move {
                    if begins_in_time(&desk, &mut from, &mut place).await {
                        from.turn.hold(place.take_work());
                        return handle(&desk, &from, (place, held)).await;
                    }
                    turn_away(&desk, &from).await;
                });
            }
        }
    }
    // An orderly stop looks at neither; but without a line to Discord nothing can be done here.
    state.set_lines(LineState::Down);
    state.end("the line to Discord has broken".to_owned());
}
