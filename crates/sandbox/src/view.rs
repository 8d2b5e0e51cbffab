//! Messages, buttons, files and responses as plain data for scripts.

use std::time::Duration;

use serde_json::Value;

use super::model::flag;
use super::tree;

/// A message as its reader sees it. The raw Discord object is in [`Message::json`].
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The message's id.
    pub id: String,
    /// The id of the message's channel.
    pub channel_id: String,
    /// The display name of the message's author ("Rookery", "Red").
    pub author: String,
    /// The message's text. For a card, the content of its text displays, one per line.
    pub content: String,
    /// Discord's message object.
    pub json: Value,
    /// The nonce with which its author sent it. Discord shows it to no other user.
    pub nonce: Option<String>,
    /// The attachments with their bytes, in order.
    pub files: Vec<ShownFile>,
}

/// An attachment with its bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownFile {
    /// The file name.
    pub name: String,
    /// The alt text. Empty if there is none.
    pub description: String,
    /// The content type as served.
    pub content_type: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

/// A button of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownButton {
    /// The button's text.
    pub label: String,
    /// The custom id that the bot receives on a click. Empty for a link.
    pub custom_id: String,
    /// Whether the button is disabled.
    pub disabled: bool,
}

impl Message {
    /// Returns all buttons, row by row.
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

    /// Returns the labels of all buttons.
    pub fn labels(&self) -> Vec<String> {
        self.buttons().into_iter().map(|b| b.label).collect()
    }

    /// Returns all buttons and selects as Discord's objects, including accessories of sections.
    pub fn components(&self) -> impl Iterator<Item = &Value> {
        tree::usable(self.json["components"].as_array().map_or(&[][..], Vec::as_slice))
    }

    /// Whether it is a Components V2 message ("card").
    pub fn is_card(&self) -> bool {
        self.json["flags"].as_u64().unwrap_or(0) & flag::COMPONENTS_V2 != 0
    }

    /// Returns the first attachment that is a picture.
    pub fn picture(&self) -> Option<&ShownFile> {
        self.files.iter().find(|f| f.content_type.starts_with("image/"))
    }

    /// Whether the message is ephemeral.
    pub fn is_ephemeral(&self) -> bool {
        self.json["flags"].as_u64().unwrap_or(0) & 64 != 0
    }

    /// Whether the message is still the "is thinking" placeholder.
    pub fn is_thinking(&self) -> bool {
        self.json["flags"].as_u64().unwrap_or(0) & 128 != 0
    }

    /// Returns the ids of the people whom this message pings.
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
    /// The click was acknowledged and nothing else followed within the patience.
    Acknowledged,
    /// A modal was opened.
    Modal,
    /// "The application did not respond".
    Failed(String),
    /// The client-side check refused. The bot received nothing.
    Refused(String),
}

/// The bot's response to a command, click, choice or modal.
#[derive(Clone, Debug)]
#[must_use = "the bot may have refused, or not answered at all"]
pub struct Response {
    /// The id of the interaction. Empty if refused.
    pub interaction_id: String,
    /// The kind of outcome.
    pub outcome: Upshot,
    /// The message that the response created or changed.
    pub message: Option<Message>,
    /// Discord's modal object `{custom_id, title, components}`.
    pub modal: Option<Value>,
    /// The time from the event's dispatch to the complete response.
    pub elapsed: Duration,
}

impl Response {
    /// Returns the text that a person reads: the message's, or that of the failure or refusal.
    pub fn text(&self) -> &str {
        match (&self.outcome, &self.message) {
            (Upshot::Failed(text) | Upshot::Refused(text), _) => text,
            (_, Some(message)) => &message.content,
            _ => "",
        }
    }

    /// Whether the bot responded at all.
    pub fn answered(&self) -> bool {
        !matches!(self.outcome, Upshot::Failed(_) | Upshot::Refused(_))
    }

    /// Whether only the person who acted sees the response.
    pub fn is_ephemeral(&self) -> bool {
        self.message.as_ref().is_some_and(Message::is_ephemeral)
    }

    /// Returns the labels of the response's buttons.
    pub fn labels(&self) -> Vec<String> {
        self.message.as_ref().map(Message::labels).unwrap_or_default()
    }
}

/// A request that the bot made.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// `POST`, `PATCH` etc.
    pub method: String,
    /// The path without `/api/v10` and the query.
    pub path: String,
    /// The query string ("" if none).
    pub query: String,
    /// The JSON body, or for multipart the part `payload_json`. Null if there is none.
    pub body: Value,
    /// Names and sizes of the files sent along.
    pub files: Vec<(String, usize)>,
    /// The status of the response.
    pub status: u16,
    /// The JSON of the response. Null if there is none.
    pub answer: Value,
}
