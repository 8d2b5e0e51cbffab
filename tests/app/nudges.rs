//! Nudges through the app: by the player who waits, once a day, in games without a clock.

use super::{BLUE, GREEN, NOON, RED, asking, by, refused, start, with_app};
use rookery::app::{App, AppError, Caller, Challenged, RejectionKind, Setting, Target};
use rookery::discord::rest::mentions::written;
use rookery::game::{ChannelId, Millis, UserId};
use rookery::words::{Mentioned, Words};

tests_on_both!(
    who_waits_a_day_nudges_once_a_day,
    a_move_begins_the_day_anew,
    nobody_else_and_nowhere_else,
    who_wants_no_pings_or_is_away_is_left_alone,
    of_many_at_once_one_nudges,
    a_button_nudges_while_its_game_stands_as_it_did,
);

fn at(user: UserId, hours: i64) -> Caller {
    Caller { now: Millis(NOON.0 + hours * Millis::HOUR), ..by(user) }
}

fn moment(hours: i64) -> String {
    written(Mentioned::Moment(Millis(NOON.0 + hours * Millis::HOUR)))
}

/// The public text of a nudge.
async fn nudged(app: &App, who: UserId, hours: i64) -> String {
    let nudge = app.nudge(&at(who, hours), Target::Here).await.expect("a nudge");
    assert_eq!(Some(nudge.ping), nudge.game_now.to_move());
    Words::english().nudge(&nudge, &written)
}

async fn not_nudged(app: &App, who: UserId, hours: i64) -> String {
    let refused = refused(app.nudge(&at(who, hours), Target::Here).await);
    assert_eq!(refused.why, RejectionKind::NoNudge);
    refused.text
}

fn before(hours: i64) -> String {
    let minute = (NOON.0 + hours * Millis::HOUR) / 60_000 + 1;
    format!(
        "You can nudge your opponent from <t:{}:f> on: a day after the last move, and once a day.",
        minute * 60
    )
}

fn who_waits_a_day_nudges_once_a_day() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        assert_eq!(not_nudged(&app, BLUE, 23).await, before(24));
        assert_eq!(
            nudged(&app, BLUE, 24).await,
            format!("White (<@1>), <@2> waits for your move in Chess. The last one was {}.", moment(0))
        );
        assert_eq!(not_nudged(&app, BLUE, 25).await, before(48));
        assert_eq!(not_nudged(&app, RED, 48).await, "It is your turn: play with `/move`.");
        nudged(&app, BLUE, 48).await;
        let file = app.person_file(RED).await.expect("a file").json;
        assert!(file.contains(&format!("\"nudged_ms\": {}", NOON.0 + 48 * Millis::HOUR)), "{file}");
        assert_eq!(app.contradiction().await.expect("a read"), None);
    });
}

fn a_move_begins_the_day_anew() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        nudged(&app, BLUE, 30).await;
        app.play(&at(RED, 31), "e4").await.expect("a move");
        assert_eq!(not_nudged(&app, RED, 40).await, before(55));
        app.play(&at(BLUE, 41), "e5").await.expect("a move");
        assert_eq!(not_nudged(&app, BLUE, 60).await, before(65));
        nudged(&app, BLUE, 65).await;
    });
}

fn nobody_else_and_nowhere_else() {
    with_app(async |app| {
        assert_eq!(refused(app.nudge(&at(RED, 0), Target::Here).await).why, RejectionKind::NoGame);
        start(&app, "chess", None).await;
        assert_eq!(refused(app.nudge(&at(GREEN, 30), Target::Here).await).why, RejectionKind::NotYourGame);
        app.resign(&at(RED, 30), Target::Here).await.expect("it ends");
        assert_eq!(refused(app.nudge(&at(BLUE, 30), Target::Here).await).why, RejectionKind::NoGame);
        let Ok(Challenged::Started(_)) = app.challenge(&by(RED), asking("chess", Some(RED)), None).await
        else {
            panic!("no game alone")
        };
        assert_eq!(not_nudged(&app, RED, 60).await, "It is your turn: play with `/move`.");
        app.resign(&at(RED, 60), Target::Here).await.expect("it ends");
        super::time::start(&app, "chess", None).await;
        let clock = "This game has a clock, which reminds your opponent by itself.";
        assert_eq!(not_nudged(&app, BLUE, 1).await, clock);
    });
}

fn who_wants_no_pings_or_is_away_is_left_alone() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        app.set(&at(RED, 1), &[Setting::Pings(false)]).await.expect("set");
        let silent = not_nudged(&app, BLUE, 30).await;
        assert!(
            silent.starts_with("<@1> has switched pings off, so a nudge would not reach them."),
            "{silent}"
        );
        app.set(&at(RED, 30), &[Setting::Pings(true)]).await.expect("set");
        app.go_on_vacation(&at(RED, 30), 1).await.expect("a vacation");
        assert_eq!(
            not_nudged(&app, BLUE, 31).await,
            format!("<@1> is on vacation, which ends {}.", moment(54))
        );
        nudged(&app, BLUE, 54).await;
    });
}

fn of_many_at_once_one_nudges() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let tries = (0..12).map(|_| {
            let (app, by) = (app.clone(), at(BLUE, 24));
            tokio::spawn(async move { app.nudge(&by, Target::Here).await })
        });
        let mut done = 0;
        for one in tries.collect::<Vec<_>>() {
            match one.await.expect("no panic") {
                Ok(_) => done += 1,
                Err(AppError::Refused(refused)) => assert_eq!(super::told(&refused).text, before(48)),
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(done, 1);
        let once = at(BLUE, 48);
        app.nudge(&once, Target::Here).await.expect("a nudge");
        assert!(matches!(app.nudge(&once, Target::Here).await, Err(AppError::Replayed)));
    });
}

fn a_button_nudges_while_its_game_stands_as_it_did() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let line = async |who| app.games(who).await.expect("games").remove(0);
        assert_eq!(line(RED).await.nudge, None, "it is their turn");
        let first = line(BLUE).await;
        let (from, rev) = first.nudge.expect("they may nudge");
        assert_eq!(from, Millis(NOON.0 + 24 * Millis::HOUR));
        let button = Target::Button(first.game, rev);
        let elsewhere = |who, hours| Caller { channel: ChannelId(77), ..at(who, hours) };
        app.nudge(&elsewhere(BLUE, 25), button).await.expect("a nudge");
        assert_eq!(line(BLUE).await.nudge, Some((Millis(NOON.0 + 49 * Millis::HOUR), rev)));
        assert_eq!(refused(app.nudge(&elsewhere(GREEN, 60), button).await).why, RejectionKind::NotYourGame);
        app.play(&at(RED, 61), "e4").await.expect("a move");
        let stale = refused(app.nudge(&elsewhere(BLUE, 62), button).await);
        assert!(
            stale.why == RejectionKind::Stale && stale.text.contains("it is now move 1"),
            "{}",
            stale.text
        );
        app.play(&at(BLUE, 63), "e5").await.expect("a move");
        app.resign(&at(RED, 64), Target::Here).await.expect("it ends");
        assert_eq!(refused(app.nudge(&elsewhere(BLUE, 99), button).await).why, RejectionKind::Over);
        super::time::start(&app, "chess", None).await;
        assert_eq!(line(BLUE).await.nudge, None, "it has a clock");
    });
}
