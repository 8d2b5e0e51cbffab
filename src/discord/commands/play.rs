//! `/move`

use super::{Completed, Opt, OptionKind, Wish, choices, chosen, required};
use crate::discord::actions::spoken;
use crate::discord::desk::{Desk, Handled, Stop, answering};
use crate::discord::event::{Call, Interaction, Typing};
use crate::game::{ChannelId, UserId};

/// Plays a move.
pub struct PlayMove {
    /// The move as typed.
    text: String,
}

impl Wish for PlayMove {
    const NAME: &'static str = "move";
    const DESCRIPTION: &'static str = "Play a move in this channel's game";
    const HELP: &'static str = "Plays your move. Type a piece or a square and pick from the list, or write it yourself: e2e4, Nf3, O-O.";

    fn options() -> Vec<Opt> {
        vec![required(
            "move",
            "A piece or a square, then pick; or the move itself, such as e2e4 or Nf3",
            OptionKind::Suggested(100),
        )]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        Ok(Self { text: chosen(from, call.text("move").unwrap_or_default()) })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(spoken(from, &desk.app.play(&answering(from), &self.text).await?, None))
    }

    async fn complete(desk: &Desk, from: &Interaction, typing: &Typing) -> Completed {
        let (who, channel) = (UserId(from.who.id), ChannelId(from.place.channel));
        Ok(choices(from, &desk.app.complete_move(who, channel, &typing.text).await?))
    }
}
