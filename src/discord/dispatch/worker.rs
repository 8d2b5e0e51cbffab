//! Takes the events from Discord: each interaction once, in order per channel, within the limits. The worker
//! itself never waits, least of all for the database.

use std::sync::Arc;

use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use super::handle::{drop_it, handle, turn_away};
use super::route::Routed;
use crate::discord::bot_state::BotState;
use crate::discord::channels::{threads, user_install};
use crate::discord::context::Context;
use crate::discord::interaction::Interaction;
use crate::discord::interaction::incoming::{ConnectionState, Incoming};
use crate::discord::interaction::keyed_queue::{KeyedQueue, QueuePlace, Queues, Seen, Ticket, WaitsFor};
use crate::discord::operator::Halted;
use crate::discord::ops::in_flight::Room;
use crate::discord::presence::availability;
use crate::discord::presence::left_servers;
use crate::game::{ChannelId, GuildId};

/// Waits for the interaction's turn, and loads what has to be known about the person.
///
/// Returns false if that took as long as an answer may; nothing was done then.
async fn begins_in_time(ctx: &Context, routed: &mut Routed, place: &mut QueuePlace) -> bool {
    let until = routed.interaction.answer_by();
    let ready = async {
        place.come().await;
        note_languages(ctx, &mut routed.interaction).await;
        routed.note_custom_games(ctx).await;
        user_install::resolve(ctx, &mut routed.interaction, routed.route.begins_game()).await;
    };
    tokio::time::timeout_at(until, ready).await.is_ok()
}

/// How many servers are checked at the same time: a new session of a large shard reports thousands at once.
const SERVERS_AT_ONCE: usize = 8;

/// The state of the lines.
///
/// After a new session a shard counts as connected once the servers that it carries have been checked: games
/// in a server that the bot left long ago end, unless it is back.
struct LineReport {
    state: BotState,
    /// The state that was last reported, and the state that counts.
    said: ConnectionState,
    counts: ConnectionState,
    /// Checks of the servers of new sessions.
    looks: JoinSet<()>,
}

impl LineReport {
    fn new(state: BotState) -> Self {
        Self { state, said: ConnectionState::Down, counts: ConnectionState::Down, looks: JoinSet::new() }
    }

    fn says(&mut self, said: ConnectionState) {
        self.said = said;
        let rank = |lines: ConnectionState| match lines {
            ConnectionState::Down | ConnectionState::Standby => 0,
            ConnectionState::Part => 1,
            ConnectionState::Up => 2,
        };
        if self.looks.is_empty() || rank(said) <= rank(self.counts) {
            self.counts = said;
            self.state.set_lines(said);
        }
    }

    /// Waits for the next check to end; never resolves if there is none.
    async fn looked(&mut self) {
        if self.looks.join_next().await.is_none() {
            std::future::pending::<()>().await;
        }
        if self.looks.is_empty() {
            self.says(self.said);
        }
    }
}

/// The order of server events. Those of one server keep their order, and what a new session reports about all
/// servers comes first.
struct ServerQueue {
    sessions: KeyedQueue<()>,
    servers: KeyedQueue<GuildId>,
    room: Arc<Semaphore>,
}

/// A place in that order.
struct ServerPlace {
    session: Ticket,
    server: Ticket,
    room: Arc<Semaphore>,
}

impl Default for ServerQueue {
    fn default() -> Self {
        let room = Arc::new(Semaphore::new(SERVERS_AT_ONCE));
        Self { sessions: KeyedQueue::default(), servers: KeyedQueue::default(), room }
    }
}

impl ServerQueue {
    fn enter(&mut self, guild: GuildId) -> ServerPlace {
        let session = self.sessions.enter(()).detached();
        ServerPlace { session, server: self.servers.enter(guild), room: Arc::clone(&self.room) }
    }

    /// Returns a place for what a new session reports about all servers.
    fn enter_all(&mut self) -> Ticket {
        self.sessions.enter(())
    }
}

impl ServerPlace {
    /// Runs `what` when its turn has come.
    async fn come(mut self, what: impl Future<Output = ()>) {
        self.session.come().await;
        self.server.come().await;
        // The semaphore is never closed.
        let _room = self.room.acquire().await;
        what.await;
    }
}

/// Takes events until the sender is gone and all its events are taken; spawned tasks are left to `tasks`.
pub async fn work(
    ctx: Arc<Context>,
    mut events: mpsc::Receiver<Incoming>,
    state: BotState,
    tasks: TaskTracker,
) {
    let (mut queues, mut seen) = (Queues::default(), Seen::default());
    let (mut lines, mut servers) = (LineReport::new(state.clone()), ServerQueue::default());
    loop {
        let event = tokio::select! {
            biased;
            () = lines.looked() => continue,
            event = events.recv() => event,
        };
        let Some(event) = event else { break };
        match event {
            Incoming::Connections(now) => lines.says(now),
            Incoming::Ended(why) => state.end(why),
            Incoming::AreYouThere(answer) => {
                // The caller may have timed out.
                let _ = answer.send(());
            }
            Incoming::GuildGone(guild) => {
                ctx.command_status.guild_gone(guild);
                ctx.server_availability.note_told(guild);
                let (ctx, place) = (Arc::clone(&ctx), servers.enter(guild));
                tasks.spawn(place.come(async move { ctx.guild_gone(guild).await }));
            }
            Incoming::GuildOutage(guild) => {
                ctx.server_availability.note_outage(guild);
                let (ctx, place) = (Arc::clone(&ctx), servers.enter(guild));
                let outage = async move { availability::server_outage(&ctx, guild).await };
                tasks.spawn(place.come(outage));
            }
            Incoming::GuildHere { id, channels } => {
                ctx.command_status.guild_here(id);
                ctx.server_availability.note_told(id);
                let (ctx, place) = (Arc::clone(&ctx), servers.enter(id));
                tasks.spawn(place.come(async move { left_servers::here(&ctx, id, &channels).await }));
            }
            Incoming::ThreadArchived(thread) => {
                let ctx = Arc::clone(&ctx);
                tasks.spawn(async move { threads::archived(&ctx, thread).await });
            }
            Incoming::ThreadAccess(thread) => {
                let ctx = Arc::clone(&ctx);
                tasks.spawn(async move { availability::thread_access(&ctx, thread).await });
            }
            Incoming::GuildJoined(id) => {
                ctx.command_status.guild_here(id);
                let (ctx, place) = (Arc::clone(&ctx), servers.enter(id));
                tasks.spawn(place.come(async move { left_servers::joined(&ctx, id).await }));
            }
            Incoming::Guilds(shard, guilds) => {
                ctx.server_availability.await_all(&guilds, ctx.clock.instant());
                let (ctx, mut place) = (Arc::clone(&ctx), servers.enter_all());
                lines.looks.spawn(async move {
                    place.come().await;
                    availability::guilds(&ctx, shard, &guilds).await;
                });
            }
            Incoming::ChannelGone(channel) => {
                let place = queues.enter(WaitsFor::Channel(channel));
                tasks.spawn(channel_gone(Arc::clone(&ctx), place, channel));
            }
            Incoming::Interaction(received) if !seen.is_new(received.interaction.id) => {
                tracing::debug!(id = received.interaction.id.0, "not taken: seen before");
            }
            Incoming::Interaction(received) => {
                state.note_arrival();
                let mut routed = Box::new(Routed::of(*received));
                let interaction = &mut routed.interaction;
                ctx.heard_servers.note(&interaction.place, interaction.received_at);
                let ctx = Arc::clone(&ctx);
                let held = match ctx.in_flight.take(interaction.who.id, interaction.repeated) {
                    Room::Taken(held) => held,
                    Room::Full(held) => {
                        tasks.spawn(async move {
                            let _held = held;
                            turn_away(&ctx, &routed).await;
                        });
                        continue;
                    }
                    Room::None => {
                        tracing::warn!(id = interaction.id.0, "dropped: far too much at once");
                        drop_it(&ctx, &routed);
                        continue;
                    }
                };
                interaction.invitation = Arc::clone(&ctx.invitation);
                let mut place = queues.enter(routed.waits_for());
                routed.interaction.answer_turn.hold(place.take_detached());
                tasks.spawn(async move {
                    if begins_in_time(&ctx, &mut routed, &mut place).await {
                        routed.interaction.turn.hold(place.take_work());
                        return handle(&ctx, &routed, (place, held)).await;
                    }
                    turn_away(&ctx, &routed).await;
                });
            }
        }
    }
    while lines.looks.join_next().await.is_some() {}
    // An orderly stop ignores both. Otherwise nothing can be done here without a connection to Discord.
    state.set_lines(ConnectionState::Down);
    state.end(Halted::for_now("the line to Discord has broken"));
}

/// Ends the game of a deleted channel, once what was begun there before is done.
async fn channel_gone(ctx: Arc<Context>, mut place: QueuePlace, channel: ChannelId) {
    place.come().await;
    match ctx.app.channel_deleted(channel, ctx.clock.now()).await {
        Ok(Some(game)) => tracing::info!(%game, %channel, "the channel was deleted, so its game ended"),
        Ok(None) => {}
        Err(error) => tracing::error!(%error, %channel, "a deleted channel was not noted"),
    }
}

/// Loads the chosen languages. If there are none, or they cannot be read, the locales from Discord apply.
async fn note_languages(ctx: &Context, interaction: &mut Interaction) {
    // With English alone there is nothing to choose.
    if ctx.languages.is_english_alone() {
        return;
    }
    match ctx.app.languages(interaction.who.id, interaction.place.guild).await {
        Ok((own, server)) => (interaction.own_language, interaction.server_language) = (own, server),
        Err(error) => {
            tracing::debug!(%error, id = interaction.id.0, "the languages that were chosen are not known");
        }
    }
}
