//! `/analysis`

use super::{Opt, Wish};
use crate::app::Target;
use crate::discord::context::{Desk, Done, Handled, Stop, caller};
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;

/// Looks closely at a game that is over.
pub struct AnalyseGame;

impl Wish for AnalyseGame {
    const NAME: &'static str = "analysis";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        Vec::new()
    }

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(Done::study(desk.app.past_to_analyse(&caller(from), Target::Here).await?, private(from)))
    }
}
