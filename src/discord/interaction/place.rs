//! The channel that an interaction comes from.

use serenity::all::ChannelType;

use crate::game::{ChannelId, GuildId};

/// The kind of a channel, as far as it decides what can be done there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelKind {
    /// A text channel, or one about which nothing else is known.
    #[default]
    Text,
    /// Direct messages between two or more people.
    Direct,
    /// A channel that other servers can follow.
    Announcement,
    /// A voice or stage channel, which also has text messages.
    Voice,
    /// A channel that contains only posts, each of which is a thread.
    Forum,
    /// A thread visible to everyone who sees its channel, such as a post in a forum.
    PublicThread,
    /// A thread visible only to its members.
    PrivateThread,
}

/// A channel that contains only posts with pictures, which serenity does not know.
const MEDIA: ChannelType = ChannelType::Unknown(16);

impl ChannelKind {
    /// Returns the kind of a Discord channel.
    pub fn of(channel: Option<ChannelType>) -> Self {
        match channel {
            Some(ChannelType::Private | ChannelType::GroupDm) => Self::Direct,
            Some(ChannelType::News) => Self::Announcement,
            Some(ChannelType::Voice | ChannelType::Stage) => Self::Voice,
            Some(ChannelType::Forum | MEDIA) => Self::Forum,
            Some(ChannelType::NewsThread | ChannelType::PublicThread) => Self::PublicThread,
            Some(ChannelType::PrivateThread) => Self::PrivateThread,
            _ => Self::Text,
        }
    }

    /// Whether it is a thread.
    pub fn is_thread(self) -> bool {
        matches!(self, Self::PublicThread | Self::PrivateThread)
    }

    /// Returns the type of public thread that can be made in it; `None` if there can be none, or only posts.
    pub fn thread_type(self) -> Option<ChannelType> {
        match self {
            Self::Text => Some(ChannelType::PublicThread),
            Self::Announcement => Some(ChannelType::NewsThread),
            _ => None,
        }
    }
}

/// The channel that an interaction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelInfo {
    pub channel: ChannelId,
    /// Its guild (server); `None` in a DM.
    pub guild: Option<GuildId>,
    /// Its kind, as far as it matters to the bot.
    pub kind: ChannelKind,
    /// The channel that a thread belongs to.
    pub parent: Option<ChannelId>,
    /// The bot is not a member there, but the person has installed it: it can only answer.
    pub absent: bool,
}
