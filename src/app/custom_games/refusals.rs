//! The reasons why an action on a game from a file is refused.

use crate::game::Millis;
use crate::games::Refused;
use crate::games::trial::TrialFault;
use crate::rules::Variant;
use crate::store::FileLimit;

/// The reason why an attached file could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFile {
    /// The file is too long; holds the limit in bytes.
    TooLong(usize),
    /// The file is not UTF-8 text.
    NoText,
    /// The file is not on Discord's file hosts, or could not be fetched.
    NotFetched,
}

/// The reason why an action on a game from a file was refused.
#[derive(Clone, Debug)]
pub enum NoOwnGame {
    /// The command was not used in a server.
    NoServer,
    /// Only the server's managers add, remove and publish games.
    NotAllowed,
    /// A daily limit is reached.
    TooOften(FileLimit),
    /// The file could not be read.
    NoFile(NoFile),
    /// The file is invalid.
    Refused(Refused),
    /// The trial games of the game of this name found a fault.
    Trial(String, Box<TrialFault>),
    /// Reading the file made the bot fail.
    Broken,
    /// The game has the name of a built-in game.
    NameOfOurs(Variant),
    /// The server has reached its limit.
    TooMany,
    /// The server has no game of this name.
    NotHere(String),
    /// The server no longer has it.
    Gone(Variant),
    /// The game failed too often and is switched off until then.
    Off(Variant, Millis),
}
