//! The next game in which it is the reader's turn.

use crate::app::NextGame;
use crate::game::{Millis, Ply};
use crate::words::args;
use crate::words::{Mentioned, Naming, Words};

impl Words {
    /// Describes a game that waits for the reader: its state, opponent, and how long it has been their turn.
    pub fn next_game(&self, next: &NextGame, naming: Naming<'_>) -> String {
        let since = naming(Mentioned::Moment(next.line.moved_at));
        let mut args = args! { "since" => since, "side" => next.view.game_now.turn() };
        let key = match next.opponent() {
            _ if next.is_alone() && next.view.ply == Ply(0) => "next-side.alone-begun",
            _ if next.is_alone() => "next-side.alone",
            Some(user) => {
                args.set("person", naming(Mentioned::Person(user)));
                "next-side"
            }
            None => "next-side.nobody",
        };
        let told =
            |note| self.say("notes-last", &args! { "note" => self.note_line(&next.view.game_now, note) });
        let noted = next.note.as_ref().map(told);
        let parts = [Some(self.news(&next.view, naming)), Some(self.say(key, &args)), noted];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// The number of this game among the waiting ones. `again`: the person asked for the next one.
    pub fn next_number(&self, next: &NextGame, again: bool) -> String {
        if again && next.count == 1 {
            return self.plain("next-only");
        }
        self.say("next-number", &args! { "number" => next.number, "count" => next.count })
    }

    /// Says that it is the reader's turn in no live game, with the earliest deadline of an opponent.
    pub fn next_none(&self, live: usize, soonest: Option<Millis>, naming: Naming<'_>) -> String {
        let mut said = self.say("next-none", &args! { "count" => live });
        if let Some(until) = soonest {
            let until = naming(Mentioned::Moment(until));
            said = format!("{said} {}", self.say("next-soonest", &args! { "until" => until }));
        }
        said
    }
}
