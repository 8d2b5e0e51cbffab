//! `/draw`

use futures_util::future::BoxFuture;

use super::Command;
use crate::app::Target;
use crate::discord::actions::draw;
use crate::discord::desk::{Desk, Handled, answering};
use crate::discord::event::{Call, Interaction};

/// Offers, accepts or claims a draw.
pub struct Draw;

impl Command for Draw {
    fn name(&self) -> &'static str {
        "draw"
    }

    fn description(&self) -> &'static str {
        "Offer a draw, accept one, or claim it by repetition or the 50-move rule"
    }

    fn help(&self) -> &'static str {
        "Offers a draw, accepts your opponent's offer, or claims a draw that stands (threefold repetition, 50 moves)."
    }

    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, _call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move { draw(desk, &answering(from), Target::Here).await })
    }
}
