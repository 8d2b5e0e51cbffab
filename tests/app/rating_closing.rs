//! Games that end while their week is closed or their players hide, on a database server, where both can
//! happen at once.

use std::time::Duration;

use libtest_mimic::Trial;
use rookery::app::{App, Caller};
use rookery::game::{ChannelId, GuildId, Millis, RatingPeriod, UserId};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::ratings::{PLAYED, WEEK, at, rated, sees, won};
use super::{BLUE, GREEN, NOON, RED, by, challenge, open_at, without_pauses};
use crate::databases::{self, DbProbe, at_server, with_database_on_real_time};

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let tests: [(&str, fn()); 4] = [
        (
            "a_game_that_ends_on_what_was_before_a_closing_begins_again",
            a_game_that_ends_on_what_was_before_a_closing_begins_again,
        ),
        (
            "a_list_that_grows_during_a_closing_has_the_new_rating",
            a_list_that_grows_during_a_closing_has_the_new_rating,
        ),
        ("who_hides_while_their_game_ends_is_on_no_list", who_hides_while_their_game_ends_is_on_no_list),
        (
            "a_game_that_ends_on_what_was_before_a_choice_begins_again",
            a_game_that_ends_on_what_was_before_a_choice_begins_again,
        ),
    ];
    tests.map(|(name, test)| at_server(&format!("{}::{name}", module_path!()), test)).into()
}

/// Another process that ends a game in two steps, between which the test acts.
struct Ends {
    connection: PgConnection,
    game: i64,
}

impl Ends {
    /// Reads the database, without changes yet.
    async fn begun(address: &str, game: i64) -> Self {
        let connection = PgConnection::connect(address).await.expect("a connection");
        let mut ends = Self { connection, game };
        ends.looks().await;
        ends
    }

    async fn looks(&mut self) {
        let look = "ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM games";
        sqlx::raw_sql(look).execute(&mut self.connection).await.expect("a look");
    }

    /// Writes that White has lost.
    async fn written(&mut self, now: Millis) -> Result<(), sqlx::Error> {
        let end = format!(
            "UPDATE games SET state = 'over', ending = 'resignation black', to_move = NULL, due_at = {} WHERE id = {}",
            now.0, self.game
        );
        sqlx::query(AssertSqlSafe(end)).execute(&mut self.connection).await.map(|_| ())
    }

    async fn committed(mut self) {
        sqlx::query("COMMIT").execute(&mut self.connection).await.expect("a commit");
        self.connection.close().await.expect("an end");
    }
}

/// A rated game of these two in another channel and server, in which each has moved.
async fn in_another_server(app: &App, white: UserId) -> i64 {
    let there = |user, now| Caller { channel: ChannelId(700), guild: Some(GuildId(98)), ..at(user, now) };
    let id = challenge(app, &there(white, NOON), rated(Some(GREEN))).await;
    app.accept(&there(GREEN, NOON), id, None).await.expect("accepted");
    for (user, text) in [white, GREEN].into_iter().zip(PLAYED) {
        app.play(&there(user, NOON), text).await.expect("a move");
    }
    app.store().live_in(ChannelId(700)).await.expect("a read").expect("a game").id.0
}

fn a_game_that_ends_on_what_was_before_a_closing_begins_again() {
    with_database_on_real_time(async |url| {
        let app = open_at(&url).await.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        let game = in_another_server(&app, RED).await;
        let mut ends = Ends::begun(&databases::address(&url), game).await;
        assert!(app.close_rating_period(Millis(NOON.0 + WEEK)).await.expect("closed"), "the first of all");
        // Its time is still in the week that is closed.
        let refused = ends.written(NOON).await.expect_err("it sees that the week is open");
        let code = refused.as_database_error().and_then(sqlx::error::DatabaseError::code);
        assert_eq!(code.as_deref(), Some("40001"), "{refused}");
        ends.looks().await;
        ends.written(NOON).await.expect("it sees that the week is closed");
        ends.committed().await;
        let beside = DbProbe::open(&url).await;
        let next = RatingPeriod::of(NOON).next();
        let counted =
            format!("SELECT count(*) FROM rated_results WHERE game = {game} AND period = {}", next.0);
        assert_eq!(beside.number(counted).await, 1, "it counts in the next week");
        assert_eq!(beside.number("SELECT count(*) FROM rating_periods").await, 1);
        beside.close().await;
        app.close().await;
    });
}

fn a_list_that_grows_during_a_closing_has_the_new_rating() {
    with_database_on_real_time(async |url| {
        let app = open_at(&url).await.with_limits(without_pauses());
        won(&app, GREEN, BLUE, &PLAYED, NOON).await;
        let game = in_another_server(&app, RED).await;
        let mut ends = Ends::begun(&databases::address(&url), game).await;
        ends.written(Millis(NOON.0 + WEEK)).await.expect("it is the first");
        let closing = tokio::spawn({
            let app = app.clone();
            async move { app.close_rating_period(Millis(NOON.0 + WEEK)).await }
        });
        let beside = DbProbe::open(&url).await;
        while beside.number("SELECT count(*) FROM ratings").await == 0 && !closing.is_finished() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        ends.committed().await;
        assert!(closing.await.expect("no panic").expect("closed"));
        assert_eq!(beside.number("SELECT count(*) FROM rating_periods").await, 1);
        let lists = "SELECT count(*) FROM rating_lists l JOIN rated_players p ON p.id = l.player
             JOIN ratings r ON r.player = l.player WHERE p.person = ";
        let green = |and: &str| format!("{lists} {GREEN} {and}");
        assert_eq!(beside.number(green("")).await, 2, "of either server");
        assert_eq!(beside.number(green("AND l.rating <> r.rating")).await, 0);
        beside.close().await;
        assert!(by(GREEN).guild.is_some_and(|guild| guild != GuildId(98)), "there are two servers");
        app.close().await;
    });
}

fn who_hides_while_their_game_ends_is_on_no_list() {
    with_database_on_real_time(async |url| {
        let app = open_at(&url).await.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        won(&app, GREEN, BLUE, &PLAYED, NOON).await;
        let game = in_another_server(&app, RED).await;
        let beside = DbProbe::open(&url).await;
        let lists = |person: UserId| {
            format!(
                "SELECT count(*) FROM rating_lists l JOIN rated_players p ON p.id = l.player WHERE p.person = {person}"
            )
        };
        // The end of the game is written but not committed.
        let mut ends = Ends::begun(&databases::address(&url), game).await;
        ends.written(NOON).await.expect("an end");
        let hides = tokio::spawn({
            let app = app.clone();
            async move { sees(&app, RED, "hidden").await }
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        ends.committed().await;
        hides.await.expect("no panic");
        assert_eq!(beside.number(lists(RED)).await, 0);
        assert_eq!(beside.number(lists(GREEN)).await, 2, "of either server");
        sees(&app, RED, "server").await;
        assert_eq!(beside.number(lists(RED)).await, 2, "of either server");
        beside.close().await;
        app.close().await;
    });
}

fn a_game_that_ends_on_what_was_before_a_choice_begins_again() {
    with_database_on_real_time(async |url| {
        let app = open_at(&url).await.with_limits(without_pauses());
        won(&app, RED, BLUE, &PLAYED, NOON).await;
        let game = in_another_server(&app, RED).await;
        let mut ends = Ends::begun(&databases::address(&url), game).await;
        sees(&app, RED, "hidden").await;
        let refused = ends.written(NOON).await.expect_err("it sees the choice of before");
        let code = refused.as_database_error().and_then(sqlx::error::DatabaseError::code);
        assert_eq!(code.as_deref(), Some("40001"), "{refused}");
        app.close().await;
    });
}
