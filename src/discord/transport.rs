//! Requests out: a small transport of our own for Discord's REST interface.
//!
//! serenity's client either puts all "edit the answer" calls in one bucket or, with its limiter off, loses what a
//! 429 says. This one keeps Discord's limits before it sends ([`limits`](super::limits)); how a request is tried again is
//! told in [`request`](super::request).

use std::borrow::Cow;
use std::time::{Duration, Instant};

use reqwest::{Client, Method};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::event::Interaction;
use super::gateway::age::Clock;
use super::limits::Limits;
use super::mentions::Mentions;
use super::pictures;
use super::reply::{Answer, MessageAt, Reply};
use super::request::ATTEMPT;
pub use super::request::{Counts, Failure, Request};
use super::wire;

/// Discord's own address.
pub const DISCORD: &str = "https://discord.com";
/// The flag of a message that only one person sees.
const EPHEMERAL: u64 = 1 << 6;
/// How long a look at an answer that was given may take.
const LOOK: Duration = Duration::from_secs(3);
/// For so long a nonce makes no second message. Discord says "a few minutes".
pub const NONCE_LIFE: Duration = Duration::from_mins(2);
/// Discord's code for "this interaction has already been answered".
pub(super) const ALREADY_ANSWERED: i64 = 40_060;
/// Discord's code for an address that is none, such as that of an answer not yet given.
const UNKNOWN_WEBHOOK: i64 = 10_015;

/// What became of an answer to an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// It is there, as this message if it made one whose id is known.
    Now(Option<u64>),
    /// It had been answered before we tried, by a process before this one.
    Before,
}

/// What Discord says of the answer to an interaction.
#[derive(Debug)]
pub enum Original {
    /// It is this message.
    Message {
        /// Its id.
        id: u64,
        /// Only the person who asked sees it.
        private: bool,
    },
    /// There is none: the interaction was not answered.
    None,
    /// It cannot be said, and asking again will not help.
    Unknown,
}

/// The way to Discord's REST interface.
pub struct Transport {
    pub(super) client: Client,
    pub(super) base: String,
    pub(super) authorization: SecretString,
    /// Discord's limits, shared by all requests.
    pub limits: Limits,
    /// What was done so far.
    pub counts: Counts,
    /// What Discord's answers tell of its time.
    pub clock: Clock,
    /// The commands that texts name.
    pub mentions: Mentions,
}

impl Transport {
    /// A transport to `base` (such as [`DISCORD`]), for the bot with this token.
    ///
    /// # Errors
    /// When the TLS library cannot be set up.
    pub fn new(base: &str, token: &SecretString, proxies: bool) -> Result<Self, reqwest::Error> {
        let mut client = Client::builder()
            .user_agent(concat!("DiscordBot (rookery, ", env!("CARGO_PKG_VERSION"), ")"))
            .connect_timeout(ATTEMPT)
            .tcp_nodelay(true);
        if !proxies {
            client = client.no_proxy();
        }
        Ok(Self {
            client: client.build()?,
            base: format!("{}/api/v10", base.trim_end_matches('/')),
            authorization: SecretString::from(format!("Bot {}", token.expose_secret())),
            limits: Limits::default(),
            counts: Counts::default(),
            clock: Clock::default(),
            mentions: Mentions::default(),
        })
    }

    /// Answers an interaction.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time; then it may have been answered all the same.
    pub async fn answer(
        &self,
        to: &Interaction,
        application: u64,
        answer: &Answer,
    ) -> Result<Answered, Failure> {
        let route = format!("/interactions/{}/{}/callback?with_response=true", to.id, to.token);
        let (answer, file) = match answer {
            Answer::Message(reply) => {
                let (reply, file) = pictures::draw(reply, to.deadline()).await;
                (Cow::Owned(Answer::Message(self.mentions.in_reply(reply.into_owned()))), file)
            }
            Answer::Update(text) => (Cow::Owned(Answer::Update(self.mentions.in_text(text))), None),
            Answer::Choices(_) => (Cow::Borrowed(answer), None),
        };
        let body = wire::callback(&answer);
        let request = Request::new(&Method::POST, &route, to.deadline()).body(&body).file(file.as_ref());
        let done = match self.send(request).await {
            Err(failure) if failure.code() == Some(ALREADY_ANSWERED) => return Ok(Answered::Before),
            done => done?,
        };
        if !matches!(*answer, Answer::Message(_)) {
            return Ok(Answered::Now(None));
        }
        let id = &done["resource"]["message"]["id"];
        if let Some(id) = snowflake(id).or_else(|| snowflake(&done["interaction"]["response_message_id"])) {
            return Ok(Answered::Now(Some(id)));
        }
        match self.original(&to.token, application).await {
            Ok(Original::Message { id, .. }) => Ok(Answered::Now(Some(id))),
            Ok(Original::None) => Err(Failure::Unreachable("the answer is not there".to_owned())),
            Ok(Original::Unknown) | Err(_) => Ok(Answered::Now(None)),
        }
    }

    /// Asks which message answers the interaction with this token.
    ///
    /// # Errors
    /// That nobody said: it may be asked again.
    pub async fn original(&self, token: &str, application: u64) -> Result<Original, Failure> {
        let route = format!("/webhooks/{application}/{token}/messages/@original");
        match self.send(Request::new(&Method::GET, &route, Instant::now() + LOOK)).await {
            Ok(message) => {
                let private = message["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
                let found = |id| Original::Message { id, private };
                Ok(snowflake(&message["id"]).map_or(Original::Unknown, found))
            }
            // "Unknown Webhook": the address comes into being with the answer.
            Err(failure) if failure.code() == Some(UNKNOWN_WEBHOOK) => Ok(Original::None),
            Err(Failure::Refused { status: 400..=428 | 430..=499, .. }) => Ok(Original::Unknown),
            Err(failure) => Err(failure),
        }
    }

    /// Posts a message and gives its id. The same `nonce` makes no second message (for some minutes).
    ///
    /// # Errors
    /// Discord's refusal, that it could not be reached in time, or that its limits left no time.
    pub async fn post(
        &self,
        channel: u64,
        reply: &Reply,
        nonce: &str,
        deadline: Instant,
    ) -> Result<MessageAt, Failure> {
        let (reply, file) = pictures::draw(reply, deadline).await;
        let body = wire::message(&self.mentions.in_reply(reply.into_owned()), nonce);
        let route = format!("/channels/{channel}/messages");
        let request = Request::new(&Method::POST, &route, deadline).body(&body).file(file.as_ref());
        let made = self.send(request).await?;
        let message = snowflake(&made["id"]);
        message
            .map(|message| MessageAt { channel, message })
            .ok_or_else(|| Failure::Unreachable("the answer holds no message".to_owned()))
    }

    /// Posts a further message where an interaction was, by its token. It is not tried again when it may have happened.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub async fn follow_up(
        &self,
        to: &Interaction,
        application: u64,
        reply: &Reply,
        deadline: Instant,
    ) -> Result<MessageAt, Failure> {
        let (reply, file) = pictures::draw(reply, deadline).await;
        let route = format!("/webhooks/{application}/{}?wait=true", to.token);
        let body = wire::follow_up(&self.mentions.in_reply(reply.into_owned()));
        let request = Request::new(&Method::POST, &route, deadline).body(&body).file(file.as_ref()).once();
        let made = self.send(request).await?;
        let message = snowflake(&made["id"]);
        message
            .map(|message| MessageAt { channel: to.place.channel, message })
            .ok_or_else(|| Failure::Unreachable("the answer holds no message".to_owned()))
    }

    /// Changes the answer to an interaction, by its token.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub async fn edit_answer(
        &self,
        token: &str,
        application: u64,
        body: &Value,
        deadline: Instant,
    ) -> Result<(), Failure> {
        let route = format!("/webhooks/{application}/{token}/messages/@original");
        self.send(Request::new(&Method::PATCH, &route, deadline).body(body)).await.map(|_| ())
    }

    /// Changes a message of ours when there is room for it.
    ///
    /// # Errors
    /// Discord's refusal, that it could not be reached in time, or that its limits left no time.
    pub async fn edit(&self, at: MessageAt, body: &Value, deadline: Instant) -> Result<(), Failure> {
        let route = format!("/channels/{}/messages/{}", at.channel, at.message);
        self.send(Request::new(&Method::PATCH, &route, deadline).body(body).patient()).await.map(|_| ())
    }
}

/// The id in a JSON text.
pub fn snowflake(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok().filter(|id| *id != 0)
}
