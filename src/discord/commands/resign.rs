//! `/resign`

use super::Wish;
use crate::app::Target;
use crate::discord::context::{Desk, Handled, Stop, caller};
use crate::discord::features::game::actions::resign_question;
use crate::discord::interaction::{Call, Interaction};

/// Resigns, after a private question.
pub struct Resign;

impl Wish for Resign {
    const NAME: &'static str = "resign";
    const ACTS_ON_GAME: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        resign_question(desk, from, &caller(from), Target::Here).await
    }
}
