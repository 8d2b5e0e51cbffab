//! Vacations, for the person on vacation and for the opponents.

use super::args;
use super::{Mentioned, Naming, Words};
use crate::app::{VACATION_DAYS, VacationNews, VacationView, VacationWord};

impl Words {
    /// The state of a person's vacation.
    pub fn vacation(&self, view: VacationView, naming: Naming<'_>) -> String {
        let days = args! { "left" => view.left, "days" => VACATION_DAYS };
        match view.until {
            None => self.say("vacation-left", &days),
            Some(until) => {
                let on = args! { "until" => naming(Mentioned::Moment(until)), "left" => view.left };
                self.say("vacation-on", &on)
            }
        }
    }

    /// How to start a vacation.
    pub fn vacation_how(&self) -> String {
        self.plain("vacation-how")
    }

    /// Asks whether to start a vacation of this many days.
    pub fn vacation_question(&self, days: u32) -> String {
        self.say("vacation-question", &args! { "days" => days })
    }

    /// A choice of a number of days.
    pub fn vacation_days(&self, days: u32) -> String {
        self.say("vacation-days", &args! { "days" => days })
    }

    /// Notifies a person's opponents that a vacation has started or ended.
    pub fn vacation_news(&self, news: &VacationNews, word: VacationWord, naming: Naming<'_>) -> String {
        let (game, side) = (&news.game_now, self.side(&news.game_now, news.side, naming));
        let until = |at| naming(Mentioned::Moment(at));
        let clock = game.clock.filter(|_| game.players[game.turn()] == Some(news.person));
        match (word, clock) {
            (VacationWord::Begun, _) => self.say(
                "vacation-begun",
                &args! { "side" => side, "game" => news.variant, "until" => until(news.until) },
            ),
            (VacationWord::Ended, Some(clock)) => self.say(
                "vacation-ended.to-move",
                &args! { "side" => side, "game" => news.variant, "until" => until(clock.deadline) },
            ),
            (VacationWord::Ended, None) => {
                self.say("vacation-ended", &args! { "side" => side, "game" => news.variant })
            }
        }
    }
}
