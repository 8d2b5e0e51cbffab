//! `/export`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, chosen, optional};
use crate::app::Target;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::history::{self, FileKind};
use crate::discord::interaction::{Call, Interaction};

/// Exports a game as a file.
pub struct ExportGame {
    kind: FileKind,
}

impl SlashCommand for ExportGame {
    const NAME: &'static str = "export";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("format", OptionKind::OneOf(&["pgn", "fen", "gif"]))]
    }

    fn takes_work(call: &Call) -> bool {
        let is_text = |format: &str| ["pgn", "fen"].contains(&format);
        call.text("format").is_some_and(|format| !is_text(format))
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self {
            kind: match chosen::<Self>(call, interaction, "format") {
                Some("gif") => FileKind::Gif,
                Some("fen") => FileKind::Fen,
                _ => FileKind::Pgn,
            },
        })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let past = ctx.app.past(&caller(interaction), Target::Here).await?;
        Ok(Response::say(history::file(ctx, interaction, &past, self.kind).await))
    }
}
