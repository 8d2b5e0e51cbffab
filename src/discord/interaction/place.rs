//! Where an interaction comes from.

use serenity::all::ChannelType;

use crate::game::{ChannelId, GuildId};

/// The kind of a channel, as far as it decides what can be done there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelKind {
    /// A text channel, or one of which nothing else is known.
    #[default]
    Text,
    /// Direct messages, of two or more.
    Direct,
    /// A channel that other servers can follow.
    Announcement,
    /// A voice or stage channel, where people also write.
    Voice,
    /// A channel that holds nothing but posts, each of which is a thread.
    Forum,
    /// A thread that everybody sees who sees its channel, such as a post of a forum.
    PublicThread,
    /// A thread that only those see who are in it.
    PrivateThread,
}

/// A channel that holds nothing but posts with pictures, which serenity does not know.
const MEDIA: ChannelType = ChannelType::Unknown(16);

impl ChannelKind {
    /// The kind of a channel of Discord's.
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

    /// The public threads that can be made in it; `None` if there can be none, or only posts.
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
    /// What it is.
    pub kind: ChannelKind,
    /// The channel that a thread is in.
    pub parent: Option<ChannelId>,
    /// The bot is not there, but the person has installed it: it can answer and do nothing else.
    pub absent: bool,
}
