//! Newtypes for ids and counts, so that a channel is never taken for a person.

use std::fmt;

/// Milliseconds since 1970 (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub i64);

impl Millis {
    /// One hour.
    pub const HOUR: i64 = 3_600_000;
    /// One day.
    pub const DAY: i64 = 24 * Self::HOUR;

    /// The milliseconds that have passed from `earlier` to this moment; never negative, because clocks are set back.
    pub fn since(self, earlier: Self) -> i64 {
        (self.0 - earlier.0).max(0)
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
    /// A person, by the number the chat gave them.
    UserId(u64);
    /// A server of the chat.
    GuildId(u64);
    /// A role that people of a server have.
    RoleId(u64);
    /// A text channel, a thread or a direct-message channel.
    ChannelId(u64);
    /// A message in a channel.
    MessageId(u64);
    /// One command or click; the same number twice is the same action delivered twice.
    InteractionId(u64);
    /// A game; never used again, because buttons carry it.
    GameId(i64);
    /// A challenge; never used again, because buttons carry it.
    ChallengeId(i64);
    /// How many moves a game has had; 0 at its start.
    Ply(u32);
    /// The number of an event in a game's log, from 1. A game stands at the one of its last event; of two boards the one of the
    /// higher number is the newer.
    Rev(i64);
}

/// The right to see and to edit the answer to an interaction, for 15 minutes. It never prints.
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

/// No chat gives numbers so large. They stand for a person and a channel where the bot is not.
impl ChannelId {
    /// The seat that is nobody's: the smallest number, as the database has it.
    pub const NO_SEAT: Self = Self(1 << 63);

    /// Whether it stands for a person and a channel where the bot is not. Nothing can be posted there.
    pub const fn is_seat(self) -> bool {
        self.0 >> 32 == Self::NO_SEAT.0 >> 32
    }
}
