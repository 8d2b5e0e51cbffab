//! `/draw`

use super::Wish;
use crate::app::Target;
use crate::discord::context::{Desk, Handled, Stop, answering};
use crate::discord::features::game::actions::draw;
use crate::discord::interaction::{Call, Interaction};

/// Offers, accepts or claims a draw.
pub struct Draw;

impl Wish for Draw {
    const NAME: &'static str = "draw";
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        draw(desk, from, &answering(from), Target::Here).await
    }
}
