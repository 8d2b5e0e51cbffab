//! Interactions: a person's action and the state of the bot's response.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use serde_json::{Value, json};

use super::id::Id;
use super::model::Cause;

/// Kinds of interactions, by Discord's numbers.
pub(crate) mod kind {
    pub const COMMAND: u8 = 2;
    pub const COMPONENT: u8 = 3;
    pub const AUTOCOMPLETE: u8 = 4;
    pub const MODAL: u8 = 5;
}

/// How long an interaction's token is valid.
pub(crate) const TOKEN_LIFE_MS: u64 = 15 * 60 * 1000;

/// Discord's message when a bot does not respond.
pub(crate) const NO_ANSWER: &str = "The application did not respond";

/// The state of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InteractionState {
    /// The bot has not responded yet.
    Waiting,
    /// The bot has responded with a callback of this type.
    Answered(u8),
    /// The bot did not respond in time.
    Failed,
}

/// A person's action that has passed the client-side checks.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub kind: u8,
    pub person: Id,
    pub channel: Id,
    pub data: Value,
    /// The message with the button, or with the button that opened the modal: channel and id.
    pub source: Option<(Id, Id)>,
    /// The name of the slash command. Its buttons and modals keep it.
    pub command: String,
    pub nonce: Option<String>,
    pub page: Option<u64>,
}

/// An interaction that was sent.
#[derive(Clone, Debug)]
pub(crate) struct SentInteraction {
    pub id: Id,
    pub token: String,
    pub act: Act,
    /// The event as it was sent.
    pub event: Arc<Value>,
    pub state: InteractionState,
    /// The message that the response created, or the button's message after an update.
    pub original: Option<(Id, Id)>,
    pub followups: Vec<Id>,
    pub choices: Option<Vec<Value>>,
    pub modal: Option<Value>,
    /// How often the original was edited with the interaction's token.
    pub edits: u32,
    pub sent: Instant,
    pub sent_ms: u64,
    /// The time until the first response or the failure.
    pub answered: Option<Duration>,
}

impl SentInteraction {
    /// Returns the interaction metadata for the messages that this interaction creates.
    pub fn cause(&self) -> Cause {
        Cause {
            id: self.id,
            kind: self.act.kind,
            user: self.act.person,
            name: self.act.command.clone(),
            message: self.act.source.map(|(_, id)| id),
        }
    }

    /// Builds a message to the page about this interaction's state.
    pub fn told(&self, state: &str) -> Value {
        let name = match self.act.kind {
            kind::COMMAND => "slash",
            kind::MODAL => "modal",
            kind::AUTOCOMPLETE => "autocomplete",
            _ => "component",
        };
        let mut told = json!({
            "t": "interaction", "nonce": self.act.nonce, "id": self.id, "state": state, "kind": name,
            "channel_id": self.act.channel, "message_id": self.act.source.map(|(_, id)| id), "command": self.act.command,
        });
        if state == "failed" {
            told["text"] = json!(NO_ANSWER);
        }
        told
    }
}
