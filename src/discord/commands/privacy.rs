//! `/privacy`

use super::{CommandGroup, SlashCommand};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::privacy::card;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;

/// Shows which data is stored about the person.
pub struct Privacy;

impl SlashCommand for Privacy {
    const NAME: &'static str = "privacy";
    const GROUP: CommandGroup = CommandGroup::Yours;
    const ONLY_READS: bool = true;
    const FOR_SHUT_OUT: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, _ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::say(card(private(interaction))))
    }
}
