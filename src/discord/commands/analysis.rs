//! `/analysis`

use super::{CommandGroup, Opt, SlashCommand};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;

/// Analyses a finished game.
pub struct AnalyseGame;

impl SlashCommand for AnalyseGame {
    const NAME: &'static str = "analysis";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        Vec::new()
    }

    fn takes_work(_call: &Call) -> bool {
        true
    }

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::analysis(
            ctx.app.past_to_analyse(&caller(interaction), Target::Here).await?,
            private(interaction),
        ))
    }
}
