//! Requests out: a small transport of our own for Discord's REST interface.
//!
//! serenity's client either puts all "edit the answer" calls in one bucket or, with its limiter off, loses what a
//! 429 says. This one waits as long as a 429 asks, tries again after a 5xx or a broken connection, and gives up
//! when the time for an answer is over.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, StatusCode, header};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::event::Interaction;
use super::pictures::{self, File};
use super::reply::{Answer, MessageAt, Reply};
use super::wire;

/// Discord's own address.
pub const DISCORD: &str = "https://discord.com";
/// A request without an answer for this long is tried again; Discord answers in a tenth of it.
const ATTEMPT: Duration = Duration::from_millis(1_200);
/// Discord's code for "this interaction has already been answered".
const ALREADY_ANSWERED: i64 = 40_060;

/// Why a request did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Discord said no.
    #[error("Discord refused it: {status} {code} {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's own code.
        code: i64,
        /// Discord's own words.
        message: String,
    },
    /// No answer in the time there was.
    #[error("Discord could not be reached: {0}")]
    Unreachable(String),
}

/// What the transport has done so far.
#[derive(Debug, Default)]
pub struct Counts {
    /// Requests that came to an end, well or not.
    pub requests: AtomicU64,
    /// Attempts after the first.
    pub retries: AtomicU64,
    /// Answers of status 429.
    pub limited: AtomicU64,
    /// Answers of status 500 and above, and broken connections.
    pub broken: AtomicU64,
    /// Requests that failed in the end.
    pub failed: AtomicU64,
}

impl Counts {
    /// The numbers in one line, for the log.
    pub fn line(&self) -> String {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        format!(
            "{} requests, {} retries, {} rate limits, {} broken, {} failed",
            read(&self.requests),
            read(&self.retries),
            read(&self.limited),
            read(&self.broken),
            read(&self.failed)
        )
    }
}

fn up(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// The way to Discord's REST interface.
pub struct Transport {
    client: Client,
    base: String,
    authorization: SecretString,
    /// What was done so far.
    pub counts: Counts,
}

enum Step {
    Done(Value),
    Fail(Failure),
    Again(Duration, Failure),
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
            counts: Counts::default(),
        })
    }

    /// One request, tried again until `deadline` where that may help.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub async fn send(
        &self,
        method: Method,
        route: &str,
        body: Option<&Value>,
        file: Option<&File>,
        deadline: Instant,
    ) -> Result<Value, Failure> {
        let mut attempt = 0;
        let outcome = loop {
            match self.attempt(method.clone(), route, body, file, deadline, attempt).await {
                Step::Done(value) => break Ok(value),
                Step::Fail(failure) => break Err(failure),
                Step::Again(wait, failure) => {
                    // With less than this left there is no use in another attempt.
                    if Instant::now() + wait + Duration::from_millis(20) >= deadline {
                        break Err(failure);
                    }
                    tracing::debug!(route = masked(route), ?wait, %failure, "trying again");
                    tokio::time::sleep(wait).await;
                    attempt += 1;
                    up(&self.counts.retries);
                }
            }
        };
        up(&self.counts.requests);
        if let Err(failure) = &outcome {
            up(&self.counts.failed);
            tracing::warn!(%method, route = masked(route), %failure, "a request to Discord failed");
        }
        outcome
    }

    async fn attempt(
        &self,
        method: Method,
        route: &str,
        body: Option<&Value>,
        file: Option<&File>,
        deadline: Instant,
        attempt: u32,
    ) -> Step {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Step::Fail(Failure::Unreachable("the time for an answer was over".to_owned()));
        }
        let mut request = self
            .client
            .request(method, format!("{}{route}", self.base))
            .timeout(left.min(ATTEMPT))
            .header(header::AUTHORIZATION, self.authorization.expose_secret());
        request = match (body, file) {
            (Some(body), Some(file)) => request.multipart(form(body, file)),
            (Some(body), None) => request.json(body),
            (None, _) => request,
        };
        let pause = pause(attempt);
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) => {
                up(&self.counts.broken);
                return Step::Again(pause, Failure::Unreachable(error.without_url().to_string()));
            }
        };
        let status = response.status();
        let asked =
            response.headers().get(header::RETRY_AFTER).and_then(|v| v.to_str().ok()?.parse::<f64>().ok());
        let Ok(text) = response.text().await else {
            up(&self.counts.broken);
            return Step::Again(pause, Failure::Unreachable("the answer broke off".to_owned()));
        };
        let json: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        if status.is_success() {
            return Step::Done(json);
        }
        let code = json["code"].as_i64().unwrap_or(0);
        let message = json["message"].as_str().unwrap_or("no reason given").to_owned();
        let failure = Failure::Refused { status: status.as_u16(), code, message };
        if status == StatusCode::TOO_MANY_REQUESTS {
            up(&self.counts.limited);
            // The body is finer than the header, which holds whole seconds.
            let wait = json["retry_after"].as_f64().or(asked).unwrap_or(1.0).clamp(0.0, 600.0);
            return Step::Again(Duration::from_secs_f64(wait), failure);
        }
        if status.is_server_error() {
            up(&self.counts.broken);
            return Step::Again(pause, failure);
        }
        // An earlier attempt got through and only its answer was lost.
        if code == ALREADY_ANSWERED && attempt > 0 {
            return Step::Done(Value::Null);
        }
        Step::Fail(failure)
    }

    /// Answers an interaction and gives the id of the message that this made, if it made one.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub async fn answer(
        &self,
        to: &Interaction,
        application: u64,
        answer: &Answer,
    ) -> Result<Option<u64>, Failure> {
        let route = format!("/interactions/{}/{}/callback?with_response=true", to.id, to.token);
        let (answer, file) = match answer {
            Answer::Message(reply) => {
                let (reply, file) = pictures::draw(reply, to.deadline()).await;
                (Cow::Owned(Answer::Message(reply.into_owned())), file)
            }
            _ => (Cow::Borrowed(answer), None),
        };
        let body = wire::callback(&answer);
        let done = self.send(Method::POST, &route, Some(&body), file.as_ref(), to.deadline()).await?;
        if !matches!(*answer, Answer::Message(_)) {
            return Ok(None);
        }
        let id = &done["resource"]["message"]["id"];
        if let Some(id) = snowflake(id).or_else(|| snowflake(&done["interaction"]["response_message_id"])) {
            return Ok(Some(id));
        }
        let route = format!("/webhooks/{application}/{}/messages/@original", to.token);
        let message =
            self.send(Method::GET, &route, None, None, Instant::now() + Duration::from_secs(3)).await;
        Ok(message.ok().and_then(|message| snowflake(&message["id"])))
    }

    /// Posts a message and gives its id. The same `nonce` makes no second message.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub async fn post(
        &self,
        channel: u64,
        reply: &Reply,
        nonce: u64,
        deadline: Instant,
    ) -> Result<MessageAt, Failure> {
        let (reply, file) = pictures::draw(reply, deadline).await;
        self.post_drawn(channel, &reply, file.as_ref(), nonce, deadline).await
    }

    async fn post_drawn(
        &self,
        channel: u64,
        reply: &Reply,
        file: Option<&File>,
        nonce: u64,
        deadline: Instant,
    ) -> Result<MessageAt, Failure> {
        let body = wire::message(reply, nonce);
        let route = format!("/channels/{channel}/messages");
        let made = self.send(Method::POST, &route, Some(&body), file, deadline).await?;
        let message = snowflake(&made["id"]);
        message
            .map(|message| MessageAt { channel, message })
            .ok_or_else(|| Failure::Unreachable("the answer holds no message".to_owned()))
    }

    /// Posts a message beside an answer: as the bot, or where it may not write, as a follow-up to the interaction.
    pub async fn tell(
        &self,
        channel: u64,
        reply: &Reply,
        from: &Interaction,
        application: u64,
    ) -> Option<MessageAt> {
        let deadline = || Instant::now() + Duration::from_secs(5);
        let (reply, file) = pictures::draw(reply, deadline()).await;
        let file = file.as_ref();
        // Not the nonce of the interaction itself: a message in the place of the answer has that one.
        if let Ok(at) = self.post_drawn(channel, &reply, file, from.id ^ 1, deadline()).await {
            return Some(at);
        }
        let route = format!("/webhooks/{application}/{}?wait=true", from.token);
        let mut body = wire::message(&reply, from.id);
        // A webhook's message knows no nonce.
        for key in ["nonce", "enforce_nonce", "sticker_ids"] {
            body.as_object_mut()?.remove(key);
        }
        let made = self.send(Method::POST, &route, Some(&body), file, deadline()).await.ok()?;
        Some(MessageAt { channel: from.place.channel, message: snowflake(&made["id"])? })
    }

    /// Changes a message of ours.
    ///
    /// # Errors
    /// Discord's refusal, or that it could not be reached in time.
    pub async fn edit(&self, at: MessageAt, body: &Value, deadline: Instant) -> Result<(), Failure> {
        let route = format!("/channels/{}/messages/{}", at.channel, at.message);
        self.send(Method::PATCH, &route, Some(body), None, deadline).await.map(|_| ())
    }
}

/// The id in a JSON text.
pub fn snowflake(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok().filter(|id| *id != 0)
}

fn form(body: &Value, file: &File) -> Form {
    let json = Part::text(body.to_string()).mime_str("application/json").expect("a constant that parses");
    // All attempts share the bytes.
    let file = Part::stream_with_length(file.png.clone(), file.png.len() as u64)
        .file_name(file.name.clone())
        .mime_str("image/png")
        .expect("a constant that parses");
    Form::new().part("payload_json", json).part("files[0]", file)
}

/// Growing, and different for everybody who failed at the same moment.
fn pause(attempt: u32) -> Duration {
    let longest = 60_u64 << attempt.min(5);
    Duration::from_millis(longest / 2 + fastrand::u64(0..=longest / 2))
}

/// A route without the token of an interaction, which must not be logged.
fn masked(route: &str) -> String {
    let secret = |part: &&str| part.len() > 30;
    route.split('/').map(|part| if secret(&part) { "***" } else { part }).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_within_bounds() {
        for attempt in 0..40 {
            let longest = Duration::from_millis(60 << attempt.min(5));
            assert!(pause(attempt) <= longest && pause(attempt) >= longest / 2);
        }
    }

    #[test]
    fn tokens_do_not_reach_the_log() {
        let route = format!("/interactions/123/{}/callback", "a".repeat(60));
        assert_eq!(masked(&route), "/interactions/123/***/callback");
    }
}
