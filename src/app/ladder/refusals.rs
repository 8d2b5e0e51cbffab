//! The reasons why a ladder action is refused.

use strum::IntoStaticStr;

use crate::app::error::{FeatureRefusal, RejectionKind};
use crate::rules::listed;

listed! {
    /// The reason why a ladder action was refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
    #[strum(serialize_all = "kebab-case", prefix = "refused-ladder-")]
    pub enum NoLadder {
        /// The server has no ladder, or none for this game.
        NotHere,
        /// The server has several ladders, and none was named.
        Several,
        /// The button's ladder is not stored, or is elsewhere.
        NotStored,
        /// The server already has a ladder for this game.
        Exists,
        /// Only the server's managers open and close ladders.
        NotAllowed,
        /// The ladder is closed.
        Closed,
        /// The ladder is full.
        Full,
        /// The caller is already on the ladder.
        Already,
        /// The caller is not on the ladder.
        NotOn,
        /// The opponent is not on the ladder.
        OtherNotOn,
        /// The opponent is not above the caller.
        NotAbove,
        /// The opponent is the caller.
        Yourself,
        /// The opponent is too far above.
        TooFar,
        /// The caller holds the first place.
        First,
        /// Challenges are made in the ladder's channel.
        Elsewhere,
        /// Games for a place cannot be aborted.
        NoAbort,
        /// The caller has a challenge that is open or being played.
        Busy,
        /// The opponent has already been challenged.
        OtherBusy,
    }
}

impl FeatureRefusal for NoLadder {
    fn kind(&self) -> RejectionKind {
        match self {
            Self::NotHere | Self::Several | Self::NotStored | Self::Closed => RejectionKind::Gone,
            Self::NotOn | Self::OtherNotOn | Self::Already => RejectionKind::NotForYou,
            Self::NotAllowed
            | Self::NotAbove
            | Self::Yourself
            | Self::TooFar
            | Self::First
            | Self::Elsewhere
            | Self::NoAbort => RejectionKind::NotAllowed,
            Self::Exists | Self::Full | Self::Busy | Self::OtherBusy => RejectionKind::TooMany,
        }
    }

    fn message(&self) -> &'static str {
        self.into()
    }
}
