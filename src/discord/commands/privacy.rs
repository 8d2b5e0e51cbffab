//! `/privacy`

use super::Wish;
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::language::private;
use crate::discord::privacy::card;

/// Tells what is kept of whoever asks.
pub struct Privacy;

impl Wish for Privacy {
    const NAME: &'static str = "privacy";
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, _desk: &Desk, from: &Interaction) -> Handled {
        Ok(Done::say(card(private(from))))
    }
}
