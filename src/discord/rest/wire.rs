//! Converts replies to Discord's JSON, with serenity's builders if they suffice.

mod form;

use serde_json::{Value, json};
use serenity::all::{
    AutocompleteChoice, ButtonStyle, ChannelId, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateAutocompleteResponse, CreateButton, CreateEmbed, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, MessageFlags, Nonce, RoleId, UserId,
};

use super::mentions::written;
use crate::discord::actions::ComponentAction;
use crate::discord::reply::{
    ALT_MAX, Answer, BUTTON_MAX, Button, CARD_PARTS_MAX, CARD_TEXT_MAX, CHOICES_MAX, CONTENT_MAX, Card,
    CardPart, DETAILS_MAX, HintStep, LABEL_MAX, MenuLine, Pickable, Picker, Picture, ROW_MAX, ROWS_MAX,
    Reply, Row, Style, cut, length,
};
use crate::game;
use crate::words::Mentioned;

/// The flag of a message that only one person sees.
pub const EPHEMERAL: MessageFlags = MessageFlags::EPHEMERAL;
/// The flag of a message that is made of components alone (Components V2), for which serenity has no name. A
/// message never loses it.
pub const CARD: MessageFlags = MessageFlags::from_bits_retain(1 << 15);
/// The colour at the side of a card: brass.
const BRASS: u32 = 0xB0_8D57;

/// Returns the flags of a message for one person alone, or for everyone.
fn flags(private: bool) -> u64 {
    if private { EPHEMERAL.bits() } else { 0 }
}

/// Returns the rows that are not empty.
fn rows(reply: &Reply) -> Vec<CreateActionRow> {
    reply.rows.iter().filter(|row| !row.is_empty()).take(ROWS_MAX).map(row).collect()
}

fn row(row: &Row) -> CreateActionRow {
    match row {
        Row::Picker(of) => CreateActionRow::SelectMenu(picker(of)),
        Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().take(ROW_MAX).map(button).collect()),
        Row::Select(select) => {
            let options = select.lines.iter().take(CHOICES_MAX).map(option).collect();
            menu(&select.id, CreateSelectMenuKind::String { options }, &select.label)
        }
        Row::People(select) => {
            menu(&select.id, CreateSelectMenuKind::User { default_users: None }, &select.label)
        }
    }
}

fn menu(id: &ComponentAction, kind: CreateSelectMenuKind, label: &str) -> CreateActionRow {
    CreateActionRow::SelectMenu(
        CreateSelectMenu::new(id.to_string(), kind).placeholder(cut(label, LABEL_MAX)),
    )
}

fn picker(picker: &Picker) -> CreateSelectMenu {
    let kind = match &picker.of {
        Pickable::Lines(lines) => {
            CreateSelectMenuKind::String { options: lines.iter().map(option).collect() }
        }
        Pickable::Channels(kinds, chosen) => CreateSelectMenuKind::Channel {
            channel_types: Some(kinds.to_vec()),
            default_channels: some(chosen, |channel| ChannelId::new(channel.0)),
        },
        Pickable::Roles(chosen) => {
            CreateSelectMenuKind::Role { default_roles: some(chosen, |role| RoleId::new(role.0)) }
        }
    };
    CreateSelectMenu::new(picker.id.to_string(), kind)
        .placeholder(cut(&picker.label, LABEL_MAX))
        .min_values(picker.least)
        .max_values(picker.most)
}

/// Returns the ids that are already chosen, if there are any.
fn some<O: Copy, T>(chosen: &[O], id: impl Fn(O) -> T) -> Option<Vec<T>> {
    (!chosen.is_empty()).then(|| chosen.iter().copied().map(id).collect())
}

fn option(line: &MenuLine) -> CreateSelectMenuOption {
    let option = CreateSelectMenuOption::new(&line.name, &line.value).default_selection(line.chosen);
    match &line.hint {
        Some(hint) => option.description(hint),
        None => option,
    }
}

fn button(button: &Button) -> CreateButton {
    CreateButton::new(button.id.to_string()).label(cut(&button.label, BUTTON_MAX)).style(match button.style {
        Style::Yes => ButtonStyle::Success,
        Style::Danger => ButtonStyle::Danger,
        Style::Plain => ButtonStyle::Secondary,
    })
}

/// Returns the embed with the details, which is shown below the picture.
fn embeds(reply: &Reply) -> Vec<CreateEmbed> {
    let details = reply.details.iter();
    details.map(|details| CreateEmbed::new().description(cut(&visible(details), DETAILS_MAX))).collect()
}

/// Allows pinging only this person; in particular nothing in a user's text pings.
fn mentions(ping: Option<game::UserId>) -> CreateAllowedMentions {
    CreateAllowedMentions::new().users(ping.map(|user| UserId::new(user.0)))
}

/// Allows pinging the person, and the role that the server has chosen to be pinged.
fn pinged(reply: &Reply) -> CreateAllowedMentions {
    match reply.ping_role {
        Some(role) => mentions(reply.ping).roles([RoleId::new(role.0)]),
        None => mentions(reply.ping),
    }
}

fn attachment(reply: &Reply) -> Option<CreateAttachment> {
    // The bytes are sent separately from the JSON, which holds only name and description.
    let named = |name: &String| CreateAttachment::bytes(Vec::new(), name.clone());
    let document = reply.document.as_ref().map(|document| named(&document.name));
    let described = |picture: &Picture| named(&picture.name).description(cut(&picture.alt, ALT_MAX));
    document.or_else(|| reply.picture.as_ref().map(described))
}

/// Returns the body of `POST /interactions/{id}/{token}/callback`.
///
/// # Panics
/// Never: the builders hold nothing that JSON cannot express.
pub fn callback(answer: &Answer) -> Value {
    let response = match answer {
        Answer::Form(asked) => return form::form(asked),
        Answer::DeferredAnalysis(_) | Answer::DeferredGame(_) => return deferred(true),
        Answer::DeferredHint(hint) => return deferred_hint(hint.step),
        Answer::Message(reply @ Reply { card: Some(card), .. }) => {
            return json!({ "type": 4, "data": carded(reply, card) });
        }
        Answer::Turn(reply @ Reply { card: Some(card), .. }) => {
            return json!({ "type": 7, "data": in_its_place(carded(reply, card)) });
        }
        Answer::Message(reply) => {
            let message = answered(reply);
            CreateInteractionResponse::Message(if reply.private { message.ephemeral(true) } else { message })
        }
        Answer::Turn(reply) => CreateInteractionResponse::UpdateMessage(answered(reply)),
        Answer::Update(text) => CreateInteractionResponse::UpdateMessage(
            CreateInteractionResponseMessage::new()
                .content(said(text))
                .allowed_mentions(mentions(None))
                .embeds(Vec::new())
                .components(Vec::new()),
        ),
        Answer::Choices(choices) => {
            let choices = choices.iter().take(CHOICES_MAX);
            let choices = choices.map(|c| AutocompleteChoice::new(c.name.clone(), c.value.clone())).collect();
            CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new().set_choices(choices))
        }
    };
    // If nothing was set, the builder writes an empty list of attachments, which removes the picture of an
    // updated message: once a click has closed something, its message is one sentence.
    let mut body = serde_json::to_value(response).expect("builders serialise");
    if let Some(components) = body.pointer_mut("/data/components") {
        ids_as_text(components);
    }
    body
}

/// Converts the ids chosen in a menu to text: the builder writes numbers, which JSON readers may round.
fn ids_as_text(components: &mut Value) {
    for part in components.as_array_mut().into_iter().flatten() {
        for chosen in part.get_mut("default_values").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(id) = chosen["id"].as_u64() {
                chosen["id"] = id.to_string().into();
            }
        }
        if let Some(inner) = part.get_mut("components") {
            ids_as_text(inner);
        }
    }
}

fn answered(reply: &Reply) -> CreateInteractionResponseMessage {
    let message = CreateInteractionResponseMessage::new()
        .content(said(&reply.text))
        .allowed_mentions(pinged(reply))
        .components(rows(reply))
        .embeds(embeds(reply));
    match attachment(reply) {
        Some(file) => message.add_file(file),
        None => message,
    }
}

/// Returns the body of the callback that defers the answer to a command or a click.
pub fn deferred(private: bool) -> Value {
    json!({ "type": 5, "data": { "flags": flags(private) } })
}

/// Returns the body of the callback that defers a hint, whose second step changes the clicked message.
pub fn deferred_hint(step: HintStep) -> Value {
    if step == HintStep::Piece { deferred(true) } else { json!({ "type": 6 }) }
}

/// Returns the body of `PATCH /webhooks/{application}/{token}/messages/@original` that replaces a message.
///
/// # Panics
/// Never: the builders hold nothing that JSON cannot express.
pub fn edited(reply: &Reply) -> Value {
    if let Some(card) = &reply.card {
        return in_its_place(carded(reply, card));
    }
    let mut body = serde_json::to_value(plain(reply)).expect("builders serialise");
    if let Some(body) = body.as_object_mut() {
        body.retain(|key, _| {
            ["content", "embeds", "components", "allowed_mentions", "attachments"].contains(&key.as_str())
        });
        body.entry("attachments").or_insert_with(|| json!([]));
    }
    body
}

/// Returns the body of `POST /channels/{id}/messages`. Two requests with the same `nonce` (at most 25
/// characters) make one message, if only some minutes lie between them.
///
/// # Panics
/// Never: the builders hold nothing that JSON cannot express.
pub fn message(reply: &Reply, nonce: &str) -> Value {
    debug_assert!(nonce.len() <= 25, "{nonce}");
    if let Some(card) = &reply.card {
        let mut body = carded(reply, card);
        (body["nonce"], body["enforce_nonce"]) = (json!(nonce), json!(true));
        return body;
    }
    let message = plain(reply).nonce(Nonce::String(nonce.to_owned())).enforce_nonce(true);
    serde_json::to_value(message).expect("builders serialise")
}

/// Returns the body of `POST /webhooks/{application}/{token}`: a further message, which takes no nonce.
///
/// # Panics
/// Never: the builders hold nothing that JSON cannot express.
pub fn follow_up(reply: &Reply) -> Value {
    if let Some(card) = &reply.card {
        return carded(reply, card);
    }
    let mut body = serde_json::to_value(plain(reply)).expect("builders serialise");
    if let Some(body) = body.as_object_mut() {
        for key in ["nonce", "enforce_nonce", "sticker_ids"] {
            body.remove(key);
        }
        if reply.private {
            body.insert("flags".to_owned(), json!(EPHEMERAL));
        }
    }
    body
}

/// Returns the body of a message that is a card; the builders have no such components.
fn carded(reply: &Reply, card: &Card) -> Value {
    let picture = reply.picture.as_ref();
    let files = picture.map(
        |picture| json!({ "id": 0, "filename": picture.name, "description": cut(&picture.alt, ALT_MAX) }),
    );
    json!({
        "flags": CARD.bits() | flags(reply.private),
        "components": [container(card, picture)],
        "attachments": files.into_iter().collect::<Vec<_>>(),
        "allowed_mentions": mentions(reply.ping),
    })
}

/// Adapts the body of a card to an existing message, which may not have been a card.
fn in_its_place(mut body: Value) -> Value {
    (body["content"], body["embeds"]) = (Value::Null, Value::Null);
    body
}

/// Returns a card's container, with what Discord accepts of the card; `Reply::left_out` reports the rest.
fn container(card: &Card, picture: Option<&Picture>) -> Value {
    let (mut room, mut parts) = (CARD_TEXT_MAX, CARD_PARTS_MAX - 1);
    let mut text = |text: &str| {
        let text = if room == 0 { String::new() } else { cut(&visible(text), room) };
        room = room.saturating_sub(length(&text));
        (!text.trim().is_empty()).then(|| json!({ "type": 10, "content": text }))
    };
    let mut components = Vec::new();
    for part in &card.parts {
        let Some(left) = parts.checked_sub(part.size()) else { break };
        let made = match part {
            CardPart::Text(said) => text(said),
            CardPart::Linked { text: said, label, url } => text(said).map(|said| {
                let link = CreateButton::new_link(url).label(cut(label, BUTTON_MAX));
                json!({ "type": 9, "components": [said], "accessory": link })
            }),
            CardPart::Beside { text: said, button: of } => {
                text(said).map(|said| json!({ "type": 9, "components": [said], "accessory": button(of) }))
            }
            CardPart::Picture => picture.map(shown),
            CardPart::Line => Some(json!({ "type": 14 })),
            CardPart::Row(one) => (!one.is_empty()).then(|| json!(row(one))),
        };
        if let Some(made) = made {
            components.push(made);
            parts = left;
        }
    }
    let mut components = Value::Array(components);
    ids_as_text(&mut components);
    json!({ "type": 17, "accent_color": BRASS, "components": components })
}

fn shown(picture: &Picture) -> Value {
    let media = json!({ "url": format!("attachment://{}", picture.name) });
    json!({ "type": 12, "items": [{ "media": media, "description": cut(&picture.alt, ALT_MAX) }] })
}

fn plain(reply: &Reply) -> CreateMessage {
    let message = CreateMessage::new()
        .content(said(&reply.text))
        .allowed_mentions(pinged(reply))
        .components(rows(reply))
        .embeds(embeds(reply));
    match attachment(reply) {
        Some(file) => message.add_file(file),
        None => message,
    }
}

/// Returns a text as a message may hold it. It may repeat user input, so control characters are replaced.
fn said(text: &str) -> String {
    cut(&visible(text), CONTENT_MAX)
}

fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

/// Returns the body of `PATCH /channels/{id}/messages/{id}` that removes the buttons and keeps the rest.
pub fn without_buttons() -> Value {
    json!({ "components": [] })
}

/// Returns the body that gives a message another text and other buttons, and keeps its picture. An edit
/// sends no notification.
///
/// # Panics
/// Never: the builders hold nothing that JSON cannot express.
pub fn relabelled(reply: &Reply) -> Value {
    let components = serde_json::to_value(rows(reply)).expect("builders serialise");
    let allowed = serde_json::to_value(pinged(reply)).expect("builders serialise");
    json!({ "content": said(&reply.text), "components": components, "allowed_mentions": allowed })
}

/// Returns the body that gives a message its text, and below it a line that mentions these people, if there
/// are any. An edit sends no notification.
///
/// # Panics
/// Never: the builders hold nothing that JSON cannot express.
pub fn mentioning(reply: &Reply, people: &[game::UserId]) -> Value {
    let named: Vec<String> = people.iter().map(|user| written(Mentioned::Person(*user))).collect();
    let text =
        if named.is_empty() { reply.text.clone() } else { format!("{}\n{}", reply.text, named.join(" ")) };
    let called = reply.ping.into_iter().chain(people.iter().copied()).map(|user| UserId::new(user.0));
    let allowed = CreateAllowedMentions::new().users(called);
    let allowed = serde_json::to_value(allowed).expect("builders serialise");
    json!({ "content": said(&text), "allowed_mentions": allowed })
}

/// Returns the body that reduces a message to this text.
pub fn only_text(text: &str) -> Value {
    json!({
        "content": said(text), "embeds": [], "components": [], "attachments": [], "allowed_mentions": { "parse": [] },
    })
}

#[cfg(test)]
mod tests;
