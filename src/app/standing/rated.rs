//! The effect of rated games on their players' ratings.
//!
//! A rating changes only when its period is closed. Until then, users are shown the rating as if the period
//! ended now, with the opponents rated as at its beginning.

use std::collections::HashMap;

use super::profile::Unseen;
use super::stakes::{RatedNews, RatingNow, Stakes, StakesOffered, Uncounted};
use crate::app::view::GameView;
use crate::app::{App, AppResult};
use crate::game::{
    Ending, GAMES_OF_TWO, GameId, GuildId, Millis, RatedOutcome, RatedPlayerId, Rating, RatingPeriod, UserId,
};
use crate::rules::ByColor;
use crate::store::{RatedResult, StoredRating};

/// A player's rating data in a period that is not over.
struct Season {
    player: Option<RatedPlayerId>,
    /// The rating at the beginning of the period.
    start: Rating,
    /// The period's games that count, with the opponents' ratings at its beginning.
    games: Vec<Played>,
}

#[derive(Clone, Copy)]
struct Played {
    game: GameId,
    opponent: RatedPlayerId,
    rating: Rating,
    outcome: RatedOutcome,
}

impl Season {
    /// True if the player is unrated and no counted game has been played.
    fn is_new(&self) -> bool {
        self.start == Rating::NEW && self.games.is_empty()
    }

    /// The rating after the first `count` games and another one.
    fn after(&self, count: usize, another: Option<(Rating, RatedOutcome)>) -> Rating {
        let first = self.games.iter().take(count).map(|played| (played.rating, played.outcome));
        let games: Vec<_> = first.chain(another).collect();
        if games.is_empty() { self.start } else { self.start.after(&games) }
    }

    /// The rating after all games and another one.
    fn with(&self, another: Option<(Rating, RatedOutcome)>) -> Rating {
        self.after(self.games.len(), another)
    }

    fn standing(&self) -> RatingNow {
        RatingNow { kept: self.start, now: self.with(None) }
    }

    /// The rating just before and just after this game, ignoring games that ended later.
    fn around(&self, game: GameId) -> (Rating, Rating) {
        let at = self.games.iter().position(|played| played.game == game).unwrap_or(self.games.len());
        (self.after(at, None), self.after(at + 1, None))
    }

    fn stakes(&self, against: &Self) -> Stakes {
        // Further games between the same two players do not count.
        let met = self.games.iter().filter(|played| Some(played.opponent) == against.player).count();
        let after = |outcome| match met {
            GAMES_OF_TWO.. => self.with(None),
            _ => self.with(Some((against.start, outcome))),
        };
        Stakes { now: self.with(None), after: RatedOutcome::ALL.map(after) }
    }
}

impl App {
    /// A user's rating in a variant; `None`: they have finished no rated game of it.
    pub async fn standing_of(
        &self,
        person: UserId,
        variant: &str,
        now: Millis,
    ) -> AppResult<Option<RatingNow>> {
        let season = self.season(person, variant, now).await?;
        Ok((!season.is_new()).then(|| season.standing()))
    }

    /// The stakes shown publicly in this server before a rated game is accepted.
    pub(in crate::app) async fn stakes_offered(
        &self,
        (challenger, opponent): (UserId, Option<UserId>),
        guild: Option<GuildId>,
        variant: &str,
        now: Millis,
    ) -> AppResult<StakesOffered> {
        let first = self.season(challenger, variant, now).await?;
        let shown = self.shows(guild, challenger, &first).await?;
        let Some(opponent) = opponent else {
            return Ok(StakesOffered::Anyone(shown.then(|| first.with(None))));
        };
        let second = self.season(opponent, variant, now).await?;
        let other_shown = self.shows(guild, opponent, &second).await?;
        Ok(StakesOffered::Two([
            shown.then(|| first.stakes(&second)),
            other_shown.then(|| second.stakes(&first)),
        ]))
    }

    /// True if a user's rating may be shown publicly in this server. A newcomer's may be, unless they hide
    /// it.
    async fn shows(&self, guild: Option<GuildId>, person: UserId, season: &Season) -> AppResult<bool> {
        Ok(match self.unseen_in(guild, person).await? {
            None => true,
            Some(Unseen::Hidden) => false,
            Some(Unseen::Elsewhere) => season.is_new(),
        })
    }

    /// Adds the rating changes to a finished rated game. Errors are only logged, because the game has already
    /// ended.
    pub(in crate::app) async fn with_change_of_ratings(&self, mut view: GameView, now: Millis) -> GameView {
        if let (Some(RatedNews::Counts), Some(ending)) = (view.rated, view.game_now.ending) {
            let found = Box::pin(self.change_of_ratings(&view, ending, now)).await;
            view.rated = found.unwrap_or_else(|error| {
                tracing::warn!(%error, game = view.game.0, "what a game changes is not known");
                None
            });
        }
        view
    }

    async fn change_of_ratings(
        &self,
        view: &GameView,
        ending: Ending,
        now: Millis,
    ) -> AppResult<Option<RatedNews>> {
        if ending.is_abort() || view.ply.0 < 2 {
            return Ok(Some(RatedNews::Unchanged(Uncounted::NoResult)));
        }
        // Once the period is closed, the ratings themselves show the change.
        let players = view.game_now.players;
        let (Some(white_player), Some(black_player)) = (players.white, players.black) else {
            return Ok(None);
        };
        let Some(result) = self.store.rated_result(view.game).await? else { return Ok(None) };
        if self.store.last_closed_period().await? >= Some(result.period) {
            return Ok(None);
        }
        let white = self.season(white_player, view.variant.slug(), now).await?;
        let black = self.season(black_player, view.variant.slug(), now).await?;
        if white.games.iter().all(|played| played.game != view.game) {
            return Ok(Some(RatedNews::Unchanged(Uncounted::Enough)));
        }
        let guild = view.place.guild;
        let white = self.unseen_in(guild, white_player).await?.is_none().then(|| white.around(view.game));
        let black = self.unseen_in(guild, black_player).await?.is_none().then(|| black.around(view.game));
        Ok(Some(RatedNews::Changed(ByColor { white, black })))
    }

    async fn season(&self, person: UserId, variant: &str, now: Millis) -> AppResult<Season> {
        let Some(player) = self.store.rated_player(person).await? else {
            return Ok(Season { player: None, start: Rating::NEW, games: Vec::new() });
        };
        let results = self.store.open_results(player, variant).await?;
        // Results of a period about to be closed are shown together with those of the running one.
        let period = results.iter().map(|result| result.period).min().unwrap_or(RatingPeriod::of(now));
        let start = begun_with(self.store.last_rating(player, variant).await?, period);
        let mut games = Vec::new();
        for result in counting(&results) {
            let opponent = opponent(result, player);
            let rating = begun_with(self.store.last_rating(opponent, variant).await?, period);
            games.push(Played { game: result.game, opponent, rating, outcome: outcome(result, player) });
        }
        Ok(Season { player: Some(player), start, games })
    }
}

/// The rating at the beginning of a period, given the player's last one.
pub(in crate::app) fn begun_with(last: Option<StoredRating>, period: RatingPeriod) -> Rating {
    last.map_or(Rating::NEW, |last| last.rating.idle(period.since(last.period)))
}

/// Filters the results that count, given in the order in which the games ended: the first [`GAMES_OF_TWO`]
/// per pair of players, variant and period.
pub(in crate::app) fn counting(results: &[RatedResult]) -> Vec<&RatedResult> {
    let mut met: HashMap<(RatingPeriod, &str, RatedPlayerId, RatedPlayerId), usize> = HashMap::new();
    let mut counting = Vec::with_capacity(results.len());
    for result in results {
        let (one, other) = (result.white.min(result.black), result.white.max(result.black));
        let so_far = met.entry((result.period, &result.variant, one, other)).or_default();
        *so_far += 1;
        if *so_far <= GAMES_OF_TWO {
            counting.push(result);
        }
    }
    counting
}

/// The player's opponent.
fn opponent(result: &RatedResult, player: RatedPlayerId) -> RatedPlayerId {
    if result.white == player { result.black } else { result.white }
}

/// The outcome for this player.
pub(in crate::app) fn outcome(result: &RatedResult, player: RatedPlayerId) -> RatedOutcome {
    let white = RatedOutcome::ALL[usize::from(result.half_points.min(2))];
    if result.white == player { white } else { white.other() }
}
