//! Which channels are hidden from most of a server. Challenges there stay out of lists that everybody sees, and nobody watches a game there
//! on a page.
//!
//! It is asked when a list or a link is made. Hidden ones are left out, and so are, until the next look, those that Discord says nothing
//! about.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use reqwest::Method;
use serde_json::Value;

use crate::app::Lobby;
use crate::discord::context::Context;
use crate::discord::interaction::permission;
use crate::discord::rest::request::{Request, snowflake};
use crate::game::{ChannelId, GuildId};

/// Time for looking up all channels of a list.
const LOOK: Duration = Duration::from_secs(10);
/// Channels that are looked up at the same time.
const AT_ONCE: usize = 8;
/// Discord's channel type for private threads, which only their members see.
const PRIVATE_THREAD: u64 = 12;

/// Leaves out challenges in channels that are hidden from most of the server, or may be. If the list's own channel is hidden too,
/// all stay. Permissions are checked whenever the list is shown, not when they change. The flag is false if Discord did not say of
/// every channel whether it is hidden.
pub async fn left_out(ctx: &Context, mut lobby: Lobby) -> (Lobby, bool) {
    let (own, guild) = (lobby.place.channel, lobby.place.guild);
    let Some((lines, guild)) = lobby.lines.as_mut().zip(guild) else { return (lobby, true) };
    let mut channels: HashSet<ChannelId> = lines.iter().map(|line| line.place.channel).collect();
    channels.remove(&own);
    if channels.is_empty() {
        return (lobby, true);
    }
    let mut survey = Survey { ctx, guild, until: Instant::now() + LOOK, asked: HashMap::new() };
    survey.at(&HashSet::from([own])).await;
    if survey.seen(own) == Sight::Hidden {
        return (lobby, true);
    }
    survey.at(&channels).await;
    lines.retain(|line| line.place.channel == own || survey.seen(line.place.channel) == Sight::Open);
    let known = channels.iter().chain([&own]).all(|channel| survey.seen(*channel) != Sight::Unknown);
    (lobby, known)
}

/// Whether most of the server sees a channel or thread.
pub async fn sight(ctx: &Context, guild: GuildId, channel: ChannelId, until: Instant) -> Sight {
    let mut survey = Survey { ctx, guild, until, asked: HashMap::new() };
    survey.at(&HashSet::from([channel])).await;
    survey.seen(channel)
}

/// Whether most of the server sees a channel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    Open,
    Hidden,
    /// Discord did not say.
    Unknown,
}

/// What Discord says of a channel.
enum Told {
    Place(Value),
    /// The bot itself cannot see it.
    Refused,
    /// No answer this time; a later request may get one.
    Nothing,
}

/// The channels looked up for one list. Each is requested once, even if several threads are in it.
struct Survey<'a> {
    ctx: &'a Context,
    guild: GuildId,
    until: Instant,
    asked: HashMap<ChannelId, Told>,
}

impl Survey<'_> {
    /// Looks up these channels, and the parents of threads: a thread has its parent's permissions.
    async fn at(&mut self, channels: &HashSet<ChannelId>) {
        self.ask(channels.clone()).await;
        let parents = channels.iter().filter_map(|channel| self.parent(*channel)).collect();
        self.ask(parents).await;
    }

    async fn ask(&mut self, mut channels: HashSet<ChannelId>) {
        channels.retain(|channel| !self.asked.contains_key(channel));
        let (ctx, until) = (self.ctx, self.until);
        let answers = stream::iter(channels)
            .map(|channel| async move { (channel, ask(ctx, channel, until).await) })
            .buffer_unordered(AT_ONCE);
        self.asked.extend(answers.collect::<Vec<_>>().await);
    }

    fn parent(&self, channel: ChannelId) -> Option<ChannelId> {
        let Some(Told::Place(place)) = self.asked.get(&channel) else { return None };
        let parent = place["thread_metadata"].is_object().then(|| snowflake(&place["parent_id"]));
        parent.flatten().map(ChannelId)
    }

    fn seen(&self, channel: ChannelId) -> Sight {
        match self.asked.get(&channel) {
            Some(Told::Place(place)) if place["type"] == PRIVATE_THREAD => Sight::Hidden,
            Some(Told::Place(place)) => match self.parent(channel) {
                Some(parent) => self.seen(parent),
                None if is_denied(place, self.guild) => Sight::Hidden,
                None => Sight::Open,
            },
            Some(Told::Refused) => Sight::Hidden,
            Some(Told::Nothing) | None => Sight::Unknown,
        }
    }
}

async fn ask(ctx: &Context, channel: ChannelId, until: Instant) -> Told {
    let route = format!("/channels/{channel}");
    match ctx.messenger.rest.send(Request::new(&Method::GET, &route, until).patient().single()).await {
        Ok(place) => Told::Place(place),
        Err(failure) if failure.is_for_good() => Told::Refused,
        Err(_) => Told::Nothing,
    }
}

/// Whether a channel denies View Channel to the @everyone role, which has the same id as the server.
fn is_denied(place: &Value, guild: GuildId) -> bool {
    let everybody = guild.to_string();
    let rules = place["permission_overwrites"].as_array().into_iter().flatten();
    let denied = |rule: &Value| rule["deny"].as_str().and_then(|bits| bits.parse::<u64>().ok()).unwrap_or(0);
    rules
        .filter(|rule| rule["id"] == everybody.as_str())
        .any(|rule| denied(rule) & permission::VIEW_CHANNEL != 0)
}
