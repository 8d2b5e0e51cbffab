//! A running bot: startup, background work, shutdown.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use secrecy::SecretString;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use super::background::{due_jobs, operator_state, token, upkeep};
use super::bot_state::{BotState, Pulse};
use super::context::Context;
use super::dispatch::{follow_up, worker};
use super::features::game::engine_move;
use super::ingress::gateway::{self, Gateway, GatewayConnector, GatewaySettings, ShardChoice};
use super::ingress::http_endpoint::{Endpoint, EndpointSettings};
use super::ingress::way_in::WayIn;
use super::ingress::way_in_watch::WayInWatch;
use super::operator::{Halted, OPERATOR};
use super::ops::heartbeat;
use super::outbox::{self, worker as outbox_worker};
use super::reply::Reply;
use super::rest::connections::HttpNetwork;
use super::rest::messenger::Messenger;
use super::rest::network::Network;
use super::rest::pictures;
use super::rest::rate_limit::Share;
use super::rest::transport::{ATTEMPT, DISCORD, Transport};
use super::startup::{command_sync, ownership};
use crate::app::App;
use crate::discord::clock::BotClock;
use crate::discord::ingress::application;
use crate::discord::metrics::{Metrics, MoreMetrics};
use crate::discord::monitoring::{BotAtWork, MonitoringServer};
use crate::discord::ops::command_status::CommandStatus;
use crate::discord::ops::in_flight::InFlight;
use crate::discord::ops::leader::{self, Leadership};
use crate::discord::ops::user_rate_limit::{UserQuotas, UserRateLimit};
use crate::discord::outbox_sender::{Outbox, Told};
use crate::discord::places::heard_servers::HeardServers;
use crate::discord::places::server_availability::ServerAvailability;
use crate::discord::places::thread_reopening::Reopenings;
use crate::discord::presence::{availability, left_servers};
use crate::discord::rest::retry::Reach;
use crate::game::{ChannelId, GuildId};
use crate::http_server::InMemory;
use crate::words::Languages;

/// Interval between sweeps for expired and closed challenges.
const SWEEP: Duration = Duration::from_mins(1);
/// Time limit for posting a message outside any interaction.
const POSTING: Duration = Duration::from_secs(10);

/// Settings a bot is started with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot's token.
    pub token: SecretString,
    /// Base URL of the API, if not Discord's.
    pub api_url: Option<String>,
    /// Base URL of the invitation link. `api_url` may be a proxy that people cannot open.
    pub invite_at: String,
    /// PEM certificates trusted at `api_url`, in addition to the public authorities.
    pub api_ca: Option<Vec<u8>>,
    /// Carries requests to the API instead of this machine's network.
    pub network: Option<Arc<dyn Network>>,
    /// The only server to register the commands in, if set.
    pub test_guild: Option<GuildId>,
    /// Path of the heartbeat file, if one is written.
    pub heartbeat: Option<PathBuf>,
    /// How long interactions in flight may take once the bot stops.
    pub grace: Duration,
    /// Interval between sweeps for expired and closed challenges.
    pub sweep: Duration,
    /// Minimum time between requests for a new session.
    ///
    /// Zero for a local chat that has just started and so has no session to resume.
    pub identify_every: Duration,
    /// The shards this process may run.
    pub shards: ShardChoice,
    /// Opens the gateway's connections. `None`: twilight, over WebSocket.
    pub gateway: Option<Arc<dyn GatewayConnector>>,
    /// Listen address for monitoring, if any. Port 0 picks a free port.
    pub metrics: Option<SocketAddr>,
    /// Base URL of the browser pages, if they are served.
    pub pages: Option<String>,
    /// Registers metrics from outside the bot.
    pub more_metrics: Option<MoreMetrics>,
    /// Set if interactions arrive over HTTP; the gateway is then not used.
    pub endpoint: Option<EndpointSettings>,
    /// The languages the bot speaks.
    pub languages: Languages,
    /// The clock that the bot runs by.
    pub clock: BotClock,
    /// Rate limits for each person.
    pub quotas: UserQuotas,
    /// Maximum number of answers followed up concurrently; further follow-ups are deferred.
    pub following: usize,
}

impl Settings {
    /// Default settings for this token.
    pub fn new(token: impl Into<SecretString>) -> Self {
        Self {
            token: token.into(),
            api_url: None,
            invite_at: DISCORD.to_owned(),
            api_ca: None,
            network: None,
            test_guild: None,
            heartbeat: None,
            grace: Duration::from_secs(5),
            sweep: SWEEP,
            identify_every: gateway::IDENTIFY_EVERY,
            shards: None,
            gateway: None,
            metrics: None,
            pages: None,
            more_metrics: None,
            endpoint: None,
            languages: Languages::embedded(),
            clock: BotClock::system(),
            quotas: UserQuotas::default(),
            following: follow_up::FOLLOWING_AT_ONCE,
        }
    }
}

/// A running bot. Call [`Running::stop`]; dropping it leaves work unfinished.
pub struct Running {
    ctx: Arc<Context>,
    way: WayIn,
    worker: tokio::task::JoinHandle<()>,
    state: BotState,
    tasks: TaskTracker,
    background: DropGuard,
    monitoring: Option<MonitoringServer>,
    grace: Duration,
}

/// Posts messages outside any interaction.
pub struct Poster {
    ctx: Arc<Context>,
}

impl Poster {
    /// Posts a text in a channel. Each call creates a new message.
    ///
    /// # Errors
    /// The reason the message was not posted.
    pub async fn post(&self, channel: ChannelId, text: &str) -> Result<(), String> {
        let nonce = format!("p{}", self.ctx.clock.now().0);
        let until = Instant::now() + POSTING;
        let posted = self.ctx.messenger.post(channel, &Reply::public(text), &nonce, until).await;
        posted.map(|_| ()).map_err(|why| why.to_string())
    }
}

/// Runs work and drops it when the bot stops.
async fn until(stop: CancellationToken, work: impl Future<Output = ()>) {
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = work => {}
    }
}

/// Starts the bot: looks up its application, connects, and registers the commands meanwhile.
///
/// Retries while Discord is unreachable.
///
/// # Errors
/// One clear sentence for the operator.
pub async fn start(app: App, settings: Settings) -> Result<Running, Halted> {
    let background = CancellationToken::new();
    // Ends background tasks also if the start fails or is dropped.
    let end = background.clone().drop_guard();
    let base = settings.api_url.as_deref().unwrap_or(DISCORD);
    let rest = transport(&app, &settings, base).map_err(Halted::until_mended)?;
    let (state, tasks) = (BotState::new(), TaskTracker::new());
    // Before any request to Discord: pages are served while Discord is unreachable.
    let grown = operator_state::begin(&app, &settings.clock, &tasks, background.clone()).await?;
    // Untracked, so that a stop does not wait for it.
    tokio::spawn(prepare(app.clone(), state.clone(), background.clone()));
    if let Some(path) = settings.heartbeat {
        tokio::spawn(heartbeat::beat(path, app.clone(), state.clone(), background.clone()));
    }
    // Before the first request to Discord: monitoring must be able to report that Discord is unreachable.
    let monitoring = match settings.metrics {
        Some(listen) => {
            let of = (app.clone(), settings.more_metrics.clone());
            let opened = MonitoringServer::open(listen, of, state.clone(), background.clone()).await;
            Some(opened.map_err(Halted::for_now)?)
        }
        None => None,
    };
    let reach = Reach { base };
    let application = application::introduce(&rest, &reach, settings.endpoint.as_ref()).await?;
    // Before any row of this application is written.
    ownership::claim(app.store(), application.id).await?;
    let invitation = application::invitation(&settings.invite_at, application.id);
    // Logged before further requests to Discord, which may fail because the bot has not been invited yet.
    tracing::info!(target: OPERATOR, "Invite it to a server: {invitation}");
    rest.introduce(application.id);

    let (outbox, told) = Outbox::new();
    let ctx = Arc::new(Context {
        leadership: Leadership::new(app.store().is_shared()),
        store: app.store().clone(),
        app,
        user_rate_limit: UserRateLimit::new(settings.quotas, settings.clock.clone()),
        reopenings: Reopenings::default(),
        hears_of_places: settings.endpoint.is_none(),
        server_availability: ServerAvailability::default(),
        heard_servers: HeardServers::default(),
        in_flight: InFlight::default(),
        metrics: Metrics::default(),
        began: settings.clock.now(),
        clock: settings.clock,
        languages: settings.languages,
        messenger: Messenger::new(rest, application.id, settings.pages.is_some()),
        command_status: CommandStatus::new(settings.test_guild),
        pages: settings.pages.as_deref().map(Arc::from),
        name: application.name.as_str().into(),
        invitation: invitation.into(),
        outbox,
        following: Semaphore::new(settings.following),
        retiring: Semaphore::new(follow_up::RETIRING_AT_ONCE),
    });
    // Before deadlines are checked: no move may count as late because the bot was down.
    let late = due_jobs::back(&ctx).await;
    let (send, events) = mpsc::channel(gateway::WAITING);
    let waiting = send.downgrade();
    state.set_dispatcher(waiting.clone());
    let worker = tokio::spawn(worker::work(Arc::clone(&ctx), events, state.clone(), tasks.clone()));
    let (installs, installs_seen) = watch::channel(application.installs.clone());
    let (syncing, stop, told_to) = (Arc::clone(&ctx), background.clone(), base.to_owned());
    tasks.spawn(until(stop, command_sync::work(syncing, installs_seen, told_to)));
    // Connect at once, so that players wait for nothing else after a restart.
    let way = async {
        if let Some(endpoint) = &settings.endpoint {
            return Endpoint::open((Arc::clone(&ctx), state.clone()), endpoint, send)
                .await
                .map(WayIn::Endpoint)
                .map_err(Halted::for_now);
        }
        let gateway = GatewaySettings {
            token: &settings.token,
            identify_every: settings.identify_every,
            shards: settings.shards.clone(),
            connector: settings.gateway,
        };
        let gateway = Gateway::start(Arc::clone(&ctx), gateway, send, &reach).await;
        gateway
            .map(WayIn::Gateway)
            .map_err(|why| Halted::until_mended(format!("The connection to Discord failed: {why}.")))
    };
    let way = way.await?;

    if let Some(monitoring) = &monitoring {
        monitoring.at_work(BotAtWork { ctx: Arc::clone(&ctx), events: waiting, way: way.watch() });
    }
    let (watched, stop) = (Arc::clone(&ctx), background.clone());
    let way_in = WayInWatch::new((watched, state.clone()), &application, installs);
    let way_in = Arc::new(way_in);
    let looking = Arc::clone(&way_in);
    tokio::spawn(until(stop, async move { looking.keep_looking().await }));
    let stop = background.clone();
    tasks.spawn(until(stop.clone(), token::look_after(Arc::clone(&ctx), state.clone())));
    tasks.spawn(until(stop.clone(), operator_state::keep_sweeping(Arc::clone(&ctx), grown)));
    tasks.spawn(keep_leadership(Arc::clone(&ctx), state.clone(), stop.clone()));
    tasks.spawn(upkeep::review(Arc::clone(&ctx), state.clone(), stop.clone()));
    tasks.spawn(upkeep::note_broken_games(Arc::clone(&ctx), settings.sweep, stop.clone()));
    tasks.spawn(until(stop.clone(), left_servers::note_heard(Arc::clone(&ctx), settings.sweep)));
    way.probe(&state, &stop);
    tasks.spawn(availability::patrol(Arc::clone(&ctx), state.clone(), stop.clone()));
    let (ways, carried) = ((state.clone(), way_in), way.carried());
    tasks.spawn(due_jobs::work(Arc::clone(&ctx), ways, carried, late, stop.clone()));
    tasks.spawn(until(stop.clone(), outbox::show_what_pages_do(Arc::clone(&ctx))));
    tasks.spawn(engine_move::work(Arc::clone(&ctx), state.clone(), stop.clone()));
    tasks.spawn(deliver((Arc::clone(&ctx), told), state.clone(), settings.sweep, stop));
    Ok(Running { ctx, way, worker, state, tasks, background: end, monitoring, grace: settings.grace })
}

/// Precomputes what the first picture and the first search of each game need, once the bot is connected.
async fn prepare(app: App, state: BotState, stop: CancellationToken) {
    tokio::select! {
        biased;
        () = stop.cancelled() => return,
        () = state.ready() => {}
    }
    pictures::warm(stop).await;
    app.make_ready();
}

/// Delivers the outbox and runs the sweeps, from the first connection until `stop`.
async fn deliver(
    (ctx, told): (Arc<Context>, mpsc::Receiver<Told>),
    state: BotState,
    sweep: Duration,
    stop: CancellationToken,
) {
    tokio::select! {
        biased;
        () = stop.cancelled() => return,
        () = state.connected() => {}
    }
    let delivering = tokio::spawn(outbox_worker::work(Arc::clone(&ctx), told, stop.clone()));
    upkeep::sweep(&ctx, sweep, &stop).await;
    let _ended = delivering.await;
}

/// Returns the network that carries requests to Discord.
fn network(settings: &Settings) -> Result<Arc<dyn Network>, String> {
    if let Some(network) = &settings.network {
        return Ok(Arc::clone(network));
    }
    let proxies = settings.api_url.is_none();
    let network = HttpNetwork::new(ATTEMPT, proxies, settings.api_ca.as_deref())
        .map_err(|error| format!("The connection to Discord could not be prepared: {error}."))?;
    Ok(Arc::new(network))
}

/// Builds the client of Discord's REST API.
fn transport(app: &App, settings: &Settings, base: &str) -> Result<Transport, String> {
    let rest = Transport::new(base, &settings.token, network(settings)?, settings.clock.clone());
    if app.store().is_shared() {
        // Until the number of processes is known.
        rest.limits.share(Share::Rest(1));
    }
    Ok(rest)
}

/// Renews the leader's lease, and passes the number of processes to the rate limits that they share.
async fn keep_leadership(ctx: Arc<Context>, state: BotState, stop: CancellationToken) {
    leader::keep(ctx.store.clone(), ctx.leadership.clone(), state, stop, &ctx.messenger.rest.limits).await;
}

impl Running {
    /// The application's id.
    pub fn application(&self) -> u64 {
        self.ctx.messenger.application
    }

    /// The link that invites the bot to a server.
    pub fn invitation(&self) -> &str {
        &self.ctx.invitation
    }

    /// Waits until Discord has accepted or rejected the commands for the first time.
    pub async fn commands_answered(&self) {
        self.ctx.command_status.answered().await;
    }

    /// The WebSocket URL in use; `None` if interactions arrive over HTTP.
    pub fn ws_url(&self) -> Option<&str> {
        match &self.way {
            WayIn::Gateway(gateway) => Some(&gateway.ws_url),
            WayIn::Endpoint(_) => None,
        }
    }

    /// Listen address for interactions over HTTP, if they arrive that way.
    pub fn endpoint(&self) -> Option<SocketAddr> {
        match &self.way {
            WayIn::Gateway(_) => None,
            WayIn::Endpoint(endpoint) => endpoint.address,
        }
    }

    /// The endpoint for callers in this process.
    pub fn endpoint_in_memory(&self) -> Option<&InMemory> {
        match &self.way {
            WayIn::Gateway(_) => None,
            WayIn::Endpoint(endpoint) => Some(&endpoint.in_memory),
        }
    }

    /// Listen address for monitoring, if any.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.monitoring.as_ref().map(|monitoring| monitoring.address)
    }

    /// Counters of the REST client and the gateway or endpoint, as one line.
    pub fn counts(&self) -> String {
        format!("{}; {}", self.ctx.messenger.rest.counts.line(), self.way.counts())
    }

    /// Waits until interactions can arrive, or until other processes take them all.
    ///
    /// # Errors
    /// The reason the gateway ended instead.
    pub async fn connected(&self) -> Result<(), Halted> {
        tokio::select! {
            biased;
            why = self.ended() => Err(why),
            () = self.state.ready() => Ok(()),
        }
    }

    /// True if other processes take all interactions; this one takes over when one of them ends.
    pub fn stands_by(&self) -> bool {
        self.state.stands_by()
    }

    /// Waits until the gateway has ended by itself, and returns the reason.
    pub async fn ended(&self) -> Halted {
        self.state.ended().await
    }

    /// Returns a handle that checks whether the bot is alive.
    pub fn pulse(&self) -> Pulse {
        Pulse::of(self.state.clone())
    }

    /// Returns a handle that posts messages as the bot.
    pub fn poster(&self) -> Poster {
        Poster { ctx: Arc::clone(&self.ctx) }
    }

    /// Stops accepting interactions, finishes those in flight within the grace period, and closes the store.
    pub async fn stop(self) {
        drop(self.background);
        let line = self.way.counts();
        // Stop reading first. Events count as seen only after everything that was read is finished.
        let session = self.way.stop().await;
        let done = async {
            let _ = self.worker.await;
            self.tasks.close();
            self.tasks.wait().await;
        };
        let finished = tokio::time::timeout(self.grace, done).await;
        self.state.close();
        if let Some(session) = session {
            session.save().await;
        }
        if finished.is_err() {
            tracing::warn!("some interactions were not finished in time");
        }
        self.ctx.app.close().await;
        tracing::info!("{}; {line}", self.ctx.messenger.rest.counts.line());
        // Until here monitoring reports the bot as not ready.
        drop(self.monitoring);
    }
}
