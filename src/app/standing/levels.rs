//! Suggests the bot's next level to try.

use crate::app::App;
use crate::app::caller::Caller;
use crate::engine::Level;
use crate::store::FinishedCount;

use crate::game::RatedOutcome;

/// The next level is suggested after every this many wins against a level.
const OFTEN: u32 = 2;

/// A suggested level of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextLevel {
    /// The beaten level.
    pub beaten: Level,
    /// The number of wins against it, in all games.
    pub count: u32,
    /// The next stronger level.
    pub next: Level,
}

impl App {
    /// The level to suggest to the caller after beating one. Errors are only logged, because the game has
    /// already ended.
    pub(in crate::app) async fn next_level(&self, by: &Caller, beaten: Level) -> Option<NextLevel> {
        match self.store.finished_of(by.user).await {
            Ok(finished) => next(&finished, beaten),
            Err(error) => {
                tracing::warn!(%error, "no next level was looked for");
                None
            }
        }
    }
}

/// The next level, if a suggestion is due and the user has not beaten it yet.
fn next(finished: &[FinishedCount], beaten: Level) -> Option<NextLevel> {
    let wins = |level: Level| {
        let won = |row: &&FinishedCount| {
            row.level.as_deref() == Some(level.slug()) && row.outcome == RatedOutcome::Win
        };
        finished.iter().filter(won).map(|row| row.count).sum::<u32>()
    };
    let next = Level::all().find(|level| *level > beaten)?;
    let count = wins(beaten);
    (count > 0 && count.is_multiple_of(OFTEN) && wins(next) == 0).then_some(NextLevel { beaten, count, next })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(wins: &[(&str, u32)]) -> Vec<FinishedCount> {
        let counted = |level: &str, outcome: RatedOutcome, count: u32| FinishedCount {
            variant: "chess".to_owned(),
            outcome,
            level: Some(level.to_owned()),
            count,
        };
        let lost = counted("3", RatedOutcome::Loss, 1);
        wins.iter().map(|(level, count)| counted(level, RatedOutcome::Win, *count)).chain([lost]).collect()
    }

    #[test]
    fn the_next_level_is_suggested_after_two_wins_until_it_is_beaten() {
        let level = |slug: &str| slug.parse::<Level>().expect("a level");
        let suggested =
            |wins: &[(&str, u32)], beaten| next(&counts(wins), level(beaten)).map(|one| one.next.slug());
        assert_eq!(suggested(&[("3", 1)], "3"), None);
        assert_eq!(suggested(&[("3", 2)], "3"), Some("4"));
        assert_eq!(suggested(&[("3", 3)], "3"), None);
        assert_eq!(suggested(&[("3", 4)], "3"), Some("4"));
        assert_eq!(suggested(&[("3", 2), ("4", 1)], "3"), None);
        assert_eq!(suggested(&[("8", 2)], "8"), Some("maximum"));
        assert_eq!(suggested(&[("maximum", 2)], "maximum"), None);
    }
}
