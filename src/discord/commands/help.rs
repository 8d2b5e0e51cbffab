//! `/help`

use super::{ALL, Command, Wish};
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::language;
use crate::discord::mentions::with_mentions;
use crate::discord::reply::{CONTENT_MAX, Reply};
use crate::words::{CommandText, Words};

/// Explains how to play.
pub struct Help;

impl Wish for Help {
    const NAME: &'static str = "help";
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, _desk: &Desk, from: &Interaction) -> Handled {
        Ok(Done::say(reply(language::private(from))))
    }
}

/// How to play. Where a language needs more room than a message has, the commands stand below it.
pub fn reply(words: &Words) -> Reply {
    let start = words.help().join("\n");
    let told = |command: &&dyn Command| {
        format!("`/{}` {}", command.name(), words.command(CommandText::Help(command.name())))
    };
    let commands = ALL.iter().map(told).collect::<Vec<_>>().join("\n");
    let whole = format!("{start}\n\n{commands}");
    if with_mentions(&whole) <= CONTENT_MAX {
        Reply::private(whole)
    } else {
        Reply::private(start).details(commands)
    }
}
