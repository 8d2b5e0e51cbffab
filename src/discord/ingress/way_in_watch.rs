//! Checks whether interactions can arrive as configured, judging by the application's settings and its public
//! address. These can change while the bot runs: by HTTP the address can be saved only while the bot answers,
//! and Discord removes it if the bot does not.
//!
//! By HTTP the bot also requests its own public address, because a certificate may have expired or a
//! proxy may be down. Behind some routers that never works, so a failure counts only if it has
//! worked since the start.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use crate::discord::bot_state::{BotState, Obstacle};
use crate::discord::context::Context;
use crate::discord::ingress::application::{Application, Installs};
use crate::discord::operator::OPERATOR;
use crate::discord::rest::request::{Request, doubled};

/// How often to request the application's settings while interactions arrive as configured, ...
const SETTINGS: Duration = Duration::from_mins(30);
/// ... and while they do not, with growing pauses between these bounds.
const SETTINGS_AGAIN: (Duration, Duration) = (Duration::from_secs(15), Duration::from_mins(1));
/// How often to request the public address while it answers, ...
const ADDRESS: Duration = Duration::from_mins(1);
/// ... and while it does not.
const ADDRESS_AGAIN: Duration = Duration::from_secs(15);
/// Before a player loses on time both are requested, unless that was done within this time.
const FRESH: Duration = Duration::from_mins(1);
/// Timeouts for Discord's response with the settings, and for the public address.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(4), Duration::from_secs(4));

/// Checks whether interactions can arrive.
pub struct WayInWatch {
    ctx: Arc<Context>,
    state: BotState,
    installs: watch::Sender<Installs>,
    looked: Mutex<Looked>,
}

/// The last observations.
struct Looked {
    /// The *Interactions Endpoint URL*.
    url: Option<String>,
    /// Interactions do not arrive as configured, and the operator has been notified.
    is_wrong: bool,
    /// How often the settings were requested since `is_wrong` changed, and when they are requested next.
    times: u32,
    next: Instant,
    /// The address that has answered since the start, if any.
    answered: Option<String>,
    /// That address no longer answers.
    is_silent: bool,
    /// When Discord last returned the settings, and the public address was last requested.
    at: Option<Instant>,
}

impl WayInWatch {
    /// Creates a watch that begins with the settings seen at startup.
    pub fn new(
        (ctx, state): (Arc<Context>, BotState),
        first: &Application,
        installs: watch::Sender<Installs>,
    ) -> Self {
        let looked = Looked {
            url: first.interactions_url().map(str::to_owned),
            is_wrong: false,
            times: 0,
            next: ctx.clock.instant() + SETTINGS,
            answered: None,
            is_silent: false,
            at: None,
        };
        ctx.metrics.note_servers(first.servers);
        let this = Self { ctx, state, installs, looked: Mutex::new(looked) };
        if let Ok(mut looked) = this.looked.try_lock() {
            this.judge(&mut looked);
        }
        this
    }

    fn is_by_http(&self) -> bool {
        !self.ctx.hears_of_places
    }

    /// Checks periodically, forever.
    pub async fn keep_looking(&self) {
        loop {
            let (pause, is_address_asked) = {
                let looked = self.looked.lock().await;
                let left = looked.next.saturating_duration_since(self.ctx.clock.instant());
                let is_asked = self.is_by_http() && looked.url.is_some();
                let address = if looked.is_silent { ADDRESS_AGAIN } else { ADDRESS };
                (if is_asked { left.min(address) } else { left }, is_asked)
            };
            let has_arrived = tokio::select! {
                biased;
                () = self.state.arrival() => true,
                () = self.ctx.clock.sleep(pause) => false,
            };
            let mut looked = self.looked.lock().await;
            if has_arrived && looked.is_silent {
                // Discord reaches the bot, even if this computer does not.
                looked.answered = None;
                self.note_address(&mut looked, None);
            }
            if has_arrived || self.ctx.clock.instant() >= looked.next {
                self.ask_for_settings(&mut looked).await;
            }
            if is_address_asked {
                self.ask_for_address(&mut looked).await;
            }
        }
    }

    /// Whether interactions can arrive now. Asked before a player loses on time.
    pub async fn is_open(&self) -> bool {
        let mut looked = self.looked.lock().await;
        let now = self.ctx.clock.instant();
        if looked.at.is_none_or(|at| now.saturating_duration_since(at) >= FRESH) {
            self.ask_for_settings(&mut looked).await;
            if self.is_by_http() {
                self.ask_for_address(&mut looked).await;
            }
        }
        self.state.is_reached()
    }

    async fn ask_for_settings(&self, looked: &mut Looked) {
        let (before, now) = (looked.is_wrong, self.ctx.clock.instant());
        let request = Request::new(&Method::GET, "/applications/@me", Instant::now() + PATIENCE.0).patient();
        // A failed request says nothing; the next one may succeed.
        let told = self.ctx.messenger.rest.send(request).await.ok();
        if let Some(known) = told.as_ref().and_then(Application::read) {
            looked.at = Some(now);
            looked.url = known.interactions_url().map(str::to_owned);
            self.ctx.metrics.note_servers(known.servers);
            if *self.installs.borrow() != known.installs {
                if let Some(warning) = known.installs.warnings() {
                    tracing::warn!(target: OPERATOR, "{warning}");
                }
                self.installs.send_replace(known.installs);
            }
            self.judge(looked);
        }
        looked.times = if looked.is_wrong == before { looked.times + 1 } else { 0 };
        let pause = if looked.is_wrong { doubled(SETTINGS_AGAIN, looked.times) } else { SETTINGS };
        looked.next = self.ctx.clock.instant() + pause;
    }

    /// Notifies the operator when interactions start or stop arriving as configured.
    fn judge(&self, looked: &mut Looked) {
        let by_http = self.is_by_http();
        let is_wrong = looked.url.is_some() != by_http;
        if is_wrong == looked.is_wrong {
            return;
        }
        let sentence = sentence(by_http, looked.url.as_deref());
        if is_wrong {
            tracing::warn!(target: OPERATOR, "{sentence}");
            looked.next = self.ctx.clock.instant() + SETTINGS_AGAIN.0;
        } else {
            tracing::info!(target: OPERATOR, "{sentence}");
        }
        looked.is_wrong = is_wrong;
        self.state.set_obstacle(Obstacle::Address, is_wrong.then_some(sentence));
    }

    /// Requests the public address, and again if the first request fails.
    async fn ask_for_address(&self, looked: &mut Looked) {
        let Some(url) = looked.url.clone() else {
            // The missing URL is itself reported, and no address is known.
            return self.note_address(looked, None);
        };
        let mut answer = self.answer_of(&url).await;
        if answer.is_err() {
            answer = self.answer_of(&url).await;
        }
        match answer {
            Ok(()) => {
                looked.answered = Some(url);
                self.note_address(looked, None);
            }
            Err(why) if looked.answered.as_ref() == Some(&url) => {
                let sentence = format!(
                    "The bot is not reached at {url} any more, where Discord posts interactions: {why}. Nobody loses on time meanwhile."
                );
                self.note_address(looked, Some(sentence));
            }
            Err(why) => {
                tracing::debug!(%url, %why, "the public address is not reached from here");
                self.note_address(looked, None);
            }
        }
    }

    fn note_address(&self, looked: &mut Looked, why: Option<String>) {
        let is_silent = why.is_some();
        if is_silent != looked.is_silent {
            match (&why, &looked.answered) {
                (Some(why), _) => tracing::warn!(target: OPERATOR, "{why}"),
                (None, Some(url)) => {
                    tracing::info!(target: OPERATOR, "The bot is reached at {url} again.");
                }
                (None, None) => {}
            }
        }
        looked.is_silent = is_silent;
        self.state.set_obstacle(Obstacle::PublicAddress, why);
    }

    /// Whether an endpoint answers at this address. It accepts only POST, so it has to refuse a GET.
    async fn answer_of(&self, url: &str) -> Result<(), String> {
        match self.ctx.messenger.rest.fetch(url.to_owned(), PATIENCE.1).await {
            Ok(answer) if answer.status == StatusCode::METHOD_NOT_ALLOWED => Ok(()),
            Ok(answer) => Err(format!("the answer has status {}", answer.status.as_u16())),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn sentence(by_http: bool, url: Option<&str>) -> String {
    match (by_http, url) {
        (true, None) => "Discord does not know where to post interactions. In the developer portal, under General \
                         Information, enter https://YOUR.NAME/interactions as the Interactions Endpoint URL, with the name \
                         under which discord.http.listen is reached. Discord tries it when it is saved, so leave the bot \
                         running."
            .to_owned(),
        (true, Some(url)) => format!("Discord posts interactions to {url}."),
        (false, Some(url)) => format!(
            "Interactions come no more: the application now has the Interactions Endpoint URL {url}, so Discord posts them \
             there. Clear that field in the developer portal, under General Information."
        ),
        (false, None) => "Interactions come by the gateway again.".to_owned(),
    }
}
