//! The life of an interaction: from a person's action to the event, until the response or the deadline.

use std::sync::Arc;
use tokio::time::Instant;

use serde_json::{Value, json};

use super::World;
use super::objects::merge;
use crate::id::Id;
use crate::interaction::{Act, InteractionState, NO_ANSWER, SentInteraction, TOKEN_LIFE_MS, kind};
use crate::model::{APPLICATION, GUILD, StoredChannel};
use crate::permissions::{ATTACH_FILES, EMBED_LINKS};

impl World {
    /// Sends an action to the bot and returns the interaction's id.
    pub fn begin(&mut self, act: Act) -> Option<Id> {
        self.prune();
        // The server refuses requests that no client would send.
        if self.channels.get(&act.channel)?.thread.as_ref().is_some_and(|thread| thread.archived) {
            return None;
        }
        let id = self.fresh_id();
        let token = token_of(id);
        let event = self.event(id, &token, &act)?;
        let interaction = SentInteraction {
            id,
            token: token.clone(),
            act,
            event: Arc::new(event),
            state: InteractionState::Waiting,
            original: None,
            followups: Vec::new(),
            choices: None,
            modal: None,
            edits: 0,
            sent: Instant::now(),
            sent_ms: self.now(),
            answered: None,
        };
        if interaction.act.kind != kind::AUTOCOMPLETE {
            self.tell_actor(&interaction, &interaction.told("sent"));
        }
        self.dispatch_interaction(&Arc::clone(&interaction.event));
        self.tokens.insert(token, id);
        self.interactions.insert(id, interaction);
        Some(id)
    }

    /// Sends the event. A second call repeats it.
    pub fn dispatch_interaction(&mut self, event: &Value) {
        let in_guild = event.get("guild_id").is_some();
        let mut event = std::borrow::Cow::Borrowed(event);
        if let Some(alter) = &self.hub.alter.0 {
            alter(event.to_mut());
        }
        if let Some(outgoing) = &self.hub.outgoing {
            let id = Id::from_json(&event["id"]).unwrap_or_default();
            // Fails only when the stand-in is stopping and the receiver is gone.
            let _ = outgoing.send((id, event.to_string()));
            return;
        }
        self.hub.dispatch("INTERACTION_CREATE", 0, in_guild, &event, None);
    }

    /// Returns the app's permissions in a place without its bot.
    fn without_bot_may(&self, channel: &StoredChannel) -> u64 {
        if channel.is_dm() || !self.guild_install.commands {
            return ATTACH_FILES | EMBED_LINKS;
        }
        self.answers_may(channel)
    }

    /// Sends a message to the page of the person who acted.
    pub fn tell_actor(&self, interaction: &SentInteraction, told: &Value) {
        if let Some(page) = interaction.act.page {
            self.hub.tell_page(page, told);
        }
    }

    /// Fails an interaction whose first response is overdue.
    pub fn overdue(&mut self, id: Id) {
        let Some(interaction) = self.interactions.get_mut(&id) else {
            return;
        };
        if interaction.state != InteractionState::Waiting {
            return;
        }
        interaction.state = InteractionState::Failed;
        interaction.answered = Some(interaction.sent.elapsed());
        let interaction = interaction.clone();
        if interaction.act.kind == kind::AUTOCOMPLETE {
            let told = json!({ "t": "autocomplete", "nonce": interaction.act.nonce, "choices": [], "failed": true, "text": "Loading options failed" });
            self.tell_actor(&interaction, &told);
        } else {
            self.tell_actor(&interaction, &interaction.told("failed"));
        }
        let who = self.people.get(&interaction.act.person).map_or("?", |p| p.name.as_str());
        let custom_id = interaction.act.data["custom_id"].as_str().unwrap_or_default();
        let what = if interaction.act.kind == kind::COMPONENT { custom_id } else { &interaction.act.command };
        self.failures.push(format!("{NO_ANSWER}: kind {} {what:?} by {who}, id {id}", interaction.act.kind));
    }

    fn prune(&mut self) {
        if self.interactions.len() % 256 != 255 {
            return;
        }
        let oldest = self.now().saturating_sub(TOKEN_LIFE_MS + 60_000);
        self.interactions.retain(|_, i| i.sent_ms >= oldest);
        let kept = &self.interactions;
        self.tokens.retain(|_, id| kept.contains_key(id));
    }

    fn event(&self, id: Id, token: &str, act: &Act) -> Option<Value> {
        let person = self.people.get(&act.person)?;
        let channel = self.channels.get(&act.channel)?;
        let here = self.bot_is_in(channel);
        let app_permissions =
            if here { self.permissions_in(self.bot(), channel) } else { self.without_bot_may(channel) };
        // A button may belong to another person's message. The app posted that message for its author's
        // command.
        let source = act.source.and_then(|(place, message)| self.find_message(place, message));
        let owner = source.and_then(|m| m.interaction.as_ref()).map_or(act.person, |cause| cause.user);
        let mut event = json!({
            "id": id, "application_id": APPLICATION, "type": act.kind, "token": token, "version": 1, "data": act.data,
            "channel_id": channel.id, "channel": self.channel_for(channel, person), "locale": "en-US",
            "app_permissions": app_permissions.to_string(), "entitlements": [], "entitlement_sku_ids": [],
            "authorizing_integration_owners": self.integration_owners(channel.id, owner),
            "context": self.context_of(channel), "attachment_size_limit": 10 * 1024 * 1024,
        });
        if channel.is_dm() {
            event["user"] = self.user(person.id);
        } else {
            let mut member = Self::member(person);
            member["permissions"] = json!(self.permissions_in(person, channel).to_string());
            let guild = json!({ "id": GUILD, "locale": "en-US", "features": [] });
            merge(
                &mut event,
                json!({ "guild_id": GUILD, "guild": guild, "guild_locale": "en-US", "member": member }),
            );
        }
        if let Some((place, message)) = act.source
            && let Some(message) = self.find_message(place, message)
        {
            event["message"] = self.message(message);
        }
        Some(event)
    }
}

/// Creates a token as long and as opaque as Discord's.
fn token_of(id: Id) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let noise: String = (0..150).map(|_| char::from(letters[fastrand::usize(..letters.len())])).collect();
    format!("aW50ZXJhY3Rpb246{id}{noise}")
}
