//! `/history`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, optional};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::history;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;

/// The largest move number accepted; no game is that long.
const LARGEST: u32 = 1_000_000;

/// Shows the moves of a game, or one of its positions.
pub struct History {
    /// Shows the position after the move of this number.
    number: Option<u32>,
}

impl SlashCommand for History {
    const NAME: &'static str = "history";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("move", OptionKind::Number(0, LARGEST))]
    }

    fn read(call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        // A negative number means the beginning.
        Ok(Self { number: call.number("move").map(|number| number.clamp(0, i64::from(LARGEST)) as u32) })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let past = ctx.app.past(&caller(interaction), Target::Here).await?;
        let words = private(interaction);
        Ok(Response::say(match self.number {
            None => history::moves(words, &past, None),
            Some(number) => {
                let after = past.after_number(number).map_err(HandlerError::Refused)?;
                let ply = past.noted_at(number).unwrap_or(after);
                history::position(words, &past, ply)
            }
        }))
    }
}
