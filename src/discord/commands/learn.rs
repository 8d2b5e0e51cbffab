//! `/learn`

use super::{Opt, OptionKind, Wish, optional, variant_of};
use crate::discord::context::{Desk, Done, Handled, Stop};
use crate::discord::features::lessons;
use crate::discord::interaction::{Call, Interaction};
use crate::rules::Variant;

/// Teaches a game.
pub struct Learn {
    /// Which; none: all are listed.
    variant: Option<Variant>,
}

impl Wish for Learn {
    const NAME: &'static str = "learn";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("variant", OptionKind::Game)]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        let variant = call.text("variant").map(|_| variant_of(call, from)).transpose()?;
        Ok(Self { variant })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let reply = match self.variant {
            Some(game) => lessons::next(desk, from, game).await?,
            None => lessons::all(desk, from, 0).await?,
        };
        Ok(Done::say(reply))
    }
}
