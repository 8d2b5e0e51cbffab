//! `/games`

use super::{Opt, OptionKind, Wish, optional};
use crate::app::{GameLine, Waits};
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::mentions::link;
use crate::discord::reply::{CONTENT_MAX, Reply, mention};
use crate::game::UserId;

/// Lists live games.
pub struct Games {
    /// Whose.
    of: UserId,
}

impl Wish for Games {
    const NAME: &'static str = "games";
    const DESCRIPTION: &'static str = "List your live games, or somebody's (only you see it)";
    const HELP: &'static str =
        "Lists your live games with whose turn it is and a link to each, for you alone.";
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("user", "Whose games; yours if left out", OptionKind::Person)]
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, Stop> {
        Ok(Self { of: UserId(call.person("user").map_or(from.who.id, |person| person.id)) })
    }

    async fn run(self, desk: &Desk, from: &Interaction) -> Handled {
        let lines = desk.app.games(self.of).await?;
        Ok(Done::say(Reply::private(list(&lines, self.of.0, from))))
    }
}

/// The list, cut after the last game that fits a message.
fn list(lines: &[GameLine], of: u64, from: &Interaction) -> String {
    let own = of == from.who.id;
    if lines.is_empty() {
        return if own {
            "You have no live game. Start one with `/challenge`.".to_owned()
        } else {
            format!("{} has no live game.", mention(of))
        };
    }
    let count =
        if lines.len() == 1 { "1 live game".to_owned() } else { format!("{} live games", lines.len()) };
    let whose = if own { "You have".to_owned() } else { format!("{} has", mention(of)) };
    let mut text = format!("{whose} {count}:");
    for (index, line) in lines.iter().enumerate() {
        let entry = entry(line, of, from);
        let left = lines.len() - index;
        // Room for the last line must remain.
        if text.chars().count() + entry.chars().count() > CONTENT_MAX - 40 {
            text.push_str(&format!("\n… and {left} more."));
            break;
        }
        text.push_str(&entry);
    }
    text
}

fn entry(line: &GameLine, of: u64, from: &Interaction) -> String {
    let own = of == from.who.id;
    let against = match line.opponent {
        Some(user) if user.0 == of => "both sides played by one person".to_owned(),
        Some(user) => format!("against {}", mention(user.0)),
        None => "against a former player".to_owned(),
    };
    let turn = match (line.your_turn, own) {
        (true, true) => "your turn",
        (true, false) => "their turn",
        (false, _) => "the opponent's turn",
    };
    let moves =
        if line.ply.0 == 1 { "1 move played".to_owned() } else { format!("{} moves played", line.ply) };
    // A channel's name says more than an address, but only its own server knows it.
    let place = if line.place.guild.is_some_and(|guild| from.place.guild == Some(guild.0)) {
        format!("<#{}>", line.place.channel)
    } else {
        link(line.place)
    };
    let waits = match line.waits {
        None => "",
        Some(Waits::ChannelGone) => " (it waits: its channel is gone)",
        Some(Waits::Removed) => " (it waits: I was removed from its server)",
        Some(Waits::Closed) => " (it waits: I can't write there)",
    };
    format!("\n- {}, {against}: {turn}, {moves}, {place}{waits}", line.variant.name())
}
