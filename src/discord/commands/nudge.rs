//! `/nudge`

use super::Wish;
use crate::discord::desk::{Desk, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::nudges;

/// Tells the opponent that one waits for their move.
pub struct NudgeOpponent;

impl Wish for NudgeOpponent {
    const NAME: &'static str = "nudge";
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        nudges::nudge(desk, from).await
    }
}
