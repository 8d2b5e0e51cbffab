//! Leaderboards: the best players of a variant, in a server or everywhere.

use crate::app::caller::Caller;
use crate::app::people::preferences::StandingSeen;
use crate::app::{App, AppResult};
use crate::game::{RatingPeriod, UserId};
use crate::rules::Variant;

/// Lines per page.
const LINES: u32 = 10;

/// A page of a variant's settled ratings, the best first.
#[derive(Clone, Debug)]
pub struct Leaderboard {
    pub game: Variant,
    /// Lists all users who agreed to be seen everywhere; otherwise the server's.
    pub everywhere: bool,
    /// The page, counted from 0.
    pub page: u32,
    /// The place of its first line.
    pub first: u32,
    pub leaders: Vec<Leader>,
    /// The number of entries on all pages.
    pub listed: u32,
    /// The caller's own place.
    pub own: Option<u32>,
    /// Where the caller is visible.
    pub seen: StandingSeen,
}

/// A line of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leader {
    pub person: UserId,
    /// The rating in whole points.
    pub points: i64,
}

impl Leaderboard {
    /// True if there are more entries after this page.
    pub fn goes_on(&self) -> bool {
        self.first + self.leaders.len() as u32 <= self.listed
    }
}

impl App {
    /// A page of a variant's leaderboard, counted from 0; the last one if the number is too large. Outside a
    /// server, the global one.
    pub async fn leaderboard(
        &self,
        by: &Caller,
        game: Variant,
        everywhere: bool,
        page: u32,
    ) -> AppResult<Leaderboard> {
        let guild = by.guild.filter(|_| !everywhere);
        let (variant, period) = (game.slug(), RatingPeriod::of(by.now));
        let (own, listed) = self.store.place_among_leaders(guild, variant, period, by.user).await?;
        let page = page.min(listed.saturating_sub(1) / LINES);
        let rows = self.store.leaders(guild, variant, period, (page * LINES, LINES), listed).await?;
        let leader = |row: crate::store::LeaderRow| Leader {
            person: row.person,
            points: (row.billionths as f64 / 1e9).round() as i64,
        };
        Ok(Leaderboard {
            game,
            everywhere: guild.is_none(),
            page,
            first: page * LINES + 1,
            leaders: rows.into_iter().map(leader).collect(),
            listed,
            own,
            seen: self.preferences(by.user).await?.standing,
        })
    }
}
