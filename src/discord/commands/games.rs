//! `/games`

use super::{Opt, OptionKind, Wish, optional};
use crate::discord::context::{Desk, Done, Handled, Stop};
use crate::discord::features::game::list::{GamesPart, present};
use crate::discord::interaction::{Call, Interaction};
use crate::game::UserId;

/// Lists live games.
pub struct Games {
    /// Whose.
    of: UserId,
}

impl Wish for Games {
    const NAME: &'static str = "games";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("user", OptionKind::Person)]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        Ok(Self { of: UserId(call.person("user").map_or(from.who.id, |person| person.id)) })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        Ok(Done::say(present(desk, from, (self.of, GamesPart::Page(0)), None).await?))
    }
}
