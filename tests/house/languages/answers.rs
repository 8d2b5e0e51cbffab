//! Answers about games in the pseudo language: refusals, news, challenges, questions, buttons.

use std::sync::Arc;

use rookery::app::{
    AskedFor, Became, ChallengeView, Closed, ColorWish, Confirm, DrawWish, Elsewhere, FaultKind, GameLine,
    GameView, Limit, LostLine, News, NextGame, NoNudge, Nudge, Past, Place, Question, Rejection, Reminder,
    Surplus,
};
use rookery::discord::reply::BUTTON_MAX;
use rookery::game::{
    ChallengeId, ChannelId, Ending, Event, Game, GameId, LadderId, MessageId, Millis, NotPrepared, OfferKind,
    Pace, Ply, UserId,
};
use rookery::render::{BoardView, Look};
use rookery::rules::{ByColor, Color, Every, Line, Position, Termination, read_move};
use rookery::words::{Label, Mentioned, Receipt};
use strum::IntoEnumIterator;

use super::{CONTENT_MAX, PSEUDO, check, check_text, fits, games, named};

tests!(
    nothing_of_a_refused_wish_is_left_in_english,
    nothing_of_the_news_is_left_in_english,
    nothing_of_a_challenge_or_question_is_left_in_english,
    nothing_of_a_button_is_left_in_english,
    nothing_of_a_look_back_is_left_in_english,
    nothing_of_the_next_game_is_left_in_english,
);

fn nothing_of_a_refused_wish_is_left_in_english() {
    let (red, blue) = (UserId(1), UserId(2));
    let place = Place { guild: None, channel: ChannelId(3) };
    let limits = [
        Limit::ToOne(3, Millis(0)),
        Limit::InChannel(5, Millis(0)),
        Limit::Pause(Millis(0)),
        Limit::LiveGames(red, 100),
        Limit::LiveGames(blue, 100),
        Limit::Blocks(500),
    ];
    let surplus = |limit, opponent| Rejection::TooMany(Surplus { limit, who: red, opponent });
    let error =
        Position::from_fen(rookery::games::all().next().expect("a game"), "").expect_err("no position");
    let chess = rookery::games::from_slug("chess").expect("a game");
    let mut all = vec![
        Rejection::TypeMore,
        Rejection::NoSquare,
        Rejection::NotOnBoard("f3".parse().expect("a square")),
        Rejection::EmptySquare("e4".parse().expect("a square")),
        Rejection::NoSuchMove(None),
        Rejection::NoSuchMove(Some(12)),
        Rejection::NoGameHere(Elsewhere::Nowhere),
        Rejection::NoGameHere(Elsewhere::Here(place)),
        Rejection::NoGameHere(Elsewhere::Several),
        Rejection::NotStored,
        Rejection::SetAside,
        Rejection::Bot,
        Rejection::NobodyElseHere,
        Rejection::BadPosition(Box::new(error)),
        Rejection::PositionOver(Termination::Stalemate),
        Rejection::PositionOutdated,
        Rejection::Occupied,
        Rejection::OccupiedAndNoThread,
        Rejection::MayNotThread,
        Rejection::NoThreadHere,
        Rejection::ChallengeGone,
        Rejection::OwnChallenge,
        Rejection::ForAnother(Some(blue)),
        Rejection::ForAnother(None),
        Rejection::NotYours(red),
        Rejection::GoesOn,
        Rejection::RematchAsked,
        Rejection::Rematched(None),
        Rejection::Rematched(Some(place)),
        Rejection::FormerOpponent,
        Rejection::Blocked(blue),
        Rejection::CannotBeChallenged(blue),
        Rejection::CannotAccept,
        Rejection::BlockOneself,
        Rejection::BlockBot,
        Rejection::NoNudge(NoNudge::Clock),
        Rejection::NoNudge(NoNudge::OwnTurn),
        Rejection::NoNudge(NoNudge::Before(Millis(0))),
        Rejection::NoNudge(NoNudge::Away(blue, Millis(0))),
        Rejection::NoNudge(NoNudge::NoPings(blue)),
        Rejection::OnVacation(Millis(0)),
        Rejection::NoVacation(0),
        Rejection::NoVacation(1),
        Rejection::NoVacation(2),
        Rejection::VacationOver,
        Rejection::OwnTurn,
        Rejection::PremoveAlone,
        Rejection::PremoveEngine,
        Rejection::PlayedElsewhere(vec![ChannelId(3), ChannelId(4)]),
        Rejection::NotOffered(chess, vec![chess]),
    ];
    let position = Box::new(Position::start(rookery::games::all().next().expect("a game")));
    let error = read_move(&position, "xyzzy").expect_err("no move");
    let not_prepared = [
        NotPrepared::NoCondition(String::new()),
        NotPrepared::NoCondition("e5".to_owned()),
        NotPrepared::NoReply("e5".to_owned()),
        NotPrepared::Part { part: "e5".to_owned(), position, error },
        NotPrepared::Over("e5".to_owned()),
        NotPrepared::TooMany,
    ];
    all.extend(not_prepared.map(|why| Rejection::NotPrepared(chess, Box::new(why))));
    all.extend(limits.into_iter().flat_map(|limit| [surplus(limit, None), surplus(limit, Some(blue))]));
    let told = all.iter().map(|refused| PSEUDO.refused(refused, &named));
    for text in told.chain(FaultKind::ALL.map(|kind| PSEUDO.fault(kind))) {
        check(&text);
        fits(&text, CONTENT_MAX);
    }
}

/// A live game, at its start or after some moves.
pub fn game_of(white: Option<UserId>, black: Option<UserId>, fen: Option<&str>, moves: &[&str]) -> Game {
    let chess = rookery::games::from_slug("chess").expect("a game");
    let start = fen.map_or(Position::start(chess), |fen| Position::from_fen(chess, fen).expect("a position"));
    let mut game = Game::new(ByColor { white, black }, Line::new(start), Millis(0));
    for text in moves {
        let mv = read_move(game.line.position(), text).expect("a legal move");
        game.apply(&Event::Moved(mv), Millis(0)).expect("a legal move");
    }
    game
}

pub fn view_of(game: &Game, news: News) -> GameView {
    let variant = game.line.position().variant();
    GameView {
        game: GameId(1),
        rev: game.rev,
        ply: game.ply(),
        place: Place { guild: None, channel: ChannelId(3) },
        locale: None,
        variant,
        to_move: game.to_move(),
        level: None,
        lowered_level: None,
        hints: false,
        rated: None,
        asks_to_resign: false,
        draw: DrawWish::Offer,
        takeback: None,
        over: game.ending.is_some(),
        stopped: None,
        tournament: None,
        announced: None,
        untold: None,
        news,
        game_now: Arc::new(game.clone()),
        ping: None,
        to_move_pinged: None,
        look: Look::default(),
        board: BoardView::of_line(&game.line, Color::White),
    }
}

fn nothing_of_the_next_game_is_left_in_english() {
    let (red, blue) = (Some(UserId(1)), Some(UserId(2)));
    for (white, black) in [(red, blue), (red, None), (red, red)] {
        let view = view_of(&game_of(white, black, None, &[]), News::Standing);
        let line = GameLine {
            game: view.game,
            variant: view.variant,
            opponent: black,
            side: Color::White,
            level: None,
            your_turn: true,
            ply: view.ply,
            moved_at: Millis(0),
            until: None,
            away: None,
            place: view.place,
            waits: None,
            nudge: None,
        };
        for count in [1, 2] {
            let next = NextGame { number: 1, count, line: line.clone(), view: view.clone(), note: None };
            for again in [false, true] {
                check(&PSEUDO.next_number(&next, again));
            }
            check(&PSEUDO.next_game(&next, &named));
            check(&PSEUDO.next_none(count, Some(Millis(0)), &named));
            let lost = |removed| LostLine { variant: view.variant, opponent: black, removed, at: Millis(0) };
            check(&PSEUDO.games_lost(&[lost(true), lost(false)], count as u32, UserId(9), &named));
        }
    }
}

fn reminder(game: &Game) -> Reminder {
    let view = view_of(game, News::Standing);
    Reminder {
        game: view.game,
        place: view.place,
        locale: view.locale,
        variant: view.variant,
        who: UserId(1),
        ping: None,
        waits: None,
        wanted: true,
        alone: None,
        board: None,
        until: Millis(0),
        game_now: view.game_now,
    }
}

fn nothing_of_the_news_is_left_in_english() {
    let (red, blue) = (UserId(1), UserId(2));
    let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"];
    let mut told = 0;
    let mut look = |game: &Game, news: News| {
        check_text(&PSEUDO.news(&view_of(game, news), &named));
        for reader in [red, blue] {
            check_text(&PSEUDO.news_for(&view_of(game, news), reader, &named));
        }
        told += 1;
    };
    for (white, black) in
        [(Some(red), Some(blue)), (Some(red), Some(red)), (None, Some(blue)), (Some(red), None)]
    {
        let fifty = "4k3/8/8/8/8/8/8/R3K3 w - - 100 80";
        for game in [
            game_of(white, black, None, &[]),
            game_of(white, black, Some(check), &[]),
            game_of(white, black, Some(fifty), &[]),
            game_of(white, black, None, &["e4"]),
            game_of(white, black, None, &["e4", "f5", "Qh5"]),
            game_of(white, black, None, &shuffle),
        ] {
            look(&game.clone().timed(Some(Pace::Day)), News::Started);
            look(&game.clone().timed(Some(Pace::Day)), News::Standing);
            look(&game, News::Started);
            look(&game, News::Standing);
            look(&game, News::Answered);
            check_text(&PSEUDO.reminder(&reminder(&game), &named));
            for board in [None, Some(MessageId(1))] {
                let alone = Reminder { board, ..reminder(&game) };
                check_text(&PSEUDO.reminder_alone(&alone, &|what| match what {
                    // An address is not translated.
                    Mentioned::Place(_) | Mentioned::Message(..) => "<#3>".to_owned(),
                    other => named(other),
                }));
            }
            let (variant, game_now) = (game.line.position().variant(), Arc::new(game.clone()));
            let place = Place { guild: None, channel: ChannelId(3) };
            let (id, at) = (GameId(1), Millis(0));
            let nudge = Nudge { game: id, at, place, locale: None, variant, by: red, ping: blue, game_now };
            check_text(&PSEUDO.nudge(&nudge, &named));
            check_text(&PSEUDO.nudge_left(&nudge, &named));
            check_text(&PSEUDO.asked_left(UserId(2), &named));
            check_text(&PSEUDO.nudge_sent());
            check_text(&PSEUDO.nudge_not_sent());
            check_text(&PSEUDO.left(&reminder(&game), &named));
            if let Some((_, mv)) = game.line.last() {
                look(&game, News::Happened(Event::Moved(*mv), red));
            }
            look(&game, News::Happened(Event::TakenBack(Ply(0)), red));
            for ask in OfferKind::iter() {
                let declined = Event::Declined(ask, Color::White);
                look(&game, News::Happened(declined, red));
                let mut asked = game.clone();
                let event = Event::Asked(ask, Color::White);
                asked.apply(&event, Millis(0)).expect("no move");
                look(&asked, News::Happened(event, red));
                look(&asked, News::Standing);
            }
            look(&game, News::AbortAgreed);
            for ending in Ending::every() {
                let mut over = game.clone();
                over.apply(&Event::Ended(ending), Millis(0)).expect("no move");
                look(&over, News::Standing);
                look(&over, News::Happened(Event::Ended(ending), red));
                look(&over, News::Happened(Event::Ended(ending), UserId(9)));
                let board = BoardView { ended: true, ..BoardView::of_line(&over.line, Color::White) };
                check_text(&PSEUDO.game_alt_text(&board, &over));
                if let Some((_, mv)) = over.line.last() {
                    look(&over, News::Happened(Event::Moved(*mv), red));
                    look(&over, News::Answered);
                }
            }
        }
    }
    assert!(told > 500, "{told}");
}

fn nothing_of_a_challenge_or_question_is_left_in_english() {
    let (red, blue) = (UserId(1), UserId(2));
    for (variant, positions) in games() {
        for (color, own_position) in
            [(ColorWish::White, false), (ColorWish::Black, true), (ColorWish::Random, false)]
        {
            let paces = std::iter::once(None).chain(Pace::iter().map(Some));
            for (pace, rematch) in paces.flat_map(|pace| [(pace, false), (pace, true)]) {
                let opponent = pace.map(|_| blue);
                let view = ChallengeView {
                    challenge: ChallengeId(1),
                    challenger: red,
                    color,
                    pace,
                    hints: !own_position,
                    stakes: None,
                    own_position,
                    rematch,
                    for_place: None,
                    lapses: Millis(0),
                    ping: opponent,
                    ping_role: None,
                    board: BoardView::new(&positions[0], None, Color::White),
                };
                check_text(&PSEUDO.challenge(&view, &named));
            }
        }
        for became in [
            Became::Accepted(None),
            Became::Accepted(Some(ChannelId(3))),
            Became::Declined,
            Became::Withdrawn,
            Became::Lapsed,
            Became::Dropped,
        ] {
            for (variant, person) in [(Some(variant), Some(red)), (None, None)] {
                for asked in [AskedFor::Game, AskedFor::Rematch, AskedFor::Place(LadderId(1))] {
                    let closed = Closed {
                        challenge: ChallengeId(1),
                        message: None,
                        became,
                        asked,
                        variant,
                        challenger: person,
                        answerer: person,
                        tells: None,
                        channel: ChannelId(3),
                        locale: None,
                        at: Millis(0),
                    };
                    check_text(&PSEUDO.closed(&closed, &named));
                    check_text(&PSEUDO.declined(&closed, red, &named));
                }
            }
        }
    }
    for (white, black) in [(Some(red), Some(blue)), (Some(red), Some(red)), (Some(red), None)] {
        let game = game_of(white, black, None, &[]);
        for question in
            [Question::Resign, Question::Draw, Question::AskToAbort, Question::Abort, Question::AgreeToAbort]
        {
            for who in [red, UserId(9)] {
                let variant = game.line.position().variant();
                let game_now = Arc::new(game.clone());
                let confirm = Confirm { game: GameId(1), rev: game.rev, question, who, variant, game_now };
                check_text(&PSEUDO.question(&confirm, &named));
            }
        }
    }
}

fn nothing_of_a_look_back_is_left_in_english() {
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for plies in [0, 1, 60] {
        let moves: Vec<&str> = shuffle.into_iter().cycle().take(plies).collect();
        let mut game = game_of(Some(UserId(1)), None, None, &moves);
        game.apply(&Event::Ended(Ending::Agreed), Millis(0)).expect("no move");
        let variant = game.line.position().variant();
        let game_now = Arc::new(game);
        let past = Past {
            game: GameId(1),
            variant,
            begun: Millis(0),
            pace: None,
            by: UserId(1),
            game_now,
            notes: vec![],
        };
        for text in [PSEUDO.past_played(&past), PSEUDO.past_film(&past), PSEUDO.past_not_filmed()] {
            check_text(&text);
        }
        for page in 0..past.pages() {
            check_text(&PSEUDO.past_moves(&past, page));
        }
        for ply in [0, 1, 2] {
            check_text(&PSEUDO.past_position(&past, &past.position(Ply(ply))));
        }
    }
}

fn nothing_of_a_button_is_left_in_english() {
    for label in Label::ALL {
        let text = PSEUDO.label(label);
        check(&text);
        fits(&text, BUTTON_MAX);
    }
    for text in Receipt::ALL.map(|receipt| PSEUDO.receipt(receipt)).into_iter().chain([
        PSEUDO.played_elsewhere(ChannelId(3), &named),
        PSEUDO.challenged_outside(UserId(1), &named),
        PSEUDO.shown_elsewhere("e4", ChannelId(3), &named),
        PSEUDO.flipped(Color::White),
        PSEUDO.foreign_button(),
        PSEUDO.no_thread_for_game(),
        PSEUDO.restarted(),
    ]) {
        check_text(&text);
    }
}
