//! `/rematch`

use super::Wish;
use crate::app::Target;
use crate::discord::context::{Desk, Handled, Stop};
use crate::discord::features::challenge::rematch::rematch;
use crate::discord::interaction::{Call, Interaction};

/// Asks for the last game once more, or agrees to that.
pub struct AskRematch;

impl Wish for AskRematch {
    const NAME: &'static str = "rematch";

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        rematch(desk, from, Target::Here).await
    }
}
