//! What the chat side passes in: who acts, where, and what for.

use crate::engine::Level;
use crate::game::{AnswerToken, ChannelId, GameId, GuildId, InteractionId, Millis, Pace, Rev, UserId};
use crate::rules::{ByColor, Color, Variant};
use crate::store::{Effect, LocalesRow, UserInstallRow};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// Who acts, where and when; the same for every command and click.
#[expect(clippy::struct_excessive_bools, reason = "each is a permission of its own")]
#[derive(Clone, Debug)]
pub struct Caller {
    pub user: UserId,
    /// The channel, thread or direct-message channel the interaction came from.
    pub channel: ChannelId,
    /// The channel that holds it, if it is a thread.
    pub parent: Option<ChannelId>,
    /// The server; `None` in direct messages. On a page, the one whose puzzles of the day are solved there.
    pub guild: Option<GuildId>,
    /// Set if the channel is a new user install (`Store::new_user_install`). It is stored if a game begins there.
    pub new_install: Option<UserInstallRow>,
    /// The interaction's id: an action is done once for it, however often it is delivered.
    pub interaction: InteractionId,
    /// The message of the menu that was used, if one game begins by it.
    pub menu: Option<InteractionId>,
    /// The interaction's token, if its response will be the game's new board; stored with what the action changes.
    pub answer: Option<AnswerToken>,
    pub now: Millis,
    /// The person's locale as Discord names it, such as `pt-BR`.
    pub locale: Option<String>,
    /// The server's locale; `None` in direct messages.
    pub guild_locale: Option<String>,
    /// The person may manage channels here, and so may abort any game.
    pub manages: bool,
    /// The bot may open threads here (not in a thread, not in direct messages).
    pub can_thread: bool,
    /// The person may open threads here; the bot opens none for somebody who may not.
    pub may_thread: bool,
    /// The bot may post here, and need not show everything in its answers.
    pub may_post: bool,
}

impl Caller {
    /// Somebody in a channel of no server who may do nothing that needs a permission, and of whom nothing else is known.
    pub fn new((user, channel): (UserId, ChannelId), interaction: InteractionId, now: Millis) -> Self {
        Self {
            user,
            channel,
            parent: None,
            guild: None,
            new_install: None,
            interaction,
            menu: None,
            answer: None,
            now,
            locale: None,
            guild_locale: None,
            manages: false,
            can_thread: false,
            may_thread: false,
            may_post: false,
        }
    }

    /// The locale of what everybody reads here: the server's, or in direct messages the person's.
    pub fn public_locale(&self) -> Option<&str> {
        match self.guild {
            // Whoever acts on a page says nothing of the language of a chat.
            _ if self.is_on_page() => None,
            Some(_) => self.guild_locale.as_deref(),
            None => self.locale.as_deref(),
        }
    }

    /// The locales to be stored with a game that are new. Nothing is stored about somebody who does not play in it.
    pub(super) fn locales(
        &self,
        players: ByColor<Option<UserId>>,
        kept: &LocalesRow,
    ) -> impl Iterator<Item = Effect> {
        let new = |said: Option<&str>, kept: &Option<String>| {
            said.filter(|said| kept.as_deref() != Some(*said)).map(str::to_owned)
        };
        let own = match Color::BOTH.into_iter().find(|side| players[*side] == Some(self.user)) {
            Some(Color::White) => new(self.locale.as_deref(), &kept.white),
            Some(Color::Black) => new(self.locale.as_deref(), &kept.black),
            None => None,
        };
        let game = new(self.public_locale(), &kept.game).map(Effect::GameLocale);
        game.into_iter().chain(own.map(|own| Effect::PersonLocale(self.user, own)))
    }
}

/// Which game an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A command: the live game of the caller's channel.
    Here,
    /// This game, however it stands.
    Game(GameId),
    /// A button: this game. The button was made when the game stood at this event, and counts only while the position is still the
    /// same; otherwise it is refused as [`super::RejectionKind::Stale`].
    Button(GameId, Rev),
}

/// The colour that the challenger would like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ColorWish {
    White,
    Black,
    /// Drawn at random when the game begins.
    #[default]
    Random,
}

impl ColorWish {
    /// The word it is stored as.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// Whether the game gets a thread of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ThreadWish {
    /// A thread if this channel already hosts a game.
    #[default]
    Auto,
    /// Always.
    Yes,
    /// Never.
    No,
}

impl ThreadWish {
    /// The word it is stored as.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// Who stands at the bottom of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The caller's own side; the side to move for a watcher and in hot-seat games.
    Mine,
    /// This colour.
    Fixed(Color),
    /// The opposite of what the player asked to move would see.
    Flipped,
}

/// A named opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub user: UserId,
    /// Discord says that this account is a bot.
    pub bot: bool,
}

/// `/challenge` as asked for.
#[derive(Clone, Debug)]
pub struct ChallengeWish {
    pub variant: Variant,
    /// `None`: anyone may accept. The caller: a hot-seat game at once.
    pub opponent: Option<Opponent>,
    /// The level at which the bot plays, if it is the opponent. The game begins at once.
    pub engine: Option<Level>,
    pub color: ColorWish,
    /// How long each move may take; `None`: no clock. Games alone and against the bot never have one.
    pub pace: Option<Pace>,
    /// Both players may have hints. Alone and against the bot they always may.
    pub hints: bool,
    /// The result is to count for both players' ratings.
    pub rated: bool,
    pub thread: ThreadWish,
    /// An extended FEN to start from, as typed; `None` for the game's own start.
    pub position: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator;

    #[test]
    fn challenges_hold_these_words() {
        let wishes = [ThreadWish::Auto, ThreadWish::Yes, ThreadWish::No];
        assert_eq!(wishes.map(ThreadWish::slug), ["auto", "yes", "no"]);
        assert_eq!(wishes.map(|wish| wish.slug().parse()), wishes.map(Ok));
        assert!(ThreadWish::iter().eq(wishes));
        let colors = [ColorWish::White, ColorWish::Black, ColorWish::Random];
        assert_eq!(colors.map(ColorWish::slug), ["white", "black", "random"]);
        assert_eq!(colors.map(|wish| wish.slug().parse()), colors.map(Ok));
        assert_eq!("another".parse::<ColorWish>().unwrap_or_default(), ColorWish::Random);
        assert_eq!("another".parse::<ThreadWish>().unwrap_or_default(), ThreadWish::Auto);
    }
}
