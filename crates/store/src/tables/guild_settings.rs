//! The settings chosen by a server's managers.

use super::daily::move_daily;
use super::owed_kinds::OwedKind;
use super::preferences::GuildBoardsRow;
use crate::db::sql::row;
use crate::unreadable::unreadable;
use crate::{Store, StoreError, Write, WriteError, claim, retry_claimed};
use game::{ChannelId, GuildId, InteractionId, Millis, Pace, RoleId, UserId};

/// The settings of a server. `None` or empty means that the default applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuildSettingsRow {
    /// The channels in which games may begin.
    pub channels: Vec<ChannelId>,
    /// The slugs of the games that may begin.
    pub games: Vec<String>,
    /// The pace of challenges that do not name one.
    pub pace: Option<Pace>,
    /// Whether a game gets a thread if its challenge does not say: `auto`, `yes` or `no`.
    pub thread: Option<String>,
    /// Where games against the bot may begin: `anywhere`, `threads` or `dm`.
    pub bot_games: Option<String>,
    /// The role to mention for open challenges.
    pub role: Option<RoleId>,
    /// The role that may create tournaments and open ladders.
    pub organisers: Option<RoleId>,
    /// How public boards are drawn.
    pub house: GuildBoardsRow,
    /// The language of public texts.
    pub language: Option<String>,
    /// The server's own locale, as Discord last reported it.
    pub locale: Option<String>,
    /// The channel with the list of open challenges.
    pub lobby: Option<ChannelId>,
    /// Discord's error code, if the bot cannot post there.
    pub lobby_closed: Option<u32>,
    /// The channel with the daily puzzle.
    pub daily: Option<ChannelId>,
    /// Discord's error code, if the bot cannot post there.
    pub daily_closed: Option<u32>,
}

const SERVER: &str =
    "SELECT channels, games, pace, thread, role, side, theme, language, locale, organisers, bot_games,
         (SELECT channel FROM lobbies WHERE guild = $1 AND retired = 0) AS lobby,
         (SELECT code FROM outbox WHERE kind = $2 AND part = 0
             AND subject = (SELECT channel FROM lobbies WHERE guild = $1 AND retired = 0)) AS lobby_closed,
         (SELECT channel FROM daily_puzzles WHERE guild = $1) AS daily,
         (SELECT code FROM outbox WHERE kind = $3 AND subject = $1 AND part = 0) AS daily_closed
     FROM servers WHERE id = $1";

impl Store {
    /// Returns the settings of a server.
    pub async fn server(&self, guild: GuildId) -> Result<GuildSettingsRow, StoreError> {
        Ok(self
            .first::<GuildSettingsRow>(SERVER, (guild, OwedKind::Lobby, OwedKind::Daily))
            .await?
            .unwrap_or_default())
    }

    /// Returns the languages chosen by a person and by a server.
    pub async fn languages(
        &self,
        person: UserId,
        guild: Option<GuildId>,
    ) -> Result<(Option<String>, Option<String>), StoreError> {
        self.one(
            "SELECT (SELECT language FROM people WHERE id = $1), (SELECT language FROM servers WHERE id = $2)",
            (person, guild),
        )
        .await
    }

    /// Changes the settings of a server and returns all of them.
    ///
    /// # Errors
    /// [`WriteError::Replayed`].
    pub async fn change_server(
        &self,
        guild: GuildId,
        change: impl Fn(&mut GuildSettingsRow) + Send + Sync,
        interaction: Option<InteractionId>,
        now: Millis,
    ) -> Result<GuildSettingsRow, WriteError> {
        retry_claimed!(
            interaction,
            self,
            {
                let change = &change;
                let mut tx = self.begin().await?;
                // An old request that is delivered again must not undo a newer one.
                claim(&mut tx, interaction, now).await?;
                let mut kept = tx
                    .first::<GuildSettingsRow>(SERVER, (guild, OwedKind::Lobby, OwedKind::Daily))
                    .await?
                    .unwrap_or_default();
                let (lobby, daily) = (kept.lobby, kept.daily);
                change(&mut kept);
                keep(&mut tx, guild, &kept).await?;
                if kept.lobby != lobby {
                    move_lobby(&mut tx, guild, kept.lobby).await?;
                    kept.lobby_closed = None;
                }
                if kept.daily != daily {
                    move_daily(&mut tx, guild, kept.daily).await?;
                    kept.daily_closed = None;
                }
                // The list may now need another language, and the daily puzzle another game. A trigger queues
                // a list that is updated.
                tx.execute("UPDATE lobbies SET guild = guild WHERE guild = $1 AND retired = 0", guild)
                    .await?;
                tx.execute(
                    "UPDATE outbox SET due = 0 WHERE kind = $2 AND subject = $1 AND part = 0 AND code IS NULL",
                    (guild, OwedKind::Daily),
                )
                .await?;
                tx.commit().await?;
                Ok(kept)
            },
            Ok(self.server(guild).await?)
        )
    }
}

async fn keep(tx: &mut Write, guild: GuildId, kept: &GuildSettingsRow) -> Result<(), WriteError> {
    let list = |parts: Vec<String>| Some(parts.join(" ")).filter(|text| !text.is_empty());
    tx.execute(
        "INSERT INTO servers (id, channels, games, pace, thread, role, side, theme, language, locale, organisers, bot_games)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (id) DO UPDATE SET
             channels = excluded.channels, games = excluded.games, pace = excluded.pace, thread = excluded.thread,
             role = excluded.role, side = excluded.side, theme = excluded.theme, language = excluded.language,
             locale = excluded.locale, organisers = excluded.organisers, bot_games = excluded.bot_games",
        (
            guild,
            list(kept.channels.iter().map(ToString::to_string).collect()),
            list(kept.games.clone()),
            kept.pace.map(Pace::slug),
            &kept.thread,
            kept.role,
            &kept.house.side,
            &kept.house.theme,
            &kept.language,
            &kept.locale,
            kept.organisers,
            &kept.bot_games,
        ),
    )
    .await?;
    Ok(())
}

/// Moves the list of open challenges to this channel, or ends it. The message in the old channel must show
/// that.
async fn move_lobby(tx: &mut Write, guild: GuildId, to: Option<ChannelId>) -> Result<(), WriteError> {
    tx.execute("UPDATE lobbies SET retired = 1 WHERE guild = $1 AND retired = 0", guild).await?;
    let Some(channel) = to else { return Ok(()) };
    tx.execute(
        "INSERT INTO lobbies (channel, guild) VALUES ($1, $2) ON CONFLICT (channel) DO UPDATE SET
             guild = excluded.guild, retired = 0",
        (channel, guild),
    )
    .await?;
    Ok(())
}

fn channels(texts: Vec<String>) -> Result<Vec<ChannelId>, sqlx::Error> {
    let channel = |text: String| {
        let number = text.parse().ok().map(ChannelId);
        number.ok_or_else(|| unreadable(format!("the channel {text:?} of a server")))
    };
    texts.into_iter().map(channel).collect()
}

row!(|row| GuildSettingsRow {
    channels: channels(row.words("channels")?)?,
    games: row.words("games")?,
    pace,
    thread,
    bot_games,
    role,
    organisers,
    house: GuildBoardsRow { side: row.try_get("side")?, theme: row.try_get("theme")? },
    language,
    locale,
    lobby,
    lobby_closed,
    daily,
    daily_closed,
});
