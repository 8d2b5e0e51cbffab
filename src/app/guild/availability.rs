//! Places that come and go: channels that are closed or deleted, and servers that the bot was removed from. Games there wait with
//! their clocks stopped, and in the end they end without a result.
//!
//! Games end seven days after the bot was removed from their server, and one day after Discord said that their channel does not exist.
//! A channel that is seen to be deleted ends its game at once.

use crate::app::load::ended;
use crate::app::{App, AppResult, Reminder};
use crate::game::{ChannelId, Ending, GameId, GuildId, Millis, Rev};
use crate::store::{Effect, StoredState, ThreadUse, WriteError};

/// How long after the bot was removed from a server its games there end.
const REMOVED_FOR: i64 = 7 * Millis::DAY;
/// How long after a channel was found not to exist its game ends. A deletion is only reported while the bot is connected, and a
/// single response may be wrong.
const GONE_FOR: i64 = Millis::DAY;
/// Games or channels handled at a time.
const AT_A_TIME: u32 = 500;
/// Channels in use that are checked at a time, where no event reports on them.
const ON_PATROL: u32 = 100;

impl App {
    /// Nothing can be posted in this channel now, with Discord's error code. Its games wait; posting is retried rarely.
    ///
    /// # Errors
    /// Only faults.
    pub async fn channel_closed(&self, channel: ChannelId, code: u32, now: Millis) -> AppResult<()> {
        Ok(self.store.close_channel(channel, code, now).await?)
    }

    /// The bot was removed from a server: the games there wait, and end if it has not come back after a week. Returns how many
    /// channels with live games that closes.
    ///
    /// # Errors
    /// Only faults.
    pub async fn guild_left(&self, guild: GuildId, now: Millis) -> AppResult<u64> {
        Ok(self.store.close_guild(guild, now).await?)
    }

    /// The bot is in these servers only. Returns the others with live games: it was removed from them while it was not connected.
    ///
    /// # Errors
    /// Only faults.
    pub async fn guilds_here(&self, here: &[GuildId]) -> AppResult<Vec<GuildId>> {
        for guild in self.store.left_servers().await? {
            if here.contains(&guild) {
                self.store.not_left(guild).await?;
            }
        }
        let mut gone = self.store.live_guilds().await?;
        gone.retain(|guild| !here.contains(guild));
        Ok(gone)
    }

    /// The bot is in a server, perhaps again. Returns the channels with live games that are not in the server's list: whether they
    /// still exist has to be asked.
    ///
    /// # Errors
    /// Only faults.
    pub async fn guild_here(
        &self,
        guild: GuildId,
        channels: &[ChannelId],
        now: Millis,
    ) -> AppResult<Vec<ChannelId>> {
        self.store.open_guild(guild, now).await?;
        let mut live = self.store.live_channels_of(guild).await?;
        live.retain(|channel| !channels.contains(channel));
        Ok(live)
    }

    /// Something could be read or posted in this channel: its game goes on, with the time it had when the channel was closed.
    ///
    /// # Errors
    /// Only faults.
    pub async fn channel_open(&self, channel: ChannelId, now: Millis) -> AppResult<()> {
        Ok(self.store.open_channel(channel, now).await?)
    }

    /// Closed channels of live games that are to be checked now, as nothing is waiting to be posted there whose delivery would
    /// tell.
    ///
    /// # Errors
    /// Only faults.
    pub async fn closed_to_look_at(&self, now: Millis) -> AppResult<Vec<ChannelId>> {
        Ok(self.store.closed_to_look_at(now, AT_A_TIME).await?)
    }

    /// Opens the channels that an older version closed for no reason of their own; returns how many.
    ///
    /// # Errors
    /// Only faults.
    pub async fn open_mistaken(&self, now: Millis) -> AppResult<u64> {
        Ok(self.store.open_without_code(now).await?)
    }

    /// Some closed channels of live games, from the one after `from` on; empty: there are no more.
    ///
    /// # Errors
    /// Only faults.
    pub async fn some_closed(&self, from: Option<ChannelId>) -> AppResult<Vec<ChannelId>> {
        Ok(self.store.some_closed(from, ON_PATROL).await?)
    }

    /// The servers with live games that the bot was removed from.
    ///
    /// # Errors
    /// Only faults.
    pub async fn left_servers(&self) -> AppResult<Vec<GuildId>> {
        Ok(self.store.left_servers().await?)
    }

    /// Some channels with live games or open challenges that the bot can ask about, from the one after `from` on, and the last one
    /// read; `None`: these were the last.
    ///
    /// # Errors
    /// Only faults.
    pub async fn some_channels(
        &self,
        from: Option<ChannelId>,
    ) -> AppResult<(Vec<ChannelId>, Option<ChannelId>)> {
        let mut some = self.store.some_in_use(from, ON_PATROL).await?;
        // After the last channels come the first ones again, not an empty round.
        let is_full = some.len() == ON_PATROL as usize;
        let last = some.last().copied().filter(|_| is_full);
        some.retain(|channel| !channel.is_seat());
        Ok((some, last))
    }

    /// Channels of games that are about to end on time. They are checked first: where the players cannot be, time is not up.
    ///
    /// # Errors
    /// Only faults.
    pub async fn about_to_end(&self, now: Millis) -> AppResult<Vec<ChannelId>> {
        Ok(self.store.time_is_up(now, AT_A_TIME).await?)
    }

    /// A reminder was not delivered, so another one is due when its channel is open.
    ///
    /// # Errors
    /// Only faults.
    pub async fn not_reminded(&self, game: GameId, rev: Rev) -> AppResult<()> {
        Ok(self.store.not_reminded(game, rev).await?)
    }

    /// Whether the opponent is still to be told that the player to move has left the server: once per game and player, and not if
    /// that player has moved.
    ///
    /// # Errors
    /// Only faults.
    pub async fn left_untold(&self, reminder: &Reminder) -> AppResult<bool> {
        Ok(self.store.left_untold(reminder.game, reminder.rev, reminder.game_now.turn()).await?)
    }

    /// Notes that the opponent was told that.
    ///
    /// # Errors
    /// Only faults.
    pub async fn note_left_told(&self, reminder: &Reminder) -> AppResult<()> {
        Ok(self.store.note_left_told(reminder.game, reminder.game_now.turn()).await?)
    }

    /// What a thread is needed for now, if a game goes on or a challenge is open there.
    ///
    /// # Errors
    /// Only faults.
    pub async fn thread_use(&self, thread: ChannelId) -> AppResult<Option<ThreadUse>> {
        Ok(self.store.thread_use(thread).await?)
    }

    /// Ends the games whose place has been gone for too long; nobody can be told there. Returns how many.
    ///
    /// # Errors
    /// Only faults.
    pub async fn end_gone(&self, now: Millis) -> AppResult<u32> {
        let removed = self.store.live_in_left(Millis(now.0 - REMOVED_FOR), AT_A_TIME).await?;
        let gone = self.store.live_in_none(Millis(now.0 - GONE_FOR), AT_A_TIME).await?;
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
