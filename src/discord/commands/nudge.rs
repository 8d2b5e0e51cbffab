//! `/nudge`

use super::Wish;
use crate::discord::desk::{Desk, Done, Handled, Stop, caller};
use crate::discord::event::{Call, Interaction};
use crate::discord::language::public;
use crate::discord::mentions::written;
use crate::discord::reply::Reply;

/// Tells the opponent that one waits for their move.
pub struct NudgeOpponent;

impl Wish for NudgeOpponent {
    const NAME: &'static str = "nudge";

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let nudge = desk.app.nudge(&caller(from)).await?;
        Ok(Done::say(Reply::public(public(from).nudge(&nudge, &written)).ping(Some(nudge.ping.0))))
    }
}
