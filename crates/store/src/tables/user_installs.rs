//! User installs: places where a person plays alone through responses, because the bot is not a member there.
//!
//! Such a place has a number that stands for the person and the channel, so that all layers can treat it as a
//! channel. The bot cannot post there. Pending messages are shown with the token of a response while it is
//! valid. The place is stored from the first game there on. Its number is never reused (`last_seat`).

use crate::db::sql::row;
use crate::privacy::personal::{Kind::Id, Personal, Rows::Many};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChannelId, GuildId, UserId};

/// The personal rows of these tables.
pub(crate) const PERSONAL: &[Personal] = &[
    // The number that stands in games for a channel without the bot, and the channel itself.
    Personal {
        table: "seats",
        person: &["person"],
        key: "seats",
        rows: Many,
        columns: &[
            ("id", "channel", Id),
            ("guild", "stands_for.server", Id),
            ("channel", "stands_for.channel", Id),
        ],
    },
];

/// A place where a person plays alone through responses to the bot's user install.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserInstallRow {
    /// The number that stands for the person and the channel in their games.
    pub id: ChannelId,
    /// The server of the channel.
    pub guild: Option<GuildId>,
    /// The channel's id in Discord.
    pub channel: ChannelId,
}

impl Store {
    /// Returns the number of this person's place in a channel, if they ever had one.
    pub async fn user_install(
        &self,
        person: UserId,
        channel: ChannelId,
    ) -> Result<Option<ChannelId>, StoreError> {
        self.first("SELECT id FROM seats WHERE person = $1 AND channel = $2", (person, channel)).await
    }

    /// Returns an unused number. It gets an owner when a game begins there
    /// ([`crate::NewGame::user_install`]). Numbers are never reused.
    pub async fn new_user_install(&self) -> Result<ChannelId, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.one("UPDATE last_seat SET id = id + 1 RETURNING id", ()).await?
        })
    }

    /// Returns all places of a person.
    pub async fn user_installs(&self, person: UserId) -> Result<Vec<UserInstallRow>, StoreError> {
        self.all("SELECT id, guild, channel FROM seats WHERE person = $1 ORDER BY id", person).await
    }
}

/// Stores the owner and channel of a new place, in the transaction that begins a game there.
pub(crate) async fn take(tx: &mut Write, person: UserId, new: &UserInstallRow) -> Result<(), WriteError> {
    let taken = tx
        .execute(
            "INSERT INTO seats (id, person, channel, guild) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            (new.id, person, new.channel, new.guild),
        )
        .await?;
    // The person has been given another number for this channel meanwhile.
    if taken == 0 { Err(WriteError::Occupied) } else { Ok(()) }
}

row!(|row| UserInstallRow { id, guild, channel });
