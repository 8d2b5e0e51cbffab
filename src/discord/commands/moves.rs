//! `/moves`

use super::{Completed, Opt, OptionKind, Wish, choices, required, typed};
use crate::discord::boards;
use crate::discord::desk::{Desk, Done, Handled, Stop, caller};
use crate::discord::event::{Call, Interaction, Typing};
use crate::discord::language::private;
use crate::discord::reply::Reply;
use crate::game::ChannelId;

/// Shows where a piece can go.
pub struct Moves {
    /// Where it stands, as typed.
    square: String,
}

impl Wish for Moves {
    const NAME: &'static str = "moves";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![required("square", OptionKind::Suggested(20))]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        Ok(Self { square: typed(from, call.text("square").unwrap_or_default()) })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let view = desk.app.moves(&caller(from), &self.square).await?;
        Ok(Done::say(
            Reply::private(private(from).told_moves(&view))
                .picture(boards::of_board(private(from), &view.board)),
        ))
    }

    async fn complete(desk: &Desk, from: &Interaction, typing: &Typing) -> Completed {
        Ok(choices(from, &desk.app.complete_square(ChannelId(from.place.channel), &typing.text).await?))
    }
}
