//! Notifications: pings, and boards that were never shown.

use super::{BLUE, GREEN, HALL, RED, Told, asking, by, draw, open_at, play, start, with_app, with_database};
use rookery::app::{App, BoardNoted, Caller, Challenged, GameView, MessageRef, Missed, Posted, Target};
use rookery::game::{GameId, MessageId, Millis, OfferKind, Rev, UserId};
use rookery::store::Owed;

tests_on_both!(
    whoever_is_pinged_is_named,
    forgetting_somebody_wants_telling,
    a_board_that_was_never_shown_is_given_back_until_it_is,
    a_board_that_is_noted_after_an_offer_is_behind,
);

/// Asserts the view's ping. The text must mention the user, since otherwise Discord does not notify them.
fn heard(view: &GameView, whom: Option<UserId>) {
    assert_eq!(view.ping, whom, "{}", view.text());
    assert!(whom.is_none_or(|user| view.text().contains(&format!("<@{user}>"))), "{}", view.text());
}

fn whoever_is_pinged_is_named() {
    with_app(async |app| {
        for (slug, fen, moves, whom) in [
            ("chess", None, "f3 e5 g4 Qh4", RED),
            ("chess", None, "e4", BLUE),
            ("chess", Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), "Kxe2", BLUE),
            ("chess", Some("7k/8/8/6Q1/8/8/8/4K3 w - - 0 1"), "Qg6", BLUE),
            ("claustrophobia", Some("6*/7/4K**/5**/5**/5**/7/k5* w - - 0 1"), "e6f7", BLUE),
            ("prison-break", Some("5k/6/6/6/1K4/6/6/6 w - - 0 1"), "b4a4", BLUE),
        ] {
            heard(&start(&app, slug, fen).await, Some(RED));
            let last = play(&app, moves).await.view;
            heard(&last, Some(whom));
            if !last.over {
                heard(&app.resign(&by(RED), Target::Here).await.expect("resigned").view, Some(BLUE));
            }
        }
        for yes in [false, true] {
            let draws = start(&app, "chess", None).await.game;
            play(&app, "e4 e5").await;
            let offer = draw(&app, &by(RED), Target::Here).await.expect("an offer").view;
            heard(&offer, Some(BLUE));
            let answer =
                app.answer(&by(BLUE), OfferKind::Draw, (draws, offer.rev), yes).await.expect("an answer");
            heard(&answer.view, Some(RED));
            if answer.view.over {
                start(&app, "chess", None).await;
                play(&app, "e4 e5").await;
            }
            let asked = app.abort(&by(BLUE), Target::Here).await.expect("asked").view;
            heard(&asked, Some(RED));
            let answer = app
                .answer(&by(RED), OfferKind::Abort, (asked.game, asked.rev), yes)
                .await
                .expect("an answer");
            heard(&answer.view, Some(BLUE));
            if !answer.view.over {
                let manager = Caller { manages: true, ..by(GREEN) };
                heard(&app.abort(&manager, Target::Here).await.expect("a manager may").view, Some(RED));
            }
        }
        start(&app, "chess", None).await;
        play(&app, &"Nf3 Nf6 Ng1 Ng8 ".repeat(2)).await;
        heard(&draw(&app, &by(RED), Target::Here).await.expect("claimed").view, Some(BLUE));
        let Ok(Challenged::Started(alone)) = app.challenge(&by(RED), asking("chess", Some(RED)), None).await
        else {
            panic!("no hot-seat game")
        };
        heard(&alone, None);
        heard(&app.play(&by(RED), "e4").await.expect("a move").view, None);
        let manager = Caller { manages: true, ..by(GREEN) };
        heard(&app.abort(&manager, Target::Here).await.expect("a manager may").view, Some(RED));
    });
}

async fn shown(app: &App, view: &GameView, message: u64) -> Option<MessageId> {
    noted(app, view, message).await.old.map(|old| old.message.message)
}

async fn noted(app: &App, view: &GameView, message: u64) -> BoardNoted {
    let message = MessageRef { channel: HALL, message: MessageId(message) };
    let posted = Posted { game: view.game, rev: view.rev, message, answer: None, now: super::NOON };
    app.board_posted(posted).await.expect("a write")
}

fn a_board_that_is_noted_after_an_offer_is_behind() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let moved = play(&app, "e4 e5").await.view;
        assert!(!noted(&app, &moved, 1).await.behind, "nothing has come since");
        let offer = draw(&app, &by(RED), Target::Here).await.expect("an offer").view;
        assert!(noted(&app, &moved, 1).await.behind, "it lacks the offer");
        assert!(!noted(&app, &offer, 2).await.behind);
        let later = play(&app, "Nf3").await.view;
        assert!(!noted(&app, &offer, 2).await.behind, "the next board shows it all");
        app.resign(&by(RED), Target::Here).await.expect("resigned");
        assert!(!noted(&app, &later, 3).await.behind, "it is over");
    });
}

/// The pending boards.
async fn unshown(app: &App) -> Vec<Owed> {
    let owed = app.store().all_owed().await.expect("a read");
    owed.into_iter().filter(|owed| owed.key.kind == "board").collect()
}

async fn missed(app: &App, owed: &Owed) -> Option<GameView> {
    app.missed(GameId(owed.key.subject), Rev(owed.version), super::NOON).await.expect("a read").map(
        |missed| match missed {
            Missed::Board { view, .. } => *view,
            Missed::SetAside(notice) => panic!("{notice:?}"),
        },
    )
}

fn a_board_that_was_never_shown_is_given_back_until_it_is() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let begun = start(&app, "chess", None).await;
        let [first] = &unshown(&app).await[..] else { panic!("not just one") };
        shown(&app, &begun, 1).await;
        assert!(unshown(&app).await.is_empty());
        play(&app, "e4").await;
        app.close().await;

        let app = open_at(&url).await;
        assert!(missed(&app, first).await.is_none(), "something has happened since");
        let [moved] = &unshown(&app).await[..] else { panic!("not just one") };
        let view = missed(&app, moved).await.expect("a board");
        assert_eq!(view.text(), "White: Pawn e2-e4. Black (<@2>) to move.");
        heard(&view, Some(BLUE));
        shown(&app, &view, 2).await;
        assert!(unshown(&app).await.is_empty());

        // An ending without a move needs a board too, although its ply has had one.
        app.resign(&by(RED), Target::Here).await.expect("resigned");
        let [ended] = &unshown(&app).await[..] else { panic!("not just one") };
        assert_eq!(ended.step, "", "nobody left");
        heard(&missed(&app, ended).await.expect("a board"), Some(BLUE));
        app.store().give_up_board(GameId(ended.key.subject), Rev(ended.version)).await.expect("a write");
        assert!(unshown(&app).await.is_empty());

        start(&app, "chess", None).await;
        app.channel_deleted(HALL, super::NOON).await.expect("a write");
        assert!(unshown(&app).await.is_empty(), "there is no channel to show it in");
        app.close().await;
    });
}

fn forgetting_somebody_wants_telling() {
    with_app(async |app| {
        let begun = start(&app, "chess", None).await;
        shown(&app, &begun, 1).await;
        app.forget(RED, super::NOON).await.expect("a write");
        let [left] = &unshown(&app).await[..] else { panic!("not just one") };
        let view = missed(&app, left).await.expect("a board");
        assert_eq!(view.text(), "Chess. Black (<@2>) won: White (a former player) resigned.");
        heard(&view, Some(BLUE));
        assert_eq!((&*left.step, left.due), ("left", Some(Millis(0))));
        assert_eq!(shown(&app, &view, 2).await, Some(MessageId(1)), "the old board is quieted");
        assert!(unshown(&app).await.is_empty());
    });
}
