//! `/rules`

use super::{Completed, Opt, OptionKind, Wish, game_meant, optional, variant_of};
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction, Typing};
use crate::discord::language;
use crate::discord::rulebook::{families, line, matching, of_game, of_piece};
use crate::rules::Variant;

/// Explains a game.
pub struct Rules {
    /// Which; none: all are shown.
    variant: Option<Variant>,
    /// One piece of it alone, as typed.
    piece: Option<String>,
}

impl Wish for Rules {
    const NAME: &'static str = "rules";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("variant", OptionKind::Game), optional("piece", OptionKind::Suggested(30))]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        let piece = call.text("piece").map(str::trim).filter(|piece| !piece.is_empty());
        // A piece alone may tell the game.
        let told = call.text("variant").or(piece);
        let variant = told.map(|text| game_meant(text, from)).transpose()?;
        Ok(Self { variant, piece: piece.map(str::to_owned) })
    }

    async fn run(self, _desk: &Desk, from: &Interaction) -> Handled {
        let words = language::private(from);
        match (self.variant, &self.piece) {
            (None, _) => Ok(Done::say(families(words))),
            (Some(variant), None) => Ok(Done::say(of_game(words, variant))),
            (Some(variant), Some(piece)) => of_piece(words, variant, piece).map(Done::say).map_err(Stop::say),
        }
    }

    async fn complete(_desk: &Desk, from: &Interaction, typing: &Typing) -> Completed {
        let words = language::private(from);
        // A game that is not chosen yet has no pieces.
        let kinds = variant_of(&typing.call, from)
            .map(|variant| matching(words, variant, &typing.text))
            .unwrap_or_default();
        Ok(kinds.into_iter().map(|kind| line(words, kind)).collect())
    }
}
