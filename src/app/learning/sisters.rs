//! Suggests a sister game of one that the user has played a few times.

use crate::app::App;
use crate::app::caller::Caller;
use crate::games;
use crate::rules::Variant;
use crate::store::PlayedOfGame;

/// A sister game is suggested after every this many finished games of one variant.
const OFTEN: u32 = 3;

/// A suggested game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SisterGame {
    /// The game they have played.
    pub played: Variant,
    /// The number of its finished games.
    pub count: u32,
    /// A game of the same family that they have never played.
    pub sister: Variant,
}

impl App {
    /// The sister game to suggest after a finished game. Errors are only logged, because the game has already
    /// ended.
    pub(in crate::app) async fn sister_game(&self, by: &Caller, game: Variant) -> Option<SisterGame> {
        // A game alone in its family has none.
        games::of_family(game.family()).nth(1)?;
        let found = async {
            let played = self.store.played_of_each_game(by.user).await?;
            let offered = self.games_offered(by.guild).await?;
            Ok::<_, crate::app::AppError>(sister(&played, &offered, game))
        };
        found.await.unwrap_or_else(|error| {
            tracing::warn!(%error, "no sister game was looked for");
            None
        })
    }
}

/// The first offered game of the family that was never played, if a suggestion is due.
fn sister(played: &[PlayedOfGame], offered: &[Variant], game: Variant) -> Option<SisterGame> {
    let of = |game: Variant| played.iter().find(|one| one.variant == game.slug());
    let count = of(game)?.finished;
    let is_time = count > 0 && count.is_multiple_of(OFTEN);
    let sister = games::of_family(game.family()).find(|one| offered.contains(one) && of(*one).is_none())?;
    is_time.then_some(SisterGame { played: game, count, sister })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(slug: &str) -> Variant {
        games::from_slug(slug).expect("a game")
    }

    #[test]
    fn a_sister_is_suggested_after_three_games_while_there_is_one() {
        let all: Vec<Variant> = games::all().collect();
        let played = |rows: &[(&str, u32)]| -> Vec<PlayedOfGame> {
            rows.iter()
                .map(|(slug, finished)| PlayedOfGame { variant: (*slug).to_owned(), finished: *finished })
                .collect()
        };
        let suggested = |rows: &[(&str, u32)], offered: &[Variant]| {
            sister(&played(rows), offered, game("birds-and-ninjas")).map(|found| found.sister.slug())
        };
        for count in [0, 1, 2, 4, 5] {
            assert_eq!(suggested(&[("birds-and-ninjas", count)], &all), None, "{count}");
        }
        assert_eq!(suggested(&[("birds-and-ninjas", 3)], &all), Some("birds-second"));
        assert_eq!(
            suggested(&[("birds-and-ninjas", 6), ("birds-second", 0)], &all),
            Some("birds-scepter"),
            "one that goes on"
        );
        assert_eq!(
            suggested(&[("birds-and-ninjas", 3)], &[game("chess"), game("birds-old")]),
            Some("birds-old")
        );
        assert_eq!(
            suggested(&[("birds-and-ninjas", 3)], &[game("birds-and-ninjas")]),
            None,
            "the server offers none"
        );
        let alone = sister(&played(&[("prison-break", 3)]), &all, game("prison-break"));
        assert_eq!(alone, None, "it has no sister");
    }
}
