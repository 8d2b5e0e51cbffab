//! What must hold, whatever happens.

use std::fmt;

/// What must hold. A failed run names the first that did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// Every move whose board came is stored, once and in order, and nothing is stored that nobody sent.
    NoMoveIsLostOrDoubled,
    /// A game's row is what its log leads to, and makes sense by itself.
    RowsFollowFromLogs,
    /// No turn notifies twice, nobody is notified who is not to move, and nothing that is told once is told twice.
    OnePingATurn,
    /// The newest board of a game says who is to move, and it alone has buttons.
    BoardsSayWhoseTurnItIs,
    /// No game ends by time whose deadline passed while its player could not move, or lies ahead.
    NobodyLosesWhoCouldNotMove,
    /// What is due is done, and what is owed is shown: boards, moves of the bot, messages.
    EveryDebtIsPaid,
    /// Ratings and standings are what follows from the games.
    StandingsAddUp,
    /// Of somebody who wanted to be forgotten nothing is found.
    TheForgottenAreForgotten,
    /// Who is not part of a game changes nothing in it.
    NobodyOutsideActed,
    /// While nothing fails, everybody is answered, and never with an error that nobody expected.
    EverybodyIsAnswered,
    /// The puzzle of the day is where it is wanted, and the list of open challenges is true.
    TheHallIsTrue,
    /// The bot starts again from whatever it left.
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

/// Ends the run, as this does not hold.
pub fn broken(what: Invariant, why: impl fmt::Display) -> ! {
    panic!("broken: {what}: {why}")
}

/// Ends the run unless this holds.
#[track_caller]
pub fn holds(what: Invariant, is_so: bool, otherwise: impl FnOnce() -> String) {
    if !is_so {
        broken(what, otherwise());
    }
}
