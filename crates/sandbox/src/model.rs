//! The entities of the world, as stored on disk.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;
use super::permissions;

/// The id of the application and of its bot user.
///
/// The first part of the default token is this number in base 64.
pub(crate) const APPLICATION: Id = Id(1_015_064_871_127_482_368);
/// The id of the guild "The Rookery" and of its @everyone role.
pub(crate) const GUILD: Id = Id(1_015_064_900_000_010_000);
/// The owner of the guild, who never acts. An owner has all permissions, which would hide missing ones.
pub(crate) const OWNER: Id = Id(1_015_064_900_000_020_000);
/// A role that anyone may mention and that has no members.
pub(crate) const PLAYERS: Id = Id(1_015_064_900_000_050_000);
/// The role that has Manage Channels and Manage Server.
pub(crate) const KEEPER: Id = Id(1_015_064_900_000_030_000);
/// The bot's own managed role.
pub(crate) const BOT_ROLE: Id = Id(1_015_064_900_000_040_000);

/// The guild's installation of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GuildInstall {
    /// The bot is a member, by the scope `bot`.
    pub member: bool,
    /// The commands are available, by the scope `applications.commands`, which `bot` includes.
    pub commands: bool,
    /// The permissions of the bot's role.
    pub permissions: u64,
}

impl GuildInstall {
    /// Returns the installation in a new world.
    pub fn at_first(invited: bool) -> Self {
        Self { member: invited, commands: invited, permissions: permissions::BOT }
    }
}

/// A role of the guild.
#[derive(Clone, Debug)]
pub(crate) struct Role {
    pub id: Id,
    pub name: &'static str,
    pub color: u32,
    pub position: u16,
    pub permissions: u64,
    pub bot: Option<Id>,
    pub mentionable: bool,
}

/// The guild's roles.
pub(crate) fn roles() -> Vec<Role> {
    let role = |id, name, color, position, permissions, bot| Role {
        id,
        name,
        color,
        position,
        permissions,
        bot,
        mentionable: id == PLAYERS,
    };
    vec![
        role(GUILD, "@everyone", 0, 0, permissions::EVERYONE, None),
        role(KEEPER, "Keeper", 0xE5_484D, 3, permissions::MANAGE_CHANNELS | permissions::MANAGE_GUILD, None),
        role(PLAYERS, "Players", 0x30_A46C, 2, 0, None),
        role(BOT_ROLE, "Rookery", 0x58_65F2, 1, permissions::BOT, Some(APPLICATION)),
    ]
}

/// A user who is or was a member of the guild.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredUser {
    pub id: Id,
    pub username: String,
    pub name: String,
    pub bot: bool,
    pub color: String,
    pub roles: Vec<Id>,
    /// Permissions granted on top of the roles (tests only).
    #[serde(default)]
    pub give: u64,
    /// Permissions revoked after the roles (tests only).
    #[serde(default)]
    pub take: u64,
    /// Refuses direct messages from the bot (tests only).
    #[serde(default)]
    pub closed_dms: bool,
    /// Has left the guild.
    #[serde(default)]
    pub left: bool,
}

/// Kinds of channels, by Discord's numbers.
pub(crate) mod channel_type {
    pub const TEXT: u8 = 0;
    pub const DM: u8 = 1;
    pub const VOICE: u8 = 2;
    pub const ANNOUNCEMENT: u8 = 5;
    pub const ANNOUNCEMENT_THREAD: u8 = 10;
    pub const PUBLIC_THREAD: u8 = 11;
    pub const PRIVATE_THREAD: u8 = 12;
    pub const STAGE: u8 = 13;
    pub const FORUM: u8 = 15;
    pub const MEDIA: u8 = 16;
    /// The types in a guild's channel list. Threads are nested inside these channels.
    pub const OF_GUILD: [u8; 6] = [TEXT, VOICE, ANNOUNCEMENT, STAGE, FORUM, MEDIA];
}

/// A channel of a guild, DM or thread.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredChannel {
    pub id: Id,
    pub kind: u8,
    pub name: String,
    pub topic: Option<String>,
    pub position: u16,
    pub nsfw: bool,
    pub rate_limit_per_user: u32,
    pub overwrites: Vec<Overwrite>,
    /// In a DM, both people.
    pub recipients: Vec<Id>,
    pub thread: Option<Thread>,
    pub last_message: Option<Id>,
}

impl StoredChannel {
    pub fn new(id: Id, kind: u8, name: &str) -> Self {
        Self {
            id,
            kind,
            name: name.to_owned(),
            topic: None,
            position: 0,
            nsfw: false,
            rate_limit_per_user: 0,
            overwrites: Vec::new(),
            recipients: Vec::new(),
            thread: None,
            last_message: None,
        }
    }

    pub fn is_dm(&self) -> bool {
        self.kind == channel_type::DM
    }

    /// Whether it is neither a thread nor a DM.
    pub fn is_of_guild(&self) -> bool {
        channel_type::OF_GUILD.contains(&self.kind)
    }

    /// Whether it contains only posts, which are threads.
    pub fn is_forum(&self) -> bool {
        matches!(self.kind, channel_type::FORUM | channel_type::MEDIA)
    }

    /// Whether it is a voice or stage channel, which also has text messages.
    pub fn is_voice(&self) -> bool {
        matches!(self.kind, channel_type::VOICE | channel_type::STAGE)
    }

    /// Whether it is a thread with this person as a member.
    pub fn has_member(&self, person: Id) -> bool {
        self.thread.as_ref().is_some_and(|thread| thread.members.contains(&person))
    }
}

/// The fields that only threads have.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub parent: Id,
    pub owner: Id,
    pub archived: bool,
    pub locked: bool,
    pub invitable: bool,
    /// The silence after which it is archived, in minutes.
    pub auto_archive: u32,
    /// When it was last archived or unarchived, or else created.
    pub archive_ms: u64,
    /// The last activity that keeps it open, by the clock of threads: a message, unarchiving, or a new
    /// duration.
    #[serde(default)]
    pub active_ms: u64,
    pub members: Vec<Id>,
    pub message_count: u32,
}

/// A permission overwrite of a role or person in a channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub id: Id,
    /// 0 for a role, 1 for a member.
    pub kind: u8,
    pub allow: u64,
    pub deny: u64,
}

/// Message types, by Discord's numbers.
pub(crate) mod message_type {
    /// A person was added to a thread by another person.
    pub const RECIPIENT_ADD: u8 = 1;
    pub const THREAD_CREATED: u8 = 18;
    pub const REPLY: u8 = 19;
}

/// Message flags, by Discord's bits.
pub(crate) mod flag {
    pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
    pub const EPHEMERAL: u64 = 1 << 6;
    pub const LOADING: u64 = 1 << 7;
    pub const HAS_THREAD: u64 = 1 << 5;
    pub const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    pub const COMPONENTS_V2: u64 = 1 << 15;
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredMessage {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    pub kind: u8,
    pub content: String,
    pub sent_ms: u64,
    pub edited_ms: Option<u64>,
    pub tts: bool,
    pub flags: u64,
    pub attachments: Vec<Attachment>,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub mentions: Vec<Id>,
    pub mention_roles: Vec<Id>,
    pub mention_everyone: bool,
    pub reply_to: Option<(Id, Id)>,
    /// The interaction that the message responds to.
    pub interaction: Option<Cause>,
    pub thread: Option<Id>,
    /// The only reader of an ephemeral message. Such a message is never written to disk.
    pub only_for: Option<Id>,
    #[serde(default)]
    pub nonce: Option<Value>,
    #[serde(default)]
    pub pinned: bool,
}

impl StoredMessage {
    pub fn new(id: Id, channel: Id, author: Id, sent_ms: u64) -> Self {
        Self {
            id,
            channel,
            author,
            kind: 0,
            content: String::new(),
            sent_ms,
            edited_ms: None,
            tts: false,
            flags: 0,
            attachments: Vec::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            mentions: Vec::new(),
            mention_roles: Vec::new(),
            mention_everyone: false,
            reply_to: None,
            interaction: None,
            thread: None,
            only_for: None,
            nonce: None,
            pinned: false,
        }
    }
}

/// The interaction that a message responds to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Cause {
    pub id: Id,
    /// 2 command, 3 component, 5 modal.
    pub kind: u8,
    pub user: Id,
    pub name: String,
    pub message: Option<Id>,
}

/// A file of a message or a command. The bytes are in `attachments/ID` of the data directory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Attachment {
    pub id: Id,
    pub filename: String,
    pub description: Option<String>,
    /// Empty if unknown, which is possible for a command's file.
    pub content_type: String,
    pub size: usize,
    pub dimensions: Option<(u32, u32)>,
}
