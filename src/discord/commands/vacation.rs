//! `/vacation`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, optional};
use crate::app::VACATION_DAYS;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::vacation::card;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;

/// Starts a vacation, or shows the state of the person's vacation.
pub struct Vacation {
    /// The number of days; `None` only shows the state.
    days: Option<u32>,
}

impl SlashCommand for Vacation {
    const NAME: &'static str = "vacation";
    const GROUP: CommandGroup = CommandGroup::Yours;
    const FOR_ONE: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("days", OptionKind::Number(1, VACATION_DAYS))]
    }

    fn read(call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        // A number out of range is rejected later, with the days that are left.
        let days = call.number("days").map(|days| days.clamp(0, i64::from(VACATION_DAYS) + 1) as u32);
        Ok(Self { days })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let view = match self.days {
            Some(days) => ctx.app.go_on_vacation(&caller(interaction), days).await?,
            None => ctx.app.vacation(interaction.who.id, interaction.received_at).await?,
        };
        Ok(Response::say(card(private(interaction), view)))
    }
}
