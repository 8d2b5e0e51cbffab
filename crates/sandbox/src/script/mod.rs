//! The scripting interface, with which tests control a stand-in.

mod channel;
mod endpoint;
mod files;
mod gateway;
mod guild;
mod line;
mod member;

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serde_json::Value;

pub use channel::{Channel, ChannelType};
pub use files::ChosenFile;
pub use member::Member;

use super::faults::Faults;
use super::http::in_memory::{HttpRequest, HttpResponse, Unanswered};
use super::http::server::{self, Routes};
use super::http::shared::SharedState;
use super::id::Id;
use super::model::{APPLICATION, GUILD, StoredUser};
use super::options::Options;
use super::view::Recorded;
use super::world::World;
use super::world::channels::channel_name;

/// Why a stand-in could not start, as one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(pub(crate) String);

/// A running stand-in. Clones are handles to the same one.
///
/// It runs until [`StandIn::stop`] or until its runtime ends.
#[derive(Clone)]
pub struct StandIn {
    pub(super) shared: Arc<SharedState>,
    routes: Routes,
}

/// Starts a stand-in for people, like [`StandIn::start`].
///
/// If the configured port is taken, the next free one of the following hundred is used and
/// [`StandIn::notice`] reports it.
///
/// # Errors
/// The data directory cannot be used, or no port is free.
pub async fn serve(options: Options) -> Result<StandIn, StartError> {
    // The requests of a stand-in for people are never read, and it may run for weeks.
    StandIn::start(Options { remembered_requests: 0, ..options }).await
}

impl StandIn {
    /// Starts a stand-in on the current tokio runtime.
    ///
    /// Binds 127.0.0.1 unless it is [in memory](Options::in_memory), and reads the data directory.
    ///
    /// # Errors
    /// The data directory cannot be used, or no port is free.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let (shared, routes) = server::start(options).await.map_err(StartError)?;
        Ok(Self { shared, routes })
    }

    /// Handles a request from this process as if it came over a connection.
    ///
    /// A request to a host in this process goes to that host. Dropping the future is a hang-up.
    ///
    /// # Errors
    /// The stand-in has stopped, or the connection would have been cut without a response.
    pub async fn call(&self, request: HttpRequest) -> Result<HttpResponse, Unanswered> {
        let name = request.uri().authority().map(ToString::to_string).unwrap_or_default();
        let host = self.shared.hosts.lock().unwrap_or_else(PoisonError::into_inner).get(&name).cloned();
        match host {
            Some(host) => host(request).await,
            None => self.routes.answer(&self.shared, request).await,
        }
    }

    /// Stops listening and cuts every connection. The data directory can then be opened again.
    pub async fn stop(&self) {
        self.shared.stop().await;
    }

    /// Returns the address on which it listens.
    pub fn address(&self) -> std::net::SocketAddr {
        self.shared.address
    }

    /// Returns the base URL of REST, gateway and page: `http://127.0.0.1:PORT`. Routes are `/api/v10/...`.
    pub fn url(&self) -> String {
        self.shared.url()
    }

    /// Reports that another port is used because the configured one is taken, as a sentence for people.
    pub fn notice(&self) -> Option<&str> {
        self.shared.notice.as_deref()
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.shared.options.token
    }

    /// Returns the id of the application, which is also the bot's user id.
    pub fn application_id(&self) -> u64 {
        APPLICATION.0
    }

    /// Returns the id of the guild "The Rookery".
    pub fn guild_id(&self) -> u64 {
        GUILD.0
    }

    /// Returns a person by name ("red", "blue", "green", or one added).
    ///
    /// The person acts in #general until `in_channel`. A new name joins the guild.
    pub fn member(&self, name: &str) -> Member {
        let username = name.to_lowercase();
        let known = self.shared.read(|w| w.people.values().find(|p| p.username == username).cloned());
        let person = known.unwrap_or_else(|| self.shared.change(|w| join(w, &username)));
        Member::new(self.clone(), person.id, &person.name, self.channel("general"))
    }

    /// Returns the bot as a person, to be chosen as an opponent.
    pub fn bot(&self) -> Member {
        self.member("rookery")
    }

    /// Returns a channel by name ("general", "games", "quiet", a thread's name). Created if missing.
    pub fn channel(&self, name: &str) -> Channel {
        let named = |w: &World| {
            let mut fits = w.channels.values().filter(|c| !c.is_dm() && c.name == name);
            fits.next_back().map(|c| c.id)
        };
        let id = self.shared.read(named).unwrap_or_else(|| self.made_channel(name, ChannelType::Text));
        Channel::new(self.clone(), id)
    }

    /// Creates a channel of this type.
    pub fn new_channel(&self, name: &str, of: ChannelType) -> Channel {
        Channel::new(self.clone(), self.made_channel(name, of))
    }

    fn made_channel(&self, name: &str, of: ChannelType) -> Id {
        let kind = of as u8;
        self.shared.change(|w| w.add_channel(kind, &channel_name(kind, name), None).id)
    }

    /// Finds a channel or thread by id.
    pub fn channel_by_id(&self, id: &str) -> Option<Channel> {
        let id = id.parse().ok()?;
        self.shared.read(|w| w.channels.contains_key(&id)).then(|| Channel::new(self.clone(), id))
    }

    /// Returns the id of the role with this name, as selects expect it.
    pub fn role(&self, name: &str) -> Option<String> {
        self.shared.read(|w| w.roles.iter().find(|role| role.name == name).map(|role| role.id.to_string()))
    }

    /// Returns the threads of the guild, oldest first.
    pub fn threads(&self) -> Vec<Channel> {
        let ids: Vec<Id> =
            self.shared.read(|w| w.channels.values().filter(|c| c.thread.is_some()).map(|c| c.id).collect());
        ids.into_iter().map(|id| Channel::new(self.clone(), id)).collect()
    }

    /// Advances only the clock of threads, which decides when silent threads are archived.
    pub fn let_threads_rest(&self, by: Duration) {
        self.shared.change(|w| w.let_threads_rest(by));
    }

    /// Sets whether an edit that mentions a person adds them to its thread.
    ///
    /// Bot authors report this behavior. Discord does not document it.
    pub fn edits_add_to_threads(&self, yes: bool) {
        self.shared.change(|w| w.edits_add = yes);
    }

    /// Waits until the bot is connected to the gateway. Returns false when the patience ends first.
    pub async fn wait_for_bot(&self) -> bool {
        self.wait(self.patience(), |w| w.hub.bot_is_online().then_some(())).await.is_some()
    }

    /// Whether the bot is connected to the gateway now.
    pub fn bot_is_online(&self) -> bool {
        self.shared.read(|w| w.hub.bot_is_online())
    }

    /// Waits until the bot is connected and has registered this command. Returns false when the patience ends
    /// first.
    pub async fn wait_for_command(&self, name: &str) -> bool {
        let ready =
            |w: &World| w.hub.bot_is_online() && w.usable_commands().iter().any(|c| c["name"] == name);
        self.wait(self.patience(), |w| ready(w).then_some(())).await.is_some()
    }

    /// Returns the registered commands of one scope as Discord's objects: those of the guild, or the global
    /// ones.
    pub fn commands_of(&self, in_guild: bool) -> Vec<Value> {
        self.shared.read(|w| w.scope_commands(in_guild.then_some(GUILD)))
    }

    /// Returns the registered commands of both scopes as Discord's objects.
    pub fn commands(&self) -> Vec<Value> {
        self.shared.read(World::usable_commands)
    }

    /// Sends an identical `INTERACTION_CREATE` (same id, same token) again, as a resume may.
    ///
    /// Returns false if the interaction is unknown.
    pub fn replay(&self, interaction_id: &str) -> bool {
        let Ok(id) = interaction_id.parse() else {
            return false;
        };
        self.shared.change(|w| {
            let event = w.interactions.get(&id).map(|i| Arc::clone(&i.event));
            event.is_some_and(|event| {
                w.dispatch_interaction(&event);
                true
            })
        })
    }

    /// Returns the token of an interaction, if it is known.
    pub fn token_of(&self, interaction_id: &str) -> Option<String> {
        let id = interaction_id.parse().ok()?;
        self.shared.read(|w| w.interactions.get(&id).map(|i| i.token.clone()))
    }

    /// Returns every recorded REST request, oldest first.
    pub fn requests(&self) -> Vec<Recorded> {
        self.shared.recorded.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Returns every request for a file attached to a command, oldest first.
    ///
    /// At Discord these requests go to the CDN, which is not part of REST.
    pub fn downloads(&self) -> Vec<Recorded> {
        self.shared.downloads.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Forgets the recorded requests.
    pub fn forget_requests(&self) {
        self.shared.downloads.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.shared.recorded.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns how many requests the rate limits refused. Ordered faults are not counted.
    pub fn rate_limited(&self) -> u64 {
        self.shared.limits.refused()
    }

    /// The ordered faults.
    pub fn faults(&self) -> &Faults {
        &self.shared.faults
    }

    /// Returns the interactions that failed with "The application did not respond", as messages that name
    /// them.
    pub fn failures(&self) -> Vec<String> {
        self.shared.read(|w| w.failures.clone())
    }

    /// The maximum duration of scripted waits.
    pub(super) fn patience(&self) -> Duration {
        self.shared.options.patience
    }

    /// Waits until `look` finds something in the world, at most for `patience`.
    pub(super) async fn wait<T>(
        &self,
        patience: Duration,
        mut look: impl FnMut(&World) -> Option<T>,
    ) -> Option<T> {
        let until = tokio::time::Instant::now() + patience;
        let mut changes = self.shared.watch();
        loop {
            changes.mark_unchanged();
            if let Some(found) = self.shared.read(&mut look) {
                return Some(found);
            }
            if tokio::time::timeout_at(until, changes.changed()).await.is_err() {
                return self.shared.read(&mut look);
            }
        }
    }
}

fn join(world: &mut World, username: &str) -> StoredUser {
    let mut letters = username.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let person = StoredUser {
        id: world.fresh_id(),
        username: username.to_owned(),
        name: first + letters.as_str(),
        bot: false,
        color: "#8b8d98".to_owned(),
        roles: Vec::new(),
        give: 0,
        take: 0,
        closed_dms: false,
        left: false,
    };
    world.put_person(person.clone());
    person
}
