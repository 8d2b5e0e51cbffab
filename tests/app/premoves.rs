//! Conditional moves through the app: stored, played when their condition occurs, and hidden from others.

use super::{
    BLUE, GREEN, NOON, RED, Told, asking, by, open_at, play, refused, start, told, with_app, with_database,
};
use rookery::app::{App, AppError, Caller, Challenged, PremovesView, RejectionKind, Target, What};
use rookery::discord::rest::mentions::written;
use rookery::game::{Ending, GameId, Ply, Rev, UserId};
use rookery::words::Words;

tests_on_both!(
    a_reply_is_played_with_the_move_that_it_answers,
    a_reply_that_mates_ends_the_game,
    another_move_drops_the_line_and_its_player_is_told_once,
    nothing_is_prepared_where_it_makes_no_sense,
    a_move_and_a_line_at_once_are_decided_one_after_the_other,
    a_move_and_forgetting_at_once_are_decided_one_after_the_other,
    a_line_delivered_twice_is_kept_once,
    time_given_to_the_opponent_begins_with_the_reply,
    what_is_prepared_goes_with_its_game_and_its_player,
    what_is_prepared_outlives_a_restart,
    half_typed_lines_are_gone_on_with,
);

fn text(view: &PremovesView) -> String {
    Words::english().premoves(view)
}

async fn prepared(app: &App, who: UserId) -> String {
    text(&app.premoves(&by(who)).await.expect("one's own"))
}

async fn prepare(app: &App, who: UserId, line: &str) -> String {
    text(&Box::pin(app.prepare(&by(who), line)).await.unwrap_or_else(|error| panic!("{line}: {error}")))
}

fn a_reply_is_played_with_the_move_that_it_answers() {
    with_app(async |app| {
        let begun = start(&app, "chess", None).await;
        let told = prepare(&app, BLUE, "e7e5 if e2e4, then g8f6 if g1f3").await;
        assert_eq!(
            told,
            "Your prepared moves in Chess, which only you see:\n- `e5` if `e4`, then `Nf6` if `Nf3`"
        );
        prepare(&app, BLUE, "d5 if d4").await;
        let played = app.play(&by(RED), "e4").await.expect("a move");
        assert_eq!((played.what, played.view.ply, played.view.rev), (What::Moved, Ply(2), Rev(3)));
        assert_eq!(played.view.ping, Some(RED), "who is to move again");
        assert_eq!(
            played.view.text(),
            "White: Pawn e2-e4. Black answers at once: Pawn e7-e5. White (<@1>) to move."
        );
        assert_eq!(
            prepared(&app, BLUE).await,
            "Your prepared moves in Chess, which only you see:\n- `Nf6` if `Nf3`"
        );
        let played = app.play(&by(RED), "Nf3").await.expect("a move").view;
        assert_eq!(played.ply, Ply(4));
        assert!(prepared(&app, BLUE).await.starts_with("You have no prepared moves in Chess."));
        // Players who missed this board get one with the current state.
        assert_eq!(app.store().owed_board(begun.game).await.expect("a read"), Some(played.rev));
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn a_reply_that_mates_ends_the_game() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        play(&app, "f3 e5").await;
        prepare(&app, BLUE, "Qh4 if g4").await;
        let over = app.play(&by(RED), "g4").await.expect("a move").view;
        assert!(over.over && over.ping == Some(BLUE), "who won without being there");
        assert_eq!(
            over.text(),
            "White: Pawn g2-g4. Black answers at once: Queen d8-h4. Checkmate. Black (<@2>) beats White (<@1>)."
        );
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn another_move_drops_the_line_and_its_player_is_told_once() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        prepare(&app, BLUE, "e5 if e4").await;
        let other = app.play(&by(RED), "d4").await.expect("a move");
        assert!(!other.premoves_dropped && other.view.ply == Ply(1), "nothing of it is for White");
        assert!(
            prepared(&app, BLUE)
                .await
                .starts_with("The prepared moves that still waited in Chess are dropped")
        );
        assert!(!prepared(&app, RED).await.contains("dropped"));
        assert!(!prepared(&app, BLUE).await.contains("dropped"), "once");
        let own = app.play(&by(BLUE), "d5").await.expect("a move");
        assert!(!own.premoves_dropped, "told already");
        // A player who has not looked is notified with the next move.
        prepare(&app, BLUE, "e6 if Nc3").await;
        app.play(&by(RED), "c4").await.expect("a move");
        assert!(app.play(&by(BLUE), "c6").await.expect("a move").premoves_dropped);
        assert!(!prepared(&app, BLUE).await.contains("dropped"), "once");
        // A takeback has this effect as well.
        prepare(&app, BLUE, "e5 if Nc3").await;
        app.take_back(&by(RED), Target::Here).await.expect("it is asked for");
        let back = app.take_back(&by(BLUE), Target::Here).await.expect("it is allowed");
        assert!(
            back.what == What::TakenBack && back.premoves_dropped,
            "told at once, as they have just acted"
        );
        assert!(!prepared(&app, BLUE).await.contains("dropped"));
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn what_is_prepared_outlives_a_restart() {
    with_database(async |url| {
        let app = open_at(&url).await;
        start(&app, "squirrel", None).await;
        prepare(&app, BLUE, "e8e7 if e3e4").await;
        app.close().await;
        let app = open_at(&url).await;
        let played = app.play(&by(RED), "e3e4").await.expect("a move");
        assert_eq!(played.view.ply, Ply(2));
        app.close().await;
    });
}

fn nothing_is_prepared_where_it_makes_no_sense() {
    with_app(async |app| {
        let none = refused(app.prepare(&by(RED), "e5 if e4").await);
        assert_eq!(none.why, RejectionKind::NoGame);
        let game = start(&app, "chess", None).await.game;
        for (who, line, told) in [
            (RED, "e5 if e4", "It is your turn: play with `/move`."),
            (GREEN, "e5 if e4", "Only <@1> and <@2> play here."),
            (BLUE, "e5", "I can't see which move “e5” answers."),
            (BLUE, "if e4", "I can't see what you play after “e4”."),
            (
                BLUE,
                "e5 if e5",
                "Illegal: the Pawn e2 can't move to e5; `/moves e2` shows where it can go. You wrote “e5”.",
            ),
            (BLUE, "e5 if x9", "I can't read `x9`; write it like e2e4 or Nf3."),
            (BLUE, "", "I can't read that line."),
        ] {
            let refused = refused(app.prepare(&by(who), line).await);
            assert!(refused.text.starts_with(told), "{}", refused.text);
        }
        for who in [RED, GREEN] {
            let other = app.premoves(&by(who)).await;
            assert!(other.map_or(true, |view| view.lines.is_empty()));
        }
        app.abort(&by(BLUE), Target::Here).await.expect("nobody has moved");
        assert_eq!(refused(app.forget_premoves(&by(BLUE), game).await).why, RejectionKind::Over);
        let Ok(Challenged::Started(_)) = app.challenge(&by(RED), asking("chess", Some(RED)), None).await
        else {
            panic!("no game alone")
        };
        let alone = refused(app.prepare(&by(RED), "e5 if e4").await);
        assert!(alone.text.starts_with("In a game against yourself"), "{}", alone.text);
    });
}

/// Number of simultaneous attempts.
const ROUNDS: u64 = 60;

async fn games(app: &App) -> Vec<GameId> {
    let mut games = Vec::new();
    for round in 0..ROUNDS {
        let here = |user| Caller { channel: rookery::game::ChannelId(1_000 + round), ..by(user) };
        let id = super::challenge(app, &here(RED), asking("chess", Some(BLUE))).await;
        let Ok(rookery::app::Accepted::Started(view)) = app.accept(&here(BLUE), id, None).await else {
            panic!("no game")
        };
        games.push(view.game);
    }
    games
}

fn a_move_and_a_line_at_once_are_decided_one_after_the_other() {
    with_app(async |app| {
        let app = app.with_limits(super::without_pauses());
        let (mut before, mut after) = (0, 0);
        for round in 0..games(&app).await.len() as u64 {
            let here = |user| Caller { channel: rookery::game::ChannelId(1_000 + round), ..by(user) };
            let (one, two) = (app.clone(), app.clone());
            let (moving, preparing) = (here(RED), here(BLUE));
            let kept = tokio::spawn(async move { two.prepare(&preparing, "e5 if e4").await });
            let moved = tokio::spawn(async move { one.play(&moving, "e4").await });
            let played = moved.await.expect("no panic").expect("a move").view.ply;
            match kept.await.expect("no panic") {
                Ok(_) => {
                    assert_eq!(played, Ply(2), "what was kept is played");
                    before += 1;
                }
                Err(AppError::Refused(refused)) => {
                    assert!(told(&refused).text.starts_with("It is your turn"), "{refused:?}");
                    assert_eq!(played, Ply(1));
                    after += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(before + after, ROUNDS);
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn a_move_and_forgetting_at_once_are_decided_one_after_the_other() {
    with_app(async |app| {
        let app = app.with_limits(super::without_pauses());
        for (round, game) in (0..).zip(games(&app).await) {
            let here = |user| Caller { channel: rookery::game::ChannelId(1_000 + round), ..by(user) };
            app.prepare(&here(BLUE), "e5 if e4, Nf6 if Nf3").await.expect("a line");
            let (one, two) = (app.clone(), app.clone());
            let (moving, forgetting) = (here(RED), here(BLUE));
            let moved = tokio::spawn(async move { one.play(&moving, "e4").await });
            let forgotten = tokio::spawn(async move { two.forget_premoves(&forgetting, game).await });
            let ply = moved.await.expect("no panic").expect("a move").view.ply;
            let left = forgotten.await.expect("no panic").expect("they go");
            assert!(left.lines.is_empty() && (ply == Ply(1) || ply == Ply(2)), "{ply:?}");
            // In either order: from then on no stored move is played.
            if ply == Ply(1) {
                app.play(&here(BLUE), "e5").await.expect("a move");
            }
            assert_eq!(app.play(&here(RED), "Nf3").await.expect("a move").view.ply, Ply(3));
        }
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn a_line_delivered_twice_is_kept_once() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let once = by(BLUE);
        app.prepare(&once, "e5 if e4").await.expect("a line");
        assert!(matches!(app.prepare(&once, "e5 if e4").await, Err(AppError::Replayed)));
        app.play(&by(RED), "e4").await.expect("a move");
        app.play(&by(RED), "d4").await.expect("a move");
        assert!(matches!(app.prepare(&once, "e5 if e4").await, Err(AppError::Replayed)));
    });
}

fn time_given_to_the_opponent_begins_with_the_reply() {
    with_app(async |app| {
        super::time::start(&app, "chess", None).await;
        prepare(&app, BLUE, "e5 if e4").await;
        let hour = rookery::game::Millis::HOUR;
        let later = Caller { now: rookery::game::Millis(NOON.0 + 20 * hour), ..by(RED) };
        let view = app.play(&later, "e4").await.expect("a move").view;
        let until = written(rookery::words::Mentioned::Moment(rookery::game::Millis(NOON.0 + 44 * hour)));
        assert!(view.text().ends_with(&format!("Time runs out {until}.")), "{}", view.text());
        assert_eq!(app.contradiction().await.expect("a read"), None);
        // A late move is late, whatever was prepared.
        prepare(&app, BLUE, "Nf6 if Nf3").await;
        let late = Caller { now: rookery::game::Millis(NOON.0 + 44 * hour), ..by(RED) };
        let over = app.play(&late, "Nf3").await.expect("it ends").view;
        assert!(matches!(over.game_now.ending, Some(Ending::TimeOut(_))) && over.ply == Ply(2));
    });
}

fn what_is_prepared_goes_with_its_game_and_its_player() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        prepare(&app, BLUE, "e5 if e4").await;
        let own = app.person_file(BLUE).await.expect("a file").json;
        assert!(own.contains("\"reply\": \"e7e5\""), "{own}");
        let other = app.person_file(RED).await.expect("a file").json;
        assert!(!other.contains("e7e5") && other.contains("\"prepared\": []"), "{other}");
        app.resign(&by(RED), Target::Here).await.expect("it ends");
        let own = app.person_file(BLUE).await.expect("a file").json;
        assert!(!own.contains("e7e5"), "{own}");
        start(&app, "chess", None).await;
        prepare(&app, BLUE, "e5 if e4").await;
        app.forget(BLUE, NOON).await.expect("they go");
        let other = app.person_file(RED).await.expect("a file").json;
        assert!(!other.contains("e7e5"), "{other}");
    });
}

fn half_typed_lines_are_gone_on_with() {
    with_app(async |app| {
        let begun = start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        let channel = begun.place.channel;
        let after = async |who: UserId, typed: &str| -> Vec<String> {
            let choices = app.complete_premove(who, channel, typed).await.expect("choices");
            choices.into_iter().map(|choice| choice.value).collect()
        };
        // First the opponent's moves, then replies.
        let all = after(BLUE, "").await;
        assert_eq!(all.len(), 25);
        assert!(all.iter().all(|text| text.starts_with("if ") && text.ends_with(" then")), "{all:?}");
        for typed in ["Nf", "if Nf"] {
            assert_eq!(after(BLUE, typed).await, ["if Nf3 then"], "{typed}");
        }
        for typed in ["if Nf3 then Nc", "if Nf3, Nc"] {
            assert_eq!(after(BLUE, typed).await, ["if Nf3 then Nc6"], "{typed}");
        }
        assert!(after(BLUE, "if Ng9 then Nc").await.is_empty());
        // A reply may precede its condition.
        assert_eq!(after(BLUE, "Nc6 if Nf").await, ["Nc6 if Nf3"]);
        assert!(after(BLUE, "exd4").await.contains(&"exd4 if d4".to_owned()));
        // Complete parts stay, and the next part continues from there.
        assert_eq!(after(BLUE, "if Nf3 then Nc6, if Bb5").await, ["if Nf3 then Nc6, if Bb5 then"]);
        assert_eq!(after(BLUE, "Nc6 if Nf3, then a6 if Bb5").await, ["Nc6 if Nf3, a6 if Bb5"]);
        // Suggestions can be prepared.
        prepare(&app, BLUE, "if Nf3 then Nc6").await;
        // Only the player who waits prepares moves.
        assert!(after(RED, "").await.is_empty());
        assert!(after(GREEN, "").await.is_empty());
    });
}
