//! What scripts see: messages, buttons, pictures and answers, as plain data.

use std::time::Duration;

use serde_json::Value;

use super::model::flag;
use super::tree;

/// A message as its reader sees it; the raw Discord object is in [`Message::json`].
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The message's id.
    pub id: String,
    /// The id of its channel.
    pub channel_id: String,
    /// The display name of its author ("Rookery", "Red").
    pub author: String,
    /// Its text; for a card, the content of its text displays, one per line.
    pub content: String,
    /// Discord's message object.
    pub json: Value,
    /// The nonce with which its author sent it; it is shown to nobody else.
    pub nonce: Option<String>,
    /// The bytes of its attachments, in order.
    pub files: Vec<ShownFile>,
}

/// An attachment with its bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownFile {
    /// The file name.
    pub name: String,
    /// The alt text ("" if none).
    pub description: String,
    /// The content type as served.
    pub content_type: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// A button of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownButton {
    /// What it says.
    pub label: String,
    /// What the bot receives when it is clicked ("" for a link).
    pub custom_id: String,
    /// Whether it is greyed out.
    pub disabled: bool,
}

impl Message {
    /// All buttons, row by row.
    pub fn buttons(&self) -> Vec<ShownButton> {
        let text = |c: &Value, key: &str| c[key].as_str().unwrap_or_default().to_owned();
        self.components()
            .filter(|c| c["type"] == 2)
            .map(|c| ShownButton {
                label: text(c, "label"),
                custom_id: text(c, "custom_id"),
                disabled: c["disabled"].as_bool().unwrap_or(false),
            })
            .collect()
    }

    /// The labels of all buttons.
    pub fn labels(&self) -> Vec<String> {
        self.buttons().into_iter().map(|b| b.label).collect()
    }

    /// All buttons and selects as Discord's objects, in rows and beside the sections of cards.
    pub fn components(&self) -> impl Iterator<Item = &Value> {
        tree::usable(self.json["components"].as_array().map_or(&[][..], Vec::as_slice))
    }

    /// Whether it is a card, made of components alone.
    pub fn is_card(&self) -> bool {
        self.json["flags"].as_u64().unwrap_or(0) & flag::COMPONENTS_V2 != 0
    }

    /// The first attachment that is a picture.
    pub fn picture(&self) -> Option<&ShownFile> {
        self.files.iter().find(|f| f.content_type.starts_with("image/"))
    }

    /// Whether only one person sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.json["flags"].as_u64().unwrap_or(0) & 64 != 0
    }

    /// Whether the bot has only said that it is thinking.
    pub fn is_thinking(&self) -> bool {
        self.json["flags"].as_u64().unwrap_or(0) & 128 != 0
    }

    /// The ids of the people whom this message pings.
    pub fn pings(&self) -> Vec<String> {
        let list = self.json["mentions"].as_array().map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(|u| u["id"].as_str().map(str::to_owned)).collect()
    }
}

/// The outcome of an interaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Upshot {
    /// A new message (public or ephemeral), or the edit that replaced "is thinking".
    Message,
    /// The message with the button was changed.
    Update,
    /// The click was acknowledged and nothing else came within the patience.
    Acknowledged,
    /// A form was opened.
    Modal,
    /// "The application did not respond".
    Failed(String),
    /// The client-side check refused; the bot never saw it.
    Refused(String),
}

/// The answer to a command, click, choice or form.
#[derive(Clone, Debug)]
#[must_use = "the bot may have refused, or not answered at all"]
pub struct Response {
    /// Id of the interaction ("" if refused).
    pub interaction_id: String,
    /// What happened.
    pub outcome: Upshot,
    /// The message that it made or changed.
    pub message: Option<Message>,
    /// Discord's modal object `{custom_id, title, components}`.
    pub modal: Option<Value>,
    /// The time from the event's dispatch to the whole answer.
    pub elapsed: Duration,
}

impl Response {
    /// The text that a person reads: the message's, or that of the failure or refusal.
    pub fn text(&self) -> &str {
        match (&self.outcome, &self.message) {
            (Upshot::Failed(text) | Upshot::Refused(text), _) => text,
            (_, Some(message)) => &message.content,
            _ => "",
        }
    }

    /// Whether the bot answered at all.
    pub fn answered(&self) -> bool {
        !matches!(self.outcome, Upshot::Failed(_) | Upshot::Refused(_))
    }

    /// Whether only the person who acted sees the answer.
    pub fn is_ephemeral(&self) -> bool {
        self.message.as_ref().is_some_and(Message::is_ephemeral)
    }

    /// The labels of the answer's buttons.
    pub fn labels(&self) -> Vec<String> {
        self.message.as_ref().map(Message::labels).unwrap_or_default()
    }
}

/// One request the bot made.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// `POST`, `PATCH`...
    pub method: String,
    /// The path without `/api/v10` and the query.
    pub path: String,
    /// The query string ("" if none).
    pub query: String,
    /// The JSON body (of a multipart one, the part `payload_json`); null if there is none.
    pub body: Value,
    /// Names and sizes of the files sent along.
    pub files: Vec<(String, usize)>,
    /// The status of the answer.
    pub status: u16,
    /// The JSON of the answer; null if there is none.
    pub answer: Value,
}
