//! The context that the chat side and the pages pass in: user, channel, permissions, and the requested
//! action.

use crate::engine::Level;
use crate::game::{AnswerToken, ChannelId, GameId, GuildId, InteractionId, Millis, Pace, Rev, UserId};
use crate::rules::{ByColor, Color, Variant};
use crate::store::{Effect, LocalesRow, UserInstallRow};
use strum::{EnumIter, EnumString, IntoStaticStr};

/// Who acts, where and when. Built for every command and click.
#[expect(clippy::struct_excessive_bools, reason = "each is a permission of its own")]
#[derive(Clone, Debug)]
pub struct Caller {
    pub user: UserId,
    /// The channel, thread or direct-message channel the interaction came from.
    pub channel: ChannelId,
    /// The parent channel, if it is a thread.
    pub parent: Option<ChannelId>,
    /// The server; `None` in direct messages. On a page: the server whose daily puzzles are solved there.
    pub guild: Option<GuildId>,
    /// Set if the channel is a new user install (`Store::new_user_install`). Stored if a game begins there.
    pub new_install: Option<UserInstallRow>,
    /// The interaction's id. An action runs once per id, however often the interaction is delivered.
    pub interaction: InteractionId,
    /// The message of the menu that was used, if that menu begins at most one game.
    pub menu: Option<InteractionId>,
    /// The interaction's token, if its response becomes the game's new board; stored with the action.
    pub answer: Option<AnswerToken>,
    pub now: Millis,
    /// The user's locale as Discord names it, such as `pt-BR`.
    pub locale: Option<String>,
    /// The server's locale; `None` in direct messages.
    pub guild_locale: Option<String>,
    /// The user may manage channels here, and so may abort any game.
    pub manages: bool,
    /// The bot may open threads here. False in threads and in direct messages.
    pub can_thread: bool,
    /// The user may open threads here. The bot opens none for a user who may not.
    pub may_thread: bool,
    /// The bot may post here, so its responses need not carry everything.
    pub may_post: bool,
}

impl Caller {
    /// A caller in a channel outside any server, with no permissions and nothing else known.
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

    /// The locale of public messages here: the server's, or the user's in direct messages.
    pub fn public_locale(&self) -> Option<&str> {
        match self.guild {
            // A caller on a page does not determine the language of a chat.
            _ if self.is_on_page() => None,
            Some(_) => self.guild_locale.as_deref(),
            None => self.locale.as_deref(),
        }
    }

    /// The locales to store with a game that are new. Nothing is stored about users who do not play in it.
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
    /// This game, in any state.
    Game(GameId),
    /// A button of this game, made at this event. Valid only while the position is unchanged; otherwise
    /// refused as [`super::RejectionKind::Stale`].
    Button(GameId, Rev),
}

/// The challenger's colour choice.
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
    /// The stored word.
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
    /// The stored word.
    pub fn slug(self) -> &'static str {
        self.into()
    }
}

/// The side shown at the bottom of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The caller's own side; the side to move for spectators and in hot-seat games.
    Mine,
    /// This colour.
    Fixed(Color),
    /// The opposite of what the player to move would see.
    Flipped,
}

/// A named opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub user: UserId,
    /// Discord marks this account as a bot.
    pub bot: bool,
}

/// The parameters of `/challenge`.
#[derive(Clone, Debug)]
pub struct ChallengeWish {
    pub variant: Variant,
    /// `None`: open to anyone. The caller's own id: a hot-seat game, begun at once.
    pub opponent: Option<Opponent>,
    /// The bot's level, if it is the opponent. The game begins at once.
    pub engine: Option<Level>,
    pub color: ColorWish,
    /// Time per move; `None`: no clock. Hot-seat games and games against the bot never have one.
    pub pace: Option<Pace>,
    /// Both players may use hints. Always allowed in hot-seat games and against the bot.
    pub hints: bool,
    /// The result counts for both players' ratings.
    pub rated: bool,
    pub thread: ThreadWish,
    /// An extended FEN to start from, as typed; `None` for the variant's own start.
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
