//! Tests of every intent, every refusal, and the endings.

use crate::game::*;
use crate::games;
use crate::rules::{
    ByColor, Claim, DrawReason, Every, Line, Move, NotLegal, Position, ReadError, Termination,
};
use crate::words::{Mentioned, Words};

mod clocks;
mod lessons;
mod offers;
mod outcome;
mod premoves;
mod takebacks;
mod turn;
mod twice;

const RED: UserId = UserId(1);
const BLUE: UserId = UserId(2);
const GREEN: UserId = UserId(3);
const NOON: Millis = Millis(1_800_000_000_000);
const ABORT: Intent = Intent::Abort { manages: false };

fn later(days: i64) -> Millis {
    Millis(NOON.0 + days * Millis::DAY)
}

fn answer(ask: OfferKind, rev: i64, yes: bool) -> Intent {
    Intent::Answer { ask, rev: Rev(rev), yes }
}

/// Red (White) against Blue.
fn game(slug: &str, fen: Option<&str>) -> Game {
    between(slug, fen, RED, BLUE)
}

fn between(slug: &str, fen: Option<&str>, white: UserId, black: UserId) -> Game {
    let variant = games::from_slug(slug).expect("a known variant");
    let read = |fen| Position::from_fen(variant, fen).expect("a position");
    let start = fen.map_or(Position::start(variant), read);
    Game::new(ByColor { white: Some(white), black: Some(black) }, Line::new(start), NOON)
}

fn try_at(game: &mut Game, who: UserId, intent: &Intent, now: Millis) -> Result<Vec<Event>, Refusal> {
    let events = decide(game, who, intent, None, now)?;
    for event in &events {
        game.apply(event, now).expect("what is decided is legal");
    }
    Ok(events)
}

fn act(game: &mut Game, who: UserId, intent: &Intent) -> Vec<Event> {
    try_at(game, who, intent, NOON).unwrap_or_else(|refusal| panic!("{intent:?}: {refusal:?}"))
}

fn told(game: &Game, refusal: &Refusal) -> String {
    Words::english().refusal(game, refusal, &|what| match what {
        Mentioned::Person(user) => format!("<@{user}>"),
        other => panic!("{other:?}"),
    })
}

fn refused(game: &Game, who: UserId, intent: &Intent) -> String {
    told(game, &decide(game, who, intent, None, NOON).expect_err("a refusal"))
}

/// Plays moves for the player to move.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let who = game.to_move().expect("the game goes on");
        act(game, who, &Intent::Move(text.to_owned()));
    }
}

#[test]
fn only_the_player_to_move_moves() {
    let mut game = game("chess", None);
    let e4 = Intent::Move("e4".to_owned());
    assert_eq!(refused(&game, BLUE, &e4), "It is not your turn: White (<@1>) is to move.");
    assert_eq!(
        refused(&game, GREEN, &e4),
        "Only <@1> and <@2> play here. `/challenge` starts a game of your own."
    );
    act(&mut game, RED, &e4);
    assert_eq!(refused(&game, RED, &e4), "It is not your turn: Black (<@2>) is to move.");
    assert_eq!((game.ply(), game.to_move()), (Ply(1), Some(BLUE)));
}

#[test]
fn a_refused_move_says_which_kind_of_wrong_it_is() {
    let game = game("chess", Some("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"));
    let refusal =
        |text: &str| decide(&game, RED, &Intent::Move(text.to_owned()), None, NOON).expect_err(text);
    assert!(matches!(refusal("what?"), Refusal::Move(ReadError::Unreadable(_))));
    assert!(matches!(refusal("Ne2"), Refusal::Move(ReadError::Ambiguous(_))));
    assert!(matches!(refusal("e1e3"), Refusal::Move(ReadError::Illegal(_))));
}

#[test]
fn an_old_button_does_nothing() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    for intent in [Intent::Resign, Intent::Draw, ABORT, Intent::Move("Nf3".to_owned())] {
        let stale = decide(&game, RED, &intent, Some(Rev(2)), NOON).expect_err("a refusal");
        assert_eq!(told(&game, &stale), "That board is old: it is now move 2, White to move.");
        assert!(decide(&game, RED, &intent, Some(Rev(3)), NOON).is_ok());
    }
    // An offer does not make a board stale. A future revision is invalid.
    act(&mut game, BLUE, &Intent::Draw);
    for (rev, fresh) in [(2, false), (3, true), (4, true), (5, false)] {
        assert_eq!(decide(&game, RED, &Intent::Resign, Some(Rev(rev)), NOON).is_ok(), fresh, "{rev}");
    }
}

#[test]
fn the_rules_end_games() {
    let barren = "4k3/8/8/8/8/8/4r3/R3K3 w - - 149 100";
    for (slug, fen, moves, ending) in [
        ("chess", None, "f3 e5 g4 Qh4", "checkmate black"),
        ("chess", Some("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1"), "Kg6", "stalemate"),
        ("chess", Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), "Kxe2", "draw material"),
        ("chess", Some(barren), "Kf1", "draw seventy-five"),
        ("claustrophobia", Some("6*/7/4K**/5**/5**/5**/7/k5* w - - 0 1"), "e6f7", "scepter white"),
        ("prison-break", Some("5k/6/6/6/1K4/6/6/6 w - - 0 1"), "b4a4", "escape white"),
    ] {
        let mut game = game(slug, fen);
        play(&mut game, moves);
        let ending: Ending = ending.parse().expect("an ending");
        assert_eq!(game.ending, Some(ending), "{slug} {moves}");
        assert_eq!(game.to_move(), None);
        for intent in [Intent::Move("e4".to_owned()), Intent::Resign, Intent::Draw, ABORT] {
            let over = decide(&game, RED, &intent, None, NOON).expect_err("a refusal");
            assert!(matches!(over, Refusal::Over(e) if e == ending), "{over:?}");
        }
    }
}

#[test]
fn a_position_for_the_fifth_time_draws() {
    let mut game = game("chess", None);
    play(&mut game, &"Nf3 Nf6 Ng1 Ng8 ".repeat(4));
    assert_eq!(game.ending, Some(Ending::Played(Termination::Draw(DrawReason::Fivefold))));
}

#[test]
fn who_resigns_loses() {
    for (who, winner) in [(RED, Color::Black), (BLUE, Color::White)] {
        let mut game = game("chess", None);
        assert_eq!(act(&mut game, who, &Intent::Resign), [Event::Ended(Ending::Resigned(winner))]);
        assert_eq!(game.ending.and_then(Ending::winner), Some(winner));
    }
    assert!(
        refused(&game("chess", None), GREEN, &Intent::Resign).starts_with("Only <@1> and <@2> play here.")
    );
}

#[test]
fn alone_one_plays_and_resigns_for_the_side_to_move() {
    let mut game = between("chess", None, RED, RED);
    play(&mut game, "e4 e5 Nf3");
    assert_eq!(game.side_of(RED), Some(Color::Black));
    act(&mut game, RED, &Intent::Resign);
    assert_eq!(game.ending, Some(Ending::Resigned(Color::White)));
}

#[test]
fn alone_one_agrees_with_oneself() {
    for (intent, ending) in [(Intent::Draw, Ending::Agreed), (ABORT, Ending::Aborted)] {
        let mut game = between("chess", None, RED, RED);
        play(&mut game, "e4 e5 Nf3");
        act(&mut game, RED, &intent);
        assert_eq!(game.ending, Some(ending));
    }
}

#[test]
fn a_draw_is_offered_and_accepted() {
    let mut game = game("chess", None);
    assert_eq!(act(&mut game, BLUE, &Intent::Draw), [Event::Asked(OfferKind::Draw, Color::Black)]);
    let own = answer(OfferKind::Draw, 2, true);
    assert_eq!(refused(&game, BLUE, &own), "That is your own offer; your opponent answers it.");
    assert!(refused(&game, GREEN, &own).starts_with("Only <@1> and <@2> play here."));
    act(&mut game, RED, &answer(OfferKind::Draw, 2, true));
    assert_eq!(game.ending, Some(Ending::Agreed));
}

#[test]
fn offering_what_was_offered_agrees() {
    for (intent, ending) in [(Intent::Draw, Ending::Agreed), (ABORT, Ending::Aborted)] {
        let mut game = game("chess", None);
        play(&mut game, "e4 e5");
        act(&mut game, RED, &intent);
        act(&mut game, BLUE, &intent);
        assert_eq!(game.ending, Some(ending));
    }
}

#[test]
fn one_open_offer_a_side_and_a_new_one_after_ones_next_move() {
    for (intent, ask, moves) in [
        // A player whose draw offer was declined must wait longer.
        (Intent::Draw, OfferKind::Draw, "Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 c3"),
        (ABORT, OfferKind::Abort, "Nf3"),
    ] {
        let mut game = game("chess", None);
        play(&mut game, "e4 e5");
        act(&mut game, RED, &intent);
        assert!(refused(&game, RED, &intent).contains("already. Wait for the answer"));
        act(&mut game, BLUE, &answer(ask, 4, false));
        assert!(refused(&game, RED, &intent).contains("after your "));
        for who in [RED, BLUE] {
            assert!(refused(&game, who, &answer(ask, 4, true)).contains("no longer open"));
        }
        play(&mut game, moves);
        act(&mut game, RED, &intent);
        assert_eq!(game.offers.open_of(ask, Color::White).map(|o| o.rev), Some(game.rev));
        // The button of the first offer must not accept the second.
        assert!(refused(&game, BLUE, &answer(ask, 4, true)).contains("no longer open"));
    }
}

#[test]
fn an_offer_stands_through_ones_own_move_and_falls_with_the_answer_on_the_board() {
    let mut game = game("chess", None);
    act(&mut game, RED, &Intent::Draw);
    play(&mut game, "e4");
    assert!(decide(&game, BLUE, &answer(OfferKind::Draw, 2, true), None, NOON).is_ok());
    play(&mut game, "e5");
    assert!(refused(&game, BLUE, &answer(OfferKind::Draw, 2, true)).contains("no longer open"));
    // Red has moved since the offer and may offer again.
    act(&mut game, RED, &Intent::Draw);
}

#[test]
fn an_offer_out_of_turn_may_be_made_again_only_after_a_move() {
    let mut game = game("chess", None);
    act(&mut game, BLUE, &Intent::Draw);
    play(&mut game, "e4");
    assert!(refused(&game, BLUE, &Intent::Draw).contains("after your next move"));
    play(&mut game, "e5");
    act(&mut game, BLUE, &Intent::Draw);
}

#[test]
fn a_standing_draw_is_claimed_at_once() {
    let mut repeated = game("chess", None);
    play(&mut repeated, &"Nf3 Nf6 Ng1 Ng8 ".repeat(2));
    act(&mut repeated, RED, &Intent::Draw);
    assert_eq!(repeated.ending, Some(Ending::Claimed(Claim::Threefold)));
    let mut fifty = game("chess", Some("4k3/8/8/8/8/8/4r3/R3K3 w - - 99 80"));
    play(&mut fifty, "Kf1");
    act(&mut fifty, BLUE, &Intent::Draw);
    assert_eq!(fifty.ending, Some(Ending::Claimed(Claim::FiftyMoves)));
}

#[test]
fn aborting_is_free_before_each_side_has_moved() {
    for (moves, free) in [("", true), ("e4", true), ("e4 e5", false)] {
        for who in [RED, BLUE] {
            let mut game = game("chess", None);
            play(&mut game, moves);
            act(&mut game, who, &ABORT);
            assert_eq!(game.ending, free.then_some(Ending::Aborted), "{moves:?}");
        }
    }
}

#[test]
fn aborting_later_needs_agreement() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    assert_eq!(act(&mut game, RED, &ABORT), [Event::Asked(OfferKind::Abort, Color::White)]);
    act(&mut game, BLUE, &answer(OfferKind::Abort, 4, true));
    assert_eq!(game.ending, Some(Ending::Aborted));
}

#[test]
fn after_fourteen_silent_days_only_who_waited_may_abort() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    try_at(&mut game, RED, &Intent::Move("Nf3".to_owned()), later(3)).expect("a move three days later");
    assert!(!abort_is_free(&game, Color::White, Millis(later(17).0 - 1)));
    assert!(abort_is_free(&game, Color::White, later(17)));
    let events = decide(&game, RED, &ABORT, None, later(17)).expect("it is free");
    assert_eq!(events, [Event::Ended(Ending::Aborted)]);
    // Black, to move, still has to ask.
    assert!(!abort_is_free(&game, Color::Black, later(400)));
    let events = decide(&game, BLUE, &ABORT, None, later(400)).expect("asking is free");
    assert_eq!(events, [Event::Asked(OfferKind::Abort, Color::Black)]);
    assert!(decide(&game, GREEN, &ABORT, None, later(17)).is_err(), "not anybody");
}

#[test]
fn who_manages_channels_may_abort_any_game() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    act(&mut game, GREEN, &Intent::Abort { manages: true });
    assert_eq!(game.ending, Some(Ending::Aborted));
}

#[test]
fn a_clock_set_back_is_not_silence() {
    let mut game = game("chess", None);
    play(&mut game, "e4 e5");
    assert!(Color::BOTH.into_iter().all(|side| !abort_is_free(&game, side, Millis(0))));
}

/// Endings as they are stored in existing databases.
const STORED: [&str; 17] = [
    "checkmate white",
    "checkmate black",
    "scepter white",
    "scepter black",
    "escape white",
    "escape black",
    "stalemate",
    "draw material",
    "draw fivefold",
    "draw seventy-five",
    "resigned white",
    "resigned black",
    "draw threefold",
    "draw fifty",
    "draw agreed",
    "aborted",
    "channel deleted",
];

#[test]
fn a_move_of_another_position_is_an_error_and_changes_nothing() {
    let mut game = game("chess", None);
    let e4 = game.line.position().legal_move("e2e4").expect("a legal move");
    play(&mut game, "d4");
    let before = game.line.position().fen();
    assert_eq!(game.apply(&Event::Moved(e4), NOON), Err(NotLegal));
    assert_eq!((game.line.position().fen(), game.ply()), (before, Ply(1)));
}

#[test]
fn endings_read_back() {
    let texts: Vec<String> = Ending::every().iter().map(ToString::to_string).collect();
    for (ending, text) in Ending::every().into_iter().zip(&texts) {
        assert_eq!(text.parse(), Ok(ending), "{text}");
    }
    for stored in STORED {
        assert!(texts.iter().any(|text| text == stored), "{stored} was stored by an earlier release");
    }
    assert!("won".parse::<Ending>().is_err());
}

/// Applies an intent and appends its events to a log.
fn noted(game: &mut Game, log: &mut Vec<LogEntry>, who: UserId, intent: &Intent) {
    for event in
        decide(game, who, intent, None, NOON).unwrap_or_else(|refusal| panic!("{intent:?}: {refusal:?}"))
    {
        log.push(event.entry(game.side_of(who)));
        game.apply(&event, NOON).expect("a legal move");
    }
}

#[test]
fn a_game_is_its_log() {
    let mut game = game("chess", Some("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1"));
    let mut log = vec![LogEntry::begun(game.line.start())];
    let mv = |text: &str| Intent::Move(text.to_owned());
    for (who, intent) in [
        (BLUE, mv("e5")),
        (RED, mv("e4")),
        (RED, Intent::Draw),
        (BLUE, answer(OfferKind::Draw, 4, false)),
        (BLUE, ABORT),
        (BLUE, mv("Kd7")),
        (BLUE, Intent::Withdraw { ask: OfferKind::Abort, rev: Rev(6) }),
        (BLUE, Intent::Takeback),
        (RED, Intent::Takeback),
        (BLUE, mv("Ke7")),
        (BLUE, Intent::Draw),
        (RED, answer(OfferKind::Draw, 12, true)),
    ] {
        noted(&mut game, &mut log, who, &intent);
        let again = Game::replay(game.line.position().variant(), game.players, None, NOON, &log)
            .expect("it reads back");
        assert_eq!((again.rev, again.position_rev), (game.rev, game.position_rev), "{intent:?}");
        assert_eq!((&again.offers, again.ending), (&game.offers, game.ending), "{intent:?}");
        assert_eq!(again.line.moves(), game.line.moves(), "{intent:?}");
    }
    assert_eq!(game.ending, Some(Ending::Agreed));
    let told: Vec<_> = log
        .iter()
        .map(|e| format!("{} {} {}", e.kind.slug(), e.by.map_or("-", Color::slug), e.text))
        .collect();
    assert_eq!(
        told[1..],
        [
            "move black e7e5",
            "move white e2e4",
            "asked white draw",
            "declined black draw",
            "asked black abort",
            "move black e8d7",
            "withdrawn black abort",
            "asked black takeback",
            "takeback white 2",
            "move black e8e7",
            "asked black draw",
            "ended white draw agreed",
        ]
    );
}

#[test]
fn a_log_that_makes_no_sense_says_where() {
    let chess = games::from_slug("chess").expect("a known variant");
    let players = ByColor { white: Some(RED), black: Some(BLUE) };
    let begun = || LogEntry::begun(&Position::start(chess));
    let entry = |kind, by, text: &str| LogEntry { kind, by, text: text.to_owned() };
    let bad = |log: &[LogEntry]| {
        Game::replay(chess, players, None, NOON, log).expect_err("it is refused").to_string()
    };
    assert_eq!(bad(&[]), "its log does not begin with a beginning");
    assert_eq!(
        bad(&[begun(), entry(EventKind::Move, Some(Color::White), "e2e5")]),
        "its move 1 (e2e5) is not legal"
    );
    assert_eq!(bad(&[begun(), begun()]).split(" \"").next(), Some("it has an unknown event: begun"));
    for (kind, by, text) in [
        (EventKind::Asked, Some(Color::White), "tea"),
        (EventKind::Asked, None, "draw"),
        (EventKind::Declined, None, "draw"),
        (EventKind::Ended, None, "won"),
    ] {
        let told = bad(&[begun(), entry(kind, by, text)]);
        assert_eq!(told, format!("it has an unknown event: {} {text:?}", kind.slug()));
    }
    let end = || entry(EventKind::Ended, None, "aborted");
    assert_eq!(bad(&[begun(), end(), end()]), "its log goes on after the end");
    assert!(bad(&[entry(EventKind::Begun, None, "8/8")]).starts_with("its start position is refused: "));
}

#[test]
fn a_game_may_begin_with_black_to_move() {
    let mut game = game("chess", Some("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"));
    assert_eq!(game.to_move(), Some(BLUE));
    act(&mut game, BLUE, &Intent::Draw);
    play(&mut game, "Kd7");
    assert_eq!(game.to_move(), Some(RED));
    let offer = game.offers.open_of(OfferKind::Draw, Color::Black).expect("it stands through one's own move");
    assert!(offer.moved && offer.rev == Rev(2));
}
