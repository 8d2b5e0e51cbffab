//! Bookkeeping: board messages, deleted channels, games of older rules, people who leave.

use super::load::{SET_ASIDE, Unplayable, replay};
use super::view::{GameView, MessageRef, Notice, Place, Unshown};
use super::{Answer, App, words};
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

    /// A channel or thread was deleted: its live game ends, and those in its threads, and its challenges are withdrawn.
    /// Answers the game that ended last.
    ///
    /// # Errors
    /// Only faults.
    pub async fn channel_deleted(&self, channel: ChannelId, now: Millis) -> Answer<Option<GameId>> {
        self.store.end_challenges_in(channel).await?;
        let mut ended = None;
        loop {
            let Some(row) = self.store.live_under(channel).await? else { return Ok(ended) };
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
                Ok(()) => ended = Some(row.id),
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

    /// Games whose players have not been shown how they stand: the bot was killed between a move (or an ending) and its
    /// board. Ask before the first interaction is taken: those in hand look the same.
    ///
    /// # Errors
    /// Only faults.
    pub async fn unshown(&self) -> Answer<Vec<Unshown>> {
        Ok(self.store.unshown().await?.into_iter().map(Unshown::from).collect())
    }

    /// Games that ended because a player was removed ([`App::forget`]), which nobody in their channels has been told.
    ///
    /// # Errors
    /// Only faults.
    pub async fn left_unshown(&self) -> Answer<Vec<Unshown>> {
        Ok(self.store.left_unshown().await?.into_iter().map(Unshown::from).collect())
    }

    /// The board to post, with a ping; none when something has happened in the game since. Then tell
    /// [`App::board_posted`], or [`App::board_refused`].
    ///
    /// # Errors
    /// Refused when today's rules cannot replay the game.
    pub async fn missed(&self, unshown: Unshown) -> Answer<Option<GameView>> {
        let row = self.store.game(unshown.game).await?;
        let Some(row) = row.filter(|row| row.version == unshown.version) else { return Ok(None) };
        let loaded = self.replayed(row).await?;
        let ping = words::concerns(&loaded.game);
        Ok(Some(GameView { ping, ..loaded.standing(None) }))
    }

    /// The board cannot be posted where the game is played: it is not tried again.
    ///
    /// # Errors
    /// Only faults.
    pub async fn board_refused(&self, unshown: Unshown) -> Answer<()> {
        Ok(self.store.give_up_board(unshown.game, unshown.version).await?)
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
