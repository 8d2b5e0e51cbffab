//! Newtypes for ids and counts, so that a channel is never mistaken for a person.

use std::fmt;

/// Milliseconds since 1970 (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// One hour.
    pub const HOUR: i64 = 3_600_000;
    /// One day.
    pub const DAY: i64 = 24 * Self::HOUR;

    /// The milliseconds from `earlier` to this moment. Never negative, even when the system clock was set back.
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
    /// One command or click. The same number twice is the same action delivered twice.
    InteractionId(u64);
    /// A game. Numbers are never reused, because buttons carry them, and are made of the clock, so that this holds for any copy of the database.
    GameId(i64);
    /// A challenge. As with games.
    ChallengeId(i64);
    /// What a browser may show as a person. Numbers are random and never reused, because addresses carry them.
    PageGrantId(i64);
    /// Somebody who has finished rated games. The number stays when the person is forgotten.
    RatedPlayerId(i64);
    /// A tournament.
    TournamentId(i64);
    /// A ladder.
    LadderId(i64);
    /// How many moves a game has had: 0 at its start.
    Ply(u32);
    /// The number of an event in a game's log, from 1. A game's own number is that of its last event.
    /// Of two boards, the one with the higher number is newer.
    Rev(i64);
}

/// The token that reads and edits the answer to an interaction, valid for 15 minutes. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct AnswerToken(pub String);

impl Rev {
    /// The number of the next event.
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

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Venue {
    /// A channel of Discord's, where the bot can post.
    Channel,
    /// A place of one person, who has installed the bot for themself: the bot is not a member of the channel, and nothing can be posted
    /// there, only answered.
    UserInstall,
}

impl ChannelId {
    /// The user install that belongs to nobody. As a signed 64-bit integer in the database it is the smallest number.
    pub const NO_USER_INSTALL: Self = Self(1 << 63);

    /// Of which kind this place is. A user install has a number of ours, higher than any of Discord's, that stands for the person and
    /// the channel.
    pub const fn venue(self) -> Venue {
        if self.0 >> 32 == Self::NO_USER_INSTALL.0 >> 32 { Venue::UserInstall } else { Venue::Channel }
    }
}
