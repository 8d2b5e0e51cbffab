//! `/hint`

use super::{CommandGroup, Opt, SlashCommand};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult};
use crate::discord::features::hint;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::reply::HintStep;

/// Hints at a good move.
pub struct AskHint;

impl SlashCommand for AskHint {
    const NAME: &'static str = "hint";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        Vec::new()
    }

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        hint::given(ctx, interaction, Target::Here, HintStep::Piece).await
    }
}
