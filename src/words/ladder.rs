//! Ladders: their state, and messages about them.

use super::args;
use super::{Mentioned, Naming, Words};
use crate::app::{CostOfDeclining, Fallen, LadderView, Rung};
use crate::game::UserId;
use crate::rules::Variant;

/// The maximum number of a ladder's lines in a message, so that it fits.
const LINES: usize = 15;
/// The number of lines above the reader's own, if the list does not start at the top.
const ABOVE: usize = 6;

impl Words {
    /// The message of a ladder. With a reader, the part around their place, else from its top.
    pub fn ladder(&self, view: &LadderView, reader: Option<UserId>, naming: Naming<'_>) -> String {
        let head = self.say("ladder-head", &args! { "game" => self.game(view.variant) });
        if view.is_closed {
            return format!("{head}\n{}", self.plain("ladder-closed"));
        }
        let rated = view.rated.then(|| self.plain("ladder-rated"));
        let how: Vec<String> = [Some(self.plain("ladder-rules")), Some(self.pace(view.pace)), rated]
            .into_iter()
            .flatten()
            .collect();
        let mut parts = vec![head, how.join(" ")];
        if let Some(channel) = view.channel.filter(|_| reader.is_some()) {
            parts.push(
                self.say("ladder-channel", &args! { "channel" => naming(Mentioned::Channel(channel)) }),
            );
        }
        if view.rungs.is_empty() {
            parts.push(self.plain("ladder-nobody"));
        }
        let own = view.rungs.iter().position(|rung| Some(rung.person) == reader).unwrap_or(0);
        let first = if own < LINES { 0 } else { (own - ABOVE).min(view.rungs.len().saturating_sub(LINES)) };
        if first > 0 {
            parts.push(self.say("ladder-above", &args! { "count" => first }));
        }
        parts.extend(view.rungs.iter().skip(first).take(LINES).map(|rung| self.rung(rung, naming)));
        let below = view.rungs.len().saturating_sub(first + LINES);
        if below > 0 {
            parts.push(self.say("ladder-more", &args! { "count" => below }));
        }
        parts.join("\n")
    }

    fn rung(&self, rung: &Rung, naming: Naming<'_>) -> String {
        let mut args = args! { "place" => rung.place, "player" => naming(Mentioned::Person(rung.person)) };
        let Some(challenger) = rung.challenger else { return self.say("ladder-line", &args) };
        args.set("challenger", naming(Mentioned::Person(challenger)));
        match rung.game {
            Some(game) => {
                args.set("channel", naming(Mentioned::Channel(game)));
                self.say("ladder-line.playing", &args)
            }
            None => self.say("ladder-line.challenged", &args),
        }
    }

    /// Lists the people one may challenge on a ladder.
    pub fn ladder_reach(&self, rungs: &[Rung], naming: Naming<'_>) -> String {
        let lines: Vec<String> = rungs.iter().map(|rung| self.rung(rung, naming)).collect();
        let all_taken = rungs.iter().all(|rung| rung.challenger.is_some());
        let asked = self.plain(if all_taken { "ladder-reach.taken" } else { "ladder-reach" });
        format!("{asked}\n{}", lines.join("\n"))
    }

    /// The label of the button that challenges the person at this place.
    pub fn ladder_challenge(&self, place: u32) -> String {
        self.say("ladder-challenge-place", &args! { "place" => place })
    }

    /// Confirms joining the ladder. `first`: as the only member.
    pub fn ladder_in(&self, first: bool) -> String {
        self.plain(if first { "ladder-in.first" } else { "ladder-in" })
    }

    /// Says what declining a challenge costs.
    pub fn cost_of_declining(&self, cost: CostOfDeclining) -> String {
        match cost {
            CostOfDeclining::Place(game, place) => {
                self.say("ladder-declined", &args! { "place" => place, "game" => self.game(game) })
            }
            CostOfDeclining::PlaceNextTime(game) => {
                self.say("ladder-declined.once", &args! { "game" => self.game(game) })
            }
        }
    }

    /// Tells somebody that they have lost a place.
    pub fn ladder_fallen(&self, fallen: &Fallen, naming: Naming<'_>) -> String {
        let mut args = args! { "place" => fallen.place, "game" => self.game(fallen.variant) };
        args.set("player", naming(Mentioned::Person(fallen.person)));
        self.say("ladder-fallen", &args)
    }

    /// Confirms leaving the ladder.
    pub fn ladder_left(&self) -> String {
        self.plain("ladder-left")
    }

    /// Says that nothing was changed: the person stays on the ladder, or it stays open.
    pub fn ladder_stayed(&self, person: bool) -> String {
        self.plain(if person { "ladder-stayed" } else { "ladder-stayed.open" })
    }

    /// Asks for confirmation of leaving the ladder.
    pub fn ladder_sure_leave(&self) -> String {
        self.plain("ladder-sure-leave")
    }

    /// Asks for confirmation of closing the ladder.
    pub fn ladder_sure_close(&self, variant: Variant) -> String {
        self.say("ladder-sure-close", &args! { "game" => self.game(variant) })
    }

    /// Confirms that the ladder is open.
    pub fn ladder_opened(&self) -> String {
        self.plain("ladder-opened")
    }

    /// Confirms that the ladder is closed.
    pub fn ladder_closed(&self) -> String {
        self.plain("ladder-is-closed")
    }
}
