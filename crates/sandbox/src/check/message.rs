//! Checks of message bodies: in channels, webhooks and interaction responses.

use std::collections::HashSet;

use serde_json::Value;

use super::components::check_components;
use super::embeds::check_embeds;
use super::form::Form;
use super::layout::{check_layout, refuse_old_fields};
use crate::error::ApiError;
use crate::id::Id;
use crate::model::{StoredMessage, flag};
use crate::upload::{Upload, safe_name};

/// The size limit of a file in a server without boosts: 10 MiB.
pub(crate) const FILE_LIMIT: usize = 10 * 1024 * 1024;

/// The content of a checked body.
///
/// `None` means that the field is absent, so an edit leaves it unchanged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub content: Option<String>,
    pub embeds: Option<Vec<Value>>,
    pub components: Option<Vec<Value>>,
    pub flags: u64,
    pub tts: bool,
    pub allowed_mentions: Option<Value>,
    /// The existing attachments to keep, with an optional new description.
    pub keep: Option<Vec<KeptAttachment>>,
    pub files: Vec<(Upload, Option<String>)>,
    pub reply_to: Option<(Id, bool)>,
    pub nonce: Option<Value>,
    pub poll: bool,
}

/// An attachment that an edit keeps.
#[derive(Clone, Debug)]
pub(crate) struct KeptAttachment {
    pub id: Id,
    /// True if the edit sets the description.
    pub redescribed: bool,
    pub description: Option<String>,
}

/// Checks a message body with its files.
///
/// `form` is positioned at the message, because interaction responses nest it in `data`. `edited` is the
/// message being edited.
pub(crate) fn check_message(
    form: &mut Form,
    body: &Value,
    files: Vec<Upload>,
    allowed_flags: u64,
    edited: Option<&StoredMessage>,
) -> Result<Draft, ApiError> {
    if files.iter().any(|f| f.bytes.len() > FILE_LIMIT) {
        return Err(ApiError::too_large());
    }
    let mut draft = Draft::default();
    if !body.is_null() && !form.object(body) {
        return Ok(draft);
    }
    let present = |key: &str| body.get(key).is_some();
    if let Some(Value::String(text)) = body.get("content") {
        form.text_length("content", text.trim(), 0, 2000);
        draft.content = Some(text.trim().to_owned());
    } else if present("content") {
        form.text(body, "content", 0, 2000);
        draft.content = Some(String::new());
    }
    draft.embeds = present("embeds").then(|| check_embeds(form, body));
    draft.tts = form.boolean(body, "tts").unwrap_or(false);
    draft.flags = form.number(body, "flags", 0, i64::MAX).unwrap_or(0) as u64;
    draft.flags &= allowed_flags;
    // A message that is a card stays one: `IS_COMPONENTS_V2` cannot be removed.
    let card = (draft.flags | edited.map_or(0, |m| m.flags)) & flag::COMPONENTS_V2 != 0;
    draft.poll = body["poll"].is_object();
    draft.allowed_mentions = check_allowed_mentions(form, body);
    check_attachments(form, body, files, &mut draft);
    if card {
        draft.flags |= flag::COMPONENTS_V2;
        refuse_old_fields(form, body, &fields_of(edited));
    }
    if present("components") {
        let names = names(&draft, edited);
        let checked = if card { check_layout(form, body, &names) } else { check_components(form, body) };
        draft.components = Some(checked);
    }
    check_reference(form, body, &mut draft);
    if let Some(nonce) = body.get("nonce").filter(|n| !n.is_null()) {
        if nonce.as_str().is_some_and(|n| n.len() > 25) {
            form.fail("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.");
        }
        draft.nonce = Some(nonce.clone());
    }
    Ok(draft)
}

/// Returns the legacy fields that the message has and a card cannot have.
fn fields_of(message: Option<&StoredMessage>) -> Vec<&'static str> {
    let said = message.is_some_and(|m| !m.content.is_empty()).then_some("content");
    said.into_iter().chain(message.is_some_and(|m| !m.embeds.is_empty()).then_some("embeds")).collect()
}

/// Returns the names of the attachments that the message will have.
fn names(draft: &Draft, edited: Option<&StoredMessage>) -> HashSet<String> {
    let is_kept = |id: Id| draft.keep.as_ref().is_none_or(|keep| keep.iter().any(|kept| kept.id == id));
    let before = edited.map_or(&[][..], |message| &message.attachments);
    let before = before.iter().filter(|file| is_kept(file.id)).map(|file| file.filename.clone());
    before.chain(draft.files.iter().map(|(file, _)| safe_name(&file.filename))).collect()
}

fn check_reference(form: &mut Form, body: &Value, draft: &mut Draft) {
    let reference = &body["message_reference"];
    if reference.is_null() {
        return;
    }
    form.inside("message_reference", |form| match Id::from_json(&reference["message_id"]) {
        Some(id) => draft.reply_to = Some((id, reference["fail_if_not_exists"].as_bool().unwrap_or(true))),
        None => form.required("message_id"),
    });
}

fn check_allowed_mentions(form: &mut Form, body: &Value) -> Option<Value> {
    let allowed = body.get("allowed_mentions").filter(|a| !a.is_null())?;
    form.inside("allowed_mentions", |form| {
        if !form.object(allowed) {
            return;
        }
        let parse = form.list(allowed, "parse", 0, 3);
        form.inside("parse", |form| {
            for (i, kind) in parse.iter().enumerate() {
                if !["users", "roles", "everyone"].iter().any(|k| kind == k) {
                    form.fail(
                        &i.to_string(),
                        "BASE_TYPE_CHOICES",
                        "Value must be one of ('users', 'roles', 'everyone').",
                    );
                }
            }
        });
        for key in ["users", "roles"] {
            let ids = form.list(allowed, key, 0, 100);
            if !ids.is_empty() && parse.iter().any(|k| k == key) {
                let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
                form.fail("parse", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", &message);
            }
            form.inside(key, |form| {
                for (i, id) in ids.iter().enumerate() {
                    if Id::from_json(id).is_none() {
                        form.fail(
                            &i.to_string(),
                            "NUMBER_TYPE_COERCE",
                            &format!("Value \"{id}\" is not snowflake."),
                        );
                    }
                }
            });
        }
    });
    Some(allowed.clone())
}

/// Checks `attachments`.
///
/// An entry is either a new file (its id is the n of `files[n]`) or an existing attachment to keep.
fn check_attachments(form: &mut Form, body: &Value, files: Vec<Upload>, draft: &mut Draft) {
    if files.len() > 10 {
        form.fail("files", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    }
    let entries = form.list(body, "attachments", 0, 10);
    let mut keep = Vec::new();
    let mut said = vec![None; files.len()];
    let mut names = vec![None; files.len()];
    form.inside("attachments", |form| {
        for (i, entry) in entries.iter().enumerate() {
            form.inside(i, |form| {
                if !form.object(entry) {
                    return;
                }
                let description = form.text(entry, "description", 0, 1024).map(str::to_owned);
                let filename = form.text(entry, "filename", 0, 1024).map(str::to_owned);
                let Some(id) = Id::from_json(&entry["id"]) else {
                    return form.fail("id", "NUMBER_TYPE_COERCE", "Value is not snowflake.");
                };
                match files.iter().position(|f| f.number == id.0) {
                    Some(n) => (said[n], names[n]) = (description, filename),
                    None if id.0 < 1 << 22 => {
                        form.fail(
                            "",
                            "MESSAGE_ATTACHMENT_NOT_FOUND",
                            &format!("Attachment data for id {id} not found"),
                        );
                    }
                    None => {
                        let redescribed = entry.get("description").is_some();
                        keep.push(KeptAttachment { id, redescribed, description });
                    }
                }
            });
        }
    });
    draft.keep = body.get("attachments").is_some().then_some(keep);
    draft.files = files
        .into_iter()
        .zip(said.into_iter().zip(names))
        .map(|(mut file, (description, name))| {
            if let Some(name) = name.filter(|n| !n.is_empty()) {
                file.filename = name;
            }
            (file, description.filter(|d| !d.is_empty()))
        })
        .collect();
}

/// Checks the choices of an autocomplete response and returns them.
pub(crate) fn check_choices(form: &mut Form, data: &Value) -> Vec<Value> {
    if data["choices"].is_null() {
        form.required("choices");
    }
    let choices = form.list(data, "choices", 0, 25);
    form.inside("choices", |form| {
        for (i, choice) in choices.iter().enumerate() {
            form.inside(i, |form| {
                if !form.object(choice) {
                    return;
                }
                form.required_text(choice, "name", 1, 100);
                match &choice["value"] {
                    Value::Null => form.required("value"),
                    Value::String(text) => form.text_length("value", text, 1, 100),
                    Value::Number(_) => {}
                    _ => form.fail(
                        "value",
                        "STRING_TYPE_CONVERT",
                        "Could not interpret the value as string or number.",
                    ),
                }
            });
        }
    });
    choices.to_vec()
}
