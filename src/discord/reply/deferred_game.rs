//! The game of a file, which is added once the file is here and the game is tried.

use std::fmt;

use crate::app::Caller;

/// A file whose game somebody adds to their server.
#[derive(Clone)]
pub struct DeferredGame {
    /// Who adds it.
    pub by: Caller,
    /// Where the file lies.
    pub url: String,
}

impl fmt::Debug for DeferredGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeferredGame")
    }
}
