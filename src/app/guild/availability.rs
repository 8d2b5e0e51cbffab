//! Places that come and go: channels that are closed or deleted, and servers that the bot was removed from. Games there wait with
//! their clocks stopped, and in the end they end without a result.
//!
//! Games end seven days after the bot was removed from their server, and one day after Discord said that their channel does not exist.
//! A channel that is seen to be deleted ends its game at once. What is kept of a server itself is forgotten 90 days after the bot was removed.

use std::collections::BTreeSet;

use crate::app::load::ended;
use crate::app::{App, AppResult};
use crate::game::{ChannelId, Ending, GameId, GuildId, Millis, Venue};
use crate::store::{Effect, StoredState, WriteError};

/// How long after the bot was removed from a server its games there end.
const REMOVED_FOR: i64 = 7 * Millis::DAY;
/// How long after the bot was removed from a server what is kept of it is forgotten.
const FORGOTTEN_AFTER: i64 = 90 * Millis::DAY;
/// How long after a channel was found not to exist its game ends. A deletion is only reported while the bot is connected, and a
/// single response may be wrong.
const GONE_FOR: i64 = Millis::DAY;
/// Games or channels handled at a time.
const AT_A_TIME: u32 = 500;
/// Channels in use that are checked at a time, where no event reports on them.
const ON_PATROL: u32 = 100;

impl App {
    /// The bot is in these servers only. Returns the others with live games, or of which something else is kept: it was removed from them while
    /// it was not connected.
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

    /// Forgets what is kept of a server that the bot was removed from long ago. `false`: it is back.
    pub async fn forget_server(&self, guild: GuildId, now: Millis) -> AppResult<bool> {
        Ok(self.store.forget_server(guild, Millis(now.0 - FORGOTTEN_AFTER), now).await?)
    }

    /// At most `most` servers that the bot was removed from so long ago that they are to be forgotten, in order after `from`.
    pub async fn servers_to_forget(
        &self,
        now: Millis,
        from: Option<GuildId>,
        most: u32,
    ) -> AppResult<Vec<GuildId>> {
        Ok(self.store.left_for_good(Millis(now.0 - FORGOTTEN_AFTER), from, most).await?)
    }

    /// The bot is in a server, perhaps again. Returns the channels with live games that are not in the server's list: whether they
    /// still exist has to be asked. Returns beside them the games whose deadline has moved.
    pub async fn guild_here(
        &self,
        guild: GuildId,
        channels: &[ChannelId],
        now: Millis,
    ) -> AppResult<(Vec<ChannelId>, Vec<GameId>)> {
        let moved = self.store.open_guild(guild, now).await?;
        self.not_among(guild, channels, moved).await
    }

    /// Somebody used the bot in a server at `heard`, so it was there then. Returns the same as [`App::guild_here`], of all channels.
    pub async fn guild_heard(
        &self,
        guild: GuildId,
        heard: Millis,
        now: Millis,
    ) -> AppResult<(Vec<ChannelId>, Vec<GameId>)> {
        let moved = self.store.open_left_before(guild, heard, now).await?;
        self.not_among(guild, &[], moved).await
    }

    /// The channels in use of a server that are not among these, beside the games that were moved.
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

    /// Some channels with live games or open challenges that the bot can ask about, from the one after `from` on, and the last one
    /// read; `None`: these were the last.
    pub async fn some_channels(
        &self,
        from: Option<ChannelId>,
    ) -> AppResult<(Vec<ChannelId>, Option<ChannelId>)> {
        let mut some = self.store.some_in_use(from, ON_PATROL).await?;
        // After the last channels come the first ones again, not an empty round.
        let is_full = some.len() == ON_PATROL as usize;
        let last = some.last().copied().filter(|_| is_full);
        some.retain(|channel| channel.venue() == Venue::Channel);
        Ok((some, last))
    }

    /// Ends the tournaments and the games whose place has been gone for too long; nobody can be told there. Returns how many games.
    pub async fn end_gone(&self, now: Millis) -> AppResult<u32> {
        let (left, none) = (Millis(now.0 - REMOVED_FOR), Millis(now.0 - GONE_FOR));
        // Before their games, whose ends would bring about the next round.
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
                // Something else happened first.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(ends)
    }
}
