//! An analysis that is delivered once it is finished.

use std::fmt;

use crate::app::Past;
use crate::words::Words;

/// A game to analyse, for one person.
#[derive(Clone)]
pub struct DeferredAnalysis {
    /// The game, which is over.
    pub past: Past,
    /// The language of the person who asked.
    pub words: &'static Words,
}

impl fmt::Debug for DeferredAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Study({})", self.past.game)
    }
}
