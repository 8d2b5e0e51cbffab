//! Simultaneous actions: one wins, the other is refused; an action delivered twice is done once.

use super::{BLUE, RED, asking, by, challenge, start, with_app};
use rookery::app::{Accepted, AppError, Caller, Limits, RejectionKind, Target};
use rookery::game::{ChannelId, Ply, Rev};

tests_on_both!(
    of_two_simultaneous_moves_one_is_played,
    a_move_delivered_many_times_at_once_is_played_once,
    a_move_delivered_again_is_not_refused,
    a_challenge_accepted_twice_at_once_is_one_game,
    a_move_and_a_resignation_at_once_leave_one_story,
);

/// Pairs of simultaneous moves, each in a game of its own.
const PAIRS: u64 = 200;

fn of_two_simultaneous_moves_one_is_played() {
    with_app(async |app| {
        let app = app.with_limits(Limits { live_games: PAIRS as u32, ..Limits::default() });
        for i in 0..PAIRS {
            let channel = ChannelId(1_000 + i);
            let id = challenge(&app, &Caller { channel, ..by(RED) }, asking("chess", Some(BLUE))).await;
            app.accept(&Caller { channel, ..by(BLUE) }, id, None).await.expect("a game");
        }
        let pairs = (0..PAIRS).map(|i| {
            let one = |text: &'static str| {
                let (app, by) = (app.clone(), Caller { channel: ChannelId(1_000 + i), ..by(RED) });
                tokio::spawn(async move { app.play(&by, text).await })
            };
            (one("e4"), one("d4"))
        });
        for (a, b) in pairs.collect::<Vec<_>>() {
            match (a.await.expect("no panic"), b.await.expect("no panic")) {
                (Ok(won), Err(AppError::Refused(lost))) | (Err(AppError::Refused(lost)), Ok(won)) => {
                    assert_eq!(won.view.ply, Ply(1));
                    assert_eq!(lost.why(), RejectionKind::NotYourTurn);
                    assert_eq!(super::told(&lost).text, "It is not your turn: Black (<@2>) is to move.");
                }
                other => panic!("{other:?}"),
            }
        }
    });
}

fn a_move_delivered_many_times_at_once_is_played_once() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let by = by(RED);
        let tasks = (0..20).map(|_| {
            let (app, by) = (app.clone(), by.clone());
            tokio::spawn(async move { app.play(&by, "e4").await })
        });
        let mut played = 0;
        for task in tasks.collect::<Vec<_>>() {
            match task.await.expect("no panic") {
                Ok(_) => played += 1,
                Err(AppError::Replayed) => {}
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(played, 1);
    });
}

fn a_move_delivered_again_is_not_refused() {
    with_app(async |app| {
        let id = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
        let accepting = by(BLUE);
        let Ok(Accepted::Started(view)) = app.accept(&accepting, id, None).await else { panic!("not begun") };
        assert!(matches!(app.accept(&accepting, id, None).await, Err(AppError::Replayed)));
        let moving = by(RED);
        app.play(&moving, "e4").await.expect("a move");
        assert!(matches!(app.play(&moving, "e4").await, Err(AppError::Replayed)));
        let resigning = by(BLUE);
        app.resign(&resigning, Target::Here).await.expect("resigned");
        assert!(matches!(app.resign(&resigning, Target::Here).await, Err(AppError::Replayed)));
        let button = Target::Button(view.game, Rev(2));
        assert!(matches!(app.resign(&resigning, button).await, Err(AppError::Replayed)));
    });
}

fn a_challenge_accepted_twice_at_once_is_one_game() {
    with_app(async |app| {
        for _ in 0..20 {
            let id = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
            let tasks = (0..2).map(|_| {
                let (app, by) = (app.clone(), by(BLUE));
                tokio::spawn(async move { app.accept(&by, id, None).await })
            });
            let mut begun = 0;
            for task in tasks.collect::<Vec<_>>() {
                match task.await.expect("no panic") {
                    Ok(Accepted::Started(_)) => begun += 1,
                    // The channel may get the game between the two reads; then a thread is requested.
                    Ok(Accepted::ThreadFirst(_)) => {}
                    Err(AppError::Refused(no)) => {
                        assert!(matches!(no.why(), RejectionKind::Gone | RejectionKind::Occupied));
                    }
                    Err(other) => panic!("{other}"),
                }
            }
            assert_eq!(begun, 1);
            app.resign(&by(RED), Target::Here).await.expect("resigned");
        }
    });
}

fn a_move_and_a_resignation_at_once_leave_one_story() {
    with_app(async |app| {
        for _ in 0..20 {
            start(&app, "chess", None).await;
            let moving = tokio::spawn({
                let (app, by) = (app.clone(), by(RED));
                async move { app.play(&by, "e4").await }
            });
            let resigning = tokio::spawn({
                let (app, by) = (app.clone(), by(BLUE));
                async move { app.resign(&by, Target::Here).await }
            });
            let (moved, resigned) = (moving.await.expect("no panic"), resigning.await.expect("no panic"));
            let over = resigned.expect("one may always resign");
            let played = match moved {
                Ok(_) => 1,
                Err(AppError::Refused(no))
                    if matches!(no.why(), RejectionKind::NoGame | RejectionKind::Over) =>
                {
                    0
                }
                Err(other) => panic!("{other}"),
            };
            assert_eq!(over.view.ply, Ply(played), "the resignation saw what was played");
        }
    });
}
