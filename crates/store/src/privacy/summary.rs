//! What is kept about a person, in numbers.

use super::own;
use crate::{Store, StoreError};
use game::{Millis, UserId};

/// What is kept about a person, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonSummary {
    /// Their live games.
    pub live: u64,
    /// Their games that are over or set aside.
    pub finished: u64,
    /// In how many servers they have played.
    pub servers: u64,
    /// When their first game began.
    pub since: Option<Millis>,
    /// In how many variants they are rated.
    pub ratings: usize,
    /// How much else there is, by its name in the file of `/privacy`.
    pub kept: Vec<(&'static str, u64)>,
}

impl PersonSummary {
    /// Whether there is nothing.
    pub fn is_unknown(&self) -> bool {
        self.live + self.finished + self.ratings as u64 == 0 && self.kept.is_empty()
    }
}

impl Store {
    /// What is kept about a person, in numbers.
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
            // What has no name of its own there are the settings. Whoever has used the bot has a row, with their language.
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
