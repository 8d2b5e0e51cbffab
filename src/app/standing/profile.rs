//! Profiles: results, ratings, the bot's levels, puzzles and lessons.

use super::stakes::RatingNow;
use crate::app::caller::Caller;
use crate::app::game::history::calendar;
use crate::app::people::preferences::StandingSeen;
use crate::app::{App, AppResult};
use crate::engine::Level;
use crate::game::{GuildId, Millis, RatedOutcome, Rating, UserId};
use crate::games;
use crate::render::{ChartPoint, RatingChart, Theme};
use crate::rules::Variant;
use crate::store::{FinishedCount, PuzzleStreak, StoredRating};

/// Games counted by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// A user's profile, as another user may see it.
#[derive(Clone, Debug)]
pub struct Profile {
    pub person: UserId,
    /// The viewer.
    pub by: UserId,
    /// Their results and ratings, or why they are hidden.
    pub results: Result<ProfileResults, Unseen>,
    /// The viewer's games against them, from the viewer's side.
    pub together: Tally,
}

/// The reason why a user's results are hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// They are hidden from all others.
    Hidden,
    /// They are visible only in servers where the user has played, and this is not one.
    Elsewhere,
}

/// A user's results in games and lessons.
#[derive(Clone, Debug)]
pub struct ProfileResults {
    /// The ratings, in the order of the games.
    pub ratings: Vec<(Variant, RatingNow)>,
    /// The rating history of the game with the longest one, with the colours to draw it in.
    pub chart: Option<ProfileChart>,
    /// Games against people, in the order of the games.
    pub games: Vec<(Variant, Tally)>,
    /// The streak of wins against people: the current and the longest.
    pub wins: (u32, u32),
    /// Games against the bot, by level. This and the following fields are filled only in the user's own view.
    pub levels: Vec<(Level, Tally)>,
    pub lessons: u32,
    pub puzzles: u32,
    pub puzzle_streak: PuzzleStreak,
}

/// A rating over time.
#[derive(Clone, Debug)]
pub struct ProfileChart {
    pub game: Variant,
    pub chart: RatingChart,
    /// The viewer's colours.
    pub theme: &'static Theme,
    /// The first, lowest, highest and last rating.
    pub marks: [Rating; 4],
}

impl Tally {
    fn add(&mut self, outcome: RatedOutcome, count: u32) {
        *match outcome {
            RatedOutcome::Win => &mut self.won,
            RatedOutcome::Draw => &mut self.drawn,
            RatedOutcome::Loss => &mut self.lost,
        } += count;
    }

    /// The number of games.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

impl App {
    /// A user's profile, for the caller.
    pub async fn profile(&self, by: &Caller, person: UserId) -> AppResult<Profile> {
        let mut together = Tally::default();
        if person != by.user {
            for (outcome, count) in self.store.finished_between(by.user, person).await? {
                together.add(outcome, count);
            }
        }
        let results = match self.unseen(by, person).await? {
            Some(why) => Err(why),
            None => Ok(self.results(by, person).await?),
        };
        Ok(Profile { person, by: by.user, results, together })
    }

    /// Why a user's results are hidden from the caller; `None`: they are visible.
    async fn unseen(&self, by: &Caller, person: UserId) -> AppResult<Option<Unseen>> {
        if person == by.user { Ok(None) } else { self.unseen_in(by.guild, person).await }
    }

    /// Why a user's results are hidden in this server, or outside servers; `None`: they are visible.
    pub(in crate::app) async fn unseen_in(
        &self,
        guild: Option<GuildId>,
        person: UserId,
    ) -> AppResult<Option<Unseen>> {
        Ok(match self.preferences(person).await?.standing {
            StandingSeen::Everywhere => None,
            StandingSeen::Hidden => Some(Unseen::Hidden),
            StandingSeen::Server => match guild {
                Some(guild) if self.store.has_played_in(person, guild).await? => None,
                _ => Some(Unseen::Elsewhere),
            },
        })
    }

    async fn results(&self, by: &Caller, person: UserId) -> AppResult<ProfileResults> {
        let finished = self.store.finished_of(person).await?;
        let mut ratings = Vec::new();
        let mut longest: Option<(Variant, Vec<StoredRating>)> = None;
        if let Some(player) = self.store.rated_player(person).await? {
            for slug in self.store.rated_variants(player).await? {
                let Some(game) = games::from_slug(&slug) else { continue };
                ratings.extend(self.standing_of(person, &slug, by.now).await?.map(|one| (game, one)));
                let history = self.store.ratings_of(player, &slug).await?;
                if longest.as_ref().is_none_or(|(_, longest)| longest.len() < history.len()) {
                    longest = Some((game, history));
                }
            }
        }
        let order = |game: Variant| games::all().position(|one| one == game);
        ratings.sort_by_key(|(game, _)| order(*game));
        let theme = self.preferences(by.user).await?.theme;
        let chart = longest.and_then(|(game, history)| chart(game, &history, theme));
        // What users do alone is visible only to themselves.
        let own = person == by.user;
        let (lessons, puzzles) = if own { self.store.learned(person).await? } else { (0, 0) };
        let puzzle_streak =
            if own { self.store.puzzle_streak(person).await? } else { PuzzleStreak::default() };
        let games =
            tallies(finished.iter().filter(|row| row.level.is_none()), |row| games::from_slug(&row.variant));
        let levels =
            tallies(finished.iter().filter(|_| own), |row| row.level.as_deref()?.parse::<Level>().ok());
        Ok(ProfileResults {
            ratings,
            chart,
            games: games::all().filter_map(|game| found(&games, &game)).collect(),
            wins: self.store.wins_in_a_row(person).await?,
            levels: Level::all().filter_map(|level| found(&levels, &level)).collect(),
            lessons,
            puzzles,
            puzzle_streak,
        })
    }
}

/// Tallies the rows by a key.
fn tallies<'a, T: PartialEq>(
    rows: impl Iterator<Item = &'a FinishedCount>,
    of: impl Fn(&FinishedCount) -> Option<T>,
) -> Vec<(T, Tally)> {
    let mut tallies: Vec<(T, Tally)> = Vec::new();
    for row in rows {
        let Some(of) = of(row) else { continue };
        let index = tallies.iter().position(|(one, _)| *one == of).unwrap_or_else(|| {
            tallies.push((of, Tally::default()));
            tallies.len() - 1
        });
        tallies[index].1.add(row.outcome, row.count);
    }
    tallies
}

fn found<T: PartialEq + Copy>(tallies: &[(T, Tally)], of: &T) -> Option<(T, Tally)> {
    tallies.iter().find(|(one, _)| one == of).copied()
}

/// A line needs two points.
fn chart(game: Variant, history: &[StoredRating], theme: &'static Theme) -> Option<ProfileChart> {
    let [first, .., last] = history else { return None };
    let points = history.iter().map(|one| ChartPoint {
        at: f64::from(one.period.0),
        rating: one.rating.billionths as f64 / 1e9,
        // The true strength lies within two deviations, 19 times of 20.
        spread: 2.0 * one.rating.deviation as f64 / 1e9,
    });
    // A rating is dated with the day after its week's end.
    let date = |one: &StoredRating| {
        let Millis(end) = one.period.next().begins();
        let (year, month, day) = calendar(Millis(end));
        format!("{year:04}-{month:02}-{day:02}")
    };
    let lowest = history.iter().map(|one| one.rating).min_by_key(|rating| rating.billionths)?;
    let highest = history.iter().map(|one| one.rating).max_by_key(|rating| rating.billionths)?;
    Some(ProfileChart {
        game,
        chart: RatingChart { points: points.collect(), dates: [date(first), date(last)] },
        theme,
        marks: [first.rating, lowest, highest, last.rating],
    })
}
