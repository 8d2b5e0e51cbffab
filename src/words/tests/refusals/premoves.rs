//! Tests of conditional moves: parsing a line, and playing it.

use super::*;

fn lines(game: &Game, typed: &[&str]) -> Premoves {
    let side = game.turn().other();
    typed.iter().fold(Premoves::default(), |all, typed| {
        let line = prepare(&game.line, typed).unwrap_or_else(|why| panic!("{typed}: {why:?}"));
        all.with(side, line).expect("room")
    })
}

/// Plays a move for the player to move, and the reply prepared for it.
fn answered(game: &mut Game, premoves: &Premoves, text: &str) -> Premoves {
    let who = game.to_move().expect("it goes on");
    let events = act(game, who, &Intent::Move(text.to_owned()));
    let Met { left, reply } = premoves.met(game, &events);
    if let Some(reply) = reply {
        for event in game.answered_by(reply) {
            game.apply(&event, NOON).expect("legal");
        }
    }
    left
}

fn texts(game: &Game) -> String {
    game.line.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_line_is_read_however_it_is_written() {
    let game = game("chess", None);
    for typed in [
        "e7e5 if e2e4, then g8f6 if g1f3",
        "e5 if e4 then Nf6 if Nf3",
        "If e4, e5; if Nf3, Nf6.",
        "if e2e4 then e7e5, if g1f3 then g8f6",
        "e7e5 when e2e4; g8f6 after Knight g1-f3",
        "E5 IF E4, AND THEN nf6 IF nf3",
        "if e4\ne5\nif Nf3\nNf6",
    ] {
        assert_eq!(lines(&game, &[typed]).to_string(), "black e2e4 e7e5 g1f3 g8f6", "{typed}");
    }
    assert_eq!(Premoves::read("black e2e4 e7e5 g1f3 g8f6"), lines(&game, &["e5 if e4, Nf6 if Nf3"]));
}

#[test]
fn what_cannot_be_read_or_played_is_named() {
    let game = game("chess", None);
    let why = |typed: &str| match prepare(&game.line, typed).expect_err(typed) {
        NotPrepared::NoCondition(part) => format!("no condition: {part}"),
        NotPrepared::NoReply(part) => format!("no reply: {part}"),
        NotPrepared::Part { part, error: ReadError::Unreadable(_), .. } => format!("unreadable: {part}"),
        NotPrepared::Part { part, error, position } => {
            assert!(matches!(error, ReadError::Illegal(_) | ReadError::Ambiguous(_)), "{error:?}");
            format!("not legal for {}: {part}", position.turn().slug())
        }
        NotPrepared::Over(last) => format!("over: {last}"),
        NotPrepared::TooMany => "too many".to_owned(),
    };
    let deep = "Nf6 if Nf3, Ng8 if Ng1, ".repeat(11);
    for (typed, told) in [
        ("", "no condition: "),
        (" , then ; ", "no condition: "),
        ("e7e5", "no condition: e7e5"),
        ("e5 if", "no condition: e5"),
        ("e5 if e4, Nf6", "no condition: Nf6"),
        ("if e4", "no reply: e4"),
        ("if e4, if d4, d5", "no reply: e4"),
        ("e5 if flying`saucer", "unreadable: flyingsaucer"),
        ("e5 if e5", "not legal for white: e5"),
        ("e4 if e4", "not legal for black: e4"),
        ("e5 if e4, then Nf6 if Nf6", "not legal for white: Nf6"),
        ("e5 if f3, Qh4 if g4, a6 if a3", "over: d8h4"),
        (deep.as_str(), "too many"),
    ] {
        assert_eq!(why(typed), told, "{typed}");
    }
}

#[test]
fn what_applies_is_played_and_the_rest_of_its_line_stays() {
    let mut game = game("chess", None);
    let premoves = lines(&game, &["e5 if e4, Nf6 if Nf3, Nxe4 if Nxe5", "d5 if d4"]);
    assert_eq!(premoves.of(Color::Black).len(), 2);
    let left = answered(&mut game, &premoves, "e4");
    assert_eq!(texts(&game), "e2e4 e7e5");
    assert_eq!(left.to_string(), "black g1f3 g8f6 f3e5 f6e4", "the other line can come no more");
    let left = answered(&mut game, &left, "Nf3");
    let left = answered(&mut game, &left, "Nxe5");
    assert_eq!((texts(&game).as_str(), left.text()), ("e2e4 e7e5 g1f3 g8f6 f3e5 f6e4", None));
    assert_eq!(answered(&mut game, &left, "d4"), Premoves::default(), "nothing more is prepared");
}

#[test]
fn what_does_not_apply_is_dropped_and_told_once() {
    let mut game = game("chess", None);
    let premoves = lines(&game, &["e5 if e4", "c5 if c4"]);
    let left = answered(&mut game, &premoves, "d4");
    assert_eq!((texts(&game).as_str(), left.to_string().as_str()), ("d2d4", "black dropped"));
    assert!(left.was_dropped(Color::Black) && !left.was_dropped(Color::White));
    assert_eq!(Premoves::read("black dropped"), left);
    assert_eq!(left.told(Color::Black), Premoves::default());
}

#[test]
fn a_line_that_begins_alike_takes_the_place_of_the_other() {
    let game = game("chess", None);
    let premoves = lines(&game, &["e5 if e4, Nf6 if Nf3", "d5 if d4", "c5 if e4"]);
    assert_eq!(premoves.to_string(), "black d2d4 d7d5\nblack e2e4 c7c5");
    assert_eq!(premoves.without(Color::Black), Premoves::default());
}

#[test]
fn there_is_room_for_so_many_replies() {
    let game = game("chess", None);
    let mut premoves = Premoves::default();
    let line = |first: &str| {
        let typed = format!("Nf6 if {first}, Ng8 if h4, Nf6 if h5, Ng8 if Rh4");
        prepare(&game.line, &typed).expect("a line")
    };
    for first in ["a3", "b3", "c3", "d3", "e3"] {
        premoves = premoves.with(Color::Black, line(first)).expect("room");
    }
    assert_eq!(premoves.clone().with(Color::Black, line("f3")), Err(TooManyReplies));
    assert!(premoves.with(Color::Black, line("e3")).is_ok(), "in the place of another");
}

#[test]
fn a_takeback_and_the_end_leave_nothing() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    let premoves = lines(&game, &["Nc6 if Nf3"]);
    act(&mut game, RED, &Intent::Takeback);
    let asked = game.rev.0;
    let back = act(&mut game, BLUE, &answer(OfferKind::Takeback, asked, true));
    assert_eq!(premoves.met(&game, &back).left.to_string(), "black dropped");
    let end = act(&mut game, RED, &Intent::Resign);
    assert_eq!(premoves.met(&game, &end), Met { left: Premoves::default(), reply: None });
}

#[test]
fn a_reply_can_end_the_game() {
    let mut game = game("chess", None);
    play(&mut game, "f3 e5");
    let premoves = lines(&game, &["Qh4 if g4"]);
    let left = answered(&mut game, &premoves, "g4");
    assert_eq!(game.ending, Some(Ending::Played(Termination::Checkmate(Color::Black))));
    assert_eq!(left, Premoves::default());
}

#[test]
fn what_is_not_understood_counts_as_not_there() {
    for text in ["", "grey e2e4 e7e5", "white", "white e2e4", "black e2e4 e7e5 g1f3"] {
        assert_eq!(Premoves::read(text), Premoves::default(), "{text}");
    }
}
