//! A person, as scripts use them.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::id::Id;
use crate::interaction::{Act, InteractionState, NO_ANSWER, SentInteraction};
use crate::model::{APPLICATION, flag};
use crate::view::{Message, Response, Upshot};
use crate::world::World;
use crate::world::act::{Actor, ClientRefusal};
use crate::world::answer::callback;
use crate::world::people::AskedThread;

use super::channel::view;
use super::{Channel, StandIn, line};

/// If nothing follows an acknowledged click within this time, the acknowledgement is the response.
const ONLY_ACKNOWLEDGED: Duration = Duration::from_secs(1);

/// A person of the guild, acting in one channel.
#[derive(Clone)]
pub struct Member {
    pub(super) discord: StandIn,
    pub(super) person: Id,
    id: String,
    name: String,
    channel: Channel,
}

impl Member {
    pub(super) fn new(discord: StandIn, person: Id, name: &str, channel: Channel) -> Self {
        Self { discord, person, id: person.to_string(), name: name.to_owned(), channel }
    }

    /// The user id as text, as options expect it.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The display name ("Red").
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `<@id>`, as it appears in messages.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Returns this person in another channel.
    ///
    /// The channel is found by name and created if missing. "dm" is the DM with the bot.
    #[must_use]
    pub fn in_channel(&self, name: &str) -> Self {
        if name == "dm" {
            let id = self.discord.shared.change(|w| w.dm(APPLICATION, self.person).id);
            return self.at(&Channel::new(self.discord.clone(), id));
        }
        self.at(&self.discord.channel(name))
    }

    /// Returns this person in the direct messages with another one, without the bot.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let id = self.discord.shared.change(|w| w.dm(self.person, other.person).id);
        self.at(&Channel::new(self.discord.clone(), id))
    }

    /// Installs the app for this person, who can then use it everywhere.
    pub fn install(&self) {
        self.discord.shared.change(|w| w.install(self.person));
    }

    /// Leaves the guild.
    pub fn leave(&self) {
        self.discord.shared.change(|w| w.set_left(self.person, true));
    }

    /// Joins the guild again.
    pub fn come_back(&self) {
        self.discord.shared.change(|w| w.set_left(self.person, false));
    }

    /// Returns this person in the given channel or thread.
    #[must_use]
    pub fn at(&self, channel: &Channel) -> Self {
        Self { channel: channel.clone(), ..self.clone() }
    }

    /// Returns the channel this person acts in.
    pub fn channel(&self) -> Channel {
        self.channel.clone()
    }

    fn actor(&self, channel: Id) -> Actor {
        Actor { person: self.person, channel, nonce: None, page: None }
    }

    /// Uses a slash command and waits for the complete response.
    ///
    /// Values are texts, as typed. A subcommand follows the name after a space.
    pub async fn slash(&self, command: &str, options: &[(&str, &str)]) -> Response {
        let (sent, patience) = (self.send_slash(command, options), self.discord.patience());
        self.await_answer(sent, patience).await
    }

    /// Uses a user command on another person.
    pub async fn of_person(&self, target: &Self, command: &str) -> Response {
        let (id, actor) = (target.id.parse().unwrap_or_default(), self.actor(self.channel.id));
        let sent = self.begin(|w| w.of_person(&actor, command, id));
        self.await_answer(sent, self.discord.patience()).await
    }

    /// Uses a message command.
    pub async fn of_message(&self, message: &Message, command: &str) -> Response {
        let (channel, id) = place(message);
        let sent = self.begin(|w| w.of_message(&self.actor(channel), command, id));
        self.await_answer(sent, self.discord.patience()).await
    }

    /// Uses a slash command and returns the interaction's id at once, without waiting for the response.
    ///
    /// # Errors
    /// The message of the client-side check.
    pub fn slash_now(&self, command: &str, options: &[(&str, &str)]) -> Result<String, String> {
        self.send_slash(command, options).map(|id| id.to_string()).map_err(|refused| refused.text)
    }

    /// Waits for the complete response to an interaction that was sent before.
    pub async fn answer_to(&self, interaction_id: &str) -> Response {
        let known = interaction_id.parse().map_err(|_| ClientRefusal::new("There is no such interaction."));
        self.await_answer(known, self.discord.patience()).await
    }

    pub(super) fn send_slash(&self, command: &str, options: &[(&str, &str)]) -> Result<Id, ClientRefusal> {
        let command = command.strip_prefix('/').unwrap_or(command);
        let (name, path) = command.split_once(' ').unwrap_or((command, ""));
        let mut list: Value =
            options.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        for sub in path.split_whitespace().rev() {
            list = json!([{ "name": sub, "options": list }]);
        }
        self.begin(|w| w.slash(&self.actor(self.channel.id), name, &list))
    }

    /// Returns the autocomplete choices for a line such as `/move ni` or `/moves square: e`.
    ///
    /// Each choice is a (name, value) pair, with the value as text. Without an option's name, the text is for
    /// the first option with autocomplete.
    ///
    /// # Errors
    /// The message shown instead: the application did not respond, or the line fits no command.
    pub async fn types(&self, typed: &str) -> Result<Vec<(String, String)>, String> {
        let line = line::read(typed, &self.discord.commands())?;
        let actor = self.actor(self.channel.id);
        let sent = self.begin(|w| w.autocomplete(&actor, &line.command, &line.options, &line.focused));
        let id = sent.map_err(|refused| refused.text)?;
        let choices = |w: &World| match w.interactions.get(&id) {
            Some(SentInteraction { choices: Some(choices), .. }) => Some(Ok(choices.clone())),
            Some(SentInteraction { state: InteractionState::Failed, .. }) => Some(Err(NO_ANSWER.to_owned())),
            _ => None,
        };
        let found = self.discord.wait(self.discord.patience(), choices).await;
        let text = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
        let pair = |c: &Value| (text(&c["name"]), text(&c["value"]));
        found.unwrap_or_else(|| Err(NO_ANSWER.to_owned())).map(|list| list.iter().map(pair).collect())
    }

    /// Clicks the button with this label (or custom id) and waits for the response.
    ///
    /// Uses the message's current state, so an old copy may be passed.
    pub async fn click(&self, message: &Message, button: &str) -> Response {
        let sent = self.send_click(message, button);
        self.await_answer(sent, self.discord.patience()).await
    }

    /// Clicks and returns the interaction's id at once, without waiting for the response.
    ///
    /// # Errors
    /// The message of the client-side check.
    pub fn click_now(&self, message: &Message, button: &str) -> Result<String, String> {
        self.send_click(message, button).map(|id| id.to_string()).map_err(|refused| refused.text)
    }

    fn send_click(&self, message: &Message, button: &str) -> Result<Id, ClientRefusal> {
        let (channel, id) = place(message);
        let now = self.discord.shared.read(|w| w.find_message(channel, id).map(|m| view(w, m)));
        let buttons = now.map(|m| m.buttons()).unwrap_or_default();
        let found = buttons.into_iter().find(|b| b.label == button || b.custom_id == button);
        let custom_id = found.map_or_else(|| button.to_owned(), |b| b.custom_id);
        self.begin(|w| w.component(&self.actor(channel), id, &custom_id, None, false))
    }

    /// Clicks a button by a custom id that the message may no longer have, as a slow client might.
    pub async fn click_stale(&self, message: &Message, custom_id: &str) -> Response {
        let (channel, id) = place(message);
        let sent = self.begin(|w| w.component(&self.actor(channel), id, custom_id, None, true));
        self.await_answer(sent, self.discord.patience()).await
    }

    /// Chooses values in a select that the message may no longer have, as a slow client might.
    pub async fn select_stale(&self, message: &Message, custom_id: &str, values: &[&str]) -> Response {
        let (channel, id) = place(message);
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        let sent = self.begin(|w| w.component(&self.actor(channel), id, custom_id, Some(&values), true));
        self.await_answer(sent, self.discord.patience()).await
    }

    /// Chooses values (or labels) in the select with this custom id or placeholder.
    pub async fn select(&self, message: &Message, select: &str, values: &[&str]) -> Response {
        let (channel, id) = place(message);
        let now = self.discord.shared.read(|w| w.find_message(channel, id).map(|m| view(w, m)));
        let named = |c: &&Value| c["type"] != 2 && (c["custom_id"] == select || c["placeholder"] == select);
        let menu = now.as_ref().and_then(|m| m.components().find(named)).cloned().unwrap_or_default();
        let value_of = |label: &str| {
            let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
            let found = options.iter().find(|o| o["value"] == label || o["label"] == label);
            found.and_then(|o| o["value"].as_str()).unwrap_or(label).to_owned()
        };
        let values: Vec<String> = values.iter().map(|v| value_of(v)).collect();
        let custom_id = menu["custom_id"].as_str().unwrap_or(select).to_owned();
        let sent = self.begin(|w| w.component(&self.actor(channel), id, &custom_id, Some(&values), false));
        self.await_answer(sent, self.discord.patience()).await
    }

    /// Submits the modal that `response` opened, from (custom id or label, text) pairs.
    ///
    /// Other fields keep their content. Several pairs for one field choose several of its options, and an
    /// empty text chooses none.
    pub async fn submit(&self, response: &Response, values: &[(&str, &str)]) -> Response {
        let of = |name: &str| {
            let given: Vec<&str> = values.iter().filter(|(k, _)| *k == name).map(|(_, v)| *v).collect();
            if let [one] = given[..] { json!(one) } else { json!(given) }
        };
        let values: Map<String, Value> = values.iter().map(|(k, _)| ((*k).to_owned(), of(k))).collect();
        let opened: Id = response.interaction_id.parse().unwrap_or_default();
        let sent = self.begin(|w| {
            let channel = w.interactions.get(&opened).map_or(self.channel.id, |i| i.act.channel);
            w.modal(&self.actor(channel), opened, &values)
        });
        self.await_answer(sent, self.discord.patience()).await
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The reason for the refusal (too long, no permission).
    pub fn say(&self, text: &str) -> Result<Message, String> {
        let actor = self.actor(self.channel.id);
        let said = self.discord.shared.change(|w| {
            let id = w.say(&actor, text)?;
            w.find_message(actor.channel, id)
                .map(|m| view(w, m))
                .ok_or_else(|| ClientRefusal::new("This message is gone."))
        });
        said.map_err(|refused| refused.text)
    }

    /// Starts a thread without a message in the channel, or a post in a forum.
    ///
    /// `auto_archive` is the silence in minutes after which it is archived.
    ///
    /// # Errors
    /// The reason for the refusal.
    pub fn start_thread(&self, name: &str, private: bool, auto_archive: u32) -> Result<Channel, String> {
        let asked = AskedThread { name, message: None, private, auto_archive };
        let actor = self.actor(self.channel.id);
        let made = self.discord.shared.change(|w| w.make_thread(&actor, asked));
        made.map(|id| Channel::new(self.discord.clone(), id)).map_err(|refused| refused.text)
    }

    /// Unarchives the thread, as clients do before they send a message.
    ///
    /// # Errors
    /// The reason for the refusal.
    pub fn unarchive(&self) -> Result<(), String> {
        let actor = self.actor(self.channel.id);
        self.discord.shared.change(|w| w.unarchive(&actor)).map_err(|refused| refused.text)
    }

    /// Returns this person's ephemeral messages in the channel, oldest first.
    pub fn ephemerals(&self) -> Vec<Message> {
        self.discord.shared.read(|w| {
            let list = w.messages.get(&self.channel.id).into_iter().flat_map(|l| l.values());
            list.filter(|m| m.only_for == Some(self.person)).map(|m| view(w, m)).collect()
        })
    }

    /// Grants or revokes guild-wide permissions (Discord's bits, such as `1 << 4` for Manage Channels).
    pub fn set_permissions(&self, give: u64, take: u64) {
        self.discord.shared.change(|w| {
            if let Some(mut person) = w.people.get(&self.person).cloned() {
                (person.give, person.take) = (give, take);
                w.put_person(person);
            }
        });
    }

    /// Gives the person this role of the guild.
    ///
    /// # Panics
    /// If there is no such role.
    pub fn take_role(&self, name: &str) {
        self.discord.shared.change(|w| {
            let role = w.roles.iter().find(|role| role.name == name).expect("a role of the guild").id;
            if let Some(mut person) = w.people.get(&self.person).cloned() {
                person.roles.push(role);
                w.put_person(person);
            }
        });
    }

    /// Accepts direct messages from the bot, or refuses them (50007).
    pub fn take_direct_messages(&self, takes: bool) {
        self.discord.shared.change(|w| {
            if let Some(mut person) = w.people.get(&self.person).cloned() {
                person.closed_dms = !takes;
                w.put_person(person);
            }
        });
    }

    fn begin(&self, check: impl FnOnce(&World) -> Result<Act, ClientRefusal>) -> Result<Id, ClientRefusal> {
        let act = self.discord.shared.read(check)?;
        self.discord.shared.begin(act).ok_or_else(|| ClientRefusal::new("The channel is gone."))
    }

    pub(super) async fn await_answer(&self, sent: Result<Id, ClientRefusal>, patience: Duration) -> Response {
        let response = |id: String, outcome| Response {
            interaction_id: id,
            outcome,
            message: None,
            modal: None,
            elapsed: Duration::ZERO,
        };
        let id = match sent {
            Ok(id) => id,
            Err(refused) => return response(String::new(), Upshot::Refused(refused.text)),
        };
        let whole = self.discord.wait(patience.min(ONLY_ACKNOWLEDGED), |w| answer(w, id, false)).await;
        let whole = match whole {
            Some(whole) => Some(whole),
            None => {
                self.discord.wait(patience.saturating_sub(ONLY_ACKNOWLEDGED), |w| answer(w, id, true)).await
            }
        };
        whole.unwrap_or_else(|| {
            response(
                id.to_string(),
                Upshot::Failed(format!("No whole answer within {} s", patience.as_secs())),
            )
        })
    }
}

fn place(message: &Message) -> (Id, Id) {
    (message.channel_id.parse().unwrap_or_default(), message.id.parse().unwrap_or_default())
}

/// Returns the response, once it is complete. With `at_last` a bare acknowledgement counts too.
fn answer(world: &World, id: Id, at_last: bool) -> Option<Response> {
    let interaction = world.interactions.get(&id)?;
    let original = interaction.original.and_then(|(c, m)| world.find_message(c, m));
    let followup =
        interaction.followups.first().and_then(|m| world.find_message(interaction.act.channel, *m));
    let (outcome, message) = match interaction.state {
        InteractionState::Failed => (Upshot::Failed(NO_ANSWER.to_owned()), None),
        InteractionState::Answered(callback::MODAL) => (Upshot::Modal, None),
        InteractionState::Answered(callback::UPDATE) => (Upshot::Update, original),
        InteractionState::Answered(callback::DEFER_UPDATE) if interaction.edits > 0 => {
            (Upshot::Update, original)
        }
        InteractionState::Answered(callback::DEFER_UPDATE) if followup.is_some() => {
            (Upshot::Message, followup)
        }
        InteractionState::Answered(callback::DEFER_UPDATE | callback::CHOICES) if at_last => {
            (Upshot::Acknowledged, original)
        }
        InteractionState::Waiting
        | InteractionState::Answered(callback::DEFER_UPDATE | callback::CHOICES) => return None,
        InteractionState::Answered(callback::DEFER)
            if original.is_some_and(|m| m.flags & flag::LOADING != 0) =>
        {
            return None;
        }
        InteractionState::Answered(_) => (Upshot::Message, original),
    };
    let at_once = matches!(
        interaction.state,
        InteractionState::Failed
            | InteractionState::Answered(callback::MESSAGE | callback::UPDATE | callback::MODAL)
    );
    Some(Response {
        interaction_id: id.to_string(),
        outcome,
        message: message.map(|m| view(world, m)),
        modal: interaction.modal.clone(),
        elapsed: interaction.answered.filter(|_| at_once).unwrap_or_else(|| interaction.sent.elapsed()),
    })
}
