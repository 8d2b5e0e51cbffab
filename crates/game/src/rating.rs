//! Ratings: Glicko-2 in rating periods of a week, as Glickman describes it in "Example of the Glicko-2
//! system" (2022).
//!
//! Ratings change only at the end of a period: all its games count together, each against the opponent's
//! rating at the start of the period. A rating is stored in billionths, so that recomputing it gives the same
//! value everywhere.

use crate::Millis;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// Billionths per unit.
const BILLION: f64 = 1e9;
/// Points per unit of the paper's own scale.
const SCALE: f64 = 173.7178;
/// A new player's deviation in points, and the upper limit.
const LARGEST_DEVIATION: f64 = 350.0;
/// The largest deviation of a settled rating, in points.
pub const SETTLED_DEVIATION: f64 = 110.0;
/// Number of games of one variant between two players that count per period: the first ones to end.
pub const GAMES_OF_TWO: usize = 2;

/// A rating period: a week from Monday 0:00 UTC, counted from that of 5 January 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RatingPeriod(pub u32);

impl RatingPeriod {
    /// The length in milliseconds.
    pub const LENGTH: i64 = 7 * Millis::DAY;
    /// The start of the first period: 1970 began on a Thursday.
    const FIRST: i64 = 4 * Millis::DAY;

    /// Returns the period of a moment; the first one for earlier moments.
    pub fn of(at: Millis) -> Self {
        Self(u32::try_from((at.0 - Self::FIRST).div_euclid(Self::LENGTH)).unwrap_or(0))
    }

    /// Returns its start.
    pub fn begins(self) -> Millis {
        Millis(Self::FIRST + i64::from(self.0) * Self::LENGTH)
    }

    /// Returns the next period.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// Returns the number of periods between an earlier one and this one.
    pub fn since(self, earlier: Self) -> u32 {
        self.0.saturating_sub(earlier.0).saturating_sub(1)
    }
}

/// The result of a rated game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RatedOutcome {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl RatedOutcome {
    /// All outcomes, the worst first; each is worth half a point more.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// Returns the outcome for the other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// A player's estimated strength in a variant, with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The rating in billionths of a point.
    pub billionths: i64,
    /// The rating deviation in billionths of a point: the true strength is within two deviations 19 times out
    /// of 20.
    pub deviation: i64,
    /// The expected change of strength per period, in billionths of a unit of the paper's own scale.
    pub volatility: i64,
}

impl Rating {
    /// The rating of a player without rated games.
    pub const NEW: Self =
        Self { billionths: 1_500_000_000_000, deviation: 350_000_000_000, volatility: 60_000_000 };

    /// Returns the rating in whole points.
    pub fn points(self) -> i64 {
        (self.billionths as f64 / BILLION).round() as i64
    }

    /// True if the deviation is small enough for the rating to be compared.
    pub fn is_settled(self) -> bool {
        self.deviation as f64 <= SETTLED_DEVIATION * BILLION
    }

    /// Returns the number of further idle periods for which it stays settled.
    pub fn settled_for(self) -> Option<u32> {
        let mut still = self.is_settled().then_some(0)?;
        // A year without a game costs about 18 points of deviation at most.
        while still < 520 && self.idle(still + 1).is_settled() {
            still += 1;
        }
        Some(still)
    }

    /// Returns the rating after this many idle periods: unchanged, with a larger deviation.
    #[must_use]
    pub fn idle(self, periods: u32) -> Self {
        let (deviation, volatility) =
            (self.deviation as f64 / BILLION / SCALE, self.volatility as f64 / BILLION);
        let grown = (deviation.powi(2) + f64::from(periods) * volatility.powi(2)).sqrt() * SCALE;
        Self { deviation: (grown.min(LARGEST_DEVIATION) * BILLION).round() as i64, ..self }
    }

    /// Returns the rating after a period with these games.
    ///
    /// Each game has the opponent's rating before the period and the outcome. The order of the games does not
    /// matter. Without games this equals [`Rating::idle`] for one period.
    #[must_use]
    pub fn after(self, games: &[(Self, RatedOutcome)]) -> Self {
        if games.is_empty() {
            return self.idle(1);
        }
        let mut games = games.to_vec();
        // Floating-point sums depend on their order.
        games.sort_unstable_by_key(|(opponent, outcome)| {
            (opponent.billionths, opponent.deviation, opponent.volatility, *outcome)
        });
        let games: Vec<(Glicko2Rating, Outcomes)> =
            games.into_iter().map(|(opponent, outcome)| (opponent.exact(), outcome.into())).collect();
        // The paper proposes 0.3 to 1.2; its example uses 0.5.
        let config = Glicko2Config { tau: 0.5, convergence_tolerance: 1e-9 };
        Self::of(glicko2_rating_period(&self.exact(), &games, &config))
    }

    fn exact(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.billionths as f64 / BILLION,
            deviation: self.deviation as f64 / BILLION,
            volatility: self.volatility as f64 / BILLION,
        }
    }

    fn of(exact: Glicko2Rating) -> Self {
        Self {
            billionths: (exact.rating * BILLION).round() as i64,
            deviation: (exact.deviation.min(LARGEST_DEVIATION) * BILLION).round() as i64,
            volatility: (exact.volatility * BILLION).round() as i64,
        }
    }
}

impl From<RatedOutcome> for Outcomes {
    fn from(outcome: RatedOutcome) -> Self {
        match outcome {
            RatedOutcome::Loss => Self::LOSS,
            RatedOutcome::Draw => Self::DRAW,
            RatedOutcome::Win => Self::WIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(points: i64, deviation: i64) -> Rating {
        Rating { billionths: points * 1_000_000_000, deviation: deviation * 1_000_000_000, ..Rating::NEW }
    }

    /// The worked example of the paper: 1500 with a deviation of 200 against 1400/30 (won), 1550/100 and
    /// 1700/300 (lost).
    #[test]
    fn the_example_of_the_paper_comes_out() {
        let games = [
            (rating(1400, 30), RatedOutcome::Win),
            (rating(1550, 100), RatedOutcome::Loss),
            (rating(1700, 300), RatedOutcome::Loss),
        ];
        let after = rating(1500, 200).after(&games).exact();
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let mut games = vec![
            (rating(1400, 30), RatedOutcome::Win),
            (rating(1400, 30), RatedOutcome::Loss),
            (rating(1550, 100), RatedOutcome::Draw),
            (Rating::NEW, RatedOutcome::Loss),
        ];
        let first = rating(1613, 87).after(&games);
        for _ in 0..games.len() {
            games.rotate_left(1);
            assert_eq!(rating(1613, 87).after(&games), first);
        }
    }

    #[test]
    fn idle_periods_add_up_and_never_beyond_a_new_players() {
        let settled = rating(1700, 60);
        let twice = settled.idle(1).idle(1);
        assert!((settled.idle(2).deviation - twice.deviation).abs() <= 1);
        assert_eq!(settled.idle(0), settled);
        assert_eq!(settled.after(&[]), settled.idle(1));
        assert_eq!(settled.idle(100_000).deviation, Rating::NEW.deviation);
        assert_eq!(Rating::NEW.idle(3), Rating::NEW);
    }

    #[test]
    fn a_rating_is_settled_until_it_has_been_idle_too_long() {
        assert_eq!((Rating::NEW.settled_for(), rating(1500, 111).settled_for()), (None, None));
        let still = rating(1500, 60).settled_for().expect("settled");
        assert!(rating(1500, 60).idle(still).is_settled() && !rating(1500, 60).idle(still + 1).is_settled());
        assert_eq!(rating(1500, 110).settled_for(), Some(0));
    }

    #[test]
    fn periods_begin_on_mondays() {
        // 23 November 2026 was a Monday.
        let monday = 1_795_392_000_000;
        let period = RatingPeriod::of(Millis(monday));
        assert_eq!(period.begins(), Millis(monday));
        assert_eq!(RatingPeriod::of(Millis(monday - 1)).next(), period);
        assert_eq!(RatingPeriod::of(Millis(monday + RatingPeriod::LENGTH - 1)), period);
        assert_eq!((period.since(period), period.next().since(period)), (0, 0));
        assert_eq!(RatingPeriod(12).since(RatingPeriod(9)), 2);
        assert_eq!(RatingPeriod::of(Millis(-1)), RatingPeriod(0));
    }
}
