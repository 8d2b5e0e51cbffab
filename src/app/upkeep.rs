//! Bookkeeping: board messages, deleted channels, games of older rules, people who leave.

use super::load::{SET_ASIDE, Unplayable, replay};
use super::view::{MessageRef, Notice, Place};
use super::{Answer, App};
use crate::game::{ChannelId, Ending, GameId, Millis, Ply, UserId};
use crate::store::{BoardMessage, Change, Forgotten, WriteError};

impl App {
    /// Remembers the newest message that shows a game's board and answers the one that now loses its buttons: the one
    /// before, or `message` itself if a newer board was recorded meanwhile.
    ///
    /// # Errors
    /// Only faults.
    pub async fn board_posted(
        &self,
        game: GameId,
        ply: Ply,
        message: MessageRef,
    ) -> Answer<Option<MessageRef>> {
        let shown = BoardMessage { channel: message.channel, message: message.message, ply };
        let old = self.store.show_board(game, shown).await?;
        Ok(old.map(|old| MessageRef { channel: old.channel, message: old.message }))
    }

    /// A channel or thread was deleted: its live game ends, its challenges are withdrawn. Answers the game that ended.
    ///
    /// # Errors
    /// Only faults.
    pub async fn channel_deleted(&self, channel: ChannelId, now: Millis) -> Answer<Option<GameId>> {
        self.store.end_challenges_in(channel).await?;
        loop {
            let Some(row) = self.store.live_in(channel).await? else { return Ok(None) };
            // Without replaying: it ends whatever the rules make of it.
            let change = Change {
                from: Ply(row.moves.len() as u32),
                moves: Vec::new(),
                ending: Some(Ending::ChannelDeleted.to_string()),
                offers: String::new(),
                moved_at: row.moved_at,
                interaction: None,
                now,
            };
            match self.store.append(row.id, row.version, &change).await {
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => return Ok(Some(row.id)),
            }
        }
    }

    /// Replays every live game once after a start and sets aside those that today's rules cannot; post the notices.
    ///
    /// # Errors
    /// Only faults.
    pub async fn review(&self) -> Answer<Vec<Notice>> {
        let mut notices = Vec::new();
        for id in self.store.all_live().await? {
            let Some(row) = self.store.game(id).await? else { continue };
            let Err(unplayable) = replay(row) else { continue };
            let Unplayable { row, why } = *unplayable;
            tracing::error!(game = id.0, why, "a stored game cannot be replayed and is set aside");
            match self.store.set_aside(id, row.version).await {
                Ok(()) => {
                    let place = Place { guild: row.guild, channel: row.channel };
                    notices.push(Notice { place, text: SET_ASIDE.to_owned() });
                }
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(notices)
    }

    /// Removes a person's id everywhere: live games are resigned, challenges from and to them deleted, finished games
    /// stay for the opponent.
    ///
    /// # Errors
    /// Only faults.
    pub async fn forget(&self, user: UserId) -> Answer<Forgotten> {
        Ok(self.store.forget(user).await?)
    }
}
