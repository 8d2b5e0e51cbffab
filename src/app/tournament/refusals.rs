//! The reasons why a tournament action is refused.

use crate::rules::listed;
/// The most unfinished tournaments of one server and of one user.
pub use crate::store::{TOURNAMENTS_OF_GUILD, TOURNAMENTS_OF_PERSON};

listed! {
    /// The reason why a tournament action was refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        /// It has too few players to begin.
        TooFew,
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
