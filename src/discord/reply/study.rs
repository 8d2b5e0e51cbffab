//! What is found in a game, to be answered once it is known.

use std::fmt;

use crate::app::Past;
use crate::words::Words;

/// A game that is to be looked at closely, for one person.
#[derive(Clone)]
pub struct DeferredAnalysis {
    /// The game, which is over.
    pub past: Past,
    /// The language of whoever asked.
    pub words: &'static Words,
}

impl fmt::Debug for DeferredAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Study({})", self.past.game)
    }
}
