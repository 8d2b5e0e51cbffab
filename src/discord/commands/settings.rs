//! `/settings`

use super::Wish;
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::language::private;
use crate::discord::settings::card;
use crate::game::UserId;

/// Shows what is set, with menus to change it.
pub struct OwnSettings;

impl Wish for OwnSettings {
    const NAME: &'static str = "settings";
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let taste = desk.app.taste(UserId(from.who.id)).await?;
        Ok(Done::say(card(private(from), &taste)))
    }
}
