//! A summary of what is stored about a person.

use super::own;
use crate::{Store, StoreError};
use game::{Millis, UserId};

/// The amount of data stored about a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonSummary {
    /// Their live games.
    pub live: u64,
    /// Their games that are over or set aside.
    pub finished: u64,
    /// The number of servers in which they have played.
    pub servers: u64,
    /// When their first game began.
    pub since: Option<Millis>,
    /// The number of variants in which they have a rating.
    pub ratings: usize,
    /// The number of other rows, by their name in the `/privacy` file.
    pub kept: Vec<(&'static str, u64)>,
}

impl PersonSummary {
    /// Whether nothing is stored.
    pub fn is_unknown(&self) -> bool {
        self.live + self.finished + self.ratings as u64 == 0 && self.kept.is_empty()
    }
}

impl Store {
    /// Summarizes what is stored about a person.
    pub async fn summary_of(&self, person: UserId) -> Result<PersonSummary, StoreError> {
        let (live, games, servers, since): (u64, u64, _, _) = self.one(
            "SELECT CAST(coalesce(sum(CASE WHEN state = 'live' THEN 1 ELSE 0 END), 0) AS BIGINT) AS live, count(*) AS games,
                 count(DISTINCT guild) AS servers, min(created_at) AS since FROM games WHERE white = $1 OR black = $1",
            person,
        )
        .await?;
        let mut rated: Vec<String> =
            self.all_ratings_of(person).await?.into_iter().map(|rating| rating.variant).collect();
        rated.sort();
        rated.dedup();
        let mut kept = Vec::new();
        for personal in own::all() {
            let rows = personal.count(person, self.reader()?).await?;
            if rows == 0 {
                continue;
            }
            // An empty key holds the settings. Everyone who has used the bot has a row there, with their
            // language.
            kept.push(match (personal.key, personal.chosen(person, self.reader()?).await?) {
                ("", 0) => ("language", rows),
                ("", chosen) => ("settings", chosen),
                (name, _) => (name, rows),
            });
        }
        Ok(PersonSummary {
            live,
            finished: games.saturating_sub(live),
            servers,
            since,
            ratings: rated.len(),
            kept,
        })
    }
}
