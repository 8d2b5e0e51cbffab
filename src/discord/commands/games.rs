//! `/games`

use super::{Opt, OptionKind, Wish, optional};
use crate::app::GameLine;
use crate::discord::desk::{Desk, Done, Handled, Stop};
use crate::discord::event::{Call, Interaction};
use crate::discord::language;
use crate::discord::mentions::written;
use crate::discord::reply::{CONTENT_MAX, Reply};
use crate::game::UserId;
use crate::words::Mentioned;

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
        let lines = desk.app.games(self.of).await?;
        Ok(Done::say(Reply::private(list(&lines, self.of, from))))
    }
}

/// The list, cut after the last game that fits a message.
fn list(lines: &[GameLine], of: UserId, from: &Interaction) -> String {
    let words = language::private(from);
    let own = of.0 == from.who.id;
    let whose = (!own).then(|| written(Mentioned::Person(of)));
    let mut text = words.games_count(lines.len(), whose.as_deref());
    // A channel's name says more than an address, but only its own server knows it.
    let naming = |what: Mentioned| match what {
        Mentioned::Place(place) if place.guild.is_some_and(|guild| from.place.guild == Some(guild.0)) => {
            written(Mentioned::Channel(place.channel))
        }
        other => written(other),
    };
    for (index, line) in lines.iter().enumerate() {
        let told = words.games_line(line, (of, own), &naming);
        // Room for the last line must remain.
        if text.chars().count() + told.chars().count() > CONTENT_MAX - 43 {
            text.push_str(&format!("\n{}", words.games_more(lines.len() - index)));
            break;
        }
        text.push_str(&format!("\n- {told}"));
    }
    text
}
