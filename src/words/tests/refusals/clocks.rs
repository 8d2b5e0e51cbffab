//! Tests of time limits per move.

use super::*;
use strum::IntoEnumIterator;

/// A game of Red and Blue with a day for each move.
fn timed(slug: &str, fen: Option<&str>) -> Game {
    game(slug, fen).timed(Some(Pace::Day))
}

fn deadline(game: &Game) -> Option<Millis> {
    game.clock.map(|clock| clock.deadline)
}

fn hours(hours: i64) -> Millis {
    Millis(NOON.0 + hours * Millis::HOUR)
}

#[test]
fn paces_read_back_and_are_what_they_say() {
    let told: Vec<_> = Pace::iter().map(|pace| (pace.slug(), pace.millis() / Millis::HOUR)).collect();
    assert_eq!(told, [("1h", 1), ("8h", 8), ("1d", 24), ("3d", 72), ("7d", 168), ("14d", 336)]);
    assert!(Pace::iter().all(|pace| Pace::from_slug(pace.slug()) == Some(pace)));
    assert_eq!(Pace::from_slug("none"), None);
    for pace in Pace::iter() {
        let clock = MoveClock::starting(pace, NOON);
        assert_eq!(4 * clock.deadline.since(clock.reminds_at()), pace.millis());
        assert!(clock.deadline.since(clock.reminds_at()) >= 10 * 60_000, "time enough to come and move");
    }
}

#[test]
fn each_turn_has_its_time() {
    let mut game = timed("chess", None);
    assert_eq!(deadline(&game), Some(hours(24)), "the first one too");
    try_at(&mut game, RED, &Intent::Move("e4".to_owned()), hours(5)).expect("a move");
    assert_eq!(deadline(&game), Some(hours(29)));
    // Offers and answers do not change the deadline.
    try_at(&mut game, RED, &Intent::Draw, hours(6)).expect("an offer");
    assert_eq!(deadline(&game), Some(hours(29)));
    try_at(&mut game, BLUE, &answer(OfferKind::Draw, 3, false), hours(7)).expect("an answer");
    assert_eq!(deadline(&game), Some(hours(29)));
    try_at(&mut game, BLUE, &Intent::Move("e5".to_owned()), hours(20)).expect("a move");
    assert_eq!(deadline(&game), Some(hours(44)));
    try_at(&mut game, BLUE, &Intent::Takeback, hours(21)).expect("a request");
    try_at(&mut game, RED, &Intent::Takeback, hours(22)).expect("agreed");
    assert_eq!((game.to_move(), deadline(&game)), (Some(BLUE), Some(hours(46))), "a turn begins anew");
    try_at(&mut game, BLUE, &Intent::Resign, hours(23)).expect("it ends");
    assert_eq!(game.clock, None);
}

#[test]
fn without_a_pace_there_is_no_clock() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    assert_eq!(game.clock, None);
}

fn late(game: &Game, who: UserId, intent: &Intent) -> Vec<Event> {
    decide(game, who, intent, Some(Rev(1)), hours(24)).expect("time is up, whatever is wished")
}

#[test]
fn time_is_up_at_its_moment_whoever_notices_first() {
    let mut game = timed("chess", None);
    play(&mut game, "e4 e5");
    let nf3 = Intent::Move("Nf3".to_owned());
    let just = decide(&game, RED, &nf3, None, Millis(hours(24).0 - 1)).expect("in time");
    assert!(matches!(just[..], [Event::Moved(_)]));
    assert_eq!(game.time_out(Millis(hours(24).0 - 1)), None);
    let lost = [Event::Ended(Ending::TimeOut(Color::Black))];
    for intent in
        [nf3, Intent::Resign, Intent::Draw, Intent::Takeback, ABORT, Intent::Move("what?".to_owned())]
    {
        for who in [RED, BLUE] {
            assert_eq!(late(&game, who, &intent), lost, "{intent:?}");
        }
    }
    let stranger = decide(&game, GREEN, &Intent::Resign, None, hours(24)).expect_err("a refusal");
    assert!(matches!(stranger, Refusal::NotAPlayer));
    game.apply(&lost[0], hours(24)).expect("it ends");
    assert_eq!((game.clock, game.time_out(hours(99))), (None, None));
}

#[test]
fn who_never_moved_loses_nothing() {
    for moves in ["", "e4"] {
        let mut game = timed("chess", None);
        play(&mut game, moves);
        assert_eq!(game.time_out(hours(24)), Some(Ending::TimeOutAborted), "{moves:?}");
    }
}

#[test]
fn nobody_loses_on_time_to_a_king_that_cannot_win() {
    let ends = |slug, fen, moves| {
        let mut game = timed(slug, Some(fen));
        play(&mut game, moves);
        game.time_out(hours(24))
    };
    let (pawn, king) = ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(ends("chess", pawn, "Kd1 Kd8"), Some(Ending::TimeOutDraw));
    assert_eq!(ends("chess", pawn, "Kd1 Kd8 Kc1"), Some(Ending::TimeOut(Color::White)));
    assert_eq!(ends("chess", king, "Kd1 Kd8"), Some(Ending::TimeOut(Color::Black)));
    // A bare king can still win by arriving here.
    let bare = "6*/7/4K**/5**/5**/5**/7/k5* w - - 0 1";
    assert_eq!(ends("claustrophobia", bare, "e6d5 a1b1"), Some(Ending::TimeOut(Color::Black)));
}

#[test]
fn where_there_is_a_clock_nobody_aborts_for_having_waited() {
    let mut game = timed("chess", None);
    play(&mut game, "e4 e5");
    // On vacation until then: the clock is stopped, however long it takes.
    game.clock = game.clock.map(|clock| MoveClock { deadline: later(40), ..clock });
    assert!(!abort_is_free(&game, Color::Black, later(30)));
    let events = decide(&game, BLUE, &ABORT, None, later(30)).expect("asking is free");
    assert_eq!(events, [Event::Asked(OfferKind::Abort, Color::Black)]);
}
