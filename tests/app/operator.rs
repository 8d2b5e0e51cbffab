//! The operator's actions on people, games and servers, and their effects.

use super::{
    BLUE, GREEN, HALL, NOON, RED, Told as _, asking, by, challenge, open_at, play, refused, start, with_app,
    with_database,
};
use crate::databases::DbProbe;
use rookery::app::{
    Accepted, App, Caller, ChallengeWish, GameStopped, GamesOfShutOut, Missed, RejectionKind, ServerRemoved,
    Target,
};
use rookery::game::{ChannelId, GameId, GuildId, Millis, Pace, Rev, UserId};
use rookery::store::{Act, ActOn, StoreUrl};

tests_on_both!(
    nobody_accepts_the_challenge_of_who_is_shut_out,
    what_who_is_shut_out_has_prepared_is_not_played,
    a_board_notifies_nobody_in_place_of_who_is_shut_out_but_of_an_end,
    a_result_that_was_taken_back_is_told_wherever_the_game_is_seen,
    a_result_is_taken_back_whole_by_a_second_call,
    a_server_that_is_back_keeps_what_is_left_and_what_was_done_is_told,
);

/// Blocks a person, keeping their games, and loads the block in this process.
async fn shut_out(app: &App, person: UserId) {
    app.shut_out(person, "spam", GamesOfShutOut::Keep, NOON).await.expect("a block");
    app.read_operator_state().await.expect("a read");
}

fn nobody_accepts_the_challenge_of_who_is_shut_out() {
    with_app(async |app| {
        app.shut_out(RED, "spam", GamesOfShutOut::Keep, NOON).await.expect("a block");
        // This process has not loaded the block yet.
        let late = challenge(&app, &by(RED), asking("chess", None)).await;
        app.read_operator_state().await.expect("a read");
        let why = refused(app.accept(&by(BLUE), late, None).await).why;
        assert_eq!(why, RejectionKind::NotForYou);
        assert_eq!(app.shut_out_again(NOON).await.expect("a sweep"), 1);
        assert_eq!(app.shut_out_again(NOON).await.expect("a sweep"), 0, "nothing is left");
        let open = challenge(&app, &by(GREEN), asking("chess", None)).await;
        app.accept(&by(BLUE), open, None).await.expect("others play on");
    });
}

fn what_who_is_shut_out_has_prepared_is_not_played() {
    with_app(async |app| {
        let game = start(&app, "chess", None).await.game;
        Box::pin(app.prepare(&by(BLUE), "e5 if e4")).await.expect("a line");
        shut_out(&app, BLUE).await;
        let played = play(&app, "e4").await.view;
        assert_eq!((played.game, played.ply.0), (game, 1), "{}", played.text());
    });
}

/// The user pinged by the only game's pending board.
async fn notified(app: &App) -> Option<UserId> {
    let owed = app.store().all_owed().await.expect("a read");
    let owed = owed.iter().find(|owed| owed.key.kind == "board").expect("a board");
    let (game, rev) = (GameId(owed.key.subject), Rev(owed.version));
    match app.missed(game, rev, NOON).await.expect("a read") {
        Some(Missed::Board { view, .. }) => view.ping,
        other => panic!("no board: {other:?}"),
    }
}

fn a_board_notifies_nobody_in_place_of_who_is_shut_out_but_of_an_end() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        play(&app, "e4").await;
        assert_eq!(notified(&app).await, Some(BLUE));
        shut_out(&app, BLUE).await;
        assert_eq!(notified(&app).await, None, "it is not the turn of the other one");
        app.resign(&by(RED), Target::Here).await.expect("resigned");
        assert_eq!(notified(&app).await, Some(RED), "it is over");
        shut_out(&app, RED).await;
        assert_eq!(notified(&app).await, None);
    });
}

/// A game lost by Red, and the act that voids its result.
async fn lost_by_red(app: &App, rated: bool) -> (GameId, Act) {
    let wish = ChallengeWish { rated, pace: rated.then_some(Pace::Day), ..asking("chess", Some(BLUE)) };
    let open = challenge(app, &by(RED), wish).await;
    let Ok(Accepted::Started(begun)) = app.accept(&by(BLUE), open, None).await else { panic!("no game") };
    play(app, "f3 e5 g4 Qh4").await;
    let (on, reason) = (ActOn::Game(begun.game), "it was arranged".to_owned());
    (begun.game, Act { at: NOON, what: "void".to_owned(), on, reason })
}

fn a_result_that_was_taken_back_is_told_wherever_the_game_is_seen() {
    with_app(async |app| {
        let (game, act) = lost_by_red(&app, false).await;
        let before = app.board(&by(RED), Target::Here, None).await.expect("a board").text();
        assert!(!before.contains("taken the result"), "{before}");
        app.store().void_game(game, &act).await.expect("a write");
        let told = "have taken the result of this game back: it was arranged.";
        let after = app.board(&by(RED), Target::Here, None).await.expect("a board").text();
        assert!(after.contains(told), "{after}");
        let alone = app.board_alone(&by(BLUE), Target::Here, None).await.expect("a board").text();
        assert!(alone.contains(told), "{alone}");
    });
}

fn a_result_is_taken_back_whole_by_a_second_call() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let (game, act) = lost_by_red(&app, true).await;
        let beside = DbProbe::open(&url).await;
        let listed = "SELECT count(*) FROM rating_lists";
        assert!(beside.number(listed).await > 0);
        // The command is killed after its first transaction.
        app.store().void_game(game, &act).await.expect("a write");
        assert!(beside.number(listed).await > 0, "the lists are still to be made again");
        let again = app.stop_game(game, "it was arranged", true, NOON).await.expect("a second call");
        assert_eq!(again, GameStopped::Over);
        assert_eq!(beside.number(listed).await, 0, "none of the two has another result");
        beside.close().await;
        app.close().await;
    });
}

/// Makes the bot rejoin each server as soon as a game has ended there.
fn back_after_a_game(url: &StoreUrl) -> &'static str {
    match url {
        StoreUrl::Sqlite(_) => {
            "CREATE TRIGGER back AFTER UPDATE OF state ON games WHEN NEW.state = 'over' BEGIN DELETE FROM left_servers; END"
        }
        StoreUrl::Postgres(_) => {
            "CREATE FUNCTION back() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM left_servers; RETURN NULL; END';
             CREATE TRIGGER back AFTER UPDATE OF state ON games FOR EACH ROW WHEN (NEW.state = 'over') EXECUTE FUNCTION back()"
        }
    }
}

fn a_server_that_is_back_keeps_what_is_left_and_what_was_done_is_told() {
    with_database(async |url| {
        let app = open_at(&url).await;
        start(&app, "chess", None).await;
        for (who, channel) in [(RED, HALL.0 + 1), (GREEN, HALL.0 + 2)] {
            let there = |user| Caller { channel: ChannelId(channel), ..by(user) };
            let open = challenge(&app, &there(who), asking("chess", Some(BLUE))).await;
            app.accept(&there(BLUE), open, None).await.expect("a game");
        }
        let beside = DbProbe::open(&url).await;
        beside.change("INSERT INTO left_servers (guild, at) VALUES (99, 1)").await;
        beside.change(back_after_a_game(&url)).await;
        let done = app.remove_server(GuildId(99), NOON).await.expect("a removal");
        assert_eq!(done, ServerRemoved::Back { games: 1, tournaments: 0 });
        assert_eq!(beside.number("SELECT count(*) FROM games WHERE state = 'live'").await, 2);
        let acts = app.store().acts(Millis(0)).await.expect("a read");
        assert_eq!(acts.iter().map(|act| act.what.as_str()).collect::<Vec<_>>(), ["remove"]);
        beside.close().await;
        app.close().await;
    });
}
