//! Why something about a tournament is not done.

use crate::rules::listed;
/// The most tournaments that are not over, of one server and of one person.
pub use crate::store::{TOURNAMENTS_OF_GUILD, TOURNAMENTS_OF_PERSON};

listed! {
    /// Why something about a tournament was not done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoTournament {
        /// There is none in the channel.
        NotHere,
        /// The one that a button names is not stored, or elsewhere.
        NotStored,
        /// The channel has one that is not over.
        ChannelHasOne,
        /// The server has as many as it may that are not over.
        TooManyInServer,
        /// Only those who manage the server make and begin them.
        NotAllowed,
        /// Nobody can join it any more: it has begun, or is over.
        NotOpen,
        /// It has begun.
        Begun,
        /// It has not begun.
        NotBegun,
        /// It is over.
        Over,
        /// Its games are not called off.
        NoAbort,
        /// It is full.
        Full,
        /// They are in it already.
        Already,
        /// They play in as many as one person may.
        TooManyOfYours,
        /// They are not in it.
        NotIn,
        /// It has fewer players than it needs.
        TooFew,
        /// A round robin has not so few or so many players.
        RoundRobinSize,
        /// A knock-out has not so few or so many.
        KnockOutSize,
        /// A Swiss tournament has not so few or so many.
        SwissSize,
        /// Its fewest players are more than its most.
        LeastAboveMost,
        /// It is in a thread or in direct messages, where no threads can be opened.
        NoThreads,
    }
}
