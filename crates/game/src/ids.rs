//! Newtypes for ids and counts, so that a channel is never mistaken for a user.

use std::fmt;

/// Milliseconds since 1970 (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// One hour.
    pub const HOUR: i64 = 3_600_000;
    /// One day.
    pub const DAY: i64 = 24 * Self::HOUR;

    /// Returns the milliseconds from `earlier` to this moment; 0 if the system clock was set back in between.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0).max(0)
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// A Discord user.
    UserId(u64);
    /// A Discord server.
    GuildId(u64);
    /// A role in a server.
    RoleId(u64);
    /// A text channel, a thread or a direct-message channel.
    ChannelId(u64);
    /// A message in a channel.
    MessageId(u64);
    /// One command or click. A repeated id is a duplicate delivery of the same action.
    InteractionId(u64);
    /// A game. Ids are never reused, because buttons carry them.
    ///
    /// They are derived from the clock so that this also holds for a restored copy of the database.
    GameId(i64);
    /// A challenge. Ids are never reused, as for games.
    ChallengeId(i64);
    /// A grant to show a user's pages in a browser. Ids are random and never reused, because URLs carry them.
    PageGrantId(i64);
    /// A player of finished rated games. The id remains after the user's data is erased.
    RatedPlayerId(i64);
    /// A tournament.
    TournamentId(i64);
    /// A ladder.
    LadderId(i64);
    /// The number of moves played in a game: 0 at its start.
    Ply(u32);
    /// The number of an event in a game's log, from 1. A game's `rev` is that of its last event.
    ///
    /// Of two boards, the one with the higher number is newer.
    Rev(i64);
}

/// The interaction token, valid for 15 minutes, that reads and edits a response. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct AnswerToken(pub String);

impl Rev {
    /// Returns the number of the next event.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Debug for AnswerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnswerToken(***)")
    }
}

/// The kind of place in which a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Venue {
    /// A Discord channel in which the bot can post.
    Channel,
    /// A private place of one user who has installed the bot.
    ///
    /// The bot is not a member of the channel and cannot post there; it can only respond to interactions.
    UserInstall,
}

impl ChannelId {
    /// The user-install id without a user. As a signed 64-bit integer in the database it is the smallest
    /// number.
    pub const NO_USER_INSTALL: Self = Self(1 << 63);

    /// Returns the kind of place.
    ///
    /// A user install has an id of our own, higher than any Discord id, that stands for the user and the
    /// channel.
    pub const fn venue(self) -> Venue {
        if self.0 >> 32 == Self::NO_USER_INSTALL.0 >> 32 { Venue::UserInstall } else { Venue::Channel }
    }
}
