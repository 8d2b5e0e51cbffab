//! Closes rating periods after their end, and recomputes ratings from the results.

use std::collections::HashMap;

use super::rated::{begun_with, counting, outcome};
use crate::app::{App, AppResult};
use crate::game::{Millis, RatedOutcome, RatedPlayerId, Rating, RatingPeriod};
use crate::store::{RATINGS_AT_ONCE, RatedResult, StoredRating};

/// How long after its end a period is closed, so that pending results are stored by then; milliseconds.
const GRACE: i64 = 10 * 60_000;

/// A rating that differs from the one computed from the results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the rating of player {player} in {variant} at the end of week {}: {} is stored, {} follows from the results",
    period.0, points(*stored), points(*follows)
)]
pub struct WrongRating {
    pub player: RatedPlayerId,
    /// The variant's slug.
    pub variant: String,
    pub period: RatingPeriod,
    /// The stored rating, if any.
    pub stored: Option<Rating>,
    /// The computed rating, if any.
    pub follows: Option<Rating>,
}

/// For the operator: billionths of a point, with the deviation and the volatility.
fn points(rating: Option<Rating>) -> String {
    rating.map_or_else(
        || "none".to_owned(),
        |rating| format!("{}/{}/{}", rating.billionths, rating.deviation, rating.volatility),
    )
}

/// The ratings with which players of a variant enter a period.
type Ratings = HashMap<(RatedPlayerId, String), StoredRating>;

impl App {
    /// Closes the oldest rating period that has ended and has results; false if there is none. Call it again
    /// until there is none.
    pub async fn close_rating_period(&self, now: Millis) -> AppResult<bool> {
        let running = RatingPeriod::of(Millis(now.0 - GRACE));
        let Some(period) = self.store.period_to_close(running).await? else { return Ok(false) };
        // A process that died while closing it may have seen fewer results.
        self.store.drop_unclosed(period).await?;
        let results = self.store.results_of_period(period).await?;
        let before = self.store.ratings_before(period).await?;
        let before = before.into_iter().map(|one| ((one.player, one.variant.clone()), one)).collect();
        let count = results.len();
        let ratings = crate::timing::virtual_time::aside(move || end_of_period(period, &results, &before));
        let ratings = ratings.await.map_err(|error| crate::app::AppFault::internal(error.to_string()))?;
        for some in ratings.chunks(RATINGS_AT_ONCE) {
            self.store.store_ratings(period, some).await?;
        }
        if self.store.close_period(period, (count, ratings.len()), now).await? {
            tracing::info!(
                period = period.0,
                games = count,
                ratings = ratings.len(),
                "a rating period is closed"
            );
        }
        Ok(true)
    }

    /// Replaces wrong ratings with the computed ones.
    pub async fn correct_ratings(&self, wrong: &[WrongRating]) -> AppResult<()> {
        // In the order of periods, so that the leaderboards end up with the newest.
        for of_period in wrong.chunk_by(|one, next| one.period == next.period) {
            for some in of_period.chunks(RATINGS_AT_ONCE) {
                let corrected: Vec<_> =
                    some.iter().map(|one| (one.player, one.variant.clone(), one.follows)).collect();
                self.store.correct_ratings(of_period[0].period, &corrected).await?;
            }
        }
        Ok(())
    }

    /// Recomputes all ratings from the first game on and compares them with the stored ones. Returns the
    /// wrong ones in the order of their periods.
    pub async fn wrong_ratings(&self) -> AppResult<Vec<WrongRating>> {
        let closed = self.store.last_closed_period().await?;
        let mut known = Ratings::new();
        let mut wrong = Vec::new();
        let mut last = None;
        while let Some(period) =
            self.store.period_with_results(last).await?.filter(|one| Some(*one) <= closed)
        {
            last = Some(period);
            let results = self.store.results_of_period(period).await?;
            let stored = self.store.ratings_of_period(period).await?;
            let mut stored: Ratings =
                stored.into_iter().map(|one| ((one.player, one.variant.clone()), one)).collect();
            for follows in end_of_period(period, &results, &known) {
                let key = (follows.player, follows.variant.clone());
                let stored = stored.remove(&key).map(|one| one.rating);
                if stored != Some(follows.rating) {
                    wrong.push(WrongRating {
                        player: key.0,
                        variant: key.1.clone(),
                        period,
                        stored,
                        follows: Some(follows.rating),
                    });
                }
                known.insert(key, follows);
            }
            wrong.extend(stored.into_values().map(|one| WrongRating {
                player: one.player,
                variant: one.variant,
                period,
                stored: Some(one.rating),
                follows: None,
            }));
        }
        Ok(wrong)
    }
}

/// The ratings at the end of a period, in the order of the players: of those who have played in it. `before`:
/// their latest earlier ratings.
fn end_of_period(period: RatingPeriod, results: &[RatedResult], before: &Ratings) -> Vec<StoredRating> {
    let begun = |player: RatedPlayerId, variant: &str| {
        begun_with(before.get(&(player, variant.to_owned())).cloned(), period)
    };
    let mut games: HashMap<(RatedPlayerId, &str), Vec<(Rating, RatedOutcome)>> = HashMap::new();
    for result in counting(results) {
        for (player, opponent) in [(result.white, result.black), (result.black, result.white)] {
            let met = (begun(opponent, &result.variant), outcome(result, player));
            games.entry((player, result.variant.as_str())).or_default().push(met);
        }
    }
    let mut ratings: Vec<StoredRating> = games
        .into_iter()
        .map(|((player, variant), games)| StoredRating {
            player,
            variant: variant.to_owned(),
            period,
            rating: begun(player, variant).after(&games),
        })
        .collect();
    ratings.sort_unstable_by(|a, b| (a.player, &a.variant).cmp(&(b.player, &b.variant)));
    ratings
}
