//! Finds channels that not everyone in a server can see.
//!
//! Their challenges stay out of public lists, and their games cannot be watched on a page. Visibility is
//! checked when a list or a link is created. Hidden channels are left out, and so are, until the next check,
//! those without a response. Everyone's permissions are those of the role `@everyone` with the channel's
//! overwrite (<https://docs.discord.com/developers/topics/permissions#permission-overwrites>).

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;
use tokio::time::Instant;

use futures_util::{StreamExt, stream};
use reqwest::Method;
use serde_json::Value;
use serenity::all::{ChannelType, Permissions};

use crate::app::Lobby;
use crate::discord::context::Context;
use crate::discord::rest::request::{Failure, Request, snowflake};
use crate::game::{ChannelId, GuildId};

/// Time limit for looking up all channels of a list.
const LOOK: Duration = Duration::from_secs(10);
/// Channels looked up concurrently.
const AT_ONCE: usize = 8;

/// Removes challenges in channels that not everyone in the server can see, or whose visibility is unknown.
///
/// If the list's own channel is hidden too, all stay. Permissions are checked whenever the list is shown, not
/// when they change. The flag is false if the visibility of some channel is unknown.
pub async fn left_out(ctx: &Context, mut lobby: Lobby) -> (Lobby, bool) {
    let (own, guild) = (lobby.place.channel, lobby.place.guild);
    let Some((lines, guild)) = lobby.lines.as_mut().zip(guild) else { return (lobby, true) };
    let mut channels: BTreeSet<ChannelId> = lines.iter().map(|line| line.place.channel).collect();
    channels.remove(&own);
    if channels.is_empty() {
        return (lobby, true);
    }
    let mut survey = Survey::new(ctx, guild, Instant::now() + LOOK, true);
    survey.at(&BTreeSet::from([own])).await;
    if survey.seen(own) == Sight::Hidden {
        return (lobby, true);
    }
    survey.at(&channels).await;
    lines.retain(|line| line.place.channel == own || survey.seen(line.place.channel) == Sight::Open);
    let known = channels.iter().chain([&own]).all(|channel| survey.seen(*channel) != Sight::Unknown);
    (lobby, known)
}

/// Whether everyone in the server can see a channel or thread. For interactive use.
pub async fn sight(ctx: &Context, guild: GuildId, channel: ChannelId, until: Instant) -> Sight {
    let mut survey = Survey::new(ctx, guild, until, false);
    survey.at(&BTreeSet::from([channel])).await;
    survey.seen(channel)
}

/// Whether everyone in a server can see a channel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    Open,
    Hidden,
    /// Discord did not say.
    Unknown,
}

/// Discord's response about a channel.
enum Told {
    Place(Value),
    /// The bot itself cannot see it.
    Refused,
    /// No response this time; a later request may get one.
    Nothing,
}

/// The channels looked up for one list or link. Each is requested once, even if several threads are in it.
struct Survey<'a> {
    ctx: &'a Context,
    guild: GuildId,
    until: Instant,
    /// Not interactive, so other requests go first.
    patient: bool,
    asked: HashMap<ChannelId, Told>,
    /// The server-wide permissions of the role `@everyone`; `None`: unknown.
    base: Option<Permissions>,
}

impl<'a> Survey<'a> {
    fn new(ctx: &'a Context, guild: GuildId, until: Instant, patient: bool) -> Self {
        Self { ctx, guild, until, patient, asked: HashMap::new(), base: None }
    }

    /// Looks up these channels and the parents of threads: a thread has its parent's permissions.
    async fn at(&mut self, channels: &BTreeSet<ChannelId>) {
        if self.base.is_none() {
            self.base = base(self.ctx, self.guild, self.until, self.patient).await;
        }
        self.ask(channels.clone()).await;
        let parents = channels.iter().filter_map(|channel| self.parent(*channel)).collect();
        self.ask(parents).await;
    }

    async fn ask(&mut self, mut channels: BTreeSet<ChannelId>) {
        channels.retain(|channel| !self.asked.contains_key(channel));
        let (ctx, until, patient) = (self.ctx, self.until, self.patient);
        let answers = stream::iter(channels)
            .map(|channel| async move { (channel, ask(ctx, channel, until, patient).await) })
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
            // Only its members see it.
            Some(Told::Place(place)) if place["type"] == u8::from(ChannelType::PrivateThread) => {
                Sight::Hidden
            }
            Some(Told::Place(place)) => match self.parent(channel) {
                Some(parent) => self.seen(parent),
                None => match self.base {
                    Some(base)
                        if everybody_may(base, place, self.guild).contains(Permissions::VIEW_CHANNEL) =>
                    {
                        Sight::Open
                    }
                    Some(_) => Sight::Hidden,
                    None => Sight::Unknown,
                },
            },
            Some(Told::Refused) => Sight::Hidden,
            Some(Told::Nothing) | None => Sight::Unknown,
        }
    }
}

async fn ask(ctx: &Context, channel: ChannelId, until: Instant, patient: bool) -> Told {
    match get(ctx, &format!("/channels/{channel}"), until, patient).await {
        Ok(place) => Told::Place(place),
        Err(failure) if failure.is_for_good() => Told::Refused,
        Err(_) => Told::Nothing,
    }
}

/// The server-wide permissions of the role `@everyone`, which has the server's id.
async fn base(ctx: &Context, guild: GuildId, until: Instant, patient: bool) -> Option<Permissions> {
    let roles = get(ctx, &format!("/guilds/{guild}/roles"), until, patient).await.ok()?;
    let everybody = guild.to_string();
    let role = roles.as_array()?.iter().find(|role| role["id"] == everybody.as_str())?;
    bits(&role["permissions"])
}

async fn get(ctx: &Context, route: &str, until: Instant, patient: bool) -> Result<Value, Failure> {
    let request = Request::new(&Method::GET, route, until).single();
    ctx.messenger.rest.send(if patient { request.patient() } else { request }).await
}

/// Everyone's permissions in a channel: `base`, with the channel's overwrite for `@everyone` applied.
fn everybody_may(base: Permissions, place: &Value, guild: GuildId) -> Permissions {
    if base.contains(Permissions::ADMINISTRATOR) {
        return Permissions::all();
    }
    let everybody = guild.to_string();
    let rules = place["permission_overwrites"].as_array().into_iter().flatten();
    let own = rules.filter(|rule| rule["id"] == everybody.as_str());
    own.fold(base, |may, rule| {
        (may - bits(&rule["deny"]).unwrap_or_default()) | bits(&rule["allow"]).unwrap_or_default()
    })
}

/// Parses permissions, which Discord sends as a number in a string.
fn bits(value: &Value) -> Option<Permissions> {
    value.as_str()?.parse().ok().map(Permissions::from_bits_retain)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn everybody_may_what_the_role_and_the_channel_give_together() {
        let (none, view) = (Permissions::empty(), Permissions::VIEW_CHANNEL);
        let rule = |id: &str, allow: Permissions, deny: Permissions| {
            let rule =
                json!({ "id": id, "allow": allow.bits().to_string(), "deny": deny.bits().to_string() });
            json!({ "permission_overwrites": [rule] })
        };
        let sees = |base, place: Value| everybody_may(base, &place, GuildId(7)).contains(view);
        assert!(sees(view, json!({})) && !sees(none, json!({})), "by the role alone");
        assert!(!sees(view, rule("7", none, view)) && sees(none, rule("7", view, none)));
        assert!(
            sees(view, rule("8", none, view)) && !sees(none, rule("8", view, none)),
            "another role is not everybody"
        );
        assert!(sees(Permissions::ADMINISTRATOR, rule("7", none, view)));
    }
}
