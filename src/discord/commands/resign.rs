//! `/resign`

use futures_util::future::BoxFuture;

use super::Command;
use crate::app::Target;
use crate::discord::actions::resign_question;
use crate::discord::desk::{Desk, Handled, caller};
use crate::discord::event::{Call, Interaction};

/// Resigns, after a private question.
pub struct Resign;

impl Command for Resign {
    fn name(&self) -> &'static str {
        "resign"
    }

    fn description(&self) -> &'static str {
        "Resign your game in this channel"
    }

    fn help(&self) -> &'static str {
        "Gives the game to your opponent, after asking you once more."
    }

    fn run<'a>(&'a self, desk: &'a Desk, from: &'a Interaction, _call: &'a Call) -> BoxFuture<'a, Handled> {
        Box::pin(async move { resign_question(desk, &caller(from), Target::Here).await })
    }
}
