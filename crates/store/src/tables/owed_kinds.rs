//! The kinds of messages that may be owed, with their words and their urgencies in the outbox. Triggers in the schema write
//! them as well, and alone owe push messages.

use strum::IntoStaticStr;

/// A kind of message that may be owed.
#[derive(Clone, Copy, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum OwedKind {
    /// A rematch that was asked for on a page.
    AskedRematch,
    /// A game's board.
    Board,
    /// What became of a challenge.
    Challenge,
    /// The puzzle of the day.
    Daily,
    /// A game from a file that fails.
    FailedGame,
    /// The usual text of a first board.
    FirstBoard,
    /// How a ladder stands.
    Ladder,
    /// The bot leaves a server.
    Leave,
    /// A list of open challenges.
    Lobby,
    /// What became of an offer.
    Offer,
    /// A board that loses its buttons.
    OldBoard,
    /// A game of a tournament that is to begin.
    Pairing,
    /// A reminder to move.
    Reminder,
    /// How a tournament stands.
    Tournament,
    /// A look for boards that nobody noted.
    UnnotedBoard,
    /// The beginning or the end of a vacation.
    Vacation,
}

impl OwedKind {
    /// Its word.
    pub(crate) fn slug(self) -> &'static str {
        self.into()
    }

    /// Its word and its urgency, which are in a row that owes it. What is lower goes first.
    pub(crate) fn owed(self) -> (Self, u32) {
        let urgency = match self {
            Self::Board => 0,
            Self::Reminder => 1,
            Self::Vacation => 2,
            Self::AskedRematch | Self::Challenge | Self::Pairing => 3,
            Self::Offer => 4,
            Self::FailedGame | Self::Ladder | Self::Leave | Self::Lobby | Self::Tournament => 5,
            Self::FirstBoard | Self::OldBoard | Self::UnnotedBoard => 6,
            Self::Daily => 7,
        };
        (self, urgency)
    }
}
