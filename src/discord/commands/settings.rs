//! `/settings`

use super::Wish;
use crate::discord::context::{Desk, Done, Handled, Stop};
use crate::discord::features::settings::present;
use crate::discord::interaction::{Call, Interaction};

/// Shows what is set, with menus to change it.
pub struct OwnSettings;

impl Wish for OwnSettings {
    const NAME: &'static str = "settings";
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(Done::say(present(desk, from).await?))
    }
}
