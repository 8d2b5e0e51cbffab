//! How a game has ended.

use crate::game::{Ending, Game};
use crate::rules::{Arrival, Claim, Color, DrawReason, Goal, Square, Termination};
use crate::words::args;
use crate::words::{Joined, Words};

/// How a side is named: with its player, or by its colour alone.
type SideNaming<'a> = &'a dyn Fn(Color) -> String;

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

    /// What a game's own file says about its goal.
    pub(in crate::words) fn goal(&self, goal: &Goal, form: &str, winner: Color) -> String {
        self.say(&format!("goal-{}.{form}", goal.slug), &args! { "winner" => winner })
    }

    /// Who won and how, in one sentence that names both sides.
    pub(in crate::words) fn outcome(&self, game: &Game, ending: Ending, side: SideNaming<'_>) -> String {
        let key = match ending {
            Ending::Played(how) => return self.played_out(game, how, side),
            Ending::Resigned(winner) => return self.won_by("outcome-resigned", winner, side),
            Ending::TimeOut(winner) => return self.won_by("outcome-time", winner, side),
            // The player who was late is still to move.
            Ending::TimeOutDraw => return self.won_by("outcome-time-draw", game.turn().other(), side),
            Ending::TimeOutAborted => return self.won_by("outcome-time-aborted", game.turn().other(), side),
            Ending::Claimed(Claim::Threefold) => "outcome-threefold",
            Ending::Claimed(Claim::FiftyMoves) => "outcome-fifty",
            Ending::Agreed => "outcome-agreed",
            Ending::Aborted => "outcome-aborted",
            Ending::ChannelDeleted => "outcome-channel-deleted",
            Ending::Removed => "outcome-removed",
            Ending::Stopped => "outcome-stopped",
        };
        self.of_both(key, side)
    }

    /// The same without the players: "White won: Black resigned."
    pub(in crate::words) fn outcome_of_sides(&self, game: &Game, ending: Ending) -> String {
        self.outcome(game, ending, &|side| self.say("side-alone", &args! { "side" => side }))
    }

    /// An ending brought about by the moves alone.
    fn played_out(&self, game: &Game, how: Termination, side: SideNaming<'_>) -> String {
        let key = match how {
            Termination::Checkmate(winner) => return self.won_by("outcome-checkmate", winner, side),
            Termination::Goal(Arrival { winner, goal }) => {
                let mut args = args! { "winner" => side(winner), "loser" => side(winner.other()) };
                args.set("news", self.goal_news(goal, game.line.position().king(winner)));
                return self.say("outcome-goal", &args);
            }
            Termination::Stalemate => "outcome-stalemate",
            Termination::Draw(DrawReason::Material) => "outcome-material",
            Termination::Draw(DrawReason::Fivefold) => "outcome-fivefold",
            Termination::Draw(DrawReason::SeventyFive) => "outcome-seventy-five",
        };
        self.of_both(key, side)
    }

    fn won_by(&self, key: &str, winner: Color, side: SideNaming<'_>) -> String {
        self.say(key, &args! { "winner" => side(winner), "loser" => side(winner.other()) })
    }

    fn of_both(&self, key: &str, side: SideNaming<'_>) -> String {
        self.say(key, &args! { "players" => self.list(Joined::And, &Color::BOTH.map(side)) })
    }

    /// How a game ended, in two or three words: "White won".
    pub(in crate::words) fn ended(&self, ending: Ending) -> String {
        match ending.winner() {
            Some(winner) => self.say("ended-won", &args! { "winner" => winner }),
            None if ending.is_abort() => self.plain("ended-aborted"),
            None => self.plain("ended-drawn"),
        }
    }
}
