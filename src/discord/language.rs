//! In which language somebody is answered.

use super::event::Interaction;
use crate::words::Words;

/// What one person alone sees: their own language.
pub fn private(_from: &Interaction) -> &'static Words {
    Words::english()
}

/// What everybody in the channel sees: the server's language.
pub fn public(_from: &Interaction) -> &'static Words {
    Words::english()
}

/// What no interaction has asked for.
pub fn unasked() -> &'static Words {
    Words::english()
}
