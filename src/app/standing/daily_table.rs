//! A server's table for the daily puzzle: who solved it without help, by week, and each user's streak of
//! days.

use crate::app::{App, AppResult};
use crate::game::{GuildId, Millis, UserId};
use crate::store::DailySolver;

/// The longest streak that is counted; longer ones are shown as this long.
const DAYS: u32 = 3_650;
/// Lines of a table.
const LINES: u32 = 10;
/// Lines of the short table.
const SHORT: u32 = 3;

/// A server's daily puzzle results of two weeks, for one user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyTable {
    /// This week from Monday on, the best first.
    pub this_week: Vec<DailySolver>,
    /// The week before.
    pub last_week: Vec<DailySolver>,
    /// The user's streak: days in a row with a solved daily puzzle, in any server.
    pub in_a_row: u32,
}

/// The Monday of a day's week; both counted from 1970.
pub(in crate::app) fn monday(day: i64) -> i64 {
    // 1 January 1970 was a Thursday.
    (day + 3).div_euclid(7) * 7 - 3
}

impl App {
    /// A server's table, for a user.
    pub async fn daily_table(&self, guild: GuildId, person: UserId, now: Millis) -> AppResult<DailyTable> {
        let today = now.0.div_euclid(Millis::DAY);
        let monday = monday(today);
        Ok(DailyTable {
            this_week: self.store.daily_solvers(guild, (monday, today + 1), LINES).await?,
            last_week: self.store.daily_solvers(guild, (monday - 7, monday), LINES).await?,
            in_a_row: self.days_in_a_row(person, today).await?,
        })
    }

    /// A user's streak of days with a solved daily puzzle.
    pub(in crate::app) async fn days_in_a_row(&self, person: UserId, today: i64) -> AppResult<u32> {
        Ok(in_a_row(&self.store.days_solved(person, DAYS).await?, today))
    }

    /// The best solvers of the week that a day's message reports: on a Monday the previous week, else this
    /// week's days so far.
    pub(in crate::app) async fn daily_best(&self, guild: GuildId, day: i64) -> AppResult<Vec<DailySolver>> {
        Ok(self.store.daily_solvers(guild, (monday(day - 1), day), SHORT).await?)
    }
}

/// The streak of days solved up to today. One day per week (Monday to Sunday) may be left out, and today may
/// still be solved. `days`: the days on which one was solved, latest first.
fn in_a_row(days: &[i64], today: i64) -> u32 {
    let mut count = 0;
    let mut day = today;
    let mut free_in: Option<i64> = None;
    let mut rest = days.iter().copied().filter(|day| *day <= today).peekable();
    while let Some(next) = rest.peek().copied() {
        if next == day {
            count += 1;
            rest.next();
        } else if day != today {
            if free_in == Some(monday(day)) {
                break;
            }
            free_in = Some(monday(day));
        }
        day -= 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday, 23 November 2026.
    const MONDAY: i64 = 20_780;

    #[test]
    fn a_week_begins_on_monday() {
        assert_eq!(monday(0), -3);
        for day in MONDAY..MONDAY + 7 {
            assert_eq!(monday(day), MONDAY);
        }
        assert_eq!(monday(MONDAY - 1), MONDAY - 7);
    }

    #[test]
    fn one_day_a_week_may_be_left_out() {
        let solved = |offsets: &[i64], today: i64| {
            let days: Vec<i64> = offsets.iter().map(|offset| MONDAY + offset).collect();
            in_a_row(&days, MONDAY + today)
        };
        assert_eq!(solved(&[], 3), 0);
        assert_eq!(solved(&[3, 2, 1, 0], 3), 4);
        assert_eq!(solved(&[2, 1, 0], 3), 3, "today is not over yet");
        assert_eq!(solved(&[1, 0], 3), 2, "the day before is free");
        assert_eq!(solved(&[0], 3), 0, "two days of a week are too many");
        assert_eq!(solved(&[4, 2, 1, 0], 4), 4);
        assert_eq!(solved(&[4, 2, 0], 4), 2, "only one of a week");
        assert_eq!(solved(&[2, 0, -1, -3], 2), 4, "one in each of two weeks");
        assert_eq!(solved(&[1, 0], -7), 0, "days to come");
        assert_eq!(solved(&[3, 2], 30), 0, "long ago");
    }
}
