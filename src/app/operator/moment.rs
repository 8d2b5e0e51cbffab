//! Times as the program's commands print them.

use crate::app::game::history::calendar;
use crate::game::Millis;

/// A UTC time to the minute, such as `2026-11-30 14:05 UTC`.
pub fn moment(at: Millis) -> String {
    let (year, month, day) = calendar(at);
    let minutes = at.0.rem_euclid(Millis::DAY) / 60_000;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_a_day_and_a_time() {
        assert_eq!(moment(Millis(0)), "1970-01-01 00:00 UTC");
        assert_eq!(moment(Millis(1_800_000_000_000 + 61_000)), "2027-01-15 08:01 UTC");
    }
}
