//! Vacations, for the one who is on it and for those who wait.

use super::{Mentioned, Naming, Words, args};
use crate::app::{VACATION_DAYS, VacationNews, VacationView};

impl Words {
    /// How somebody stands with their vacation.
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

    /// So many days, to choose.
    pub fn vacation_days(&self, days: u32) -> String {
        self.say("vacation-days", &args! { "days" => days })
    }

    /// That somebody is on vacation, for those who play with them.
    pub fn vacation_news(&self, news: &VacationNews, naming: Naming<'_>) -> String {
        let until = naming(Mentioned::Moment(news.until));
        let side = self.side(&news.game_now, news.side, naming);
        self.say("vacation-begun", &args! { "side" => side, "game" => news.variant, "until" => until })
    }
}
