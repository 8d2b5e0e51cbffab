//! The kinds of pending messages, with their words and priorities in the outbox. Triggers in the schema write
//! them too; push messages come only from triggers.

use strum::IntoStaticStr;

/// A kind of pending message.
#[derive(Clone, Copy, Debug, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum OwedKind {
    /// A rematch requested on a page.
    AskedRematch,
    /// A game's board.
    Board,
    /// The outcome of a challenge.
    Challenge,
    /// The daily puzzle.
    Daily,
    /// A game from a file that fails.
    FailedGame,
    /// A place on a ladder that somebody has lost.
    Fallen,
    /// The usual text of a first board.
    FirstBoard,
    /// The standings of a ladder.
    Ladder,
    /// The bot leaving a server.
    Leave,
    /// A list of open challenges.
    Lobby,
    /// The outcome of an offer.
    Offer,
    /// An old board that loses its buttons.
    OldBoard,
    /// A tournament game that is about to begin.
    Pairing,
    /// A reminder to move.
    Reminder,
    /// The standings of a tournament.
    Tournament,
    /// A search for unrecorded boards.
    UnnotedBoard,
    /// The start or end of a vacation.
    Vacation,
}

impl OwedKind {
    /// The stored word.
    pub(crate) fn slug(self) -> &'static str {
        self.into()
    }

    /// The word and the priority for a row of this kind. Lower values go first.
    pub(crate) fn owed(self) -> (Self, u32) {
        let urgency = match self {
            Self::Board => 0,
            Self::Reminder => 1,
            Self::Vacation => 2,
            Self::AskedRematch | Self::Challenge | Self::Pairing => 3,
            Self::Offer => 4,
            Self::FailedGame | Self::Fallen | Self::Ladder | Self::Leave | Self::Lobby | Self::Tournament => {
                5
            }
            Self::FirstBoard | Self::OldBoard | Self::UnnotedBoard => 6,
            Self::Daily => 7,
        };
        (self, urgency)
    }
}
