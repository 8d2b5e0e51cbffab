//! Turns a checked body into a message or an edit: mentions, files, components.

use std::collections::BTreeSet;

use serde_json::Value;

use super::World;
use crate::check::{Draft, Form, KeptAttachment};
use crate::error::ApiError;
use crate::id::Id;
use crate::journal::Journal;
use crate::model::{APPLICATION, Attachment, GUILD, StoredMessage, flag, message_type};
use crate::permissions::{MENTION_EVERYONE, READ_MESSAGE_HISTORY};
use crate::tree;
use crate::upload;

impl World {
    /// Creates a message by the bot from a checked body. The caller sets its place, kind and cause.
    pub fn compose(&mut self, channel: Id, mut draft: Draft) -> Result<StoredMessage, ApiError> {
        if draft.poll {
            return Err(ApiError::new(400, 50024, "The stand-in knows no polls"));
        }
        let (id, now) = (self.fresh_id(), self.now());
        let mut message = StoredMessage::new(id, channel, APPLICATION, now);
        if let Some((reply, must_exist)) = draft.reply_to {
            let here = self.channels.get(&channel);
            let reads =
                here.is_none_or(|here| self.permissions_in(self.bot(), here) & READ_MESSAGE_HISTORY != 0);
            if !reads {
                let why = "Cannot reply without permission to read message history";
                return Err(ApiError::new(400, 160_002, why));
            }
            if self.find_message(channel, reply).is_some() {
                message.reply_to = Some((channel, reply));
                message.kind = message_type::REPLY;
            } else if must_exist {
                let mut form = Form::default();
                form.fail("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
                form.finish()?;
            }
        }
        message.content = draft.content.take().unwrap_or_default();
        message.embeds = draft.embeds.take().unwrap_or_default();
        message.components = draft.components.take().unwrap_or_default();
        message.flags = draft.flags;
        message.tts = draft.tts;
        message.nonce = draft.nonce.take();
        let bare = message.content.is_empty() && message.embeds.is_empty() && draft.files.is_empty();
        let card = message.flags & flag::COMPONENTS_V2 != 0;
        if if card { message.components.is_empty() } else { bare } {
            return Err(ApiError::empty_message());
        }
        message.attachments = self.store_files(&draft)?;
        self.note_mentions(&mut message, draft.allowed_mentions.as_ref());
        Ok(message)
    }

    /// Applies a checked body to an existing message. Absent fields stay unchanged.
    pub fn revise(&mut self, message: &mut StoredMessage, mut draft: Draft) -> Result<(), ApiError> {
        if let Some(keep) = &draft.keep
            && let Some(KeptAttachment { id: unknown, .. }) =
                keep.iter().find(|k| !message.attachments.iter().any(|a| a.id == k.id))
        {
            let mut form = Form::default();
            form.fail(
                "attachments",
                "MESSAGE_ATTACHMENT_NOT_FOUND",
                &format!("Attachment {unknown} not found"),
            );
            form.finish()?;
        }
        let files = draft.files.len();
        let kept = draft.keep.as_ref().map_or(message.attachments.len(), Vec::len);
        if kept + files > 10 {
            let mut form = Form::default();
            form.fail("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
            form.finish()?;
        }
        let empty = |new: Option<bool>, old: bool| new.unwrap_or(old);
        let bare = empty(draft.content.as_ref().map(String::is_empty), message.content.is_empty())
            && empty(draft.embeds.as_ref().map(Vec::is_empty), message.embeds.is_empty())
            && kept + files == 0;
        let card = draft.flags & flag::COMPONENTS_V2 != 0;
        let shows_none = empty(draft.components.as_ref().map(Vec::is_empty), message.components.is_empty());
        if if card { shows_none } else { bare } {
            return Err(ApiError::empty_message());
        }
        let new_content = draft.content.take();
        let said_anew = new_content.is_some() || (card && draft.components.is_some());
        if let Some(content) = new_content {
            message.content = content;
        }
        if let Some(embeds) = draft.embeds.take() {
            message.embeds = embeds;
        }
        if let Some(components) = draft.components.take() {
            message.components = components;
        }
        let settable = flag::SUPPRESS_EMBEDS;
        message.flags = message.flags & !settable | draft.flags & (settable | flag::COMPONENTS_V2);
        if let Some(keep) = draft.keep.take() {
            self.keep_files(message, &keep);
        }
        let new = self.store_files(&draft)?;
        message.attachments.extend(new);
        if said_anew || draft.allowed_mentions.is_some() {
            self.note_mentions(message, draft.allowed_mentions.as_ref());
        }
        if message.flags & flag::LOADING == 0 {
            message.edited_ms = Some(self.now());
        }
        message.flags &= !flag::LOADING;
        Ok(())
    }

    fn keep_files(&self, message: &mut StoredMessage, keep: &[KeptAttachment]) {
        let (kept, gone): (Vec<_>, Vec<_>) = std::mem::take(&mut message.attachments)
            .into_iter()
            .partition(|a| keep.iter().any(|k| k.id == a.id));
        message.attachments = kept;
        for file in &mut message.attachments {
            if let Some(kept) = keep.iter().find(|k| k.id == file.id && k.redescribed) {
                file.description.clone_from(&kept.description);
            }
        }
        for file in gone {
            std::fs::remove_file(Journal::attachment_path(&self.data_dir, file.id)).ok();
        }
    }

    fn store_files(&mut self, draft: &Draft) -> Result<Vec<Attachment>, ApiError> {
        let mut stored = Vec::new();
        for (file, description) in &draft.files {
            let id = self.fresh_id();
            let (content_type, dimensions) = upload::inspect(file);
            if let Err(error) = std::fs::write(Journal::attachment_path(&self.data_dir, id), &file.bytes) {
                tracing::error!(%error, "the sandbox cannot write an attachment");
                return Err(ApiError::new(500, 0, "500: Internal Server Error"));
            }
            stored.push(Attachment {
                id,
                filename: upload::safe_name(&file.filename),
                description: description.clone(),
                content_type,
                size: file.bytes.len(),
                dimensions,
            });
        }
        Ok(stored)
    }

    /// Records the mentions: the people that the text names and `allowed` permits. `None` permits all.
    pub fn note_mentions(&self, message: &mut StoredMessage, allowed: Option<&Value>) {
        let parses = |kind: &str| {
            allowed.is_none_or(|a| {
                let absent = a["parse"].is_null() && a["users"].is_null() && a["roles"].is_null();
                absent || a["parse"].as_array().is_some_and(|p| p.iter().any(|k| k == kind))
            })
        };
        let listed = |kind: &str, id: Id| {
            let list = allowed.and_then(|a| a[kind].as_array());
            list.is_some_and(|l| l.iter().any(|v| Id::from_json(v) == Some(id)))
        };
        let card = message.flags & flag::COMPONENTS_V2 != 0;
        let said = if card { tree::text(&message.components) } else { message.content.clone() };
        let (users, roles) = named(&said);
        message.mentions = users
            .into_iter()
            .filter(|id| self.people.contains_key(id) && (parses("users") || listed("users", *id)))
            .collect();
        message.mention_roles = roles
            .into_iter()
            .filter(|id| self.roles.iter().any(|r| r.id == *id) && (parses("roles") || listed("roles", *id)))
            .collect();
        let author_may = self
            .people
            .get(&message.author)
            .zip(self.channels.get(&message.channel))
            .is_some_and(|(p, c)| self.permissions_in(p, c) & MENTION_EVERYONE != 0);
        let shouts = said.contains("@everyone") || said.contains("@here");
        message.mention_everyone = shouts && author_may && parses("everyone");
        let replied = message.reply_to.and_then(|(c, m)| self.find_message(c, m)).map(|m| m.author);
        let pings_replied =
            allowed.is_none_or(|a| a["replied_user"] == true) && message.interaction.is_none();
        if let Some(author) = replied.filter(|a| pings_replied && !message.mentions.contains(a)) {
            message.mentions.push(author);
        }
    }
}

/// Returns the users and roles that a text mentions. The id of @everyone is not a role mention.
fn named(content: &str) -> (BTreeSet<Id>, BTreeSet<Id>) {
    let (mut users, mut roles) = (BTreeSet::new(), BTreeSet::new());
    for piece in content.split("<@").skip(1) {
        let Some((inner, _)) = piece.split_once('>') else {
            continue;
        };
        if let Some(role) = inner.strip_prefix('&').and_then(|r| r.parse().ok()).filter(|r| *r != GUILD) {
            roles.insert(role);
        } else if let Ok(user) = inner.trim_start_matches('!').parse() {
            users.insert(user);
        }
    }
    (users, roles)
}
