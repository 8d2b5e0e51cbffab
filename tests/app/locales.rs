//! The locales stored with games and people.

use super::{BLUE, GREEN, HALL, RED, by, play, start, with_path};
use rookery::app::{App, Caller, ColorWish, Target};
use rookery::game::{ChannelId, UserId};
use rookery::store::{LocalesRow, Store};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::path::Path;

tests!(
    the_last_locales_are_kept_with_the_game_and_its_players,
    nothing_is_kept_of_somebody_who_does_not_play,
    in_direct_messages_the_persons_locale_is_the_games,
    what_is_known_is_not_written_again,
);

fn speaking(user: UserId, own: &str, servers: &str) -> Caller {
    let some = |locale: &str| Some(locale.to_owned()).filter(|locale| !locale.is_empty());
    Caller { locale: some(own), guild_locale: some(servers), ..by(user) }
}

/// The locales stored with the game of a channel: of the game, of White and of Black.
async fn kept(path: &Path, channel: ChannelId) -> [String; 3] {
    let store = Store::open_beside(path).await.expect("it opens");
    let game = store.newest_in(channel).await.expect("a read").expect("a game");
    store.close().await;
    let LocalesRow { game, white, black } = game.locales;
    [game, white, black].map(Option::unwrap_or_default)
}

async fn execute(path: &Path, sql: &str) {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.expect("a connection");
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.expect("a write");
    connection.close().await.expect("closed");
}

fn the_last_locales_are_kept_with_the_game_and_its_players() {
    with_path(async |path| {
        let app = super::open(&path).await;
        start(&app, "chess", None).await;
        assert_eq!(kept(&path, HALL).await, ["", "", ""]);
        for (user, text, own, servers, now) in [
            (RED, "e4", "de", "fr", ["fr", "de", ""]),
            (BLUE, "e5", "sv-SE", "fr", ["fr", "de", "sv-SE"]),
            // A missing locale leaves the stored one unchanged.
            (RED, "d4", "", "", ["fr", "de", "sv-SE"]),
            (BLUE, "d5", "pt-BR", "de", ["de", "de", "pt-BR"]),
        ] {
            app.play(&speaking(user, own, servers), text).await.expect("a move");
            assert_eq!(kept(&path, HALL).await, now);
        }
        app.draw(&speaking(RED, "nl", "nl"), Target::Here).await.expect("an offer");
        assert_eq!(kept(&path, HALL).await, ["nl", "nl", "pt-BR"]);
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
    });
}

fn nothing_is_kept_of_somebody_who_does_not_play() {
    with_path(async |path| {
        let app = super::open(&path).await;
        start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        let manager = Caller { manages: true, ..speaking(GREEN, "de", "fr") };
        app.abort(&manager, Target::Here).await.expect("aborted");
        assert_eq!(kept(&path, HALL).await, ["fr", "", ""]);
        alone(&app, &by(GREEN)).await;
        assert_eq!(kept(&path, HALL).await, ["", "", ""]);
        app.close().await;
    });
}

/// A game against oneself.
async fn alone(app: &App, by: &Caller) {
    let new = super::ChallengeWish { color: ColorWish::White, ..super::asking("chess", Some(by.user)) };
    app.challenge(by, new, None).await.expect("a game");
}

fn in_direct_messages_the_persons_locale_is_the_games() {
    with_path(async |path| {
        let app = super::open(&path).await;
        let direct = |own| Caller { guild: None, can_thread: false, ..speaking(RED, own, "") };
        alone(&app, &direct("de")).await;
        assert_eq!(kept(&path, HALL).await, ["de", "de", "de"]);
        app.play(&direct("fr"), "e4").await.expect("a move");
        assert_eq!(kept(&path, HALL).await, ["fr", "fr", "fr"]);
        app.close().await;
    });
}

fn what_is_known_is_not_written_again() {
    with_path(async |path| {
        let app = super::open(&path).await;
        start(&app, "chess", None).await;
        app.play(&speaking(RED, "de", "fr"), "e4").await.expect("a move");
        app.play(&speaking(BLUE, "de", "fr"), "e5").await.expect("a move");
        let refuse = "BEGIN SELECT raise(ABORT, 'written again'); END";
        for event in ["INSERT", "UPDATE"] {
            execute(&path, &format!("CREATE TRIGGER no_{event} BEFORE {event} ON people {refuse}")).await;
        }
        app.play(&speaking(RED, "de", "fr"), "d4").await.expect("a move");
        app.play(&speaking(BLUE, "", ""), "d5").await.expect("a move");
        let other = app.play(&speaking(RED, "fr", "fr"), "a4").await;
        assert!(other.is_err(), "the test would see it");
        app.close().await;
    });
}
