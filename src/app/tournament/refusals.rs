//! The reasons why a tournament action is refused.

use strum::IntoStaticStr;

use crate::app::error::{FeatureRefusal, RejectionKind};
use crate::game::TournamentKind;
use crate::rules::listed;
/// The most unfinished tournaments of one server and of one user.
pub use crate::store::{TOURNAMENTS_OF_GUILD, TOURNAMENTS_OF_PERSON};

listed! {
    /// The reason why a tournament action was refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
    #[strum(serialize_all = "kebab-case", prefix = "refused-tournament-")]
    pub enum NoTournament {
        /// The channel has no tournament.
        NotHere,
        /// The button's tournament is not stored, or is elsewhere.
        NotStored,
        /// The channel has an unfinished tournament.
        ChannelHasOne,
        /// The server has reached its limit of unfinished tournaments.
        TooManyInServer,
        /// Only the server's managers create and begin tournaments.
        NotAllowed,
        /// It can no longer be joined: it has begun, or is over.
        NotOpen,
        /// It has begun.
        Begun,
        /// It has not begun.
        NotBegun,
        /// It is over.
        Over,
        /// Its games cannot be aborted.
        NoAbort,
        /// It is full.
        Full,
        /// The caller is already in it.
        Already,
        /// The caller plays in as many tournaments as one user may.
        TooManyOfYours,
        /// The caller is not in it.
        NotIn,
        /// The number of players is outside the range for a round robin.
        RoundRobinSize,
        /// The number of players is outside the range for a knock-out.
        KnockOutSize,
        /// The number of players is outside the range for a Swiss tournament.
        SwissSize,
        /// The minimum number of players exceeds the maximum.
        LeastAboveMost,
        /// The channel is a thread or direct messages, where threads cannot be opened.
        NoThreads,
    }
}

/// A tournament has too few players to begin.
#[derive(Clone, Copy, Debug)]
pub struct TooFewPlayers {
    pub joined: u32,
    pub least: u32,
}

impl FeatureRefusal for TooFewPlayers {
    fn kind(&self) -> RejectionKind {
        RejectionKind::NotAllowed
    }

    fn message(&self) -> &'static str {
        "refused-tournament-too-few"
    }

    fn numbers(&self) -> Vec<(&'static str, u32)> {
        vec![("joined", self.joined), ("least", self.least)]
    }
}

impl FeatureRefusal for NoTournament {
    fn kind(&self) -> RejectionKind {
        match self {
            Self::NotHere | Self::NotStored | Self::NotOpen | Self::Begun | Self::NotBegun | Self::Over => {
                RejectionKind::Gone
            }
            Self::NotIn | Self::Already => RejectionKind::NotForYou,
            Self::NotAllowed
            | Self::NoAbort
            | Self::RoundRobinSize
            | Self::KnockOutSize
            | Self::SwissSize
            | Self::LeastAboveMost
            | Self::NoThreads => RejectionKind::NotAllowed,
            Self::ChannelHasOne | Self::TooManyInServer | Self::TooManyOfYours | Self::Full => {
                RejectionKind::TooMany
            }
        }
    }

    fn message(&self) -> &'static str {
        self.into()
    }

    fn numbers(&self) -> Vec<(&'static str, u32)> {
        let of = |kind: TournamentKind| {
            let (fewest, largest) = kind.players();
            vec![("fewest", fewest), ("largest", largest)]
        };
        match self {
            Self::RoundRobinSize => of(TournamentKind::RoundRobin),
            Self::KnockOutSize => of(TournamentKind::KnockOut),
            Self::SwissSize => of(TournamentKind::Swiss),
            Self::TooManyInServer => vec![("most", TOURNAMENTS_OF_GUILD)],
            Self::TooManyOfYours => vec![("most", TOURNAMENTS_OF_PERSON)],
            _ => Vec::new(),
        }
    }
}
