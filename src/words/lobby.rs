//! The list of open challenges of a server.

use super::args;
use super::{Mentioned, Naming, Words};
use crate::app::{Lobby, LobbyLine};
use crate::render::length;

/// The number of characters by which a command's mention is longer than its name.
const MENTION: usize = 30;

impl Words {
    /// The list, of at most `most` characters: the newest challenges that fit, and the number of further
    /// ones.
    pub fn lobby(&self, lobby: &Lobby, most: usize, naming: Naming<'_>) -> String {
        let Some(lines) = &lobby.lines else { return self.plain("lobby-head.retired") };
        if lines.is_empty() {
            return self.plain("lobby-head.none");
        }
        let told: Vec<String> = lines.iter().map(|line| self.lobby_line(line, naming)).collect();
        let of = |shown: usize| {
            let more = told.len() - shown;
            let more = (more > 0).then(|| self.say("lobby-more", &args! { "count" => more }));
            let parts =
                std::iter::once(self.plain("lobby-head")).chain(told[..shown].iter().cloned()).chain(more);
            parts.collect::<Vec<_>>().join("\n")
        };
        // The command in the heading becomes a mention, which is longer.
        let fits = |text: &String| length(text) + MENTION <= most;
        (0..=told.len()).rev().map(of).find(fits).unwrap_or_else(|| self.plain("lobby-head"))
    }

    fn lobby_line(&self, line: &LobbyLine, naming: Naming<'_>) -> String {
        let pace = line.pace.map_or_else(|| self.plain("lobby-no-clock"), |pace| self.pace(pace));
        let rated = line.rated.then(|| self.plain("lobby-rated"));
        let pace = [Some(pace), rated].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let mut args = args! { "game" => line.variant, "pace" => pace };
        args.set("place", naming(Mentioned::Message(line.place, line.message)));
        args.set("challenger", naming(Mentioned::Person(line.challenger)));
        args.set("lapses", naming(Mentioned::Moment(line.lapses)));
        self.say("lobby-line", &args)
    }
}
