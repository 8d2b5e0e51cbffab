//! Time for each move.

use super::*;

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
    let told: Vec<_> =
        Pace::ALL.into_iter().map(|pace| (pace.slug(), pace.millis() / Millis::HOUR)).collect();
    assert_eq!(told, [("1h", 1), ("8h", 8), ("1d", 24), ("3d", 72), ("7d", 168), ("14d", 336)]);
    assert!(Pace::ALL.into_iter().all(|pace| Pace::from_slug(pace.slug()) == Some(pace)));
    assert_eq!(Pace::from_slug("none"), None);
    for pace in Pace::ALL {
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
    // Talking takes no time and gives none.
    try_at(&mut game, RED, &Intent::Draw, hours(6)).expect("an offer");
    assert_eq!(deadline(&game), Some(hours(29)));
    try_at(&mut game, BLUE, &answer(Ask::Draw, 3, false), hours(7)).expect("an answer");
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
