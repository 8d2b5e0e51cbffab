//! Why something about a ladder is not done.

use crate::rules::listed;

listed! {
    /// Why something about a ladder was not done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoLadder {
        /// The server has none, or none of this game.
        NotHere,
        /// The server has several, and none was named.
        Several,
        /// The one that a button names is not stored, or elsewhere.
        NotStored,
        /// The server has one of this game.
        Exists,
        /// Only those who manage the server open and close them.
        NotAllowed,
        /// It is closed.
        Closed,
        /// It holds as many people as it may.
        Full,
        /// They are on it already.
        Already,
        /// They are not on it.
        NotOn,
        /// The other one is not on it.
        OtherNotOn,
        /// The other one is not above.
        NotAbove,
        /// The other one is too far above.
        TooFar,
        /// Nobody is above.
        First,
        /// Challenges are made in the ladder's channel.
        Elsewhere,
        /// Games for a place are not called off.
        NoAbort,
        /// A challenge of theirs is open, or played.
        Busy,
        /// Somebody else has challenged the other one.
        OtherBusy,
    }
}
