//! Registers the commands with Discord: puts them where they belong, and removes them where they were before.
//! Whatever Discord responds, the bot continues with the commands that Discord has.
//!
//! Commands of one server and commands for every server are shown side by side, so a player would see each of
//! them twice. That is why the store remembers where they were put.
//!
//! This runs beside everything else. The commands name no contexts and installations that the application
//! lacks, and those of one server name none. A place is recorded in `command_scopes` before commands are put
//! there. A list that no longer belongs is emptied once the commands are where they belong.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use reqwest::Method;
use serde_json::json;
use tokio::sync::watch;

use crate::discord::commands::{InstallFields, registration};
use crate::discord::context::Context;
use crate::discord::ingress::application::{Installs, Said};
use crate::discord::operator::OPERATOR;
use crate::discord::ops::command_status::CommandProgress;
use crate::discord::rest::request::{Failure, Request, doubled};
use crate::discord::rest::retry::Reach;
use crate::store::CommandScope;

/// Discord's code for a server that does not exist.
const UNKNOWN_GUILD: i64 = 10_004;
/// Discord's code for a server that the application has no access to.
const MISSING_ACCESS: i64 = 50_001;
/// The pauses before the commands are put again if the bot has not been invited, or if they were blocked. An
/// event about an invitation cuts them short.
const SOON: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(5));
/// The pauses after any other refusal, which lasts until something is changed.
const REFUSED: (Duration, Duration) = (Duration::from_mins(1), Duration::from_hours(1));
/// Timeout for a response that no user waits for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Keeps the commands registered while the bot runs, even if the kinds of installation change.
///
/// Reports to the operator what only they can fix. `base` is Discord's address.
pub async fn work(ctx: Arc<Context>, mut installs: watch::Receiver<Installs>, base: String) {
    let status = &ctx.command_status;
    let (mut tries, mut last) = (0, None::<String>);
    loop {
        status.begin();
        let now = installs.borrow_and_update().clone();
        let registrar = Registrar { ctx: &ctx, installs: now, reach: Reach { base: &base } };
        let pause = match registrar.put().await {
            Ok(()) => {
                if last.take().is_some() {
                    tracing::info!(target: OPERATOR, "The commands are registered now.");
                }
                status.set(CommandProgress::Done);
                let all = registrar.take_away().await;
                tries = if all { 0 } else { tries + 1 };
                (!all).then(|| doubled(REFUSED, tries - 1))
            }
            Err(failure) => {
                let sentence = registrar.sentence(&failure).await;
                if last.as_ref() != Some(&sentence) {
                    tracing::warn!(target: OPERATOR, "{sentence}");
                    (last, tries) = (Some(sentence), 0);
                }
                status.set(CommandProgress::Refused);
                tries += 1;
                let soon = is_absent(&failure) || failure.may_pass();
                Some(doubled(if soon { SOON } else { REFUSED }, tries - 1))
            }
        };
        let again = async {
            match pause {
                Some(pause) => ctx.clock.sleep(pause).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = again => {}
            () = status.wanted() => {}
            Ok(()) = installs.changed() => tries = 0,
        }
    }
}

/// How many times a request is retried soon if Discord asks for a pause or gives an unknown reason.
const QUICK_TRIES: u32 = 3;

/// Whether Discord does not respond at all.
fn is_out_of_reach(failure: &Failure) -> bool {
    failure.is_outage() && !matches!(failure, Failure::Blocked { .. })
}

/// Whether the application is not in the server concerned.
fn is_absent(failure: &Failure) -> bool {
    matches!(failure.code(), Some(MISSING_ACCESS | UNKNOWN_GUILD))
}

/// Registers the commands.
struct Registrar<'a> {
    ctx: &'a Context,
    installs: Installs,
    reach: Reach<'a>,
}

impl Registrar<'_> {
    fn route(&self, scope: CommandScope) -> String {
        let application = self.ctx.messenger.application;
        match scope {
            CommandScope::Guild(guild) => format!("/applications/{application}/guilds/{guild}/commands"),
            CommandScope::Everywhere => format!("/applications/{application}/commands"),
        }
    }

    /// Returns what the commands may say about where they can be used, the most first. The commands of one
    /// server say nothing about it.
    fn wordings(&self) -> Vec<InstallFields> {
        if self.ctx.command_status.guild().is_some() {
            return vec![InstallFields::Unsaid];
        }
        let (servers, people) = (self.installs.in_servers(), self.installs.by_people());
        let most = InstallFields::Said {
            servers: servers != Said::No,
            people: people != Said::No || servers == Said::No,
        };
        let fewer = InstallFields::Said { servers: true, people: false };
        let mut wordings = vec![most, fewer, InstallFields::Unsaid];
        wordings.dedup();
        wordings
    }

    /// Puts the commands where they belong.
    async fn put(&self) -> Result<(), Failure> {
        let (messenger, scope) = (&self.ctx.messenger, self.ctx.command_status.scope());
        // Recorded before Discord has them: otherwise a stop in between would leave them there for good.
        if let Err(error) = self.ctx.store.note_command_scope(messenger.application, scope).await {
            tracing::error!(%error, "where the commands are was not noted");
        }
        let route = self.route(scope);
        let (mut wordings, mut tries) = (self.wordings().into_iter(), 0);
        let mut said = wordings.next().unwrap_or(InstallFields::Unsaid);
        loop {
            let body = registration(&self.ctx.languages, said);
            let request = Request::new(&Method::PUT, &route, Instant::now() + PATIENCE).body(&body).single();
            let failure = match messenger.rest.send(request).await {
                Ok(registered) => {
                    messenger.mentions.learn(&registered);
                    return Ok(());
                }
                // Only a few times unless Discord is out of reach: if this request alone is refused, for
                // whatever reason, the operator has to be notified.
                Err(failure) if is_out_of_reach(&failure) || failure.may_pass() && tries < QUICK_TRIES => {
                    self.reach.tell_and_wait("register the commands", &failure, tries).await;
                    tries += 1;
                    continue;
                }
                Err(failure) => failure,
            };
            // The application may not be installable in all these ways, although Discord did not say so.
            match wordings.next().filter(|_| names_contexts(&failure)) {
                Some(fewer) => said = fewer,
                None => return Err(failure),
            }
            tracing::warn!(%failure, "the commands are registered for fewer kinds of installation");
        }
    }

    /// Removes the commands wherever else they were put. False if some of them have to be tried again.
    async fn take_away(&self) -> bool {
        let (messenger, here) = (&self.ctx.messenger, self.ctx.command_status.scope());
        let scopes = match self.ctx.store.command_scopes(messenger.application).await {
            Ok(scopes) => scopes,
            Err(error) => {
                tracing::error!(%error, "it was not looked up where the commands were before");
                return false;
            }
        };
        let mut all = true;
        for scope in scopes.into_iter().filter(|scope| *scope != here) {
            let (route, none) = (self.route(scope), json!([]));
            let request = Request::new(&Method::PUT, &route, Instant::now() + PATIENCE).body(&none).patient();
            match messenger.rest.send(request).await {
                Ok(_) => tracing::info!(%scope, "the commands of before were taken away"),
                // The commands may appear again when the bot is back.
                Err(failure) if failure.code() == Some(MISSING_ACCESS) => {
                    tracing::info!(%scope, "the bot is not where its commands were before");
                    self.ctx.command_status.left_behind(scope);
                    continue;
                }
                Err(failure) if failure.code() == Some(UNKNOWN_GUILD) => {
                    tracing::info!(%scope, "the server is gone where the commands were before");
                }
                Err(failure) => {
                    tracing::warn!(%scope, %failure, "the commands of before were not taken away; trying again later");
                    all = false;
                    continue;
                }
            }
            if let Err(error) = self.ctx.store.forget_command_scope(messenger.application, scope).await {
                tracing::error!(%error, "that the commands of before are gone was not noted");
                all = false;
            }
        }
        all
    }

    /// Learns the ids of the commands that Discord has, of the server or else of all, and
    /// returns how many there are.
    async fn learn(&self) -> usize {
        for scope in [self.ctx.command_status.scope(), CommandScope::Everywhere] {
            let route = self.route(scope);
            let request = Request::new(&Method::GET, &route, Instant::now() + PATIENCE);
            if let Ok(registered) = self.ctx.messenger.rest.send(request).await
                && let Some(known) = registered.as_array().map(Vec::len).filter(|known| *known > 0)
            {
                self.ctx.messenger.mentions.learn(&registered);
                return known;
            }
        }
        0
    }

    /// Returns the operator's message about a refusal.
    async fn sentence(&self, failure: &Failure) -> String {
        let known = self.learn().await;
        let play_on = match known {
            0 => "Until then it has no commands".to_owned(),
            known => format!("Until then it plays on with the {known} commands that Discord has"),
        };
        match (self.ctx.command_status.guild(), is_absent(failure)) {
            (Some(guild), true) => format!(
                "Invite the bot first: it is not in the server {guild}, which discord.test_guild names, so its commands cannot be \
                 put there. The link: {} . It goes on by itself once it is there. {play_on}.",
                self.ctx.invitation
            ),
            _ => format!(
                "The commands could not be registered. {failure}. {play_on}; it is tried again from time to time."
            ),
        }
    }
}

/// Whether a refusal is about where commands can be used.
fn names_contexts(failure: &Failure) -> bool {
    match failure {
        Failure::Refused { status: 400, message, .. } => {
            message.contains("integration_types") || message.contains("contexts")
        }
        _ => false,
    }
}
