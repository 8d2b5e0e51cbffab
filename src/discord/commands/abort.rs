//! `/abort`

use futures_util::future::BoxFuture;

use super::Command;
use crate::discord::actions::abort_question;
use crate::discord::desk::{Desk, Handled, caller};
use crate::discord::event::{Call, Interaction};

/// Aborts, after a private question.
pub struct Abort;

impl Command for Abort {
    fn name(&self) -> &'static str {
        "abort"
    }

    fn description(&self) -> &'static str {
        "End the game in this channel without a result"
    }

    fn help(&self) -> &'static str {
        "Ends the game without a result: freely until both sides have moved or when you have waited 14 days; else if your opponent agrees."
    }

    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, _call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move { abort_question(desk, &caller(from)).await })
    }
}
