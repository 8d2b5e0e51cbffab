//! Time for each move: what the clock shows, and what happens when it runs out.

use super::{BLUE, NOON, RED, Told, asking, by, challenge, do_jobs, open_at, with_app, with_database};
use rookery::app::{
    Accepted, App, Caller, ChallengeWish, Challenged, GameView, JobDone, Missed, Target, What,
};
use rookery::discord::rest::mentions::written;
use rookery::game::{GameId, Millis, Pace, Rev, UserId};
use rookery::rules::ByColor;
use rookery::store::{GatewayShard, OwedKey, Store};
use rookery::words::Words;

tests_on_both!(
    a_challenge_says_how_long_each_move_may_take,
    each_board_says_until_when,
    alone_there_is_no_clock,
    who_is_late_has_lost_whoever_comes_first,
    what_time_decides_is_told,
    a_job_is_done_once_however_many_try,
    a_move_and_the_flag_at_once_are_one_of_them,
    a_player_is_reminded_once_a_turn,
    a_reminder_of_a_turn_that_is_over_is_none,
    the_list_of_games_tells_how_long_is_left,
    the_clock_is_kept_over_a_restart,
    several_programs_do_a_job_once,
    who_was_late_because_of_the_bot_gets_time_back,
    who_acts_before_time_is_given_back_is_not_late,
    what_was_in_hand_when_the_clock_leapt_leaves_the_other_side_its_time,
);

const HOUR: i64 = Millis::HOUR;

/// A user, this many hours after noon.
fn at(user: UserId, hours: i64) -> Caller {
    Caller { now: Millis(NOON.0 + hours * HOUR), ..by(user) }
}

/// The text of a deadline this many hours after noon.
fn until(hours: i64) -> String {
    format!("Time runs out <t:{}:R>.", (NOON.0 + hours * HOUR) / 1_000 + 1)
}

/// Red (White) against Blue, a day for each move.
pub async fn start(app: &App, slug: &str, position: Option<&str>) -> GameView {
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
            (None, "plays White. Expires"),
            (Some(Pace::Hour), "plays White. One hour for each move. Expires"),
            (Some(Pace::Fortnight), "plays White. Fourteen days for each move. Expires"),
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
    with_database(async |url| {
        let app = open_at(&url).await;
        start(&app, "squirrel", None).await;
        app.play(&at(RED, 3), "e3e4").await.expect("a move");
        app.close().await;
        let app = open_at(&url).await;
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

/// The time this many hours after noon.
fn noon(hours: i64) -> Millis {
    Millis(NOON.0 + hours * HOUR)
}

/// Runs the jobs due at this time. Returns the texts of ended games, with their pings, and of reminders.
async fn jobs(app: &App, now: Millis) -> Vec<String> {
    let mut told = Vec::new();
    for done in do_jobs(app, now).await {
        told.push(match done {
            JobDone::Ended(game, rev) => ended(app, game, rev, now).await,
            JobDone::ReminderOwed(game) => {
                let owed = app.store().owed_one(&OwedKey::new("reminder", game.0)).await.expect("a read");
                let position = Rev(owed.expect("it is owed").version);
                let reminder = app.reminder(game, position, now).await.expect("a read").expect("a reminder");
                let ByColor { white, black } = reminder.game_now.players;
                let (turn, waits) = if reminder.ping == white { (white, black) } else { (black, white) };
                assert_eq!(turn, reminder.game_now.to_move(), "the player to move");
                assert_eq!((Some(reminder.who), reminder.ping, reminder.waits), (turn, turn, waits));
                Words::english().reminder(&reminder, &written)
            }
        });
    }
    told
}

async fn ended(app: &App, game: GameId, rev: Rev, now: Millis) -> String {
    match app.missed(game, rev, now).await.expect("a read") {
        Some(Missed::Board { view, .. }) => {
            assert!(view.over && view.ping.is_some());
            view.text()
        }
        other => panic!("no board: {other:?}"),
    }
}

fn who_is_late_has_lost_whoever_comes_first() {
    for who in [RED, BLUE] {
        with_app(async |app| {
            start(&app, "chess", None).await;
            super::play(&app, "e4 e5").await;
            let other = if who == RED { BLUE } else { RED };
            // A click below an old board has this effect as well.
            let late = app.play(&at(who, 24), "Nf3").await.expect("it ends");
            assert_eq!(
                (late.what, late.view.ping, late.view.text().as_str()),
                (What::Ended, Some(other), "Time is up for White (<@1>). Black (<@2>) wins.")
            );
            assert!(late.view.over && late.view.ply.0 == 2, "the move was not played");
            assert!(jobs(&app, noon(25)).await.is_empty(), "nothing is left to do");
            assert_eq!(app.store().next_due().await.expect("a read"), None);
            assert_eq!(app.contradiction().await.expect("a read"), None);
        });
    }
}

fn what_time_decides_is_told() {
    let pawn = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    for (position, moves, told) in [
        (
            None,
            "",
            "Chess. Time is up for White (<@1>), who has not moved yet. The game with Black (<@2>) ends without a result.",
        ),
        (None, "e4 e5 Nf3", "Chess. Time is up for Black (<@2>). White (<@1>) wins."),
        (
            pawn,
            "Kd1 Kd8",
            "Chess. Time is up for White (<@1>), and Black (<@2>) has only the King left: a draw.",
        ),
    ] {
        with_app(async |app| {
            start(&app, "chess", position).await;
            if !moves.is_empty() {
                super::play(&app, moves).await;
            }
            assert_eq!(jobs(&app, noon(24)).await, [told]);
            assert!(jobs(&app, noon(24)).await.is_empty(), "once");
            assert_eq!(app.contradiction().await.expect("a read"), None);
        });
    }
}

fn a_job_is_done_once_however_many_try() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        super::play(&app, "e4 e5").await;
        for (now, what) in [(noon(18), "a reminder"), (noon(24), "an end")] {
            let tries = (0..8).map(|_| {
                let app = app.clone();
                tokio::spawn(async move { do_jobs(&app, now).await.len() })
            });
            let mut done = 0;
            for one in tries.collect::<Vec<_>>() {
                done += one.await.expect("a try");
            }
            assert_eq!(done, 1, "{what}");
        }
    });
}

fn several_programs_do_a_job_once() {
    with_database(async |url| {
        let first = open_at(&url).await;
        start(&first, "chess", None).await;
        super::play(&first, "e4 e5").await;
        // Only one app may play on a database. These have their own connections, as other processes would.
        let mut all = vec![first];
        for _ in 0..3 {
            all.push(App::new(Store::open_beside_at(&url).await.expect("a database")));
        }
        for (now, what) in [(noon(18), "a reminder"), (noon(24), "an end")] {
            let tries = all.iter().cycle().take(8).cloned();
            let tries = tries.map(|app| tokio::spawn(async move { do_jobs(&app, now).await.len() }));
            let mut done = 0;
            for one in tries.collect::<Vec<_>>() {
                done += one.await.expect("a try");
            }
            assert_eq!(done, 1, "{what}");
        }
        assert_eq!(all[0].contradiction().await.expect("a read"), None);
        for app in all.into_iter().rev() {
            app.close().await;
        }
    });
}

fn a_move_and_the_flag_at_once_are_one_of_them() {
    for _ in 0..10 {
        with_app(async |app| {
            start(&app, "chess", None).await;
            super::play(&app, "e4 e5").await;
            // It was received in time, but is carried out when time is up.
            let red = Caller { now: Millis(noon(24).0 - 1), ..by(RED) };
            let playing = {
                let app = app.clone();
                tokio::spawn(async move { app.play(&red, "Nf3").await })
            };
            let flag = {
                let app = app.clone();
                tokio::spawn(async move { do_jobs(&app, noon(24)).await })
            };
            let moved = playing.await.expect("a try");
            let flagged = !flag.await.expect("a try").is_empty();
            assert_eq!(moved.is_ok(), !flagged, "{moved:?}");
            assert_eq!(app.contradiction().await.expect("a read"), None);
        });
    }
}

fn a_player_is_reminded_once_a_turn() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        assert_eq!(app.store().next_due().await.expect("a read"), Some(noon(18)));
        assert!(jobs(&app, Millis(noon(18).0 - 1)).await.is_empty());
        let told = format!("White (<@1>), it is your move in Chess. {}", until(24));
        assert_eq!(jobs(&app, noon(18)).await, [told]);
        assert_eq!(app.store().next_due().await.expect("a read"), Some(noon(24)));
        assert!(jobs(&app, noon(20)).await.is_empty(), "once");
        // An offer does not start a turn.
        app.draw(&at(RED, 20), Target::Here).await.expect("an offer");
        assert!(jobs(&app, noon(23)).await.is_empty());
        app.play(&at(RED, 23), "e4").await.expect("a move");
        assert_eq!(app.store().next_due().await.expect("a read"), Some(noon(41)));
        assert_eq!(jobs(&app, noon(41)).await.len(), 1, "the other player, in a turn of its own");
        app.take_back(&at(RED, 42), Target::Here).await.expect("a request");
        app.take_back(&at(BLUE, 42), Target::Here).await.expect("allowed");
        assert_eq!(app.store().next_due().await.expect("a read"), Some(noon(60)));
        assert_eq!(jobs(&app, noon(60)).await.len(), 1, "the turn began anew");
    });
}

fn a_reminder_of_a_turn_that_is_over_is_none() {
    with_app(async |app| {
        let game = start(&app, "chess", None).await.game;
        assert!(matches!(do_jobs(&app, noon(18)).await[..], [JobDone::ReminderOwed(_)]));
        let owed = app.store().owed_one(&OwedKey::new("reminder", game.0)).await.expect("a read");
        let turn = Rev(owed.expect("it is owed").version);
        app.play(&at(RED, 19), "e4").await.expect("a move");
        // The opponent's reminder is due by now, but that is another reminder.
        assert!(app.reminder(game, turn, noon(40)).await.expect("a read").is_none());
    });
}

fn who_was_late_because_of_the_bot_gets_time_back() {
    for (away, back, until_then) in [
        // (from, to, the deadline then): hours after noon.
        (10, 23, 24),
        (23, 24, 25),
        (10, 30, 44),
        (25, 30, 24),
    ] {
        with_database(async |url| {
            let app = open_at(&url).await;
            assert!(
                app.store()
                    .give_time_back_on(&[GatewayShard::ONLY], noon(0))
                    .await
                    .expect("noted")
                    .is_empty(),
                "there is nothing yet"
            );
            start(&app, "chess", None).await;
            assert!(app.store().note_alive(&[GatewayShard::ONLY], noon(away)).await.expect("noted"));
            app.close().await;
            let app = open_at(&url).await;
            let late = app.store().give_time_back(noon(back), 0).await.expect("noted");
            assert_eq!(late.len(), usize::from(until_then != 24), "{away} {back}");
            let board = app.board(&at(RED, back), Target::Here, None).await.expect("a board");
            assert!(board.text().contains(&until(until_then)), "{away} {back}: {}", board.text());
            assert!(app.store().give_time_back(noon(back), 0).await.expect("noted").is_empty(), "once");
            assert_eq!(app.contradiction().await.expect("a read"), None);
            app.close().await;
        });
    }
}

/// The bot died, and the next one could not write at once: the first to act must not lose for the time in
/// between.
fn who_acts_before_time_is_given_back_is_not_late() {
    with_app(async |app| {
        let alive = async |when| app.store().note_alive(&[GatewayShard::ONLY], when).await.expect("noted");
        let noted = app.store().give_time_back_on(&[GatewayShard::ONLY], noon(0)).await;
        assert!(noted.expect("noted").is_empty(), "there is nothing yet");
        let game = start(&app, "chess", None).await.game;
        let late = noon(26);
        assert!(alive(Millis(late.0 - 121_000)).await);
        assert_eq!(do_jobs(&app, late).await.len(), 0, "nothing is due while nobody knows who could move");
        let done = app.do_job(game, late).await.expect("a look");
        assert!(!matches!(done, Some(JobDone::Ended(..))), "{done:?}");
        app.play(&at(RED, 26), "e4").await.expect("a move");
        let board = app.board(&at(BLUE, 26), Target::Here, None).await.expect("a board");
        assert!(board.text().contains(&until(50)), "{}", board.text());
        // Blue is late by the clock of a bot that was alive a moment ago.
        assert!(alive(Millis(noon(51).0 - 119_000)).await);
        assert!(matches!(do_jobs(&app, noon(51)).await[..], [JobDone::Ended(..)]));
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

/// A command arrived, the clock jumped and time was given back, and only then was the command carried out.
fn what_was_in_hand_when_the_clock_leapt_leaves_the_other_side_its_time() {
    with_app(async |app| {
        let on =
            async |when| app.store().give_time_back_on(&[GatewayShard::ONLY], when).await.expect("noted");
        let runs_out = async || {
            let reminder = app.store().next_due().await.expect("a read").expect("something is due");
            (reminder.0 - NOON.0) / HOUR + 6
        };
        assert!(on(noon(0)).await.is_empty());
        let wish = ChallengeWish { pace: Some(Pace::Day), ..asking("chess", Some(BLUE)) };
        let challenge = challenge(&app, &by(RED), wish).await;
        assert!(on(noon(30)).await.is_empty());
        app.accept(&at(BLUE, 1), challenge, None).await.expect("a game");
        assert_eq!(runs_out().await, 54, "White has a day from now on");
        assert_eq!(on(noon(80)).await.len(), 1, "White would have been late");
        app.play(&at(RED, 31), "e4").await.expect("a move");
        assert_eq!(runs_out().await, 104, "Black has a day from now on");
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn the_list_of_games_tells_how_long_is_left() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        app.play(&at(RED, 2), "e4").await.expect("a move");
        let lines = app.games(BLUE).await.expect("a read");
        let told = Words::english().games_line(&lines[0], (BLUE, true), None, &written);
        let left = format!("**Your turn**, time runs out <t:{}:R>; 1 move", (noon(26).0) / 1_000 + 1);
        assert!(told.contains(&left), "{told}");
    });
}
