//! `/nudge`

use super::Wish;
use crate::discord::context::{Desk, Handled, Stop};
use crate::discord::features::game::nudge;
use crate::discord::interaction::{Call, Interaction};

/// Tells the opponent that one waits for their move.
pub struct NudgeOpponent;

impl Wish for NudgeOpponent {
    const NAME: &'static str = "nudge";
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        nudge::nudge(desk, from).await
    }
}
