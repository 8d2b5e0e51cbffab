//! `/move`

use super::{Completed, Opt, OptionKind, Wish, choices, required, typed};
use crate::app::Target;
use crate::discord::context::{Desk, Handled, Stop, answering};
use crate::discord::features::game::actions::{play, spoken};
use crate::discord::interaction::{Call, Interaction, Typing};
use crate::game::{ChannelId, UserId};

/// Plays a move.
pub struct PlayMove {
    /// The move as typed.
    text: String,
}

impl Wish for PlayMove {
    const NAME: &'static str = "move";
    const ACTS_ON_GAME: bool = true;

    fn options() -> Vec<Opt> {
        vec![required("move", OptionKind::Suggested(100))]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        Ok(Self { text: typed(from, call.text("move").unwrap_or_default()) })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(spoken(from, &play(desk, from, &answering(from), Target::Here, &self.text).await?, None))
    }

    async fn complete(desk: &Desk, from: &Interaction, typing: &Typing) -> Completed {
        let (who, channel) = (UserId(from.who.id), ChannelId(from.place.channel));
        Ok(choices(from, &desk.app.complete_move(who, channel, &typing.text).await?))
    }
}
