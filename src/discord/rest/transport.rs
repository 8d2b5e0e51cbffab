//! Outgoing requests: a small transport of our own for Discord's REST API.
//!
//! serenity's client either puts all edits of answers in one bucket or, with its limiter off, loses what a
//! 429 says. This one enforces Discord's limits before it sends ([`limits`](super::rate_limit)). A request
//! waits as long as a 429 asks, is retried after a 5xx or a broken connection if that cannot do anything
//! twice, and ends at its deadline. A request that has waited in vain for a response is repeated on fresh
//! connections ([`connections`](super::connections)).

use std::pin::pin;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

use reqwest::{StatusCode, header};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use super::attempt::{Attempted, again, pause};
use super::connections::{FreshConnections, HttpConnections};
use super::network::{Network, NetworkBody, NetworkError, NetworkRequest, NetworkResponse};
use super::outage::OutageWatch;
use super::rate_limit::{OLD_EDITS, RateLimits, RouteKey};
use super::request::{Failure, Request, RequestCounts};
use super::token_watch::{TokenWatch, without_token};
use crate::discord::clock::BotClock;
use crate::discord::discord_clock::DiscordClock;
use crate::game::Millis;
use crate::timing::{self, Phase};

/// Discord's own address.
pub const DISCORD: &str = "https://discord.com";
/// An attempt is given up after this long, and repeated if there is time. Discord responds in a tenth of it.
pub const ATTEMPT: Duration = Duration::from_millis(1_200);
/// With more time an attempt gets this part of it, a third, because a slow response is better than none.
const PART: u32 = 3;
/// How often a request that an intermediary has blocked is retried. Discord blocks an address that is refused
/// 10,000 times in 10 minutes.
const BLOCKED_AGAIN: u32 = 2;
/// A hedged request without a response for this long is sent again on a fresh connection, while the first
/// attempt is still pending.
const HEDGE: Duration = Duration::from_secs(1);
/// If the connection is known to be alive the first attempt gets this long, as long as the second
/// still has [`SECOND_HAS`].
const HEDGE_ALIVE: Duration = Duration::from_millis(1_500);
/// How long the first attempt may still respond once the second has learned that the first got through:
/// Discord may be processing a picture.
const FIRST_MAY_SAY: Duration = Duration::from_millis(600);
/// How much time the second attempt of a hedged request has left.
const SECOND_HAS: Duration = Duration::from_secs(1);
/// Discord's code for "this interaction has already been answered".
pub const ALREADY_ANSWERED: i64 = 40_060;
/// Discord's code for too many edits of messages that are older than an hour.
const TOO_MANY_OLD_EDITS: i64 = 30_046;

/// Returns how long one attempt may take: all the time left if there is not enough for another one.
fn for_one_attempt(left: Duration) -> Duration {
    let share = ATTEMPT.max(left / PART);
    if left < 2 * share { left } else { share }
}

/// The client of Discord's REST API.
pub struct Transport {
    connections: FreshConnections,
    base: String,
    authorization: SecretString,
    /// The application that makes these requests, once it is known.
    application: OnceLock<u64>,
    /// Discord's limits, shared by all requests.
    pub limits: RateLimits,
    /// Counts of the requests so far.
    pub counts: RequestCounts,
    /// An estimate of Discord's clock, from its responses.
    pub clock: DiscordClock,
    /// Whether Discord accepts the bot's token.
    pub token: TokenWatch,
    /// Which requests get through, and which are blocked.
    outage: Mutex<OutageWatch>,
    /// The bot's own clock.
    bot_clock: BotClock,
    /// When Discord last responded, in milliseconds by that clock.
    answered: AtomicI64,
}

impl Transport {
    /// Creates a transport to `base` (such as [`DISCORD`]) over this network, for the bot with this token.
    pub fn new(base: &str, token: &SecretString, network: Arc<dyn Network>, bot_clock: BotClock) -> Self {
        let answered = AtomicI64::new(bot_clock.now().0);
        Self {
            connections: FreshConnections::new(network),
            base: format!("{}/api/v10", base.trim_end_matches('/')),
            authorization: SecretString::from(format!("Bot {}", token.expose_secret())),
            application: OnceLock::new(),
            limits: RateLimits::default(),
            counts: RequestCounts::default(),
            clock: DiscordClock::default(),
            token: TokenWatch::default(),
            outage: Mutex::default(),
            bot_clock,
            answered,
        }
    }

    /// Returns the base address of Discord's API.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Fetches an address that needs no authorization. The user agent is sent because the servers in front of
    /// Discord's demand it.
    ///
    /// # Errors
    /// Fails if no complete response arrived within this time.
    pub async fn fetch(&self, url: String, within: Duration) -> Result<NetworkResponse, NetworkError> {
        let mut request = NetworkRequest::get(url);
        let agent = header::HeaderValue::from_str(&self.user_agent()).ok();
        request.headers.extend(agent.map(|agent| (header::USER_AGENT, agent)));
        self.connections.current().send(request, within).await
    }

    /// Returns when Discord last responded, or else when this transport was created.
    pub fn answered(&self) -> Millis {
        Millis(self.answered.load(Ordering::Relaxed))
    }

    /// Records the outcome of a request, and sets whether it alone is blocked.
    fn watch(&self, request: &Request<'_>, outcome: &mut Result<Value, Failure>) {
        let name = || format!("{} {}", request.method, request.route);
        let mut watch = self.outage.lock().unwrap_or_else(PoisonError::into_inner);
        if outcome.as_ref().map_or_else(Failure::is_from_discord, |_| true) {
            self.answered.store(self.bot_clock.now().0, Ordering::Relaxed);
        }
        match outcome {
            Ok(_) => watch.done(name, Instant::now()),
            Err(Failure::Blocked { alone, .. }) => *alone = watch.blocked(name(), Instant::now()),
            Err(_) => {}
        }
    }

    /// Names this application in all further requests.
    pub fn introduce(&self, application: u64) {
        // Set only once.
        let _known = self.application.set(application);
    }

    /// Returns `DiscordBot ($url, $versionNumber)`. Discord requires this, and may block anything else.
    ///
    /// The application's page shows whose bot it is.
    fn user_agent(&self) -> String {
        let page = match self.application.get() {
            Some(application) => format!("{DISCORD}/oauth2/authorize?client_id={application}"),
            None => format!("{DISCORD}/developers/applications"),
        };
        format!("DiscordBot ({page}, {})", env!("CARGO_PKG_VERSION"))
    }

    /// Sends a request, and retries it until its deadline if that may help and cannot do harm.
    ///
    /// # Errors
    /// Returns Discord's refusal, that Discord could not be reached in time, or that its limits left no time.
    /// While Discord does not accept the token, a request that needs it is not sent.
    pub async fn send(&self, request: Request<'_>) -> Result<Value, Failure> {
        let name = RouteKey::of(request.method, request.route)
            .map(|_| format!("{} {}", request.method, masked(request.route)));
        if name.is_some() && self.token.is_refused() {
            tracing::debug!(request = name, "not sent, as Discord does not take the token");
            return Err(without_token());
        }
        let outcome = self.send_all_the_same(request).await;
        if let (Some(name), Err(Failure::Refused { status: 401, .. })) = (name, &outcome) {
            self.token.doubt(name);
        }
        outcome
    }

    /// Sends a request, whatever is known about the token.
    ///
    /// # Errors
    /// As [`Transport::send`].
    pub async fn send_all_the_same(&self, request: Request<'_>) -> Result<Value, Failure> {
        let _time = timing::start(Phase::Discord);
        let begun = Instant::now();
        let now_ms = self.clock.now_ms(begun);
        let key = RouteKey::of(request.method, request.route).map(|key| key.aged(request.route, now_ms));
        let (mut attempt, mut perhaps) = (0, false);
        let mut outcome = loop {
            if let Some(key) = &key
                && !self.limits.turn(key, request.class, request.deadline).await
            {
                break Err(Failure::Limited);
            }
            match self.attempt(&request, key.as_ref(), attempt).await {
                Attempted::Done(value) => break Ok(value),
                Attempted::Fail(failure) => break Err(failure),
                Attempted::Again(_, failure) if request.single => break Err(failure),
                Attempted::Again(wait, failure) => {
                    // With less time than this left another attempt is pointless.
                    if Instant::now() + wait + Duration::from_millis(20) >= request.deadline {
                        break Err(failure);
                    }
                    tracing::debug!(route = masked(request.route), ?wait, %failure, "trying again");
                    tokio::time::sleep(wait).await;
                    attempt += 1;
                    perhaps |= failure.may_have_happened();
                    up(&self.counts.retries);
                }
            }
        };
        self.counts.ended(begun);
        self.watch(&request, &mut outcome);
        let outcome = outcome.map_err(|failure| if perhaps { failure.after_unknown() } else { failure });
        match &outcome {
            Err(failure) if failure.code().is_some_and(|code| request.expected.contains(&code)) => {
                tracing::debug!(method = %request.method, route = masked(request.route), %failure, "refused as expected");
            }
            // The token watch reports this.
            Err(Failure::Refused { status: 401, .. }) if key.is_some() => up(&self.counts.failed),
            Err(failure) => {
                up(&self.counts.failed);
                tracing::warn!(method = %request.method, route = masked(request.route), %failure, "a request to Discord failed");
            }
            Ok(_) => {}
        }
        outcome
    }

    async fn attempt(&self, request: &Request<'_>, key: Option<&RouteKey>, attempt: u32) -> Attempted {
        let left = request.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Attempted::Fail(Failure::Unreachable("the time for an answer was over".to_owned()));
        }
        let connections = self.connections.current();
        if request.hedged {
            return self.hedged(request, attempt, &connections, left).await;
        }
        self.exchange(request, key, (attempt, for_one_attempt(left)), &connections).await
    }

    /// Sends a request for an interaction, which can be answered only once.
    ///
    /// If no response arrives soon it is sent again on a fresh connection. The first definite outcome counts.
    async fn hedged(
        &self,
        request: &Request<'_>,
        attempt: u32,
        connections: &Arc<HttpConnections>,
        left: Duration,
    ) -> Attempted {
        let begun = Instant::now();
        let mut first = pin!(self.exchange(request, None, (attempt, left), connections));
        let silent = async {
            tokio::time::sleep(HEDGE.min(left / 2)).await;
            if connections.lives() {
                let until = (begun + HEDGE_ALIVE).min(begun + left.saturating_sub(SECOND_HAS));
                tokio::time::sleep_until(until).await;
            }
        };
        tokio::select! {
            biased;
            outcome = &mut first => return outcome,
            () = silent => {}
        }
        tracing::debug!(
            route = masked(request.route),
            "no answer yet, so it is sent on a fresh connection as well"
        );
        up(&self.counts.retries);
        let fresh = self.connections.instead_of(connections);
        let left = request.deadline.saturating_duration_since(Instant::now());
        let mut second = pin!(self.exchange(request, None, (attempt + 1, left), &fresh));
        tokio::select! {
            biased;
            outcome = &mut first => match outcome {
                Attempted::Again(..) => second.await,
                // The second attempt has overtaken the first.
                Attempted::Fail(failure) if failure.code() == Some(ALREADY_ANSWERED) => match second.await {
                    Attempted::Done(said) => Attempted::Done(said),
                    Attempted::Again(..) | Attempted::Fail(_) => Attempted::Done(Value::Null),
                },
                said => said,
            },
            outcome = &mut second => match outcome {
                Attempted::Again(..) => first.await,
                // The first attempt has got through, and may still report which message it made.
                Attempted::Done(Value::Null) => match tokio::time::timeout(FIRST_MAY_SAY, first).await {
                    Ok(Attempted::Done(said)) => Attempted::Done(said),
                    _ => Attempted::Done(Value::Null),
                },
                said => said,
            },
        }
    }

    fn prepared(&self, request: &Request<'_>, to_bot: bool) -> NetworkRequest {
        let mut headers = header::HeaderMap::new();
        let mut set = |name, value: &str| {
            // The settings accept no token that a header cannot hold.
            headers.extend(header::HeaderValue::from_str(value).ok().map(|value| (name, value)));
        };
        set(header::USER_AGENT, &self.user_agent());
        // An address that contains a token needs no authorization; without it the request does not count
        // against the bot's limits.
        if to_bot {
            set(header::AUTHORIZATION, self.authorization.expose_secret());
        }
        let body = match (request.body, request.file) {
            (Some(body), Some(file)) => NetworkBody::Multipart(body.to_string().into(), file.clone()),
            (Some(body), None) => NetworkBody::Json(body.to_string().into()),
            (None, _) => NetworkBody::Empty,
        };
        let url = format!("{}{}", self.base, request.route);
        NetworkRequest { method: request.method.clone(), url, headers, body }
    }

    /// Sends the request on these connections, as attempt number `attempt`, which may take up to `most`.
    async fn exchange(
        &self,
        request: &Request<'_>,
        key: Option<&RouteKey>,
        (attempt, most): (u32, Duration),
        connections: &Arc<HttpConnections>,
    ) -> Attempted {
        let pause = pause(attempt);
        let perhaps = |why: String| {
            up(&self.counts.broken);
            again(request.repeat, pause, Failure::Unreachable(why))
        };
        let mut response = match connections.send(self.prepared(request, key.is_some()), most).await {
            Ok(response) => response,
            Err(NetworkError::NotConnected(why)) => {
                up(&self.counts.broken);
                return Attempted::Again(pause, Failure::Unreachable(why));
            }
            Err(error) => {
                // If nothing has arrived the connection may be dead, and would swallow the next attempt.
                if matches!(error, NetworkError::TimedOut) && !connections.lives() {
                    self.connections.instead_of(connections);
                }
                return perhaps(error.to_string());
            }
        };
        let (status, headers) = (response.status, std::mem::take(&mut response.headers));
        self.counts.answered(status.as_u16());
        if let Some(key) = key {
            self.limits.learn(key, &headers);
        }
        if let Some(date) = headers.get(header::DATE).and_then(|date| date.to_str().ok()) {
            self.clock.saw_date(date, Instant::now());
        }
        let Ok(said) = response.bytes(usize::MAX).await else {
            return perhaps("the answer broke off".to_owned());
        };
        let said = said.unwrap_or_default();
        let json: Option<Value> = serde_json::from_slice(&said).ok();
        if status.is_success() {
            return match json {
                Some(json) => Attempted::Done(json),
                None if status == StatusCode::NO_CONTENT => Attempted::Done(Value::Null),
                // An intermediary sent this, and Discord may never have received the request.
                None => perhaps(format!("the answer of status {status} is not Discord's")),
            };
        }
        // Discord's table of codes does not say which status comes with this one.
        let is_old_edit = json.as_ref().is_some_and(|json| json["code"] == TOO_MANY_OLD_EDITS);
        if status == StatusCode::TOO_MANY_REQUESTS || is_old_edit {
            return self.limited(key, &headers, json.as_ref());
        }
        self.refused(request, (key.is_none(), attempt), status, &json.unwrap_or(Value::Null))
    }

    /// Handles a rate limit. Discord reports it in JSON, with how long to wait; it applies to all requests
    /// only if the body or a header says so.
    ///
    /// Anything else comes from Cloudflare in front of Discord, and applies to the whole address.
    fn limited(
        &self,
        key: Option<&RouteKey>,
        headers: &header::HeaderMap,
        json: Option<&Value>,
    ) -> Attempted {
        up(&self.counts.limited);
        let text = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
        let said = json.filter(|json| json.is_object());
        let body = said.unwrap_or(&Value::Null);
        let failure = Failure::told(StatusCode::TOO_MANY_REQUESTS.as_u16(), body);
        let is_old_edit = failure.code() == Some(TOO_MANY_OLD_EDITS);
        // The body is more precise than the header, which holds whole seconds.
        let asked =
            text("retry-after").and_then(|value| value.parse().ok()).filter(|asked: &f64| asked.is_finite());
        let otherwise = if is_old_edit { OLD_EDITS.1.as_secs_f64() } else { 1.0 };
        let wait = body["retry_after"].as_f64().or(asked).unwrap_or(otherwise).clamp(0.0, 600.0);
        let wait = Duration::from_secs_f64(wait);
        let for_all = said.is_none() || body["global"] == true || text("x-ratelimit-scope") == Some("global");
        match key {
            _ if for_all => self.limits.hold_all(wait),
            Some(key) if is_old_edit => self.limits.hold_old_edits(key, wait),
            Some(key) => self.limits.hold(key, wait),
            None => {}
        }
        Attempted::Again(wait, failure)
    }

    /// Handles a refusal. `by_token`: the address contains a token.
    fn refused(
        &self,
        request: &Request<'_>,
        (by_token, attempt): (bool, u32),
        status: StatusCode,
        json: &Value,
    ) -> Attempted {
        let failure = Failure::told(status.as_u16(), json);
        if status.is_server_error() {
            up(&self.counts.broken);
            return again(request.repeat, pause(attempt), failure);
        }
        // A request whose address contains a token has no other chance; callers retry all others.
        if matches!(failure, Failure::Blocked { .. }) && (by_token || attempt < BLOCKED_AGAIN) {
            up(&self.counts.broken);
            // Each refusal counts against the bot's address, so attempts by token are spaced further apart.
            let slower = if by_token { 3 } else { 0 };
            return again(request.repeat, pause(attempt + slower), failure);
        }
        // An earlier attempt got through, and only its response was lost.
        if failure.code() == Some(ALREADY_ANSWERED) && attempt > 0 {
            return Attempted::Done(Value::Null);
        }
        Attempted::Fail(failure)
    }
}

fn up(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// Returns a route without the token of an interaction, which must not be logged.
fn masked(route: &str) -> String {
    let secret = |part: &&str| part.len() > 30;
    route.split('/').map(|part| if secret(&part) { "***" } else { part }).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_do_not_reach_the_log() {
        let route = format!("/interactions/123/{}/callback", "a".repeat(60));
        assert_eq!(masked(&route), "/interactions/123/***/callback");
    }
}
