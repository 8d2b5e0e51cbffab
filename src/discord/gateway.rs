//! Events in: the gateway connection, on a thread and runtime of its own, which only forwards.
//!
//! serenity spins without yielding after some ways of losing the connection, so nothing else may share its
//! runtime. And when it cannot learn the gateway's address it silently takes Discord's public one, so we ask first
//! and compare.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use secrecy::{ExposeSecret, SecretString};
use serenity::all::{
    ChannelType, Client, ClientBuilder, CommandInteraction, ComponentInteraction, ConnectionStage, Context,
    EventHandler, GatewayIntents, GuildChannel, Http, HttpBuilder, Interaction as Raw, Member, Message,
    PartialChannel, PartialGuildChannel, Permissions, ResolvedValue, ShardManager, ShardStageUpdateEvent,
    User,
};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::event::{Call, Event, Given, Interaction, Person, Place, What};

/// How long the first connection is tried before the start is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection in the making or made.
pub struct Gateway {
    manager: Arc<ShardManager>,
    runtime: tokio::runtime::Handle,
    thread: JoinHandle<()>,
    /// The WebSocket address in use.
    pub ws_url: String,
}

/// serenity's REST client; only the gateway uses it.
fn http(api_url: Option<&str>, token: &SecretString) -> Result<Http, String> {
    let builder = HttpBuilder::new(token.expose_secret());
    Ok(match api_url {
        None => builder.build(),
        Some(url) => {
            // Only with its limiter off does serenity heed another address.
            let client = reqwest::Client::builder().no_proxy().build().map_err(|e| e.to_string())?;
            builder.proxy(url).ratelimiter_disabled(true).client(client).build()
        }
    })
}

/// Builds the client; its gateway address is the one Discord (or `api_url`) gave, never a fallback.
///
/// # Errors
/// One sentence when the address could not be learnt within `patience`.
pub async fn client(
    api_url: Option<&str>,
    token: &SecretString,
    handler: impl EventHandler + 'static,
    patience: Duration,
) -> Result<Client, String> {
    let handler = Arc::new(handler);
    let end = Instant::now() + patience;
    let mut pause = Duration::from_millis(50);
    loop {
        let http = http(api_url, token)?;
        let why = match http.get_gateway().await {
            Ok(wanted) => {
                let built = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
                    .event_handler_arc(Arc::clone(&handler))
                    .await
                    .map_err(|e| format!("the gateway client could not be built: {e}"))?;
                if *built.ws_url.lock().await == wanted.url {
                    return Ok(built);
                }
                "the gateway's address was not confirmed".to_owned()
            }
            Err(error) => error.to_string(),
        };
        if Instant::now() + pause >= end {
            return Err(format!("the gateway's address could not be learnt: {why}"));
        }
        tracing::warn!(%why, "asking for the gateway's address again");
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(2));
    }
}

impl Gateway {
    /// Connects. Returns when the address is known; the connection itself is told by [`Event::Connected`].
    ///
    /// # Errors
    /// One sentence when the address could not be learnt, or no thread could be had.
    pub async fn start(
        api_url: Option<String>,
        token: SecretString,
        events: UnboundedSender<Event>,
    ) -> Result<Self, String> {
        let (tell, told) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("gateway".to_owned())
            .spawn(move || {
                let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
                    Ok(runtime) => runtime,
                    Err(error) => {
                        let _ = tell.send(Err(error.to_string()));
                        return;
                    }
                };
                let handle = runtime.handle().clone();
                runtime.block_on(async move {
                    let handler = Forward { events: events.clone() };
                    let mut client = match client(api_url.as_deref(), &token, handler, PATIENCE).await {
                        Ok(client) => client,
                        Err(why) => {
                            let _ = tell.send(Err(why));
                            return;
                        }
                    };
                    let ws_url = client.ws_url.lock().await.clone();
                    let _ = tell.send(Ok((Arc::clone(&client.shard_manager), handle, ws_url)));
                    let _ = events.send(Event::Ended(connect(&mut client).await));
                });
            })
            .map_err(|e| format!("no thread for the gateway: {e}"))?;
        let (manager, runtime, ws_url) =
            told.await.map_err(|_| "the gateway's thread ended at once".to_owned())??;
        Ok(Self { manager, runtime, thread, ws_url })
    }

    /// Says goodbye and waits for the thread, but not for long.
    pub async fn stop(self) {
        let manager = Arc::clone(&self.manager);
        // On its own runtime: the shutdown talks to tasks that live there.
        self.runtime.spawn(async move { manager.shutdown_all().await });
        let end = Instant::now() + Duration::from_millis(1_500);
        while !self.thread.is_finished() && Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Connects and stays connected; says why that came to an end.
async fn connect(client: &mut Client) -> String {
    let end = Instant::now() + PATIENCE;
    loop {
        match client.start_autosharded().await {
            Ok(()) => return "the connection was closed".to_owned(),
            // It asks how many connections are wanted, and that request may fail like any other.
            Err(serenity::Error::Http(error)) if Instant::now() < end => {
                tracing::warn!(%error, "connecting again");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            Err(error) => return error.to_string(),
        }
    }
}

struct Forward {
    events: UnboundedSender<Event>,
}

impl Forward {
    fn send(&self, event: Event) {
        // The other end is gone only while the program ends.
        let _ = self.events.send(event);
    }
}

#[serenity::async_trait]
impl EventHandler for Forward {
    async fn interaction_create(&self, _: Context, raw: Raw) {
        if let Some(interaction) = plain(raw) {
            self.send(Event::Interaction(Box::new(interaction)));
        }
    }

    async fn channel_delete(&self, _: Context, channel: GuildChannel, _: Option<Vec<Message>>) {
        self.send(Event::ChannelGone(channel.id.get()));
    }

    async fn thread_delete(&self, _: Context, thread: PartialGuildChannel, _: Option<GuildChannel>) {
        self.send(Event::ChannelGone(thread.id.get()));
    }

    async fn shard_stage_update(&self, _: Context, event: ShardStageUpdateEvent) {
        tracing::info!(shard = event.shard_id.0, from = %event.old, to = %event.new, "gateway");
        self.send(Event::Connected(event.new == ConnectionStage::Connected));
    }
}

fn person(user: &User, nick: Option<&str>) -> Person {
    let name = nick.or(user.global_name.as_deref()).unwrap_or(&user.name);
    Person { id: user.id.get(), name: name.to_owned(), bot: user.bot }
}

fn place(channel: u64, guild: Option<u64>, known: Option<&PartialChannel>) -> Place {
    let thread = known.is_some_and(|channel| {
        matches!(
            channel.kind,
            ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
        )
    });
    let parent = known.filter(|_| thread).and_then(|channel| channel.parent_id).map(Into::into);
    Place { channel, guild, thread, parent }
}

fn call(raw: &CommandInteraction) -> Call {
    let options = raw.data.options().into_iter().filter_map(|option| {
        let value = match option.value {
            ResolvedValue::String(text) | ResolvedValue::Autocomplete { value: text, .. } => {
                Given::Text(text.to_owned())
            }
            ResolvedValue::Boolean(flag) => Given::Flag(flag),
            ResolvedValue::User(user, member) => {
                Given::Person(person(user, member.and_then(|member| member.nick.as_deref())))
            }
            _ => return None,
        };
        Some((option.name.to_owned(), value))
    });
    Call { name: raw.data.name.clone(), options: options.collect() }
}

fn from_command(raw: &CommandInteraction, what: What) -> Interaction {
    Interaction {
        id: raw.id.get(),
        token: raw.token.clone(),
        who: person(&raw.user, raw.member.as_ref().and_then(|member| member.nick.as_deref())),
        place: place(raw.channel_id.get(), raw.guild_id.map(Into::into), raw.channel.as_ref()),
        bot_may: bits(raw.app_permissions, raw.guild_id.is_some()),
        person_may: member_bits(raw.member.as_deref()),
        received: Instant::now(),
        what,
    }
}

fn from_component(raw: &ComponentInteraction) -> Interaction {
    Interaction {
        id: raw.id.get(),
        token: raw.token.clone(),
        who: person(&raw.user, raw.member.as_ref().and_then(|member| member.nick.as_deref())),
        place: place(raw.channel_id.get(), raw.guild_id.map(Into::into), raw.channel.as_ref()),
        bot_may: bits(raw.app_permissions, raw.guild_id.is_some()),
        person_may: member_bits(raw.member.as_ref()),
        received: Instant::now(),
        what: What::Button { id: raw.data.custom_id.clone(), message: raw.message.id.get() },
    }
}

fn bits(permissions: Option<Permissions>, in_guild: bool) -> Option<u64> {
    permissions.filter(|_| in_guild).map(|permissions| permissions.bits())
}

fn member_bits(member: Option<&Member>) -> Option<u64> {
    member.and_then(|member| member.permissions).map(|permissions| permissions.bits())
}

/// Plain data of an interaction; none for a ping, which only HTTP endpoints get.
fn plain(raw: Raw) -> Option<Interaction> {
    Some(match raw {
        Raw::Command(raw) => from_command(&raw, What::Command(call(&raw))),
        Raw::Autocomplete(raw) => {
            let (option, text) = raw
                .data
                .autocomplete()
                .map(|focused| (focused.name.to_owned(), focused.value.to_owned()))
                .unwrap_or_default();
            from_command(&raw, What::Completing { call: call(&raw), option, text })
        }
        Raw::Component(raw) => from_component(&raw),
        Raw::Modal(raw) => Interaction {
            id: raw.id.get(),
            token: raw.token.clone(),
            who: person(&raw.user, None),
            place: place(raw.channel_id.get(), raw.guild_id.map(Into::into), raw.channel.as_ref()),
            bot_may: None,
            person_may: None,
            received: Instant::now(),
            what: What::Other,
        },
        _ => return None,
    })
}
