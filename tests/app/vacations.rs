//! Vacations through the app: clocks stop, for as many days as a year allows.

use super::time::start;
use super::{BLUE, GREEN, NOON, RED, Told, by, do_jobs, open_at, refused, with_app, with_database};
use rookery::app::{
    App, AppError, Caller, ChallengeWish, RejectionKind, Target, VacationNews, VacationView, VacationWord,
};
use rookery::discord::rest::mentions::written;
use rookery::game::{GameId, Millis, Pace, UserId};
use rookery::store::Owed;
use rookery::words::{Mentioned, Words};

tests_on_both!(
    a_turn_that_begins_meanwhile_begins_afterwards,
    an_end_before_its_time_gives_the_rest_back,
    one_may_play_on_vacation_and_the_other_clock_runs,
    a_game_that_begins_meanwhile_waits,
    thirty_days_a_year_and_no_more,
    of_many_at_once_one_vacation_begins,
    a_vacation_and_a_move_at_once_leave_one_deadline,
    an_offer_does_not_take_the_time_back,
    opponents_are_told_once_in_each_game_with_a_clock,
    an_end_while_its_beginning_is_told_is_told_as_well,
    in_a_closed_channel_it_is_told_when_that_opens,
    the_list_of_games_tells_it,
    it_is_in_the_file_and_goes_with_its_person,
    the_clock_of_a_turn_stands_still,
    opponents_are_told_when_one_is_back_early,
);

const DAY: i64 = 24;

fn at(user: UserId, hours: i64) -> Caller {
    Caller { now: noon(hours), ..by(user) }
}

fn noon(hours: i64) -> Millis {
    Millis(NOON.0 + hours * Millis::HOUR)
}

fn moment(hours: i64) -> String {
    written(Mentioned::Moment(noon(hours)))
}

async fn go(app: &App, user: UserId, hours: i64, days: u32) -> VacationView {
    app.go_on_vacation(&at(user, hours), days).await.expect("a vacation")
}

/// The board's text, this many hours after noon.
async fn board(app: &App, hours: i64) -> String {
    app.board(&at(RED, hours), Target::Here, None).await.expect("a board").text()
}

/// Number of jobs done at this time.
async fn jobs(app: &App, hours: i64) -> usize {
    do_jobs(app, noon(hours)).await.len()
}

async fn consistent(app: &App) {
    assert_eq!(app.contradiction().await.expect("a read"), None);
}

fn the_clock_of_a_turn_stands_still() {
    with_database(async |url| {
        let app = open_at(&url).await;
        start(&app, "chess", None).await;
        app.play(&at(RED, 0), "e4").await.expect("a move");
        app.play(&at(BLUE, 0), "e5").await.expect("a move");
        // A day for each move, of which half is left.
        let view = go(&app, RED, 12, 3).await;
        assert_eq!(view, VacationView { until: Some(noon(12 + 3 * DAY)), left: 27 });
        app.close().await;
        let app = open_at(&url).await;
        assert_eq!(
            board(&app, 13).await,
            format!(
                "Chess, move 2: White (<@1>) to move. Last move, Black: Pawn e7-e5. Time runs out {}. White (<@1>) is on vacation, which ends {}.",
                moment(24 + 3 * DAY),
                moment(12 + 3 * DAY)
            )
        );
        assert_eq!(jobs(&app, 12 + 3 * DAY).await, 0, "neither reminded nor late");
        assert!(!board(&app, 12 + 3 * DAY).await.contains("vacation"), "it is over by itself");
        assert_eq!(jobs(&app, 18 + 3 * DAY).await, 1, "reminded at a quarter of the time");
        assert_eq!(jobs(&app, 24 + 3 * DAY - 1).await, 0);
        consistent(&app).await;
        assert_eq!(jobs(&app, 24 + 3 * DAY).await, 1);
        assert!(board(&app, 24 + 3 * DAY).await.contains("Time is up for White"));
        app.close().await;
    });
}

fn a_turn_that_begins_meanwhile_begins_afterwards() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        go(&app, BLUE, 0, 2).await;
        let moved = app.play(&at(RED, 10), "e4").await.expect("a move").view.text();
        let told = format!(
            "Time runs out {}. Black (<@2>) is on vacation, which ends {}.",
            moment(3 * DAY),
            moment(2 * DAY)
        );
        assert!(moved.ends_with(&told), "{moved}");
        assert!(board(&app, 11).await.ends_with(&told), "as it is stored");
        // Taking back and replaying does not change it.
        app.take_back(&at(RED, 12), Target::Here).await.expect("a request");
        app.take_back(&at(BLUE, 13), Target::Here).await.expect("agreed");
        app.play(&at(RED, 14), "d4").await.expect("a move");
        assert!(board(&app, 15).await.contains(&format!("Time runs out {}.", moment(3 * DAY))));
        consistent(&app).await;
    });
}

fn an_end_before_its_time_gives_the_rest_back() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        app.play(&at(RED, 0), "e4").await.expect("a move");
        let begun = go(&app, BLUE, 6, 10).await;
        let until = begun.until.expect("on vacation");
        // Two and a half days are used: a started day counts.
        let view = app.end_vacation(&at(BLUE, 6 + 60), until).await.expect("it ends");
        assert_eq!(view, VacationView { until: None, left: 27 });
        let told = board(&app, 6 + 60).await;
        assert!(told.ends_with(&format!("Time runs out {}.", moment(24 + 60))), "{told}");
        consistent(&app).await;
        for late in [until, noon(6 + 60)] {
            let over = refused(app.end_vacation(&at(BLUE, 70), late).await);
            assert_eq!(
                (over.why, over.text.as_str()),
                (RejectionKind::Vacation, "That vacation is over already.")
            );
        }
        // This also holds for a turn that started on vacation.
        let until = go(&app, RED, 70, 5).await.until.expect("on vacation");
        app.play(&at(BLUE, 72), "e5").await.expect("a move");
        app.end_vacation(&at(RED, 96), until).await.expect("it ends");
        assert!(board(&app, 96).await.ends_with(&format!("Time runs out {}.", moment(120))));
        consistent(&app).await;
    });
}

fn one_may_play_on_vacation_and_the_other_clock_runs() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        go(&app, RED, 0, 7).await;
        let moved = app.play(&at(RED, 5), "e4").await.expect("a move").view.text();
        assert!(moved.ends_with(&format!("Time runs out {}.", moment(29))), "{moved}");
        let view = app.vacation(RED, noon(6)).await.expect("a read");
        assert_eq!(view.until, Some(noon(7 * DAY)), "it goes on");
        assert_eq!(jobs(&app, 23).await, 1, "Blue is reminded");
        assert_eq!(jobs(&app, 29).await, 1, "and late");
    });
}

fn a_game_that_begins_meanwhile_waits() {
    with_app(async |app| {
        let wish = ChallengeWish { pace: Some(Pace::Day), ..super::asking("chess", Some(BLUE)) };
        let challenge = super::challenge(&app, &at(RED, 0), wish).await;
        go(&app, RED, 1, 4).await;
        let Ok(rookery::app::Accepted::Started(view)) = app.accept(&at(BLUE, 2), challenge, None).await
        else {
            panic!("no game")
        };
        let told = format!("Time runs out {}.", moment(1 + 5 * DAY));
        assert!(view.text().contains(&told), "{}", view.text());
        assert!(board(&app, 3).await.contains(&told));
        consistent(&app).await;
    });
}

fn thirty_days_a_year_and_no_more() {
    with_app(async |app| {
        // Noon is in January.
        assert_eq!(app.vacation(RED, NOON).await.expect("a read"), VacationView { until: None, left: 30 });
        let first = go(&app, RED, 0, 10).await;
        let twice = refused(app.go_on_vacation(&at(RED, 1), 5).await);
        assert_eq!(twice.why, RejectionKind::Vacation);
        assert!(twice.text.starts_with("You are on vacation, which ends <t:"), "{}", twice.text);
        let days = 11 * DAY;
        assert_eq!(go(&app, RED, days, 15).await.left, 5);
        let many = refused(app.go_on_vacation(&at(RED, days + 16 * DAY), 6).await);
        assert_eq!(many.text, "You have 5 days of vacation left this year; choose from 1 to 5.");
        assert_eq!(go(&app, RED, days + 16 * DAY, 5).await.left, 0);
        let none = refused(app.go_on_vacation(&at(RED, 60 * DAY), 1).await);
        assert_eq!(none.text, "You have no day of vacation left this year.");
        let old = refused(app.end_vacation(&at(RED, 60 * DAY), first.until.expect("a vacation")).await);
        assert_eq!(old.why, RejectionKind::Vacation);
        // Another year has its own days.
        assert_eq!(app.vacation(RED, noon(365 * DAY)).await.expect("a read").left, 30);
        assert_eq!(go(&app, RED, 365 * DAY, 30).await.left, 0);
    });
}

fn of_many_at_once_one_vacation_begins() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let tries = (0..12).map(|_| {
            let (app, by) = (app.clone(), at(RED, 1));
            tokio::spawn(async move { app.go_on_vacation(&by, 20).await })
        });
        let mut begun = 0;
        for one in tries.collect::<Vec<_>>() {
            match one.await.expect("no panic") {
                Ok(_) => begun += 1,
                Err(AppError::Refused(refused)) => assert_eq!(refused.why(), RejectionKind::Vacation),
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(begun, 1);
        assert!(board(&app, 2).await.contains(&format!("Time runs out {}.", moment(21 * DAY))));
        // A redelivered interaction does not start it again.
        let once = at(BLUE, 2);
        app.go_on_vacation(&once, 3).await.expect("a vacation");
        assert!(matches!(app.go_on_vacation(&once, 3).await, Err(AppError::Replayed)));
        assert_eq!(app.vacation(BLUE, noon(3)).await.expect("a read").left, 27);
    });
}

fn a_vacation_and_a_move_at_once_leave_one_deadline() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        for (round, text) in (0..15).zip(["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle()) {
            let (first, waiting) = if round % 2 == 0 { (RED, BLUE) } else { (BLUE, RED) };
            let (one, two) = (app.clone(), app.clone());
            let (moving, going) = (at(first, round), at(waiting, round));
            let moved = tokio::spawn(async move { one.play(&moving, text).await });
            let gone = tokio::spawn(async move { two.go_on_vacation(&going, 2).await });
            moved.await.expect("no panic").expect("a move");
            let until = gone.await.expect("no panic").expect("a vacation").until.expect("on vacation");
            let told = board(&app, round).await;
            assert!(told.contains(&format!("Time runs out {}.", moment(round + 3 * DAY))), "{told}");
            app.end_vacation(&at(waiting, round), until).await.expect("it ends");
        }
        consistent(&app).await;
    });
}

fn an_offer_does_not_take_the_time_back() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        app.play(&at(RED, 0), "e4").await.expect("a move");
        for round in 0..12 {
            let (one, two) = (app.clone(), app.clone());
            let now = 1 + round;
            let (asking, going) = (at(RED, now), at(BLUE, now));
            let offer = tokio::spawn(async move { one.draw(&asking, Target::Here).await });
            let gone = tokio::spawn(async move { two.go_on_vacation(&going, 2).await });
            if round == 0 {
                offer.await.expect("no panic").expect("an offer");
            } else {
                assert_eq!(refused(offer.await.expect("no panic")).why, RejectionKind::TooSoon);
            }
            let until = gone.await.expect("no panic").expect("a vacation").until.expect("on vacation");
            assert!(board(&app, now).await.contains(&format!("Time runs out {}.", moment(DAY + 2 * DAY))));
            app.end_vacation(&at(BLUE, now), until).await.expect("it ends");
            assert!(board(&app, now).await.contains(&format!("Time runs out {}.", moment(DAY))));
        }
        consistent(&app).await;
    });
}

fn words(news: &VacationNews) -> String {
    news.word.map_or(String::new(), |word| Words::english().vacation_news(news, word, &written))
}

/// The pending news of vacations, with their outbox entries. Obsolete ones are dropped.
async fn untold(app: &App, hours: i64) -> Vec<(Owed, VacationNews)> {
    let mut untold = Vec::new();
    for owed in app.store().owed(noon(hours), 500, 8).await.expect("a read") {
        if owed.key.kind != "vacation" {
            continue;
        }
        let (game, person) = (GameId(owed.key.subject), UserId(owed.key.part as u64));
        let step = owed.step.parse().expect("a step");
        match app.vacation_news(game, person, step, noon(hours)).await.expect("a read") {
            Some(news) => untold.push((owed, news)),
            None => app.store().settle_owed(&owed).await.expect("noted"),
        }
    }
    untold
}

fn all_words(untold: &[(Owed, VacationNews)]) -> Vec<String> {
    untold.iter().map(|(_, news)| words(news)).collect()
}

/// Marks the news as sent; the board is still pending.
async fn said(app: &App, owed: &Owed) {
    app.store().next_of_owed(owed, "board", Some(NOON)).await.expect("noted");
}

fn opponents_are_told_once_in_each_game_with_a_clock() {
    with_app(async |app| {
        let app = app.with_limits(super::without_pauses());
        start(&app, "chess", None).await;
        let other = |user| Caller { channel: rookery::game::ChannelId(11), ..by(user) };
        let id = super::challenge(&app, &other(GREEN), super::asking("chess", Some(RED))).await;
        app.accept(&other(RED), id, None).await.expect("a game without a clock");
        go(&app, RED, 0, 2).await;
        let news = untold(&app, 1).await;
        let told = all_words(&news);
        let until = moment(2 * DAY);
        assert_eq!(
            told,
            [format!(
                "White (<@1>) is on vacation, which ends {until}. In Chess their clock stands still until then."
            )]
        );
        assert_eq!(untold(&app, 1).await.len(), 1, "until it is noted");
        told_to_all(&app, 1).await;
        // A vacation that is over before its news can be sent is not announced.
        go(&app, BLUE, 1, 1).await;
        assert!(untold(&app, 26).await.is_empty() && untold(&app, 2).await.is_empty());
        let until = go(&app, BLUE, 30, 1).await.until.expect("on vacation");
        app.end_vacation(&at(BLUE, 31), until).await.expect("it ends");
        let news = untold(&app, 31).await;
        assert_eq!(all_words(&news), [""], "only the board may have told it");
        told_to_all(&app, 31).await;
    });
}

/// Sends all pending news in two steps, so that the boards show it.
async fn told_to_all(app: &App, hours: i64) {
    for (owed, news) in untold(app, hours).await {
        if news.word.is_some() {
            said(app, &owed).await;
        } else {
            app.store().settle_owed(&owed).await.expect("noted");
        }
    }
    for (owed, _) in untold(app, hours).await {
        app.store().settle_owed(&owed).await.expect("noted");
    }
    assert!(untold(app, hours).await.is_empty());
}

fn opponents_are_told_when_one_is_back_early() {
    with_database(async |url| {
        let app = open_at(&url).await;
        start(&app, "chess", None).await;
        for (who, told) in [
            (
                RED,
                format!(
                    "White (<@1>) has ended their vacation. In Chess their clock runs again; time runs out {}.",
                    moment(24 + 5)
                ),
            ),
            (BLUE, "Black (<@2>) has ended their vacation. In Chess their clock runs again.".to_owned()),
        ] {
            let until = go(&app, who, 1, 9).await.until.expect("on vacation");
            told_to_all(&app, 1).await;
            app.end_vacation(&at(who, 6), until).await.expect("it ends");
            let news = untold(&app, 6).await;
            assert_eq!(all_words(&news), [told]);
            said(&app, &news[0].0).await;
            // The board is still pending, also after a restart.
            assert_eq!(all_words(&untold(&app, 6).await), [""]);
            let (owed, _) = untold(&app, 6).await.remove(0);
            let later = Owed { due: Some(noon(7)), tries: 1, ..owed.clone() };
            app.store().put_off_owed(&owed, &later).await.expect("noted");
            assert!(untold(&app, 6).await.is_empty(), "not at once again");
            told_to_all(&app, 7).await;
        }
        app.close().await;
    });
}

fn an_end_while_its_beginning_is_told_is_told_as_well() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let until = go(&app, RED, 1, 9).await.until.expect("on vacation");
        let (begun, _) = untold(&app, 1).await.remove(0);
        app.store().take_owed(&begun, noon(2), Some(noon(1))).await.expect("taken");
        app.end_vacation(&at(RED, 2), until).await.expect("it ends");
        said(&app, &begun).await;
        let (owed, ended) = untold(&app, 2).await.remove(0);
        assert_eq!(ended.word, Some(VacationWord::Ended));
        // And the reverse: a person who is away again is not announced as back.
        go(&app, RED, 3, 1).await;
        said(&app, &owed).await;
        assert_eq!(untold(&app, 3).await.remove(0).1.word, Some(VacationWord::Begun));
    });
}

fn in_a_closed_channel_it_is_told_when_that_opens() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        app.store().close_channel(super::HALL, 50_001, noon(3)).await.expect("noted");
        go(&app, RED, 2, 2).await;
        assert!(untold(&app, 3).await.is_empty());
        app.store().open_channel(super::HALL, noon(4)).await.expect("noted");
        assert_eq!(untold(&app, 4).await.len(), 1);
    });
}

fn the_list_of_games_tells_it() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        go(&app, RED, 0, 2).await;
        for (who, turn) in [(RED, "**Your turn**"), (BLUE, "The opponent's turn")] {
            let line = app.games(who).await.expect("a read").remove(0);
            let told = Words::english().games_line(&line, (who, true), None, &written);
            let both = format!(
                "{turn}, time runs out {}, on vacation, which ends {}; ",
                moment(3 * DAY),
                moment(2 * DAY)
            );
            assert!(told.contains(&both), "{told}");
        }
    });
}

fn it_is_in_the_file_and_goes_with_its_person() {
    with_app(async |app| {
        let game = start(&app, "chess", None).await.game;
        go(&app, RED, 0, 2).await;
        let own = app.person_file(RED).await.expect("a file").json;
        assert!(own.contains("\"days_used\": 2"), "{own}");
        let own: serde_json::Value = serde_json::from_str(&own).expect("JSON");
        assert_eq!(own["vacation_untold_in"], serde_json::json!([game.0]));
        assert!(!app.person_file(BLUE).await.expect("a file").json.contains("days_used"));
        app.forget(RED, NOON).await.expect("they go");
        assert_eq!(app.vacation(RED, NOON).await.expect("a read"), VacationView { until: None, left: 30 });
        assert!(untold(&app, 1).await.is_empty());
    });
}
