//! Why something about a game from a file is not done.

use crate::game::Millis;
use crate::games::Refused;
use crate::games::trial::TrialFault;
use crate::rules::Variant;
use crate::store::FileLimit;

/// Why a file that somebody attached could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFile {
    /// It is longer than it may be, in bytes.
    TooLong(usize),
    /// It is no text in UTF-8.
    NoText,
    /// It does not lie where Discord keeps files, or could not be fetched.
    NotFetched,
}

/// Why something about a game from a file was not done.
#[derive(Clone, Debug)]
pub enum NoOwnGame {
    /// It is in no server.
    NoServer,
    /// Only those who manage the server add, remove and publish them.
    NotAllowed,
    /// A limit of the day is reached.
    TooOften(FileLimit),
    /// The file could not be had.
    NoFile(NoFile),
    /// The file is at fault.
    Refused(Refused),
    /// Trial games of the game of this name came to something wrong.
    Trial(String, Box<TrialFault>),
    /// Reading it made the bot fail.
    Broken,
    /// It has the name of a game of the bot.
    NameOfOurs(Variant),
    /// The server has as many as it may have.
    TooMany,
    /// The server has none of this name.
    NotHere(String),
    /// The server no longer has it.
    Gone(Variant),
    /// It failed too often, and is switched off until then.
    Off(Variant, Millis),
}
