//! Outgoing messages: the commands they name become mentions, their picture is drawn, and the
//! transport sends the result.

use std::borrow::Cow;
use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;
use serde_json::Value;
use serenity::all::MessageFlags;

use super::direct_channels::DirectChannels;
use super::mentions::Mentions;
use super::pictures;
use super::request::{EXPIRED_TOKEN, Failure, MISSING_ACCESS, Request, UNKNOWN_MESSAGE, snowflake};
use super::transport::{ALREADY_ANSWERED, Transport};
use super::wire;
use crate::app::MessageRef;
use crate::discord::actions::ComponentAction;
use crate::discord::interaction::Interaction;
use crate::discord::reply::{Answer, LeftOut, Reply};
use crate::game::{ChannelId, MessageId, Venue};

/// Timeout for looking up an existing answer.
const LOOK: Duration = Duration::from_secs(3);
/// How long a nonce prevents a second message. Discord says "a few minutes".
pub const NONCE_LIFE: Duration = Duration::from_mins(2);
/// Discord's code for a webhook that does not exist, such as that of an interaction without an answer yet.
const UNKNOWN_WEBHOOK: i64 = 10_015;

/// The outcome of answering an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// It was answered, with this message if the answer made one and its id is known.
    Now(Option<MessageId>),
    /// An earlier process had already answered it.
    Before,
    /// Another answer was sent because this one took too long.
    Otherwise,
}

/// What Discord reports about the answer to an interaction.
#[derive(Debug)]
pub enum Original {
    /// The answer is this message.
    Message {
        id: MessageId,
        /// Only the person who asked sees it.
        private: bool,
    },
    /// There is none: the interaction was not answered.
    None,
    /// It cannot be determined, and asking again will not help.
    Unknown,
}

/// Maximum number of messages that Discord lists at once.
pub const MESSAGES_AT_ONCE: usize = 100;

/// A message of a channel.
#[derive(Debug)]
pub struct Listed {
    pub message: MessageId,
    /// The `custom_id`s of its buttons and menus; empty if Discord does not show them to the bot.
    pub ids: Vec<String>,
}

/// Sends messages in Discord's format.
pub struct Messenger {
    pub rest: Transport,
    /// The commands that texts name, with their ids.
    pub mentions: Mentions,
    pub application: u64,
    /// The direct message channels of users.
    pub direct_channels: DirectChannels,
    /// Whether pages are served, so that the buttons that open them lead somewhere.
    pub has_pages: bool,
}

impl Messenger {
    /// Creates a messenger for the application with this id.
    pub fn new(rest: Transport, application: u64, has_pages: bool) -> Self {
        Self {
            rest,
            mentions: Mentions::default(),
            application,
            direct_channels: DirectChannels::default(),
            has_pages,
        }
    }

    /// Prepares a reply for sending: commands become clickable, and buttons without a target are removed.
    pub fn ready(&self, reply: Reply) -> Reply {
        let reply = self.mentions.in_reply(reply);
        let reply = if self.has_pages { reply } else { reply.without(ComponentAction::opens_page) };
        tell(&reply.left_out(), &reply.begins());
        reply
    }

    /// Answers an interaction.
    ///
    /// # Errors
    /// Returns Discord's refusal, or that Discord could not be reached in time. In the latter case the
    /// interaction may still have been answered.
    pub async fn answer(&self, to: &Interaction, answer: &Answer) -> Result<Answered, Failure> {
        let route = format!("/interactions/{}/{}/callback?with_response=true", to.id, to.token);
        let (answer, file) = match answer {
            Answer::Message(reply) => {
                let (reply, file) = pictures::draw(reply, to.deadline()).await;
                (Cow::Owned(Answer::Message(self.ready(reply.into_owned()))), file)
            }
            Answer::Turn(reply) => {
                let (reply, file) = pictures::draw(reply, to.deadline()).await;
                (Cow::Owned(Answer::Turn(self.ready(reply.into_owned()))), file)
            }
            Answer::Update(text) => (Cow::Owned(Answer::Update(self.mentions.in_text(text))), None),
            Answer::Form(form) => {
                tell(&form.left_out(), &form.title);
                (Cow::Borrowed(answer), None)
            }
            Answer::Choices(_)
            | Answer::DeferredAnalysis(_)
            | Answer::DeferredHint(_)
            | Answer::DeferredGame(_) => (Cow::Borrowed(answer), None),
        };
        let body = wire::callback(&answer);
        let request =
            Request::new(&Method::POST, &route, to.deadline()).body(&body).file(file.as_ref()).hedged();
        let done = match self.rest.send(request).await {
            Err(failure) if failure.code() == Some(ALREADY_ANSWERED) => return Ok(Answered::Before),
            done => done?,
        };
        if !matches!(*answer, Answer::Message(_)) {
            return Ok(Answered::Now(None));
        }
        let id = &done["resource"]["message"]["id"];
        if let Some(id) = snowflake(id).or_else(|| snowflake(&done["interaction"]["response_message_id"])) {
            return Ok(Answered::Now(Some(MessageId(id))));
        }
        match self.original(&to.token).await {
            Ok(Original::Message { id, .. }) => Ok(Answered::Now(Some(id))),
            Ok(Original::None) => Err(Failure::Unreachable("the answer is not there".to_owned())),
            Ok(Original::Unknown) | Err(_) => Ok(Answered::Now(None)),
        }
    }

    /// Asks Discord which message answers the interaction with this token.
    ///
    /// # Errors
    /// Fails if Discord did not say; it may be asked again.
    pub async fn original(&self, token: &str) -> Result<Original, Failure> {
        let route = format!("/webhooks/{}/{token}/messages/@original", self.application);
        let ask = Request::new(&Method::GET, &route, Instant::now() + LOOK);
        match self.rest.send(ask.expecting(&[UNKNOWN_WEBHOOK, UNKNOWN_MESSAGE, EXPIRED_TOKEN])).await {
            Ok(message) => {
                let flags = MessageFlags::from_bits_retain(message["flags"].as_u64().unwrap_or(0));
                let private = flags.contains(wire::EPHEMERAL);
                let found = |id| Original::Message { id: MessageId(id), private };
                Ok(snowflake(&message["id"]).map_or(Original::Unknown, found))
            }
            // "Unknown Webhook": the address exists only once there is an answer.
            Err(failure) if failure.code() == Some(UNKNOWN_WEBHOOK) => Ok(Original::None),
            Err(Failure::Refused { status: 400..=428 | 430..=499, .. }) => Ok(Original::Unknown),
            Err(failure) => Err(failure),
        }
    }

    /// Returns the last messages of a channel, or the last before one, newest first, up to
    /// [`MESSAGES_AT_ONCE`].
    ///
    /// Their content is not read. The list is empty if the bot may not read the history.
    ///
    /// # Errors
    /// Returns Discord's refusal, that Discord could not be reached in time, or that its limits left no time.
    pub async fn messages(
        &self,
        channel: ChannelId,
        before: Option<MessageId>,
        deadline: Instant,
    ) -> Result<Vec<Listed>, Failure> {
        let before = before.map_or_else(String::new, |before| format!("&before={before}"));
        let route = format!("/channels/{channel}/messages?limit={MESSAGES_AT_ONCE}{before}");
        let list = self.rest.send(Request::new(&Method::GET, &route, deadline).patient()).await?;
        let ids = |message: &Value| {
            let rows = message["components"].as_array().into_iter().flatten();
            let components = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
            components.filter_map(|one| one["custom_id"].as_str().map(str::to_owned)).collect()
        };
        let listed = |message: &Value| {
            Some(Listed { message: MessageId(snowflake(&message["id"])?), ids: ids(message) })
        };
        Ok(list.as_array().into_iter().flatten().filter_map(listed).collect())
    }

    /// Posts a message and returns where it is. For some minutes, a second post with the same `nonce`
    /// makes no second message.
    ///
    /// # Errors
    /// Returns Discord's refusal, that Discord could not be reached in time, or that its limits left no time.
    pub async fn post(
        &self,
        channel: ChannelId,
        reply: &Reply,
        nonce: &str,
        deadline: Instant,
    ) -> Result<MessageRef, Failure> {
        can_be_written_to(channel)?;
        let (reply, file) = pictures::draw(reply, deadline).await;
        let body = wire::message(&self.ready(reply.into_owned()), nonce);
        let route = format!("/channels/{channel}/messages");
        let request = Request::new(&Method::POST, &route, deadline).body(&body).file(file.as_ref());
        let made = self.rest.send(request).await?;
        let message = snowflake(&made["id"]).map(MessageId);
        message
            .map(|message| MessageRef { channel, message })
            .ok_or_else(|| Failure::Unreachable("the answer holds no message".to_owned()))
    }

    /// Posts a further message in response to an interaction, by its token. It is not retried if it
    /// may have got through.
    pub async fn follow_up(
        &self,
        to: &Interaction,
        reply: &Reply,
        deadline: Instant,
    ) -> Result<MessageRef, Failure> {
        let (reply, file) = pictures::draw(reply, deadline).await;
        let route = format!("/webhooks/{}/{}?wait=true", self.application, to.token);
        let body = wire::follow_up(&self.ready(reply.into_owned()));
        let request = Request::new(&Method::POST, &route, deadline).body(&body).file(file.as_ref()).once();
        let made = self.rest.send(request).await?;
        let message = snowflake(&made["id"]).map(MessageId);
        message
            .map(|message| MessageRef { channel: to.place.channel, message })
            .ok_or_else(|| Failure::Unreachable("the answer holds no message".to_owned()))
    }

    /// Edits the answer to an interaction, by its token.
    pub async fn edit_answer(&self, token: &str, body: &Value, deadline: Instant) -> Result<(), Failure> {
        let route = format!("/webhooks/{}/{token}/messages/@original", self.application);
        self.rest.send(Request::new(&Method::PATCH, &route, deadline).body(body)).await.map(|_| ())
    }

    /// Edits a message that was made with this token: the answer, or a follow-up.
    pub async fn edit_by_token(
        &self,
        (token, message): (&str, MessageId),
        body: &Value,
        deadline: Instant,
    ) -> Result<(), Failure> {
        let route = format!("/webhooks/{}/{token}/messages/{message}", self.application);
        self.rest.send(Request::new(&Method::PATCH, &route, deadline).body(body)).await.map(|_| ())
    }

    /// Replaces a message that was made with this token by `reply`, with its picture.
    pub async fn put_by_token(
        &self,
        (token, message): (&str, MessageId),
        reply: &Reply,
        deadline: Instant,
    ) -> Result<(), Failure> {
        let (reply, file) = pictures::draw(reply, deadline).await;
        let body = wire::edited(&self.ready(reply.into_owned()));
        let route = format!("/webhooks/{}/{token}/messages/{message}", self.application);
        let request = Request::new(&Method::PATCH, &route, deadline).body(&body).file(file.as_ref());
        self.rest.send(request).await.map(|_| ())
    }

    /// Replaces one of our messages by `reply`, with its picture, when the rate limits have room for it.
    ///
    /// # Errors
    /// Returns Discord's refusal, that Discord could not be reached in time, or that its limits left no time.
    pub async fn replace(&self, at: MessageRef, reply: &Reply, deadline: Instant) -> Result<(), Failure> {
        can_be_written_to(at.channel)?;
        let (reply, file) = pictures::draw(reply, deadline).await;
        let body = wire::edited(&self.ready(reply.into_owned()));
        let route = format!("/channels/{}/messages/{}", at.channel, at.message);
        let request = Request::new(&Method::PATCH, &route, deadline).body(&body).file(file.as_ref());
        self.rest.send(request.patient()).await.map(|_| ())
    }

    /// Edits one of our messages when the rate limits have room for it.
    ///
    /// # Errors
    /// Returns Discord's refusal, that Discord could not be reached in time, or that its limits left no time.
    pub async fn edit(&self, at: MessageRef, body: &Value, deadline: Instant) -> Result<(), Failure> {
        can_be_written_to(at.channel)?;
        let route = format!("/channels/{}/messages/{}", at.channel, at.message);
        self.rest.send(Request::new(&Method::PATCH, &route, deadline).body(body).patient()).await.map(|_| ())
    }
}

/// Refuses what Discord would refuse: without the bot as a member, only answers to interactions succeed.
fn can_be_written_to(channel: ChannelId) -> Result<(), Failure> {
    if channel.venue() == Venue::UserInstall {
        return Err(Failure::Refused { status: 403, code: MISSING_ACCESS, message: String::new() });
    }
    Ok(())
}

/// Reports to the operator what Discord has no room for.
fn tell(left_out: &[LeftOut], begins: &str) {
    if !left_out.is_empty() {
        tracing::error!(?left_out, "Discord has no room for all of a message");
        tracing::debug!(begins, "it is this message");
    }
    // Text by the author of a game may be that long; a list of ours may not.
    let is_text = |one: &LeftOut| matches!(one, LeftOut::Characters(_));
    debug_assert!(left_out.iter().all(is_text), "no room for {left_out:?} of {begins:?}");
}
