//! Places that become unavailable: closed or deleted channels, and servers that the bot was removed from.
//!
//! Games there pause with their clocks stopped. They end without a result seven days after the bot was
//! removed from their server, and one day after Discord reported that their channel does not exist. A channel
//! seen to be deleted ends its game at once. A server's own data is deleted 90 days after the bot was
//! removed.

use std::collections::BTreeSet;

use crate::app::load::ended;
use crate::app::{App, AppResult};
use crate::game::{ChannelId, Ending, GameId, GuildId, Millis, Venue};
use crate::store::{Effect, StoredState, WriteError};

/// How long after the bot was removed from a server its games there end.
const REMOVED_FOR: i64 = 7 * Millis::DAY;
/// How long after the bot was removed from a server the server's data is deleted.
const FORGOTTEN_AFTER: i64 = 90 * Millis::DAY;
/// How long after a channel was found missing its game ends. A deletion is only reported while the bot is
/// connected, and a single response may be wrong.
const GONE_FOR: i64 = Millis::DAY;
/// Games or channels handled per batch.
const AT_A_TIME: u32 = 500;
/// Channels in use checked per round if no event reports on them.
const ON_PATROL: u32 = 100;

impl App {
    /// Takes the complete list of servers the bot is in. Returns the other servers with live games or stored
    /// data: the bot was removed from them while it was not connected.
    pub async fn guilds_here(&self, here: &BTreeSet<GuildId>) -> AppResult<BTreeSet<GuildId>> {
        for (guild, _) in self.store.left_servers().await? {
            if here.contains(&guild) {
                self.store.not_left(guild).await?;
            }
        }
        let live = self.store.live_guilds().await?;
        let kept = self.store.kept_servers().await?;
        Ok(live.into_iter().chain(kept).filter(|guild| !here.contains(guild)).collect())
    }

    /// Deletes the data of a server that the bot was removed from long ago. `false`: the bot is back.
    pub async fn forget_server(&self, guild: GuildId, now: Millis) -> AppResult<bool> {
        Ok(self.store.forget_server(guild, Millis(now.0 - FORGOTTEN_AFTER), now).await?)
    }

    /// Up to `most` servers removed long enough ago for their data to be deleted, in order after `from`.
    pub async fn servers_to_forget(
        &self,
        now: Millis,
        from: Option<GuildId>,
        most: u32,
    ) -> AppResult<Vec<GuildId>> {
        Ok(self.store.left_for_good(Millis(now.0 - FORGOTTEN_AFTER), from, most).await?)
    }

    /// Records that the bot is in a server, perhaps again.
    ///
    /// Returns the channels with live games missing from the server's list, whose existence has to be
    /// queried, and the games whose deadlines have moved.
    pub async fn guild_here(
        &self,
        guild: GuildId,
        channels: &[ChannelId],
        now: Millis,
    ) -> AppResult<(Vec<ChannelId>, Vec<GameId>)> {
        let moved = self.store.open_guild(guild, now).await?;
        self.not_among(guild, channels, moved).await
    }

    /// Records that a user used the bot in a server at `heard`, so the bot was there then. Returns what
    /// [`App::guild_here`] does, for all channels.
    pub async fn guild_heard(
        &self,
        guild: GuildId,
        heard: Millis,
        now: Millis,
    ) -> AppResult<(Vec<ChannelId>, Vec<GameId>)> {
        let moved = self.store.open_left_before(guild, heard, now).await?;
        self.not_among(guild, &[], moved).await
    }

    /// The server's channels in use that are not among these, and the moved games.
    async fn not_among(
        &self,
        guild: GuildId,
        channels: &[ChannelId],
        moved: Vec<GameId>,
    ) -> AppResult<(Vec<ChannelId>, Vec<GameId>)> {
        let mut live = self.store.live_channels_of(guild).await?;
        live.retain(|channel| !channels.contains(channel));
        Ok((live, moved))
    }

    /// A batch of channels with live games or open challenges that can be queried, after `from`, and the last
    /// one read; `None`: this was the final batch.
    pub async fn some_channels(
        &self,
        from: Option<ChannelId>,
    ) -> AppResult<(Vec<ChannelId>, Option<ChannelId>)> {
        let mut some = self.store.some_in_use(from, ON_PATROL).await?;
        // After the last channels, start over at the first ones instead of with an empty round.
        let is_full = some.len() == ON_PATROL as usize;
        let last = some.last().copied().filter(|_| is_full);
        some.retain(|channel| channel.venue() == Venue::Channel);
        Ok((some, last))
    }

    /// Ends the tournaments and games whose place has been gone too long; no notice can be posted there.
    /// Returns the number of games.
    pub async fn end_gone(&self, now: Millis) -> AppResult<u32> {
        let (left, none) = (Millis(now.0 - REMOVED_FOR), Millis(now.0 - GONE_FOR));
        // Before their games: ending those would start the next round.
        for tournament in self.store.tournaments_in_gone(left, none).await? {
            if let Err(error) = self.abandon_tournament(tournament, now).await {
                tracing::error!(%error, tournament = tournament.0, "a tournament whose place is gone was not ended");
            }
        }
        let removed = self.store.live_in_left(left, AT_A_TIME).await?;
        let gone = self.store.live_in_none(none, AT_A_TIME).await?;
        let removed = removed.into_iter().map(|game| (game, Ending::Removed));
        let gone = gone.into_iter().map(|game| (game, Ending::ChannelDeleted));
        let mut ends = 0;
        for (game, ending) in removed.chain(gone) {
            let Some(row) = self.store.game(game).await?.filter(|row| row.stands.state == StoredState::Live)
            else {
                continue;
            };
            let mut end = ended(&row.stands, ending, now);
            end.effects.push(Effect::NoBoard);
            match self.store.change(row.id, row.stands.rev, &end).await {
                Ok(()) => ends += 1,
                // Another event was stored first.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(ends)
    }
}
