//! `/puzzle`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, chosen, optional, variant_of};
use crate::app::{Grade, PuzzleWish};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::puzzles;
use crate::discord::interaction::{Call, Interaction};
use crate::rules::Variant;

/// Shows a puzzle that the person has not solved yet.
pub struct AskPuzzle(PuzzleWish);

impl SlashCommand for AskPuzzle {
    const NAME: &'static str = "puzzle";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const ONLY_READS: bool = true;
    // Accepted so that the answer can say what they lack.
    const TAKES_CUSTOM_GAMES: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            optional("variant", OptionKind::Game),
            optional("difficulty", OptionKind::OneOf(&["easy", "medium", "hard"])),
        ]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let game = call.text("variant").map(|_| variant_of(call, interaction)).transpose()?;
        let grade = chosen::<Self>(call, interaction, "difficulty").and_then(Grade::from_slug);
        Ok(Self(PuzzleWish { game, grade }))
    }

    async fn games(_ctx: &Context, _from: &Interaction) -> Result<Vec<Variant>, HandlerError> {
        Ok(PuzzleWish::games().collect())
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        Ok(Response::say(puzzles::next(ctx, interaction, self.0).await?))
    }
}
