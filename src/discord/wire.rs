//! Plain replies turned into Discord's JSON by serenity's builders.

use serde_json::{Value, json};
use serenity::all::{
    AutocompleteChoice, ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateAutocompleteResponse, CreateButton, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateMessage, Nonce, UserId,
};

use super::reply::{ALT_MAX, Answer, Button, CHOICES_MAX, CONTENT_MAX, Picture, ROW_MAX, Reply, Style, cut};

fn rows(buttons: &[Button]) -> Vec<CreateActionRow> {
    buttons
        .chunks(ROW_MAX)
        .map(|row| {
            let row = row.iter().map(|button| {
                CreateButton::new(button.id.to_string()).label(button.label).style(match button.style {
                    Style::Yes => ButtonStyle::Success,
                    Style::Danger => ButtonStyle::Danger,
                    Style::Plain => ButtonStyle::Secondary,
                })
            });
            CreateActionRow::Buttons(row.collect())
        })
        .collect()
}

/// Nobody is pinged but the one who is named; in particular nothing in a person's text pings.
fn mentions(ping: Option<u64>) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(ping.map(UserId::new))
}

fn attachment(picture: &Picture) -> CreateAttachment {
    // The bytes travel beside the JSON; only name and description are in it.
    CreateAttachment::bytes(Vec::new(), picture.name.clone()).description(cut(&picture.alt, ALT_MAX))
}

/// The body of `POST /interactions/{id}/{token}/callback`.
///
/// # Panics
/// Never: the builders hold nothing that JSON has no form for.
pub fn callback(answer: &Answer) -> Value {
    let response = match answer {
        Answer::Message(reply) => {
            let mut message = CreateInteractionResponseMessage::new()
                .content(said(&reply.text))
                .allowed_mentions(mentions(reply.ping))
                .components(rows(&reply.buttons));
            if reply.private {
                message = message.ephemeral(true);
            }
            if let Some(picture) = &reply.picture {
                message = message.add_file(attachment(picture));
            }
            CreateInteractionResponse::Message(message)
        }
        Answer::Update(text) => CreateInteractionResponse::UpdateMessage(
            CreateInteractionResponseMessage::new()
                .content(said(text))
                .allowed_mentions(mentions(None))
                .components(Vec::new()),
        ),
        Answer::Choices(choices) => {
            let choices = choices.iter().take(CHOICES_MAX);
            let choices = choices.map(|c| AutocompleteChoice::new(c.name.clone(), c.value.clone())).collect();
            CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new().set_choices(choices))
        }
    };
    let mut body = serde_json::to_value(response).expect("builders serialise");
    // The builder writes an empty list where nothing was said, and that takes the picture off the message.
    if matches!(answer, Answer::Update(_))
        && let Some(data) = body["data"].as_object_mut()
    {
        data.remove("attachments");
    }
    body
}

/// The body of `POST /channels/{id}/messages`. Two requests with the same `nonce` (at most 25 characters) make one
/// message, if no more than some minutes lie between them.
///
/// # Panics
/// Never: the builders hold nothing that JSON has no form for.
pub fn message(reply: &Reply, nonce: &str) -> Value {
    let message = plain(reply).nonce(Nonce::String(nonce.to_owned())).enforce_nonce(true);
    serde_json::to_value(message).expect("builders serialise")
}

/// The body of `POST /webhooks/{application}/{token}`: a further message, which knows no nonce.
///
/// # Panics
/// Never: the builders hold nothing that JSON has no form for.
pub fn follow_up(reply: &Reply) -> Value {
    let mut body = serde_json::to_value(plain(reply)).expect("builders serialise");
    if let Some(body) = body.as_object_mut() {
        for key in ["nonce", "enforce_nonce", "sticker_ids"] {
            body.remove(key);
        }
    }
    body
}

fn plain(reply: &Reply) -> CreateMessage {
    let message = CreateMessage::new()
        .content(said(&reply.text))
        .allowed_mentions(mentions(reply.ping))
        .components(rows(&reply.buttons));
    match &reply.picture {
        Some(picture) => message.add_file(attachment(picture)),
        None => message,
    }
}

/// A text as a message may hold it: what people typed may come back in it, so nothing invisible goes out.
fn said(text: &str) -> String {
    let visible = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
    cut(&text.chars().map(visible).collect::<String>(), CONTENT_MAX)
}

/// The body of `PATCH /channels/{id}/messages/{id}` that takes the buttons away and leaves the rest.
pub fn without_buttons() -> Value {
    json!({ "components": [] })
}

/// The same, with another text.
pub fn new_text(text: &str) -> Value {
    json!({ "content": said(text), "components": [], "allowed_mentions": { "parse": [] } })
}
