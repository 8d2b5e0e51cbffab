//! What the chat side hands in: who asks, where, and for what.

use crate::engine::Level;
use crate::game::{AnswerToken, ChannelId, GameId, GuildId, InteractionId, Millis, Pace, Rev, UserId};
use crate::rules::{ByColor, Color, Variant, listed};
use crate::store::{Effect, LocalesRow, StoredSeat};

/// Who acts, where and when; the same for every command and click.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The person.
    pub user: UserId,
    /// The channel, thread or direct-message channel the interaction came from.
    pub channel: ChannelId,
    /// The channel that holds it, when it is a thread.
    pub parent: Option<ChannelId>,
    /// Its server; none in direct messages.
    pub guild: Option<GuildId>,
    /// The channel as a seat, when it is a new one ([`super::App::new_seat`]): it is kept if a game begins there.
    pub sits_at: Option<StoredSeat>,
    /// The interaction's own id: an action is done once for it, however often it is delivered.
    pub interaction: InteractionId,
    /// The interaction's token, when the answer to it will be the game's new board; kept with what the action changes.
    pub answer: Option<AnswerToken>,
    /// The present moment.
    pub now: Millis,
    /// The person's locale as the chat names it, such as `pt-BR`.
    pub locale: Option<String>,
    /// The server's; none in direct messages.
    pub guild_locale: Option<String>,
    /// The person may manage channels here, and so may abort any game.
    pub manages: bool,
    /// The bot may open threads here (not in a thread, not in direct messages).
    pub can_thread: bool,
    /// The person may open threads here; the bot opens none for somebody who may not.
    pub may_thread: bool,
}

impl Caller {
    /// The locale of what everybody reads here: the server's, in direct messages the person's.
    pub fn public_locale(&self) -> Option<&str> {
        if self.guild.is_some() { self.guild_locale.as_deref() } else { self.locale.as_deref() }
    }

    /// What is new of the locales that are kept with a game; nothing is kept of somebody who does not play.
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
    /// A button: this game, made when the game stood at this event; only if its position is still the same (else the refusal is
    /// [`super::RejectionKind::Stale`]).
    Button(GameId, Rev),
}

/// Which colour the challenger would like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ColorWish {
    /// White.
    White,
    /// Black.
    Black,
    /// Drawn when the game begins.
    #[default]
    Random,
}

listed! {
    /// Whether the game gets a thread of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum ThreadWish {
        /// A thread if this channel already hosts a game.
        #[default]
        Auto,
        /// Always.
        Yes,
        /// Never.
        No,
    }
}

impl ThreadWish {
    /// The word that is kept of it.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

/// Who stands at the bottom of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The caller's own side; the side to move for a watcher and in hot-seat games.
    Mine,
    /// This colour.
    Fixed(Color),
    /// Not who is at the bottom for the one who is asked to move.
    Flipped,
}

/// A named opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Who.
    pub user: UserId,
    /// The chat says that this is a program.
    pub bot: bool,
}

/// `/challenge` as asked for.
#[derive(Clone, Debug)]
pub struct ChallengeWish {
    /// The game to play.
    pub variant: Variant,
    /// None: anyone may accept. The caller: a hot-seat game at once.
    pub opponent: Option<Opponent>,
    /// The opponent is the bot itself, which plays so: the game begins at once.
    pub engine: Option<Level>,
    /// The challenger's colour.
    pub color: ColorWish,
    /// How long each move may take; none: no clock. Alone and against the bot there is none anyway.
    pub pace: Option<Pace>,
    /// Both players may have hints. Alone and against the bot one may anyway.
    pub hints: bool,
    /// Whether the game gets a thread.
    pub thread: ThreadWish,
    /// An extended FEN to start from, as typed; none for the game's own start.
    pub position: Option<String>,
}
