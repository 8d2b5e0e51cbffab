//! `/help`

use super::{ALL, Wish};
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::reply::Reply;

/// Explains how to play.
pub struct Help;

impl Wish for Help {
    const NAME: &'static str = "help";
    const DESCRIPTION: &'static str = "How to play, and every command (only you see it)";
    const HELP: &'static str = "Shows this.";
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, Stop> {
        Ok(Self)
    }

    async fn run(self, _desk: &Desk, _from: &Interaction) -> Handled {
        Ok(Done::say(Reply::private(text())))
    }
}

fn text() -> String {
    let mut text = String::from(
        "**To start:** use `/challenge`, choose a game and, if you like, an opponent; they press Accept.\n\
         **To play:** use `/move` and type a piece or a square; pick the move from the list.\n\
         **To learn:** `/rules` explains each game, `/moves` shows where a piece can go.\n",
    );
    for command in ALL {
        text.push_str(&format!("\n`/{}` {}", command.name(), command.help()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::reply::CONTENT_MAX;

    #[test]
    fn help_fits_a_message_and_names_every_command() {
        let text = text();
        // Room for the numbers of the commands.
        let long = text.chars().count() + 25 * text.matches("`/").count();
        assert!(long <= CONTENT_MAX, "{long}");
        assert!(ALL.iter().all(|command| text.contains(&format!("`/{}`", command.name()))));
    }
}
