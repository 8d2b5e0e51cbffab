//! `/abort`

use super::Wish;
use crate::discord::context::{Desk, Handled, Stop, caller};
use crate::discord::features::game::actions::abort_question;
use crate::discord::interaction::{Call, Interaction};

/// Aborts, after a private question.
pub struct Abort;

impl Wish for Abort {
    const NAME: &'static str = "abort";
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        abort_question(desk, from, &caller(from)).await
    }
}
