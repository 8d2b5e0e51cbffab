//! Discord's JSON objects, built from the world.

use serde_json::{Value, json};

use super::World;
use crate::id::{Id, iso};
use crate::model::{
    APPLICATION, Attachment, GUILD, OWNER, Overwrite, Role, StoredChannel, StoredMessage, StoredUser,
    channel_type, flag,
};
use crate::tree;

/// Builds a user object.
pub(crate) fn user(person: &StoredUser) -> Value {
    json!({
        "id": person.id, "username": person.username, "global_name": if person.bot { Value::Null } else { json!(person.name) },
        "discriminator": if person.bot { "0001" } else { "0" }, "avatar": null, "bot": person.bot, "system": false,
        "banner": null, "accent_color": null, "public_flags": 0, "flags": 0, "avatar_decoration_data": null,
        "collectibles": null, "primary_guild": null, "display_name_styles": null, "banner_color": null, "clan": null,
    })
}

fn overwrites(list: &[Overwrite]) -> Value {
    let one = |o: &Overwrite| json!({ "id": o.id, "type": o.kind, "allow": o.allow.to_string(), "deny": o.deny.to_string() });
    list.iter().map(one).collect()
}

/// Builds a role object.
pub(crate) fn role(role: &Role) -> Value {
    let tags = role.bot.map_or(json!({}), |bot| json!({ "bot_id": bot }));
    json!({
        "id": role.id, "name": role.name, "description": null, "color": role.color,
        "colors": { "primary_color": role.color, "secondary_color": null, "tertiary_color": null },
        "hoist": false, "icon": null, "unicode_emoji": null, "position": role.position,
        "permissions": role.permissions.to_string(), "managed": role.bot.is_some(), "mentionable": role.mentionable,
        "flags": 0, "tags": tags,
    })
}

/// Builds an attachment object.
pub(crate) fn attachment(file: &Attachment, url: &str, ephemeral: bool) -> Value {
    let mut object = json!({
        "id": file.id, "filename": file.filename, "size": file.size, "url": url, "proxy_url": url,
    });
    if !file.content_type.is_empty() {
        object["content_type"] = json!(file.content_type);
    }
    if let Some((width, height)) = file.dimensions {
        merge(&mut object, json!({ "width": width, "height": height }));
    }
    if let Some(description) = &file.description {
        object["description"] = json!(description);
    }
    if ephemeral {
        object["ephemeral"] = json!(true);
    }
    object
}

impl World {
    /// Builds a user object by id. People who left are "Deleted User".
    pub fn user(&self, id: Id) -> Value {
        if let Some(person) = self.people.get(&id) {
            return user(person);
        }
        let (username, name) = if id == OWNER {
            ("landlord".to_owned(), "Landlord")
        } else {
            (format!("deleted_user_{:04}", id.0 % 10_000), "Deleted User")
        };
        user(&StoredUser {
            id,
            username,
            name: name.to_owned(),
            bot: false,
            color: String::new(),
            roles: Vec::new(),
            give: 0,
            take: 0,
            closed_dms: false,
            left: false,
        })
    }

    /// Builds the bot's own user object, which has a few more fields.
    pub fn own_user(&self) -> Value {
        let mut user = self.user(APPLICATION);
        merge(
            &mut user,
            json!({ "email": null, "verified": true, "mfa_enabled": false, "locale": "en-US", "premium_type": 0, "bio": "" }),
        );
        user
    }

    /// Builds a guild member without the user.
    pub fn partial_member(person: &StoredUser) -> Value {
        json!({
            "nick": null, "avatar": null, "banner": null, "roles": person.roles, "joined_at": iso(GUILD.unix_ms()),
            "premium_since": null, "deaf": false, "mute": false, "flags": 0, "pending": false,
            "communication_disabled_until": null, "collectibles": null, "avatar_decoration_data": null,
        })
    }

    /// Builds a guild member.
    pub fn member(person: &StoredUser) -> Value {
        let mut member = Self::partial_member(person);
        member["user"] = user(person);
        member
    }

    /// Builds a channel object.
    pub fn channel(&self, channel: &StoredChannel) -> Value {
        if channel.is_dm() {
            let recipients: Vec<_> =
                channel.recipients.iter().filter(|id| **id != APPLICATION).map(|id| self.user(*id)).collect();
            return json!({ "id": channel.id, "type": 1, "flags": 0, "last_message_id": channel.last_message, "recipients": recipients });
        }
        let mut object = json!({
            "id": channel.id, "type": channel.kind, "guild_id": GUILD, "name": channel.name,
            "last_message_id": channel.last_message, "last_pin_timestamp": null,
            "rate_limit_per_user": channel.rate_limit_per_user, "flags": 0,
        });
        let more = match &channel.thread {
            None => json!({
                "topic": channel.topic, "position": channel.position, "nsfw": channel.nsfw, "parent_id": null,
                "permission_overwrites": overwrites(&channel.overwrites),
            }),
            Some(thread) => json!({
                "parent_id": thread.parent, "owner_id": thread.owner, "member_count": thread.members.len().min(50),
                "message_count": thread.message_count, "total_message_sent": thread.message_count,
                "thread_metadata": {
                    "archived": thread.archived, "locked": thread.locked, "auto_archive_duration": thread.auto_archive,
                    "archive_timestamp": iso(thread.archive_ms), "create_timestamp": iso(channel.id.unix_ms()),
                    "invitable": thread.invitable,
                },
            }),
        };
        merge(&mut object, more);
        if channel.is_voice() {
            merge(&mut object, json!({ "bitrate": 64_000, "user_limit": 0, "rtc_region": null }));
        }
        if channel.is_forum() {
            merge(
                &mut object,
                json!({
                    "available_tags": [], "default_reaction_emoji": null, "default_sort_order": null,
                    "default_forum_layout": 0, "template": "",
                }),
            );
        }
        object
    }

    /// Builds the channel as interactions contain it: with the acting person's permissions.
    pub fn channel_for(&self, channel: &StoredChannel, person: &StoredUser) -> Value {
        let mut object = self.channel(channel);
        object["permissions"] = json!(self.permissions_in(person, channel).to_string());
        object
    }

    /// Builds a thread member.
    pub fn thread_member(thread: Id, person: Id) -> Value {
        json!({ "id": thread, "user_id": person, "join_timestamp": iso(thread.unix_ms()), "flags": 1 })
    }

    /// Returns the URL of a message's file.
    fn url_of(&self, channel: Id, file: &Attachment) -> String {
        format!("{}/attachments/{channel}/{}/{}", self.base, file.id, file.filename)
    }

    /// Builds a message object.
    pub fn message(&self, message: &StoredMessage) -> Value {
        self.message_with(message, true)
    }

    /// Returns the components of a message, with the URLs of the `files` that they show.
    fn components(message: &StoredMessage, files: &[Value]) -> Vec<Value> {
        let mut components = message.components.clone();
        tree::each_media(&mut components, &mut |media| {
            let url = media["url"].as_str().unwrap_or_default();
            let name = url.strip_prefix("attachment://");
            match name.and_then(|name| files.iter().find(|file| file["filename"] == name)) {
                None => media["proxy_url"] = media["url"].clone(),
                Some(file) => {
                    for key in ["url", "proxy_url", "content_type", "width", "height"] {
                        media[key] = file[key].clone();
                    }
                    media["attachment_id"] = file["id"].clone();
                }
            }
        });
        components
    }

    fn message_with(&self, message: &StoredMessage, referenced: bool) -> Value {
        let ephemeral = message.only_for.is_some();
        let files: Vec<_> = message
            .attachments
            .iter()
            .map(|f| attachment(f, &self.url_of(message.channel, f), ephemeral))
            .collect();
        let mentions: Vec<_> = message.mentions.iter().map(|id| self.user(*id)).collect();
        let mut object = json!({
            "id": message.id, "channel_id": message.channel, "author": self.user(message.author), "type": message.kind,
            "content": message.content, "timestamp": iso(message.sent_ms), "edited_timestamp": message.edited_ms.map(iso),
            "tts": message.tts, "mention_everyone": message.mention_everyone, "mentions": mentions,
            "mention_roles": message.mention_roles, "attachments": files, "embeds": message.embeds,
            "components": Self::components(message, &files), "pinned": message.pinned, "flags": message.flags,
        });
        if let Some(cause) = &message.interaction {
            merge(&mut object, json!({ "webhook_id": APPLICATION, "application_id": APPLICATION }));
            let user = self.user(cause.user);
            let owners = self.integration_owners(message.channel, cause.user);
            let mut meta = json!({ "id": cause.id, "type": cause.kind, "user": user, "authorizing_integration_owners": owners });
            if cause.kind == 2 {
                let known = self.usable_commands();
                let of = known.iter().find(|command| command["name"] == cause.name.as_str());
                let of = of.and_then(|command| command["type"].as_i64()).unwrap_or(1);
                merge(&mut meta, json!({ "name": cause.name, "command_type": of }));
                object["interaction"] =
                    json!({ "id": cause.id, "type": 2, "name": cause.name, "user": user });
            }
            if let Some(source) = cause.message {
                meta["interacted_message_id"] = json!(source);
            }
            object["interaction_metadata"] = meta;
        }
        if let Some((channel, id)) = message.reply_to {
            let mut reference = json!({ "type": 0, "channel_id": channel, "message_id": id });
            if !self.is_dm(channel) {
                reference["guild_id"] = json!(GUILD);
            }
            object["message_reference"] = reference;
            if referenced {
                object["referenced_message"] =
                    self.find_message(channel, id).map_or(Value::Null, |m| self.message_with(m, false));
            }
        }
        if let Some(thread) = message.thread.and_then(|id| self.channels.get(&id)) {
            object["thread"] = self.channel(thread);
        }
        object
    }

    /// Builds a message as gateway events contain it: with guild and member.
    pub fn message_event(&self, message: &StoredMessage) -> Value {
        let mut object = self.message(message);
        if !self.is_dm(message.channel) {
            object["guild_id"] = json!(GUILD);
            if let (Some(person), true) = (self.people.get(&message.author), message.interaction.is_none()) {
                object["member"] = Self::partial_member(person);
            }
        }
        if let Some(nonce) = &message.nonce {
            object["nonce"] = nonce.clone();
        }
        object
    }

    /// Whether the bot itself is in a channel's guild, or in the DM.
    pub fn bot_is_in(&self, channel: &StoredChannel) -> bool {
        if channel.is_dm() { channel.recipients.contains(&APPLICATION) } else { self.guild_install.member }
    }

    /// Returns the interaction context: 0 in a guild, 1 in the DM with the bot, 2 in other DMs.
    pub fn context_of(&self, channel: &StoredChannel) -> i32 {
        match (channel.is_dm(), self.bot_is_in(channel)) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        }
    }

    /// Returns the installations that authorize this person's interaction: the place's, the person's, or
    /// both.
    pub fn integration_owners(&self, channel: Id, person: Id) -> Value {
        let mut owners = json!({});
        if let Some(place) = self.channels.get(&channel).filter(|place| self.app_is_in(place)) {
            owners["0"] = json!(if place.is_dm() { "0".to_owned() } else { GUILD.to_string() });
        }
        if self.installed.contains(&person) {
            owners["1"] = json!(person);
        }
        owners
    }

    /// Builds the guild object of REST.
    pub fn guild(&self) -> Value {
        let roles: Vec<_> = self.roles.iter().map(role).collect();
        let system = self.channels.values().find(|c| c.kind == channel_type::TEXT).map(|c| c.id);
        let mut guild = json!({
            "id": GUILD, "name": "The Rookery", "icon": null, "icon_hash": null, "splash": null, "discovery_splash": null,
            "description": null, "banner": null, "home_header": null, "owner_id": OWNER, "region": "deprecated",
            "afk_channel_id": null, "afk_timeout": 300, "system_channel_id": system, "system_channel_flags": 0,
            "widget_enabled": false, "widget_channel_id": null, "verification_level": 0,
        });
        let more = json!({
            "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0, "roles": roles, "emojis": [],
            "stickers": [], "features": [], "application_id": null, "rules_channel_id": null,
            "public_updates_channel_id": null, "safety_alerts_channel_id": null, "max_presences": null,
            "max_members": 500_000, "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
            "max_stage_channel_users": 50, "vanity_url_code": null, "premium_tier": 0, "premium_subscription_count": 0,
            "premium_progress_bar_enabled": false, "preferred_locale": "en-US", "nsfw_level": 0, "nsfw": false,
            "hub_type": null, "latest_onboarding_question_id": null, "incidents_data": null,
            "premium_progress_bar_enabled_user_updated_at": null, "profile": null,
        });
        merge(&mut guild, more);
        guild
    }

    /// Builds the guild object of the event `GUILD_CREATE`.
    pub fn guild_create(&self) -> Value {
        let mut guild = self.guild();
        let bot = self.people.get(&APPLICATION);
        let sees = |c: &StoredChannel| bot.is_some_and(|b| self.sees(b, c));
        let text: Vec<_> =
            self.channels.values().filter(|c| c.is_of_guild()).map(|c| self.channel(c)).collect();
        let open = |c: &&StoredChannel| c.thread.as_ref().is_some_and(|t| !t.archived) && sees(c);
        let with_member = |c: &StoredChannel| {
            let mut shown = self.channel(c);
            if c.has_member(APPLICATION) {
                shown["member"] = Self::thread_member(c.id, APPLICATION);
            }
            shown
        };
        let threads: Vec<_> = self.channels.values().filter(open).map(with_member).collect();
        // For a small guild, Discord lists at least the bot as a member even to apps without the members
        // intent.
        let members: Vec<_> = bot.into_iter().map(Self::member).collect();
        merge(
            &mut guild,
            json!({
                "joined_at": iso(GUILD.unix_ms()), "large": false, "unavailable": false, "member_count": self.people.len(),
                "voice_states": [], "members": members, "channels": text, "threads": threads, "presences": [],
                "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [], "activity_instances": [],
                "embedded_activities": [], "guild_hashes": null, "lazy": true, "application_command_counts": {},
            }),
        );
        guild
    }

    /// Builds the application object.
    pub fn application(&self) -> Value {
        let bot = self.user(APPLICATION);
        json!({
            "id": APPLICATION, "name": "Rookery", "icon": null, "description": "", "summary": "", "type": null,
            "bot": bot, "bot_public": true, "bot_require_code_grant": false, "verify_key": "0".repeat(64),
            "flags": 0, "hook": true, "owner": self.user(OWNER), "team": null, "rpc_origins": [],
            "is_monetized": false, "is_verified": false, "is_discoverable": false, "event_webhooks_status": 1,
            "interactions_endpoint_url": self.portal.interactions_url, "role_connections_verification_url": null, "redirect_uris": [],
            "approximate_guild_count": 1, "approximate_user_install_count": 0, "tags": [], "event_webhooks_url": null,
            "integration_types_config": self.portal.told(),
            "explicit_content_filter": 0, "max_participants": null, "approximate_user_authorization_count": 0,
            "flags_new": "0", "eligible_oauth2_scopes": [],
        })
    }
}

/// Copies the fields of `more` into `object`.
pub(crate) fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// The flags a bot may set on a message.
pub(crate) const CHANNEL_FLAGS: u64 =
    flag::SUPPRESS_EMBEDS | flag::SUPPRESS_NOTIFICATIONS | flag::COMPONENTS_V2;
/// The flags a bot may set on interaction responses.
pub(crate) const ANSWER_FLAGS: u64 = CHANNEL_FLAGS | flag::EPHEMERAL;
