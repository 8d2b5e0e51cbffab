//! `/rules`

use futures_util::future::BoxFuture;

use super::{Command, Completed, Kind, Opt, optional, required, variant_of};
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::reply::Choice;
use crate::discord::rulebook::{matching, of_game, of_piece};
use crate::rules::Variant;

/// Explains a game.
pub struct Rules;

impl Command for Rules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn description(&self) -> &'static str {
        "Read a game's rules, or how one of its pieces moves (only you see it)"
    }

    fn help(&self) -> &'static str {
        "Explains a game: its pieces, each with diagrams to choose, its goal and special moves, our readings, the source."
    }

    fn options(&self) -> Vec<Opt> {
        let variants = Variant::all().map(|variant| (variant.name(), variant.slug())).collect();
        vec![
            required("variant", "Which game", Kind::OneOf(variants)),
            optional("piece", "One piece of it, with its diagrams", Kind::Suggested(30)),
        ]
    }

    fn only_reads(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, _desk: &'a Desk, _from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move {
            let variant = variant_of(call)?;
            match call.text("piece").map(str::trim).filter(|piece| !piece.is_empty()) {
                None => Ok(Done::say(of_game(variant))),
                Some(piece) => of_piece(variant, piece).map(Done::say).map_err(Stop::say),
            }
        })
    }

    fn complete<'a>(
        &'a self,
        _desk: &'a Desk,
        _from: &'a Interaction,
        _option: &'a str,
        text: &'a str,
        call: &'a Call,
    ) -> BoxFuture<'a, Completed> {
        // A game that is not chosen yet has no pieces.
        let kinds = variant_of(call).map(|variant| matching(variant, text)).unwrap_or_default();
        let choices = kinds.into_iter().map(|kind| Choice::new(kind.name(), kind.name())).collect();
        Box::pin(async move { Ok(choices) })
    }
}
