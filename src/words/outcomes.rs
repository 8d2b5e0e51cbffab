//! How a game has ended.

use super::{Words, args};
use crate::game::Ending;
use crate::rules::{Arrival, Color, DrawReason, Goal, Square, Termination};

impl Words {
    /// How a game has ended by its moves, as the rest of a sentence: "checkmate, Black has won".
    pub fn termination(&self, how: Termination) -> String {
        match how {
            Termination::Checkmate(winner) => self.say("state-checkmate", &args! { "winner" => winner }),
            Termination::Goal(Arrival { winner, goal }) => self.goal(goal, "state", winner),
            Termination::Stalemate => self.plain("state-stalemate"),
            Termination::Draw(DrawReason::Material) => self.plain("state-material"),
            Termination::Draw(DrawReason::Fivefold) => self.plain("state-fivefold"),
            Termination::Draw(DrawReason::SeventyFive) => self.plain("state-seventy-five"),
        }
    }

    /// The news that a king has reached its goal, as a sentence without its full stop; `square` is where it is.
    pub fn goal_news(&self, goal: &Goal, square: Square) -> String {
        self.say(&format!("goal-{}.news", goal.slug), &args! { "square" => square.to_string() })
    }

    /// What a game's own file says of its goal.
    pub(super) fn goal(&self, goal: &Goal, form: &str, winner: Color) -> String {
        self.say(&format!("goal-{}.{form}", goal.slug), &args! { "winner" => winner })
    }

    /// How a game ended, in two or three words: "White won".
    pub(super) fn ended(&self, ending: Ending) -> String {
        match ending.winner() {
            Some(winner) => self.say("ended-won", &args! { "winner" => winner }),
            None if ending.is_abort() => self.plain("ended-aborted"),
            None => self.plain("ended-drawn"),
        }
    }
}
