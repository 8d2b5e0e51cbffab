//! Time for each move: what the clock says, and what becomes of those who are late.

use super::{BLUE, NOON, RED, Told, asking, by, challenge, open, with_app, with_path};
use rookery::app::{Accepted, App, Caller, ChallengeWish, Challenged, GameView, Target};
use rookery::game::{Millis, Pace, UserId};

tests!(
    a_challenge_says_how_long_each_move_may_take,
    each_board_says_until_when,
    the_clock_is_kept_over_a_restart,
    alone_there_is_no_clock,
);

const HOUR: i64 = Millis::HOUR;

/// Somebody, so many hours after noon.
fn at(user: UserId, hours: i64) -> Caller {
    Caller { now: Millis(NOON.0 + hours * HOUR), ..by(user) }
}

/// How a board says until when, so many hours after noon.
fn until(hours: i64) -> String {
    format!("Time runs out <t:{}:R>.", (NOON.0 + hours * HOUR) / 1_000 + 1)
}

/// Red (White) against Blue, a day for each move.
async fn start(app: &App, slug: &str, position: Option<&str>) -> GameView {
    let position = position.map(str::to_owned);
    let wish = ChallengeWish { pace: Some(Pace::Day), position, ..asking(slug, Some(BLUE)) };
    let challenge = challenge(app, &by(RED), wish).await;
    match app.accept(&by(BLUE), challenge, None).await {
        Ok(Accepted::Started(view)) => *view,
        other => panic!("no game: {other:?}"),
    }
}

fn a_challenge_says_how_long_each_move_may_take() {
    with_app(async |app| {
        let app = app.with_limits(super::without_pauses());
        for (pace, told) in [
            (None, "plays White. It lapses"),
            (Some(Pace::Hour), "plays White. One hour for each move. It lapses"),
            (Some(Pace::Fortnight), "plays White. Fourteen days for each move. It lapses"),
        ] {
            let wish = ChallengeWish { pace, ..asking("chess", Some(BLUE)) };
            let Ok(Challenged::Open(view)) = app.challenge(&by(RED), wish, None).await else {
                panic!("refused")
            };
            assert!(view.text().contains(told), "{}", view.text());
        }
    });
}

fn each_board_says_until_when() {
    with_app(async |app| {
        let view = start(&app, "chess", None).await;
        assert!(view.text().ends_with(&until(24)), "{}", view.text());
        let moved = app.play(&at(RED, 3), "e4").await.expect("a move").view;
        assert_eq!(moved.text(), format!("White: Pawn e2-e4. Black (<@2>) to move. {}", until(27)));
        app.draw(&at(RED, 4), Target::Here).await.expect("an offer");
        let board = app.board(&at(RED, 5), Target::Here, None).await.expect("a board");
        let told = format!("{} White (<@1>) offers a draw.", until(27));
        assert!(board.text().ends_with(&told), "{}", board.text());
        app.take_back(&at(BLUE, 6), Target::Here).await.expect_err("Black has not moved");
        app.play(&at(BLUE, 6), "e5").await.expect("a move");
        app.take_back(&at(BLUE, 7), Target::Here).await.expect("a request");
        let back = app.take_back(&at(RED, 8), Target::Here).await.expect("agreed").view;
        assert!(back.text().ends_with(&until(32)), "{}", back.text());
        let over = app.resign(&at(BLUE, 9), Target::Here).await.expect("it ends").view;
        assert!(!over.text().contains("Time"), "{}", over.text());
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn the_clock_is_kept_over_a_restart() {
    with_path(async |path| {
        let app = open(&path).await;
        start(&app, "squirrel", None).await;
        app.play(&at(RED, 3), "e3e4").await.expect("a move");
        app.close().await;
        let app = open(&path).await;
        let board = app.board(&at(RED, 5), Target::Here, None).await.expect("a board");
        assert!(board.text().contains(&until(27)), "{}", board.text());
        let moved = app.play(&at(BLUE, 6), "e8e7").await.expect("a move").view;
        assert!(moved.text().ends_with(&until(30)), "{}", moved.text());
        assert_eq!(app.contradiction().await.expect("a read"), None);
        app.close().await;
    });
}

fn alone_there_is_no_clock() {
    with_app(async |app| {
        let wish = ChallengeWish { pace: Some(Pace::Hour), ..asking("chess", Some(RED)) };
        let Ok(Challenged::Started(view)) = app.challenge(&by(RED), wish, None).await else {
            panic!("no game")
        };
        assert!(!view.text().contains("Time"), "{}", view.text());
        let moved = app.play(&at(RED, 1_000), "e4").await.expect("a move").view;
        assert!(!moved.text().contains("Time"), "{}", moved.text());
    });
}
