//! `/next`

use super::Wish;
use crate::discord::context::{Desk, Done, Handled, Stop};
use crate::discord::features::game::next;
use crate::discord::interaction::{Call, Interaction};

/// Shows the game that waits for whoever asks.
pub struct NextTurn;

impl Wish for NextTurn {
    const NAME: &'static str = "next";
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(Done::say(next::next(desk, from, None).await?))
    }
}
