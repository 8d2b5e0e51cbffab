//! `/unblock`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, person_of, required};
use crate::app::Opponent;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::words::Mentioned;

/// Allows challenges from a person again.
pub struct Unblock {
    other: Opponent,
}

impl SlashCommand for Unblock {
    const NAME: &'static str = "unblock";
    const GROUP: CommandGroup = CommandGroup::WithOthers;
    const FOR_ONE: bool = true;

    fn options() -> Vec<Opt> {
        vec![required("user", OptionKind::Person)]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self { other: person_of(call, interaction)? })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let was = ctx.app.unblock(&caller(interaction), self.other.user).await?;
        let whom = written(Mentioned::Person(self.other.user));
        Ok(Response::say(Reply::private(private(interaction).unblocked(&whom, was))))
    }
}
