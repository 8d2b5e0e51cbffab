//! The invariants of the simulation.

use std::fmt;

/// An invariant. A failed run names the first one that was violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// Every move whose board was shown is stored once and in order, and no move is stored that was not sent.
    NoMoveIsLostOrDoubled,
    /// A game's row follows from its log and is consistent in itself.
    RowsFollowFromLogs,
    /// No turn pings twice, only the player to move is pinged, and one-time messages are sent once.
    OnePingATurn,
    /// The newest board of a game shows the player to move, and is the only one with buttons.
    BoardsSayWhoseTurnItIs,
    /// No game ends by time if its deadline lies ahead, or passed while its player could not move.
    NobodyLosesWhoCouldNotMove,
    /// Due work is done and pending outbox entries are sent: boards, moves of the bot, messages.
    EveryDebtIsPaid,
    /// Ratings and standings follow from the games.
    StandingsAddUp,
    /// No data remains of people who asked to be forgotten.
    TheForgottenAreForgotten,
    /// A person outside a game cannot change it.
    NobodyOutsideActed,
    /// While nothing fails, every command is answered, and never with an unexpected error.
    EverybodyIsAnswered,
    /// The daily puzzle is posted in the chosen channel, and the list of open challenges is correct.
    TheHallIsTrue,
    /// The bot can start from whatever state it left.
    TheBotComesBack,
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMoveIsLostOrDoubled => "no move is lost or doubled",
            Self::RowsFollowFromLogs => "rows follow from logs",
            Self::OnePingATurn => "one ping a turn",
            Self::BoardsSayWhoseTurnItIs => "boards say whose turn it is",
            Self::NobodyLosesWhoCouldNotMove => "nobody loses on time who could not move",
            Self::EveryDebtIsPaid => "every debt is paid",
            Self::StandingsAddUp => "standings add up",
            Self::TheForgottenAreForgotten => "the forgotten are forgotten",
            Self::NobodyOutsideActed => "nobody outside acted",
            Self::EverybodyIsAnswered => "everybody is answered",
            Self::TheHallIsTrue => "the hall is true",
            Self::TheBotComesBack => "the bot comes back",
        })
    }
}

/// Ends the run because this invariant is violated.
pub fn broken(what: Invariant, why: impl fmt::Display) -> ! {
    panic!("broken: {what}: {why}")
}

/// Ends the run unless this invariant holds.
#[track_caller]
pub fn holds(what: Invariant, is_so: bool, otherwise: impl FnOnce() -> String) {
    if !is_so {
        broken(what, otherwise());
    }
}
