//! The endings of games.

use fluent_bundle::FluentArgs;

use crate::game::{Ending, Game};
use crate::rules::{Arrival, Claim, Color, DrawReason, Goal, OwnWin, Square, Termination, WonByRule};
use crate::words::args;
use crate::words::{Joined, Words};

/// How the sides of a game are named in a sentence.
pub(in crate::words) struct SidesTold<'a> {
    /// Names a side: with its player, or by its color only.
    pub named: &'a dyn Fn(Color) -> String,
    /// If the reader is one of two players: their side, and the name of the other player.
    pub reader: Option<(Color, String)>,
}

impl SidesTold<'_> {
    /// Chooses the message about a winner and returns it with its arguments.
    ///
    /// The first key is for others, the second for the winner, the third for the loser.
    fn of<'k>(
        &self,
        [of_others, you_win, you_lose]: [&'k str; 3],
        winner: Color,
    ) -> (&'k str, FluentArgs<'static>) {
        let mut args = args! { "winner" => (self.named)(winner), "loser" => (self.named)(winner.other()) };
        let Some((side, other)) = &self.reader else { return (of_others, args) };
        args.set("other", other.clone());
        (if *side == winner { you_win } else { you_lose }, args)
    }
}

// Messages about a winner and a loser: for others, for the winner, for the loser.
const CHECKMATE: [&str; 3] = ["outcome-checkmate", "outcome-checkmate.you-win", "outcome-checkmate.you-lose"];
const GOAL: [&str; 3] = ["outcome-goal", "outcome-goal.you-win", "outcome-goal.you-lose"];
const RESIGNED: [&str; 3] = ["outcome-resigned", "outcome-resigned.you-win", "outcome-resigned.you-lose"];
const TIME: [&str; 3] = ["outcome-time", "outcome-time.you-win", "outcome-time.you-lose"];
const TIME_DRAW: [&str; 3] = ["outcome-time-draw", "outcome-time-draw.you-win", "outcome-time-draw.you-lose"];
const TIME_ABORTED: [&str; 3] =
    ["outcome-time-aborted", "outcome-time-aborted.you-win", "outcome-time-aborted.you-lose"];

// Messages about a win by a rule of the game's own, in the order of `OwnWin`.
const STATE_RULE: [&str; 6] = [
    "state-rule.checks",
    "state-rule.explosion",
    "state-rule.extinction",
    "state-rule.giveaway",
    "state-rule.no-moves",
    "state-rule.stuck",
];
const RULE_NEWS: [&str; 6] = [
    "rule-news.checks",
    "rule-news.explosion",
    "rule-news.extinction",
    "rule-news.giveaway",
    "rule-news.no-moves",
    "rule-news.stuck",
];

impl Words {
    /// An ending by the moves, as the rest of a sentence: "checkmate, Black has won".
    pub fn termination(&self, how: Termination) -> String {
        match how {
            Termination::Checkmate(winner) => self.say("state-checkmate", &args! { "winner" => winner }),
            Termination::Goal(Arrival { winner, goal }) => self.goal(goal, "state", winner),
            Termination::Rule(won) => self.won_by_rule(STATE_RULE, won),
            Termination::Stalemate => self.plain("state-stalemate"),
            Termination::Draw(DrawReason::Material) => self.plain("state-material"),
            Termination::Draw(DrawReason::Fivefold) => self.plain("state-fivefold"),
            Termination::Draw(DrawReason::SeventyFive) => self.plain("state-seventy-five"),
            Termination::Draw(DrawReason::BothArrived) => self.plain("state-both-arrived"),
        }
    }

    /// Reports that a piece has reached its goal at `square`, as a sentence without its full stop.
    pub fn goal_news(&self, goal: &Goal, winner: Color, square: Square) -> String {
        let args = args! { "square" => square.to_string(), "winner" => winner };
        self.say(&format!("goal-{}.news", goal.slug), &args)
    }

    /// A text about a win by a rule of the game's own; the messages are in the order of [`OwnWin`].
    pub(in crate::words) fn won_by_rule(&self, messages: [&str; 6], won: WonByRule) -> String {
        let args = args! { "winner" => won.winner, "loser" => won.winner.other() };
        let [checks, explosion, extinction, giveaway, no_moves, stuck] = messages;
        let key = match won.how {
            OwnWin::Checks => checks,
            OwnWin::Explosion => explosion,
            OwnWin::Extinction => extinction,
            OwnWin::Giveaway => giveaway,
            OwnWin::NoMoves => no_moves,
            OwnWin::Stuck => stuck,
        };
        self.say(key, &args)
    }

    /// A text of a game's own goal.
    pub(in crate::words) fn goal(&self, goal: &Goal, form: &str, winner: Color) -> String {
        self.say(&format!("goal-{}.{form}", goal.slug), &args! { "winner" => winner })
    }

    /// The winner and the reason, in one sentence.
    pub(in crate::words) fn outcome(&self, game: &Game, ending: Ending, sides: &SidesTold<'_>) -> String {
        let late = || game.turn().other();
        let key = match ending {
            Ending::Played(how) => return self.played_out(game, how, sides),
            Ending::Resigned(winner) => {
                return self.won_by(RESIGNED, winner, sides);
            }
            Ending::TimeOut(winner) => return self.won_by(TIME, winner, sides),
            // The player who ran out of time is still to move.
            Ending::TimeOutDraw => return self.won_by(TIME_DRAW, late(), sides),
            Ending::TimeOutAborted => return self.won_by(TIME_ABORTED, late(), sides),
            Ending::Claimed(Claim::Threefold) => ["outcome-threefold", "outcome-threefold.yours"],
            Ending::Claimed(Claim::FiftyMoves) => ["outcome-fifty", "outcome-fifty.yours"],
            Ending::Agreed => ["outcome-agreed", "outcome-agreed.yours"],
            Ending::Aborted => ["outcome-aborted", "outcome-aborted.yours"],
            Ending::ChannelDeleted => ["outcome-channel-deleted", "outcome-channel-deleted.yours"],
            Ending::Removed => ["outcome-removed", "outcome-removed.yours"],
            Ending::Stopped => ["outcome-stopped", "outcome-stopped.yours"],
        };
        self.of_both(key, sides)
    }

    /// The outcome without the players: "White won: Black resigned."
    pub(in crate::words) fn outcome_of_sides(&self, game: &Game, ending: Ending) -> String {
        let side = |side| self.say("side-alone", &args! { "side" => side });
        self.outcome(game, ending, &SidesTold { named: &side, reader: None })
    }

    /// An ending by the moves alone.
    fn played_out(&self, game: &Game, how: Termination, sides: &SidesTold<'_>) -> String {
        let key = match how {
            Termination::Checkmate(winner) => {
                return self.won_by(CHECKMATE, winner, sides);
            }
            Termination::Goal(Arrival { winner, goal }) => {
                let (key, mut args) = sides.of(GOAL, winner);
                let square = game.line.position().arrived_at(winner);
                args.set(
                    "news",
                    square.map(|square| self.goal_news(goal, winner, square)).unwrap_or_default(),
                );
                return self.say(key, &args);
            }
            Termination::Rule(won) => {
                let (key, mut args) = sides.of(GOAL, won.winner);
                args.set("news", self.won_by_rule(RULE_NEWS, won));
                return self.say(key, &args);
            }
            Termination::Stalemate => ["outcome-stalemate", "outcome-stalemate.yours"],
            Termination::Draw(DrawReason::Material) => ["outcome-material", "outcome-material.yours"],
            Termination::Draw(DrawReason::Fivefold) => ["outcome-fivefold", "outcome-fivefold.yours"],
            Termination::Draw(DrawReason::SeventyFive) => {
                ["outcome-seventy-five", "outcome-seventy-five.yours"]
            }
            Termination::Draw(DrawReason::BothArrived) => {
                ["outcome-both-arrived", "outcome-both-arrived.yours"]
            }
        };
        self.of_both(key, sides)
    }

    /// A sentence about a winner and a loser: `keys` as in [`SidesTold::of`].
    pub(in crate::words) fn won_by(&self, keys: [&str; 3], winner: Color, sides: &SidesTold<'_>) -> String {
        let (key, args) = sides.of(keys, winner);
        self.say(key, &args)
    }

    fn of_both(&self, [of_others, yours]: [&str; 2], sides: &SidesTold<'_>) -> String {
        if sides.reader.is_some() {
            return self.plain(yours);
        }
        self.say(of_others, &args! { "players" => self.list(Joined::And, &Color::BOTH.map(sides.named)) })
    }

    /// The result of a game in two or three words: "White won".
    pub(in crate::words) fn ended(&self, ending: Ending) -> String {
        match ending.winner() {
            Some(winner) => self.say("ended-won", &args! { "winner" => winner }),
            None if ending.is_abort() => self.plain("ended-aborted"),
            None => self.plain("ended-drawn"),
        }
    }
    /// The result of the reader's game, in which they had this side.
    pub(in crate::words) fn ended_for(&self, ending: Ending, side: Color) -> String {
        self.plain(match ending.winner() {
            Some(winner) if winner == side => "ended-yours-won",
            Some(_) => "ended-yours-lost",
            None if ending.is_abort() => "ended-yours-aborted",
            None => "ended-yours-drawn",
        })
    }
}
