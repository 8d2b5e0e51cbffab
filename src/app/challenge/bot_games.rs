//! Where a game against the bot begins: in the channel, in a thread, or in the direct messages with the player, where nobody else sees it.
//! The player is asked once, unless the server leaves no choice.

use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::app::caller::{Caller, ThreadWish};
use crate::app::error::Rejection;
use crate::app::people::preferences::{BotGames, Setting};
use crate::app::{App, AppError, AppResult, Place};
use crate::game::{ChannelId, InteractionId, Venue};
use crate::rules::Variant;

/// A place where a game against the bot can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BeginsAt {
    /// In a thread of the channel.
    Thread,
    /// In the direct messages with the player.
    Dm,
    /// In the channel itself.
    Channel,
}

impl BeginsAt {
    /// What whoever chooses it is taken to prefer from then on.
    fn preferred(self) -> BotGames {
        match self {
            Self::Thread => BotGames::Thread,
            Self::Dm => BotGames::Dm,
            Self::Channel => BotGames::Channel,
        }
    }
}

/// What becomes of the answer to where a game against the bot begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceAnswer {
    /// The person's games against the bot begin there from then on.
    Kept,
    /// It is for this game alone.
    Once,
}

/// Where a server lets games against the bot begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BotGamesIn {
    #[default]
    Anywhere,
    /// In threads and direct messages.
    Threads,
    /// In direct messages alone.
    Dm,
}

impl BotGamesIn {
    /// The word it is stored as.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// The places, in the order in which they are offered.
    const fn places(self) -> &'static [BeginsAt] {
        match self {
            Self::Anywhere => &[BeginsAt::Thread, BeginsAt::Dm, BeginsAt::Channel],
            Self::Threads => &[BeginsAt::Thread, BeginsAt::Dm],
            Self::Dm => &[BeginsAt::Dm],
        }
    }
}

impl App {
    /// The places where the caller can begin a game against the bot, at least one. Where the bot can only answer, and in direct messages, it is
    /// where they are.
    ///
    /// # Errors
    /// Refused: a channel or a game that the server does not allow.
    pub async fn bot_game_places(&self, by: &Caller, variant: Variant) -> AppResult<Vec<BeginsAt>> {
        let Some(guild) = by.guild.filter(|_| by.may_post) else { return Ok(vec![BeginsAt::Channel]) };
        let server = self.server(guild).await?;
        if let Err(refused) = server.admit(by, variant) {
            return Err(self.refused_or_replayed(by, refused).await?);
        }
        match self.admit_own_game(by, variant).await {
            Err(AppError::Refused(refused)) => return Err(self.refused_or_replayed(by, refused).await?),
            admitted => admitted?,
        }
        let threads = by.can_thread && by.may_thread;
        let has_own_thread = server.usual_thread(by) == ThreadWish::Yes;
        let is_free = self.is_free(by.channel).await?;
        let can = |at: &BeginsAt| match at {
            BeginsAt::Thread => threads,
            // The game of a server's file is not known elsewhere.
            BeginsAt::Dm => !variant.is_custom(),
            BeginsAt::Channel => is_free && !has_own_thread,
        };
        let places: Vec<BeginsAt> = server.bot_games.places().iter().copied().filter(can).collect();
        // What is in the way is told where the game is to begin.
        Ok(if places.is_empty() { vec![BeginsAt::Channel] } else { places })
    }

    /// Where among these places a game against the bot begins, if nobody has to be asked: as was said, or as the person prefers.
    pub async fn bot_game_place(
        &self,
        by: &Caller,
        places: &[BeginsAt],
        said: Option<ThreadWish>,
    ) -> AppResult<Option<BeginsAt>> {
        match said {
            // If it cannot be, that is told where it is to begin, unless the server has chosen for everybody.
            Some(ThreadWish::Yes) if places != [BeginsAt::Dm] => return Ok(Some(BeginsAt::Thread)),
            Some(ThreadWish::Auto | ThreadWish::No)
                if places.contains(&BeginsAt::Channel)
                    || places != [BeginsAt::Dm] && !self.is_free(by.channel).await? =>
            {
                return Ok(Some(BeginsAt::Channel));
            }
            _ => {}
        }
        if let [one] = places {
            return Ok(Some(*one));
        }
        let preferred = match self.preferences(by.user).await?.bot_games {
            BotGames::Ask => return Ok(None),
            // In a thread there is no other one.
            BotGames::Thread if by.parent.is_some() => BeginsAt::Channel,
            BotGames::Thread => BeginsAt::Thread,
            BotGames::Dm => BeginsAt::Dm,
            // Where a game goes on in the channel, the next one gets a thread.
            BotGames::Channel if !places.contains(&BeginsAt::Channel) => BeginsAt::Thread,
            BotGames::Channel => BeginsAt::Channel,
        };
        Ok(Some(preferred).filter(|preferred| places.contains(preferred)))
    }

    /// Whether no game goes on in a channel.
    pub async fn is_free(&self, channel: ChannelId) -> AppResult<bool> {
        Ok(self.store.live_in(channel).await?.is_none())
    }

    /// What becomes of the answer of somebody who is asked where to play the bot: it is kept if they have never said it, or if where they said
    /// cannot be reached. An answer that is only a way round a place that is taken, or not to be had here, changes nothing.
    pub async fn place_answer(&self, by: &Caller, unreachable: Option<BeginsAt>) -> AppResult<PlaceAnswer> {
        let said = self.preferences(by.user).await?.bot_games;
        let is_kept = said == BotGames::Ask || unreachable.map(BeginsAt::preferred) == Some(said);
        Ok(if is_kept { PlaceAnswer::Kept } else { PlaceAnswer::Once })
    }

    /// Remembers where somebody has chosen to play the bot, so that they are not asked again.
    pub async fn prefer_bot_games_at(&self, by: &Caller, at: BeginsAt) -> AppResult<()> {
        // Whoever plays in the thread where they are likes threads.
        let is_thread = at == BeginsAt::Channel && by.parent.is_some();
        let preferred = if is_thread { BotGames::Thread } else { at.preferred() };
        let kept = Setting::kept(&[Setting::BotGames(preferred)]);
        self.store.set_preferences(by.user, &kept, None, by.now).await?;
        Ok(())
    }

    /// Refuses what a menu has done already: one game begins by it. `None`: it has begun none.
    pub async fn begun_by_menu(&self, menu: InteractionId) -> AppResult<Option<Rejection>> {
        let Some((game, _)) = self.store.answer_of(menu).await? else { return Ok(None) };
        let Some(row) = self.store.game(game).await? else { return Ok(None) };
        // A place of which the bot knows only that one person has it has no address.
        let is_known = row.channel.venue() == Venue::Channel;
        let place = is_known.then_some(Place { guild: row.guild, channel: row.channel });
        Ok(self.variant(&row.variant).await?.map(|variant| Rejection::BegunByMenu(variant, place)))
    }
}

impl Caller {
    /// The same person in their direct messages with the bot.
    #[must_use]
    pub fn in_direct_messages(&self, channel: ChannelId) -> Self {
        Self {
            channel,
            parent: None,
            guild: None,
            new_install: None,
            answer: None,
            guild_locale: None,
            can_thread: false,
            may_thread: false,
            manages: false,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[test]
    fn choices_are_stored_as_these_words() {
        assert!(BotGamesIn::iter().map(BotGamesIn::slug).eq(["anywhere", "threads", "dm"]));
        let places: Vec<&str> = BeginsAt::iter().map(Into::into).collect();
        assert_eq!(places, ["thread", "dm", "channel"]);
    }
}
