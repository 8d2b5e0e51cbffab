//! `/profile`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, optional};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::standing;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;
use crate::game::UserId;
use crate::words::NotDone;

/// Shows what a person has played.
pub struct ShowProfile {
    person: UserId,
}

impl SlashCommand for ShowProfile {
    const NAME: &'static str = "profile";
    const GROUP: CommandGroup = CommandGroup::WithOthers;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("user", OptionKind::Person)]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        match call.person("user") {
            Some(person) if person.bot => Err(HandlerError::not_done(interaction, NotDone::ProfileOfBot)),
            named => Ok(Self { person: named.map_or(interaction.who.id, |person| person.id) }),
        }
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let profile = ctx.app.profile(&caller(interaction), self.person).await?;
        Ok(Response::say(standing::profile(private(interaction), &profile)))
    }
}
