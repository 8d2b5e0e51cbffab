//! Chooses where a game against the bot begins: in the channel, in a thread, or privately in direct messages.
//! The player is asked once, unless the server leaves no choice.

use strum::{EnumIter, EnumString, IntoStaticStr};

use crate::app::caller::{Caller, ThreadWish};
use crate::app::error::Rejection;
use crate::app::people::preferences::{BotGames, Setting};
use crate::app::{App, AppResult, Place};
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
    /// The preference that choosing this place implies.
    fn preferred(self) -> BotGames {
        match self {
            Self::Thread => BotGames::Thread,
            Self::Dm => BotGames::Dm,
            Self::Channel => BotGames::Channel,
        }
    }
}

/// How long the player's choice of a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceAnswer {
    /// The user's games against the bot begin there from now on.
    Kept,
    /// It applies to this game only.
    Once,
}

/// Where a server allows games against the bot to begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum BotGamesIn {
    #[default]
    Anywhere,
    /// In threads and direct messages.
    Threads,
    /// In direct messages only.
    Dm,
}

impl BotGamesIn {
    /// The stored word.
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
    /// The places where the caller can begin a game against the bot, at least one. If the bot can only
    /// respond here, and in direct messages, the only place is the current channel.
    ///
    /// # Errors
    /// Refused: a channel or a game that the server does not allow.
    pub async fn bot_game_places(&self, by: &Caller, variant: Variant) -> AppResult<Vec<BeginsAt>> {
        let Some(guild) = by.guild.filter(|_| by.may_post) else { return Ok(vec![BeginsAt::Channel]) };
        let server = self.server(guild).await?;
        self.admit_once(by, &server, variant).await?;
        let threads = by.can_thread && by.may_thread;
        let has_own_thread = server.usual_thread(by) == ThreadWish::Yes;
        let is_free = self.is_free(by.channel).await?;
        let can = |at: &BeginsAt| match at {
            BeginsAt::Thread => threads,
            // A game from a server's own file is not known elsewhere.
            BeginsAt::Dm => !variant.is_custom(),
            BeginsAt::Channel => is_free && !has_own_thread,
        };
        let places: Vec<BeginsAt> = server.bot_games.places().iter().copied().filter(can).collect();
        // The later step reports why the channel cannot be used.
        Ok(if places.is_empty() { vec![BeginsAt::Channel] } else { places })
    }

    /// Picks the place for a game against the bot by the command's option or the user's preference; `None`:
    /// ask the user.
    pub async fn bot_game_place(
        &self,
        by: &Caller,
        places: &[BeginsAt],
        said: Option<ThreadWish>,
    ) -> AppResult<Option<BeginsAt>> {
        match said {
            // If a thread is impossible, the later step reports it, unless the server allows direct messages
            // only.
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
            // Threads cannot be nested.
            BotGames::Thread if by.parent.is_some() => BeginsAt::Channel,
            BotGames::Thread => BeginsAt::Thread,
            BotGames::Dm => BeginsAt::Dm,
            // If the channel already hosts a game, the next one gets a thread.
            BotGames::Channel if !places.contains(&BeginsAt::Channel) => BeginsAt::Thread,
            BotGames::Channel => BeginsAt::Channel,
        };
        Ok(Some(preferred).filter(|preferred| places.contains(preferred)))
    }

    /// True if the channel hosts no live game.
    pub async fn is_free(&self, channel: ChannelId) -> AppResult<bool> {
        Ok(self.store.live_in(channel).await?.is_none())
    }

    /// Decides whether the answer to "where to play the bot" becomes the user's preference.
    ///
    /// It does if they have no preference yet, or if the preferred place cannot be reached. An answer that
    /// only works around an occupied or unavailable place is not kept.
    pub async fn place_answer(&self, by: &Caller, unreachable: Option<BeginsAt>) -> AppResult<PlaceAnswer> {
        let said = self.preferences(by.user).await?.bot_games;
        let is_kept = said == BotGames::Ask || unreachable.map(BeginsAt::preferred) == Some(said);
        Ok(if is_kept { PlaceAnswer::Kept } else { PlaceAnswer::Once })
    }

    /// Stores where the user chose to play the bot, so that they are not asked again.
    pub async fn prefer_bot_games_at(&self, by: &Caller, at: BeginsAt) -> AppResult<()> {
        // Playing in the current thread counts as preferring threads.
        let is_thread = at == BeginsAt::Channel && by.parent.is_some();
        let preferred = if is_thread { BotGames::Thread } else { at.preferred() };
        let kept = Setting::kept(&[Setting::BotGames(preferred)]);
        self.store.set_preferences(by.user, &kept, None, by.now).await?;
        Ok(())
    }

    /// The refusal if this menu has already begun a game: it may begin only one. `None`: it has begun none.
    pub async fn begun_by_menu(&self, menu: InteractionId) -> AppResult<Option<Rejection>> {
        let Some((game, _)) = self.store.answer_of(menu).await? else { return Ok(None) };
        let Some(row) = self.store.game(game).await? else { return Ok(None) };
        // A place known only from one user's install has no address to link to.
        let is_known = row.channel.venue() == Venue::Channel;
        let place = is_known.then_some(Place { guild: row.guild, channel: row.channel });
        Ok(self.variant(&row.variant).await?.map(|variant| Rejection::BegunByMenu(variant, place)))
    }
}

impl Caller {
    /// A caller for this user in their direct messages with the bot.
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
