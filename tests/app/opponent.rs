//! The bot as an opponent, as far as the app decides.

use super::{GREEN, HALL, NOON, RED, Told as _, asking, by, open, refused, with_app, with_path};
use crate::databases::DbProbe;
use rookery::app::{
    App, AppError, Caller, ChallengeWish, Challenged, Drawn, GameView, Level, Opponent, RejectionKind, Target,
};
use rookery::game::{ChannelId, GameId, Ply, Rev, UserId};
use rookery::rules::{Color, Kind, Move};
use rookery::store::StoreUrl;

tests_on_both!(
    of_many_answers_at_once_one_is_played,
    a_draw_is_agreed_to_where_it_stands_no_better,
    a_draw_that_is_delivered_again_is_no_refusal,
    a_hundred_games_with_the_bot_are_enough,
    whoever_loses_to_the_bot_stays_at_the_bottom,
    whoever_plays_the_bot_hears_that_a_manager_ended_it;
    a_game_that_cannot_be_replayed_is_not_played,
    the_file_of_a_person_tells_how_the_bot_plays,
);

const BOT: UserId = UserId(9);

fn wish(position: Option<&str>) -> ChallengeWish {
    ChallengeWish {
        opponent: Some(Opponent { user: BOT, bot: true }),
        engine: Some("1".parse::<Level>().expect("a level")),
        position: position.map(str::to_owned),
        ..asking("chess", None)
    }
}

/// Red plays White against the bot in the hall.
async fn begin(app: &App, position: Option<&str>) -> GameView {
    match app.challenge(&by(RED), wish(position), None).await {
        Ok(Challenged::Started(view)) => *view,
        other => panic!("no game: {other:?}"),
    }
}

async fn answered(app: &App, game: GameId, seen: Rev) -> GameView {
    *app.engine_answer(game, seen, NOON).await.expect("no fault").expect("the bot's move")
}

fn whoever_loses_to_the_bot_stays_at_the_bottom() {
    with_app(async |app| {
        let begun = begin(&app, None).await;
        let end = app.resign(&by(RED), Target::Here).await.expect("an end").view;
        assert_eq!((begun.board.side, end.board.side), (Color::White, Color::White));
    });
}

fn of_many_answers_at_once_one_is_played() {
    with_app(async |app| {
        let game = begin(&app, None).await.game;
        let seen = app.play(&by(RED), "e4").await.expect("a move").view.rev;
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let app = app.clone();
                tokio::spawn(async move { answered(&app, game, seen).await.text() })
            })
            .collect();
        let mut told = Vec::new();
        for task in tasks {
            told.push(task.await.expect("no panic"));
        }
        told.dedup();
        assert_eq!(told.len(), 1, "{told:?}");
        let board = app.board(&by(RED), Target::Here, None).await.expect("a board");
        assert_eq!((board.ply, board.to_move), (Ply(2), Some(RED)));
        let again = app.engine_answer(game, board.rev, NOON).await.expect("no fault");
        assert!(again.is_none(), "nothing has happened since: {again:?}");
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

/// Moves Red's king to the least visited squares until 20 plies are played.
async fn wander(app: &App, mut view: GameView) -> GameView {
    let mut been = Vec::new();
    while view.ply < Ply(20) {
        let moves = view.game_now.line.position().legal_moves();
        let steps = moves.iter().filter(|mv| mv.kind() == Kind::KING && !mv.is_capture());
        let times = |mv: &&Move| been.iter().filter(|at| **at == mv.to()).count();
        let step = steps.min_by_key(times).expect("there is room");
        been.push(step.to());
        let seen = app.play(&by(RED), &step.to_string()).await.expect("a move").view.rev;
        view = answered(app, view.game, seen).await;
        assert!(!view.over, "{:?}", view.game_now.ending);
    }
    view
}

fn a_draw_is_agreed_to_where_it_stands_no_better() {
    // Nobody can break through. Either Red is a queen ahead, or the bot is a knight ahead.
    let behind = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/Q3K3 w - - 0 1";
    let ahead = "4k1n1/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";
    for (position, agrees) in [(behind, true), (ahead, false)] {
        with_app(async |app| {
            let begun = begin(&app, Some(position)).await;
            let early = refused(app.draw(&by(RED), Target::Here).await);
            assert_eq!(early.why, RejectionKind::EnginePlaysOn, "{}", early.text);
            Box::pin(wander(&app, begun)).await;
            match app.draw(&by(RED), Target::Here).await {
                Ok(Drawn::Done(outcome)) => {
                    assert!(agrees && outcome.view.over, "{position}");
                }
                other => {
                    assert!(!agrees, "{position}: {other:?}");
                    assert_eq!(refused(other).why, RejectionKind::EnginePlaysOn);
                }
            }
        });
    }
}

fn a_draw_that_is_delivered_again_is_no_refusal() {
    with_app(async |app| {
        super::start(&app, "chess", None).await;
        app.play(&by(RED), "e4").await.expect("a move");
        super::draw(&app, &by(super::BLUE), Target::Here).await.expect("an offer");
        let agreeing = by(RED);
        super::draw(&app, &agreeing, Target::Here).await.expect("agreed");
        let again = app.draw(&agreeing, Target::Here).await;
        assert!(matches!(again, Err(AppError::Replayed)), "{again:?}");
    });
}

fn a_game_that_cannot_be_replayed_is_not_played() {
    with_path(async |path| {
        let app = open(&path).await;
        let game = begin(&app, None).await.game;
        let seen = app.play(&by(RED), "e4").await.expect("a move").view.rev;
        let beside = DbProbe::open(&StoreUrl::Sqlite(path.clone())).await;
        let damage = "UPDATE events SET text = 'a1a1' WHERE kind = 'move'";
        beside.change(damage).await;
        beside.close().await;
        assert_eq!(app.store().engine_to_move(GameId(0), NOON, 9).await.expect("a read"), [game]);
        for _ in 0..2 {
            assert!(app.engine_answer(game, seen, NOON).await.expect("no fault").is_none());
            assert_eq!(app.store().engine_to_move(GameId(0), NOON, 9).await.expect("a read"), []);
        }
        assert_eq!(super::set_aside(&app).await, [HALL.0], "its player is told");
        app.close().await;
    });
}

fn a_hundred_games_with_the_bot_are_enough() {
    with_app(async |app| {
        let at = |channel: u64| Caller { channel: ChannelId(channel), ..by(RED) };
        for channel in 1_000..1_100 {
            let begun = app.challenge(&at(channel), wish(None), None).await;
            assert!(matches!(begun, Ok(Challenged::Started(_))), "{begun:?}");
        }
        let no = refused(app.challenge(&at(1_100), wish(None), None).await);
        assert_eq!(
            (no.why, no.text.as_str()),
            (RejectionKind::TooMany, "You have 100 live games; finish one first.")
        );
        // The bot itself has no limit on games.
        let begun = app.challenge(&by(super::BLUE), wish(None), None).await;
        assert!(matches!(begun, Ok(Challenged::Started(_))), "{begun:?}");
        app.resign(&at(1_000), Target::Here).await.expect("resigned");
        let begun = app.challenge(&at(1_100), wish(None), None).await;
        assert!(matches!(begun, Ok(Challenged::Started(_))), "{begun:?}");
    });
}

fn whoever_plays_the_bot_hears_that_a_manager_ended_it() {
    with_app(async |app| {
        for moves in ["", "e4"] {
            let manager = Caller { manages: true, ..by(GREEN) };
            begin(&app, None).await;
            for text in moves.split_whitespace() {
                app.play(&by(RED), text).await.expect("a move");
            }
            let end = app.abort(&manager, Target::Here).await.expect("a manager may").view;
            assert_eq!(end.ping, Some(RED), "{moves}");
        }
    });
}

fn the_file_of_a_person_tells_how_the_bot_plays() {
    with_path(async |path| {
        let app = open(&path).await;
        begin(&app, None).await;
        let lowered = "UPDATE games SET level = '7', lowered = '5', lowered_at = 1";
        let beside = DbProbe::open(&StoreUrl::Sqlite(path.clone())).await;
        beside.change(lowered).await;
        beside.close().await;
        let file = app.person_file(RED).await.expect("a file").json;
        let file: serde_json::Value = serde_json::from_str(&file).expect("JSON");
        let plays = serde_json::json!({ "color": "black", "level": "7", "other_level_for_a_move": "5" });
        assert_eq!(file["games"][0]["bot_plays"], plays);
        app.close().await;
    });
}
