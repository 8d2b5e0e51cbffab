//! `/premove`

use super::{CommandGroup, Completed, Opt, OptionKind, SlashCommand, choices, optional};
use crate::app::AppError;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::game::premoves::card;
use crate::discord::interaction::{Call, Interaction, Typing};
use crate::discord::locale::private;

/// Prepares replies to moves that the opponent may play, or shows the prepared ones.
pub struct Premove {
    /// The replies as typed; `None` shows the prepared ones.
    line: Option<String>,
}

impl SlashCommand for Premove {
    const NAME: &'static str = "premove";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ACTS_ON_GAME: bool = true;
    const FOR_ONE: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("line", OptionKind::Suggested(1_000))]
    }

    fn read(call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self { line: call.text("line").map(str::to_owned) })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let by = caller(interaction);
        let view = match self.line {
            Some(line) => match ctx.app.prepare(&by, &line).await {
                // Stored before a restart: answer with the current premoves.
                Err(AppError::Replayed) => ctx.app.premoves(&by).await?,
                prepared => prepared?,
            },
            None => ctx.app.premoves(&by).await?,
        };
        Ok(Response::say(card(private(interaction), &view)))
    }

    async fn complete(ctx: &Context, interaction: &Interaction, typing: &Typing) -> Completed {
        let (who, channel) = (interaction.who.id, interaction.place.channel);
        Ok(choices(interaction, &ctx.app.complete_premove(who, channel, &typing.text).await?))
    }
}
