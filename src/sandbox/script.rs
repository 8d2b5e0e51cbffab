//! The scriptable side: what a test does with a stand-in.

use std::time::Duration;

use super::{Faults, Message, Options, Recorded, Response};

/// Why a stand-in could not start, in one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(pub(crate) String);

/// A running stand-in. Clones are handles to the same one; it ends with [`StandIn::stop`] or its runtime.
#[derive(Clone)]
pub struct StandIn;

/// Starts the stand-in for people: like [`StandIn::start`]; a taken port is told by [`StandIn::notice`] and the
/// next free one of the following hundred is used.
///
/// # Errors
/// The data directory cannot be used, or no port is free.
pub async fn serve(options: Options) -> Result<StandIn, StartError> {
    StandIn::start(options).await
}

#[allow(unused_variables, clippy::unused_async, clippy::unused_self)]
impl StandIn {
    /// Binds 127.0.0.1, reads the data directory and serves on the current tokio runtime.
    ///
    /// # Errors
    /// The data directory cannot be used, or no port is free.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        Ok(Self)
    }
    /// Stops listening and closes every connection; the data directory may be opened again afterwards.
    pub async fn stop(&self) {}
    /// The base of REST, gateway and page: `http://127.0.0.1:PORT`. Routes are `/api/v10/...`.
    pub fn url(&self) -> String {
        String::new()
    }
    /// "Port 8791 is taken, so the sandbox is at http://127.0.0.1:8792/.", if it was.
    pub fn notice(&self) -> Option<&str> {
        None
    }
    /// The bot's token.
    pub fn token(&self) -> &str {
        ""
    }
    /// Id of the application, which is also the bot's user id.
    pub fn application_id(&self) -> u64 {
        0
    }
    /// Id of the guild "The Rookery".
    pub fn guild_id(&self) -> u64 {
        0
    }
    /// A person by name ("red", "blue", "green", or one added), acting in #general until `in_channel`. A name not
    /// known yet joins the guild.
    pub fn member(&self, name: &str) -> Member {
        Member
    }
    /// A channel by name ("general", "games", "quiet", a thread's name); made if there is none.
    pub fn channel(&self, name: &str) -> Channel {
        Channel
    }
    /// A channel or thread by id.
    pub fn channel_by_id(&self, id: &str) -> Option<Channel> {
        None
    }
    /// The threads of the guild, oldest first.
    pub fn threads(&self) -> Vec<Channel> {
        Vec::new()
    }
    /// Waits until the bot is connected to the gateway; false if it did not within the patience.
    pub async fn wait_for_bot(&self) -> bool {
        false
    }
    /// Waits until the bot is connected and has registered this command.
    pub async fn wait_for_command(&self, name: &str) -> bool {
        false
    }
    /// The registered commands as Discord's objects.
    pub fn commands(&self) -> Vec<serde_json::Value> {
        Vec::new()
    }
    /// Sends the very same INTERACTION_CREATE (same id, same token) once more, as a resume may.
    pub fn replay(&self, interaction_id: &str) -> bool {
        false
    }
    /// Every REST request so far, oldest first.
    pub fn requests(&self) -> Vec<Recorded> {
        Vec::new()
    }
    /// Forgets the recorded requests.
    pub fn forget_requests(&self) {}
    /// Failures to order.
    pub fn faults(&self) -> &Faults {
        static NONE: std::sync::OnceLock<Faults> = std::sync::OnceLock::new();
        NONE.get_or_init(Faults::default)
    }
    /// Asks the bot to reconnect (op 7).
    pub fn gateway_reconnect(&self) {}
    /// Says the session is invalid (op 9).
    pub fn gateway_invalidate(&self, resumable: bool) {}
    /// Closes the gateway with this code; None cuts the TCP connection without a close frame.
    pub fn gateway_close(&self, code: Option<u16>) {}
    /// Interactions that failed with "The application did not respond", as sentences that name them.
    pub fn failures(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A person of the guild, acting in one channel.
#[derive(Clone)]
pub struct Member;

#[allow(unused_variables, clippy::unused_async, clippy::unused_self)]
impl Member {
    /// User id as text, as options and mentions want it.
    pub fn id(&self) -> &str {
        ""
    }
    /// Display name ("Red").
    pub fn name(&self) -> &str {
        ""
    }
    /// The same person in another channel (by name, made if there is none; "dm" is the DM with the bot).
    #[must_use]
    pub fn in_channel(&self, name: &str) -> Self {
        Self
    }
    /// The same person in this channel or thread.
    #[must_use]
    pub fn at(&self, channel: &Channel) -> Self {
        Self
    }
    /// The channel this person acts in.
    pub fn channel(&self) -> Channel {
        Channel
    }
    /// Uses a slash command and waits for the whole answer. Values are texts, as typed; a subcommand follows the
    /// name after a space.
    pub async fn slash(&self, command: &str, options: &[(&str, &str)]) -> Response {
        Response {
            interaction_id: String::new(),
            outcome: super::Outcome::Acknowledged,
            message: None,
            modal: None,
            elapsed: Duration::ZERO,
        }
    }
    /// What autocomplete offers for a line such as `/move ni` or `/moves square: e`: (name, value) pairs. Without
    /// an option's name the text is for the first option that completes. `Err` holds the sentence shown instead.
    ///
    /// # Errors
    /// The application did not respond, or the line fits no command.
    pub async fn types(&self, line: &str) -> Result<Vec<(String, String)>, String> {
        Ok(Vec::new())
    }
    /// Clicks the button with this label (or custom id) and waits for the answer. The message is taken as it
    /// stands now, so an old copy may be passed.
    pub async fn click(&self, message: &Message, button: &str) -> Response {
        Response {
            interaction_id: String::new(),
            outcome: super::Outcome::Acknowledged,
            message: None,
            modal: None,
            elapsed: Duration::ZERO,
        }
    }
    /// Clicks a button by a custom id the message need not carry any more, as a slow client might.
    pub async fn click_stale(&self, message: &Message, custom_id: &str) -> Response {
        Response {
            interaction_id: String::new(),
            outcome: super::Outcome::Acknowledged,
            message: None,
            modal: None,
            elapsed: Duration::ZERO,
        }
    }
    /// Chooses values (or labels) in the select with this custom id or placeholder.
    pub async fn select(&self, message: &Message, select: &str, values: &[&str]) -> Response {
        Response {
            interaction_id: String::new(),
            outcome: super::Outcome::Acknowledged,
            message: None,
            modal: None,
            elapsed: Duration::ZERO,
        }
    }
    /// Fills in the modal that `response` opened: (custom id or label, text) pairs.
    pub async fn submit(&self, response: &Response, values: &[(&str, &str)]) -> Response {
        Response {
            interaction_id: String::new(),
            outcome: super::Outcome::Acknowledged,
            message: None,
            modal: None,
            elapsed: Duration::ZERO,
        }
    }
    /// Writes a message.
    ///
    /// # Errors
    /// The sentence of the refusal (too long, no permission).
    pub fn say(&self, text: &str) -> Result<Message, String> {
        Err(String::new())
    }
    /// This person's ephemeral messages in the channel, oldest first.
    pub fn ephemerals(&self) -> Vec<Message> {
        Vec::new()
    }
    /// Gives or takes guild-wide permissions (bits of Discord's table, such as `1 << 4` for Manage Channels).
    pub fn set_permissions(&self, give: u64, take: u64) {}
}

/// A text channel, thread or DM.
#[derive(Clone)]
pub struct Channel;

#[allow(unused_variables, clippy::unused_async, clippy::unused_self)]
impl Channel {
    /// Its id as text.
    pub fn id(&self) -> &str {
        ""
    }
    /// Its name ("" for a DM).
    pub fn name(&self) -> String {
        String::new()
    }
    /// All public messages, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        Vec::new()
    }
    /// The newest public message.
    pub fn last(&self) -> Option<Message> {
        None
    }
    /// A message as it stands now.
    pub fn message(&self, id: &str) -> Option<Message> {
        None
    }
    /// Waits for the first (oldest) message that fits; None when the patience ends.
    pub async fn wait_for(&self, fits: impl Fn(&Message) -> bool + Send) -> Option<Message> {
        None
    }
    /// The same with its own patience.
    pub async fn wait_within(
        &self,
        patience: Duration,
        fits: impl Fn(&Message) -> bool + Send,
    ) -> Option<Message> {
        None
    }
    /// Forbids the bot these permissions here (bits of Discord's table).
    pub fn deny_bot(&self, bits: u64) {}
    /// Takes all overrides for the bot back.
    pub fn allow_bot(&self) {}
    /// Deletes the channel as a person would (CHANNEL_DELETE or THREAD_DELETE).
    pub fn delete(&self) {}
    /// Whether it is still there.
    pub fn exists(&self) -> bool {
        false
    }
}
