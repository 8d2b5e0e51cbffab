//! `/rules`

use super::{Completed, Opt, OptionKind, Wish, optional, required, variant_of};
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction, Typing};
use crate::discord::reply::MenuLine;
use crate::discord::rulebook::{matching, of_game, of_piece};
use crate::rules::Variant;

/// Explains a game.
pub struct Rules {
    /// Which.
    variant: Variant,
    /// One piece of it alone, as typed.
    piece: Option<String>,
}

impl Wish for Rules {
    const NAME: &'static str = "rules";
    const DESCRIPTION: &'static str = "Read a game's rules, or how one of its pieces moves (only you see it)";
    const HELP: &'static str = "Explains a game: its pieces, each with diagrams to choose, its goal and special moves, our readings, the source.";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        let variants = Variant::all().map(|variant| (variant.name(), variant.slug())).collect();
        vec![
            required("variant", "Which game", OptionKind::OneOf(variants)),
            optional("piece", "One piece of it, with its diagrams", OptionKind::Suggested(30)),
        ]
    }

    fn read(call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        let piece = call.text("piece").map(str::trim).filter(|piece| !piece.is_empty());
        Ok(Self { variant: variant_of(call)?, piece: piece.map(str::to_owned) })
    }

    async fn run(self, _desk: &Desk, _from: &Interaction) -> Handled {
        match &self.piece {
            None => Ok(Done::say(of_game(self.variant))),
            Some(piece) => of_piece(self.variant, piece).map(Done::say).map_err(Stop::say),
        }
    }

    async fn complete(_desk: &Desk, _from: &Interaction, typing: &Typing) -> Completed {
        // A game that is not chosen yet has no pieces.
        let kinds =
            variant_of(&typing.call).map(|variant| matching(variant, &typing.text)).unwrap_or_default();
        Ok(kinds.into_iter().map(|kind| MenuLine::new(kind.name(), kind.name())).collect())
    }
}
