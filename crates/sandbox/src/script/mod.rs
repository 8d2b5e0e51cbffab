//! The scripting interface: what a test does with a stand-in.

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

/// Why a stand-in could not start, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(pub(crate) String);

/// A running stand-in. Clones are handles to the same one. It ends with [`StandIn::stop`] or with its runtime.
#[derive(Clone)]
pub struct StandIn {
    pub(super) shared: Arc<SharedState>,
    routes: Routes,
}

/// Starts a stand-in for people, like [`StandIn::start`]. If the wanted port is taken, the next free one of the
/// following hundred is used, and [`StandIn::notice`] says so.
///
/// # Errors
/// The data directory cannot be used, or no port is free.
pub async fn serve(options: Options) -> Result<StandIn, StartError> {
    // The record of a stand-in for people is never read, and it may run for weeks.
    StandIn::start(Options { remembered_requests: 0, ..options }).await
}

impl StandIn {
    /// Binds 127.0.0.1 unless it is [in memory](Options::in_memory), reads the data directory and serves on the current tokio runtime.
    ///
    /// # Errors
    /// The data directory cannot be used, or no port is free.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        let (shared, routes) = server::start(options).await.map_err(StartError)?;
        Ok(Self { shared, routes })
    }

    /// Answers a request of this process as if it came over a connection, or has the host in this process answer that it is for. To drop
    /// the future is to hang up.
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

    /// Stops listening and cuts every connection. Afterwards the data directory may be opened again.
    pub async fn stop(&self) {
        self.shared.stop().await;
    }

    /// The address on which it listens.
    pub fn address(&self) -> std::net::SocketAddr {
        self.shared.address
    }

    /// The base of REST, gateway and page: `http://127.0.0.1:PORT`. Routes are `/api/v10/...`.
    pub fn url(&self) -> String {
        self.shared.url()
    }

    /// `Port 8791 is taken, so the sandbox is at http://127.0.0.1:8792/ instead.`, if that was so.
    pub fn notice(&self) -> Option<&str> {
        self.shared.notice.as_deref()
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.shared.options.token
    }

    /// Id of the application, which is also the bot's user id.
    pub fn application_id(&self) -> u64 {
        APPLICATION.0
    }

    /// Id of the guild "The Rookery".
    pub fn guild_id(&self) -> u64 {
        GUILD.0
    }

    /// A person by name ("red", "blue", "green", or one added), acting in #general until `in_channel`. A new name joins
    /// the guild.
    pub fn member(&self, name: &str) -> Member {
        let username = name.to_lowercase();
        let known = self.shared.read(|w| w.people.values().find(|p| p.username == username).cloned());
        let person = known.unwrap_or_else(|| self.shared.change(|w| join(w, &username)));
        Member::new(self.clone(), person.id, &person.name, self.channel("general"))
    }

    /// The bot itself as a person, to be chosen as an opponent.
    pub fn bot(&self) -> Member {
        self.member("rookery")
    }

    /// A channel by name ("general", "games", "quiet", a thread's name); made if there is none.
    pub fn channel(&self, name: &str) -> Channel {
        let named = |w: &World| {
            let mut fits = w.channels.values().filter(|c| !c.is_dm() && c.name == name);
            fits.next_back().map(|c| c.id)
        };
        let id = self.shared.read(named).unwrap_or_else(|| self.made_channel(name, ChannelType::Text));
        Channel::new(self.clone(), id)
    }

    /// A new channel of this type.
    pub fn new_channel(&self, name: &str, of: ChannelType) -> Channel {
        Channel::new(self.clone(), self.made_channel(name, of))
    }

    fn made_channel(&self, name: &str, of: ChannelType) -> Id {
        let kind = of as u8;
        self.shared.change(|w| w.add_channel(kind, &channel_name(kind, name), None).id)
    }

    /// A channel or thread by id.
    pub fn channel_by_id(&self, id: &str) -> Option<Channel> {
        let id = id.parse().ok()?;
        self.shared.read(|w| w.channels.contains_key(&id)).then(|| Channel::new(self.clone(), id))
    }

    /// The id of the role with this name, as selects expect it.
    pub fn role(&self, name: &str) -> Option<String> {
        self.shared.read(|w| w.roles.iter().find(|role| role.name == name).map(|role| role.id.to_string()))
    }

    /// The threads of the guild, oldest first.
    pub fn threads(&self) -> Vec<Channel> {
        let ids: Vec<Id> =
            self.shared.read(|w| w.channels.values().filter(|c| c.thread.is_some()).map(|c| c.id).collect());
        ids.into_iter().map(|id| Channel::new(self.clone(), id)).collect()
    }

    /// Advances only the clock of threads, by which silent ones are archived.
    pub fn let_threads_rest(&self, by: Duration) {
        self.shared.change(|w| w.let_threads_rest(by));
    }

    /// Whether an edit that mentions somebody adds them to its thread; bot authors report it, and Discord promises it nowhere.
    pub fn edits_add_to_threads(&self, yes: bool) {
        self.shared.change(|w| w.edits_add = yes);
    }

    /// Waits until the bot is connected to the gateway; false if it did not within the patience.
    pub async fn wait_for_bot(&self) -> bool {
        self.wait(self.patience(), |w| w.hub.bot_is_online().then_some(())).await.is_some()
    }

    /// Whether the bot is connected to the gateway now.
    pub fn bot_is_online(&self) -> bool {
        self.shared.read(|w| w.hub.bot_is_online())
    }

    /// Waits until the bot is connected and has registered this command.
    pub async fn wait_for_command(&self, name: &str) -> bool {
        let ready =
            |w: &World| w.hub.bot_is_online() && w.usable_commands().iter().any(|c| c["name"] == name);
        self.wait(self.patience(), |w| ready(w).then_some(())).await.is_some()
    }

    /// The registered commands of one scope as Discord's objects: those of the guild, or the global ones.
    pub fn commands_of(&self, in_guild: bool) -> Vec<Value> {
        self.shared.read(|w| w.scope_commands(in_guild.then_some(GUILD)))
    }

    /// The registered commands as Discord's objects.
    pub fn commands(&self) -> Vec<Value> {
        self.shared.read(World::usable_commands)
    }

    /// Sends the very same `INTERACTION_CREATE` (same id, same token) once more, as a resume may. Returns false if the
    /// interaction is not known.
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

    /// The token of an interaction, if it is known.
    pub fn token_of(&self, interaction_id: &str) -> Option<String> {
        let id = interaction_id.parse().ok()?;
        self.shared.read(|w| w.interactions.get(&id).map(|i| i.token.clone()))
    }

    /// Every recorded REST request, oldest first.
    pub fn requests(&self) -> Vec<Recorded> {
        self.shared.recorded.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Every request for a file that somebody attached to a command, oldest first. At Discord they go to the CDN, which
    /// is no part of REST.
    pub fn downloads(&self) -> Vec<Recorded> {
        self.shared.downloads.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Forgets the recorded requests.
    pub fn forget_requests(&self) {
        self.shared.downloads.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.shared.recorded.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// How many requests the rate limits refused (ordered faults not counted).
    pub fn rate_limited(&self) -> u64 {
        self.shared.limits.refused()
    }

    /// The faults to order.
    pub fn faults(&self) -> &Faults {
        &self.shared.faults
    }

    /// Interactions that failed with "The application did not respond", as messages that name them.
    pub fn failures(&self) -> Vec<String> {
        self.shared.read(|w| w.failures.clone())
    }

    /// How long scripted waits last at most.
    pub(super) fn patience(&self) -> Duration {
        self.shared.options.patience
    }

    /// Waits until `look` finds something in the world.
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
