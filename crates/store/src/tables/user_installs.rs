//! User installs: where somebody plays alone through the bot's answers, because the bot is not a member there.
//!
//! Such a place has a number that stands for the person and the channel, so that all layers know a channel as ever. Nothing is posted there.
//! What people still have to see there is shown by the token of an answer, while that is valid. The place is kept from the first game there
//! on. Its number is given once (`last_seat`).

use crate::db::sql::row;
use crate::privacy::personal::{Kind::Id, Personal, Rows::Many};
use crate::{Store, StoreError, Write, WriteError, retry_write};
use game::{ChannelId, GuildId, UserId};

/// What tables here have of a person.
pub(crate) const PERSONAL: &[Personal] = &[
    // The number that stands in games for a channel where the bot is not, and the channel itself.
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

/// A place where somebody plays alone through the bot's answers, as its user install.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserInstallRow {
    /// The number that stands for the person and the channel in their games.
    pub id: ChannelId,
    /// The server that the channel is in.
    pub guild: Option<GuildId>,
    /// The channel as Discord knows it.
    pub channel: ChannelId,
}

impl Store {
    /// The number of this person's place in a channel; none if they never had one.
    pub async fn user_install(
        &self,
        person: UserId,
        channel: ChannelId,
    ) -> Result<Option<ChannelId>, StoreError> {
        self.first("SELECT id FROM seats WHERE person = $1 AND channel = $2", (person, channel)).await
    }

    /// A new number. It belongs to nobody until a game begins there ([`crate::NewGame::user_install`]). No number is given twice.
    pub async fn new_user_install(&self) -> Result<ChannelId, WriteError> {
        retry_write!(self.begin(), |tx| {
            tx.one("UPDATE last_seat SET id = id + 1 RETURNING id", ()).await?
        })
    }

    /// All places of a person.
    pub async fn user_installs(&self, person: UserId) -> Result<Vec<UserInstallRow>, StoreError> {
        self.all("SELECT id, guild, channel FROM seats WHERE person = $1 ORDER BY id", person).await
    }
}

/// Stores the owner and the channel of a new place, in the transaction that begins a game there.
pub(crate) async fn take(tx: &mut Write, person: UserId, new: &UserInstallRow) -> Result<(), WriteError> {
    let taken = tx
        .execute(
            "INSERT INTO seats (id, person, channel, guild) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
            (new.id, person, new.channel, new.guild),
        )
        .await?;
    // The person has got another number for this channel meanwhile.
    if taken == 0 { Err(WriteError::Occupied) } else { Ok(()) }
}

row!(|row| UserInstallRow { id, guild, channel });
