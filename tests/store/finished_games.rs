//! The results of a person's finished games.

use rookery::game::{GuildId, RatedOutcome, UserId};
use rookery::store::{FinishedCount, Store, StoreOptions};

use super::NOON;
use crate::databases::{DbProbe, with_database};

tests_on_both!(finished_games_are_counted_from_both_sides, wins_are_in_a_row_until_something_else_comes);

const RED: UserId = UserId(1);
const BLUE: UserId = UserId(2);

/// Finished games: White, Black, the ending, and the level if one of them is the bot.
async fn play(beside: &DbProbe, games: &[(u64, u64, &str, Option<&str>)]) {
    for (number, (white, black, ending, level)) in games.iter().enumerate() {
        let level = level.map_or_else(|| "NULL".to_owned(), |level| format!("'{level}'"));
        let at = NOON.0 + number as i64;
        beside
            .change(format!(
                "INSERT INTO games (variant, rules_version, white, black, guild, channel, state, ending, level, created_at, moved_at, due_at, shown)
                 VALUES ('chess', 1, {white}, {black}, 9, {}, 'over', '{ending}', {level}, {at}, {at}, {at}, 1)",
                1_000 + number
            ))
            .await;
    }
}

fn finished_games_are_counted_from_both_sides() {
    with_database(async |url| {
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("a store");
        let beside = DbProbe::open(&url).await;
        let games = [
            (1, 2, "checkmate white", None),
            (2, 1, "resigned black", None),
            (2, 1, "time white", None),
            (1, 2, "draw agreed", None),
            (1, 3, "resigned white", Some("4")),
            (1, 2, "aborted", None),
            (1, 2, "channel deleted", None),
            (1, 1, "checkmate black", None),
            (2, 3, "checkmate white", None),
        ];
        play(&beside, &games).await;
        let counted = |level: Option<&str>, outcome, count| FinishedCount {
            variant: "chess".to_owned(),
            level: level.map(str::to_owned),
            outcome,
            count,
        };
        let mut found = store.finished_of(RED).await.expect("counts");
        found.sort_by_key(|one| (one.level.clone(), one.outcome));
        assert_eq!(
            found,
            [
                counted(None, RatedOutcome::Loss, 1),
                counted(None, RatedOutcome::Draw, 1),
                counted(None, RatedOutcome::Win, 2),
                counted(Some("4"), RatedOutcome::Win, 1),
            ]
        );
        let mut between = store.finished_between(BLUE, RED).await.expect("counts");
        between.sort_unstable();
        assert_eq!(between, [(RatedOutcome::Loss, 2), (RatedOutcome::Draw, 1), (RatedOutcome::Win, 1)]);
        assert!(store.has_played_in(RED, GuildId(9)).await.expect("a read"));
        beside.close().await;
        store.close().await;
    });
}

fn wins_are_in_a_row_until_something_else_comes() {
    with_database(async |url| {
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("a store");
        let beside = DbProbe::open(&url).await;
        let row = async || store.wins_in_a_row(RED).await.expect("a read");
        assert_eq!(row().await, (0, 0));
        let (won, lost, drawn) =
            ((1, 2, "checkmate white", None), (2, 1, "resigned white", None), (1, 2, "draw time", None));
        play(&beside, &[won, won, won, drawn, won, lost]).await;
        assert_eq!(row().await, (0, 3));
        // A game against the bot does not count.
        let bot = (1, 3, "checkmate black", Some("4"));
        beside.change("DELETE FROM games").await;
        play(&beside, &[won, lost, won, won, bot]).await;
        assert_eq!(row().await, (2, 2));
        beside.close().await;
        store.close().await;
    });
}
