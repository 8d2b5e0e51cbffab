//! `/moves`

use futures_util::future::BoxFuture;

use super::{Command, Completed, Kind, Opt, choices, required};
use crate::discord::boards;
use crate::discord::desk::{Desk, Done, Handled, caller};
use crate::discord::event::{Call, Interaction};
use crate::discord::reply::Reply;
use crate::game::ChannelId;

/// Shows where a piece can go.
pub struct Moves;

impl Command for Moves {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn description(&self) -> &'static str {
        "See where a piece can go, and what holds it (only you see it)"
    }

    fn help(&self) -> &'static str {
        "Shows you alone where a piece of either side can go, what it would take, and what holds it."
    }

    fn options(&self) -> Vec<Opt> {
        vec![required("square", "The square of the piece, such as e2", Kind::Suggested(20))]
    }

    fn only_reads(&self) -> bool {
        true
    }

    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move {
            let view = desk.app.moves(&caller(from), call.text("square").unwrap_or_default()).await?;
            Ok(Done::say(Reply::private(view.text).picture(boards::of_board(&view.board))))
        })
    }

    fn complete<'a>(
        &'a self,
        desk: &'a Desk,
        from: &'a Interaction,
        _option: &'a str,
        text: &'a str,
        _call: &'a Call,
    ) -> BoxFuture<'a, Completed> {
        Box::pin(
            async move { Ok(choices(desk.app.complete_square(ChannelId(from.place.channel), text).await?)) },
        )
    }
}
