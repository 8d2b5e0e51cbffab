//! A game from a file, which is added once the file has been fetched and the game has been tried.

use std::fmt;

use crate::app::Caller;

/// A file whose game a person adds to their server.
#[derive(Clone)]
pub struct DeferredGame {
    /// Who adds it.
    pub by: Caller,
    /// The address of the file.
    pub url: String,
}

impl fmt::Debug for DeferredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeferredGame")
    }
}
