//! `/takeback`

use super::Wish;
use crate::app::Target;
use crate::discord::context::{Desk, Handled, Stop, answering};
use crate::discord::features::game::actions::spoken;
use crate::discord::interaction::{Call, Interaction};

/// Takes back a move, or asks for it, or allows it.
pub struct Takeback;

impl Wish for Takeback {
    const NAME: &'static str = "takeback";
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(spoken(from, &desk.app.take_back(&answering(from), Target::Here).await?, None))
    }
}
