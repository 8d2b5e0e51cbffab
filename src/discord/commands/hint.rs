//! `/hint`

use super::{Opt, Wish};
use crate::app::Target;
use crate::discord::context::{Desk, Handled, Stop};
use crate::discord::features::hint;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::reply::AdviceStep;

/// Points to a good move.
pub struct AskHint;

impl Wish for AskHint {
    const NAME: &'static str = "hint";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        Vec::new()
    }

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        hint::given(desk, from, Target::Here, AdviceStep::Piece).await
    }
}
