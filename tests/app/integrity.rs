//! The stored state follows from its log and the rules; every deviation is detected.

use super::{BLUE, NOON, RED, asking, by, refused, with_path};
use rookery::app::{Accepted, App, Caller, RejectionKind, Target};
use rookery::game::{ChannelId, Color, EventKind, Millis, UserId};
use rookery::store::{Checked, Store, StoreOptions, check};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::path::Path;

tests!(
    a_clock_that_went_back_is_no_damage,
    one_unreadable_game_does_not_hide_the_others_from_the_review,
    a_row_that_does_not_follow_from_its_log_is_found,
    a_game_whose_moves_mean_something_else_now_is_set_aside,
);

fn in_channel(user: UserId, channel: u64) -> Caller {
    Caller { channel: ChannelId(channel), ..by(user) }
}

/// Red (White) against Blue in this channel.
async fn start_in(app: &App, channel: u64) {
    let asked = super::challenge(app, &in_channel(RED, channel), asking("chess", Some(BLUE))).await;
    match app.accept(&in_channel(BLUE, channel), asked, None).await {
        Ok(Accepted::Started(_)) => {}
        other => panic!("no game: {other:?}"),
    }
}

pub async fn execute(path: &Path, sql: &str) {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.expect("a connection");
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.expect("a write");
    connection.close().await.expect("closed");
}

fn a_clock_that_went_back_is_no_damage() {
    with_path(async |path| {
        let app = super::open(&path).await;
        super::start(&app, "chess", None).await;
        app.play(&by(RED), "e4").await.expect("a move");
        let earlier = Caller { now: Millis(NOON.0 - 60_000), ..by(BLUE) };
        app.play(&earlier, "e5").await.expect("a move");
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
        assert_eq!(check(&path).await.expect("whole"), Checked { games: 1, moves: 2, up_to_date: true });
    });
}

fn one_unreadable_game_does_not_hide_the_others_from_the_review() {
    with_path(async |path| {
        let app = super::open(&path).await.with_limits(super::without_pauses());
        for channel in [101, 102, 103] {
            start_in(&app, channel).await;
            app.play(&in_channel(RED, channel), "e4").await.expect("a move");
        }
        app.close().await;
        // The log of the first cannot be read at all; that of the second is illegal under the rules. All
        // boards were shown.
        execute(
            &path,
            "UPDATE games SET shown = due;
             UPDATE events SET kind = 'odd' WHERE game = (SELECT min(id) FROM games) AND seq = 2;
             UPDATE events SET text = 'a1a1' WHERE game = (SELECT id FROM games WHERE channel = 102) AND seq = 2",
        )
        .await;
        let app = super::open(&path).await;
        super::review(&app).await;
        assert_eq!(super::set_aside(&app).await, [102]);
        app.close().await;
    });
}

fn a_row_that_does_not_follow_from_its_log_is_found() {
    for (tampering, without_rules) in [
        ("UPDATE games SET ply = 2 WHERE id = (SELECT min(id) FROM games)", true),
        ("UPDATE games SET rev = rev + 1 WHERE id = (SELECT min(id) FROM games)", true),
        ("UPDATE games SET position_rev = 1 WHERE id = (SELECT min(id) FROM games)", true),
        ("UPDATE games SET moved_at = 5 WHERE id = (SELECT min(id) FROM games)", true),
        ("DELETE FROM events WHERE game = (SELECT min(id) FROM games) AND seq = 3", true),
        ("DELETE FROM events WHERE game = (SELECT min(id) FROM games)", true),
        ("UPDATE games SET ending = 'aborted' WHERE id = (SELECT max(id) FROM games)", true),
        ("UPDATE games SET fen = 'elsewhere' WHERE id = (SELECT min(id) FROM games)", false),
        ("UPDATE games SET turn = 'white' WHERE id = (SELECT min(id) FROM games)", false),
        ("UPDATE games SET to_move = 1 WHERE id = (SELECT min(id) FROM games)", false),
        ("UPDATE events SET text = 'e2e3' WHERE game = (SELECT min(id) FROM games) AND seq = 2", false),
    ] {
        with_path(async |path| {
            let app = super::open(&path).await.with_limits(super::without_pauses());
            let first = super::start(&app, "chess", None).await.game;
            super::play(&app, "e4 e5 Nf3").await;
            start_in(&app, 102).await;
            app.resign(&in_channel(BLUE, 102), Target::Here).await.expect("the end");
            app.close().await;
            execute(&path, tampering).await;
            let checked = check(&path).await;
            assert_eq!(checked.is_err(), without_rules, "{tampering}: {checked:?}");
            let app = App::new(Store::open_beside(&path).await.expect("it opens"));
            let found = app.contradiction().await.expect("a read");
            app.close().await;
            assert!(without_rules || found.is_some_and(|found| found.game == first), "{tampering}");
        });
    }
}

fn a_game_whose_moves_mean_something_else_now_is_set_aside() {
    with_path(async |path| {
        let app = super::open(&path).await;
        let castled = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
        let view = super::start(&app, "chess", Some(castled)).await;
        super::play(&app, "O-O Kd7").await;
        app.close().await;
        // Started under older rules with the same result.
        execute(&path, "UPDATE games SET rules_version = 0").await;
        let app = super::open(&path).await;
        super::review(&app).await;
        assert_eq!(super::set_aside(&app).await, [0; 0]);
        app.play(&by(RED), "e4").await.expect("it goes on");
        app.close().await;
        // Started under older rules in which castling left the rook in place: all moves are legal today, but
        // lead to another position.
        execute(&path, "UPDATE games SET fen = replace(fen, '5RK1', '6KR')").await;
        let app = super::open(&path).await;
        super::review(&app).await;
        assert_eq!(super::set_aside(&app).await.len(), 1);
        assert_eq!(refused(app.play(&by(BLUE), "Ke7").await).why, RejectionKind::SetAside);
        app.close().await;
        let store = Store::open(&path, StoreOptions::default()).await.expect("the database opens");
        let kept = store.game(view.game).await.expect("a read").expect("the game");
        assert_eq!(kept.stands.turn, Color::Black);
        let last = kept.log.last().expect("an event");
        assert_eq!(last.kind, EventKind::SetAside);
        assert!(last.text.contains("today's lead to"), "{}", last.text);
        assert_eq!(kept.moves().collect::<Vec<_>>(), ["O-Og1", "e8d7", "e2e4"]);
        store.close().await;
    });
}
