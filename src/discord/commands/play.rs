//! `/move`

use futures_util::future::BoxFuture;

use super::{Command, Completed, Kind, Opt, choices, required};
use crate::discord::actions::spoken;
use crate::discord::desk::{Desk, Handled, answering};
use crate::discord::event::{Call, Interaction};
use crate::game::{ChannelId, UserId};

/// Plays a move.
pub struct Move;

impl Command for Move {
    fn name(&self) -> &'static str {
        "move"
    }

    fn description(&self) -> &'static str {
        "Play a move in this channel's game"
    }

    fn help(&self) -> &'static str {
        "Plays your move. Type a piece or a square and pick from the list, or write it yourself: e2e4, Nf3, O-O."
    }

    fn options(&self) -> Vec<Opt> {
        vec![required(
            "move",
            "A piece or a square, then pick; or the move itself, such as e2e4 or Nf3",
            Kind::Suggested(100),
        )]
    }

    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move {
            let outcome = desk.app.play(&answering(from), call.text("move").unwrap_or_default()).await?;
            Ok(spoken(&outcome, None))
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
        Box::pin(async move {
            let (who, channel) = (UserId(from.who.id), ChannelId(from.place.channel));
            Ok(choices(desk.app.complete_move(who, channel, text).await?))
        })
    }
}
