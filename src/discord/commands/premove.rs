//! `/premove`

use super::{Opt, OptionKind, SlashCommand, optional};
use crate::app::AppError;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::game::premoves::card;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;

/// Prepares replies to moves that the opponent may play, or shows those that are prepared.
pub struct Premove {
    /// The replies as typed; none: to see them.
    line: Option<String>,
}

impl SlashCommand for Premove {
    const NAME: &'static str = "premove";
    const ACTS_ON_GAME: bool = true;
    const FOR_ONE: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("line", OptionKind::Text(1_000))]
    }

    fn read(call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self { line: call.text("line").map(str::to_owned) })
    }

    async fn run(self, ctx: &Context, from: &Interaction) -> HandlerResult {
        let by = caller(from);
        let view = match self.line {
            Some(line) => match ctx.app.prepare(&by, &line).await {
                // Done before a restart: what is prepared now tells it.
                Err(AppError::Replayed) => ctx.app.premoves(&by).await?,
                prepared => prepared?,
            },
            None => ctx.app.premoves(&by).await?,
        };
        Ok(Response::say(card(private(from), &view)))
    }
}
