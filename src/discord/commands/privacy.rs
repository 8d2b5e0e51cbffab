//! `/privacy`

use super::Wish;
use crate::discord::context::{Desk, Done, Handled, Stop};
use crate::discord::features::privacy::card;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;

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
