//! Challenges: permissions, and the channel or thread of the new game.

use super::{
    BLUE, GREEN, HALL, NOON, RED, Told as _, asking, by, challenge, play, refused, start, variant, with_app,
    without_pauses,
};
use rookery::app::{
    Accepted, App, Board, Caller, ChallengeWish, Challenged, ColorWish, GameView, Opponent, RejectionKind,
    Target, ThreadWish,
};
use rookery::discord::rest::mentions::{link, written};
use rookery::game::{ChallengeId, ChannelId, MessageId, Millis, UserId};
use rookery::rules::{ByColor, Color, Position};
use rookery::words::Words;

tests_on_both!(
    the_challenge_says_who_asks_whom_for_what,
    only_the_one_asked_accepts_or_declines,
    anyone_else_accepts_an_open_challenge,
    the_challenger_withdraws,
    a_challenge_is_answered_once,
    a_challenge_lapses_after_a_day,
    the_colour_is_as_wished,
    a_bot_is_not_challenged,
    a_bad_position_is_refused_with_all_its_defects,
    a_second_game_in_the_channel_gets_a_thread,
    a_thread_is_had_for_the_asking,
    nobody_gets_a_thread_who_may_not_open_one,
    challenging_oneself_is_a_hot_seat_game,
    in_direct_messages_one_plays_only_alone,
);

async fn accept(app: &App, by: &Caller, challenge: ChallengeId) -> GameView {
    match app.accept(by, challenge, None).await {
        Ok(Accepted::Started(view)) => *view,
        other => panic!("no game: {other:?}"),
    }
}

fn the_challenge_says_who_asks_whom_for_what() {
    with_app(async |app| {
        let named = asking("prison-break", Some(BLUE));
        let Ok(Challenged::Open(view)) = app.challenge(&by(RED), named, None).await else {
            panic!("refused")
        };
        let text = "<@1> challenges <@2> to Prison Break. <@1> plays White. Expires <t:1800086401:R>.";
        assert_eq!((view.text().as_str(), view.ping), (text, Some(BLUE)));
        let open = ChallengeWish {
            color: ColorWish::Random,
            position: Some("4k3/8/8/8/8/8/8/R3K3 w - - 0 1".to_owned()),
            ..asking("chess", None)
        };
        let Ok(Challenged::Open(view)) = app.challenge(&by(RED), open, None).await else { panic!("refused") };
        let text = "<@1> challenges anyone to Chess from this position. Colours are chosen at random. Expires <t:1800086401:R>.";
        assert_eq!((view.text().as_str(), view.ping), (text, None));
        let start =
            Position::from_fen(variant("chess"), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
        assert_eq!(view.board, Board::new(&start, None, Color::White));
    });
}

fn only_the_one_asked_accepts_or_declines() {
    with_app(async |app| {
        let id = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
        for (who, text) in [
            (RED, "That is your own challenge; somebody else has to accept it. *Cancel* withdraws it."),
            (GREEN, "Only <@2> can answer this challenge; `/challenge` makes one of your own."),
        ] {
            let no = refused(app.accept(&by(who), id, None).await);
            assert_eq!((no.why, no.text.as_str()), (RejectionKind::NotForYou, text));
        }
        assert_eq!(refused(app.decline(&by(GREEN), id).await).why, RejectionKind::NotForYou);
        app.store().challenge_posted(id, MessageId(55)).await.expect("a write");
        let closed = app.decline(&by(BLUE), id).await.expect("declined");
        assert_eq!(closed.text(), "<@2> declined <@1>'s challenge to Chess.");
        assert_eq!(closed.message.map(|m| (m.channel, m.message)), Some((HALL, MessageId(55))));
        assert_eq!(closed.tells, Some(RED));
        assert_eq!(
            Words::english().declined(&closed, RED, &written),
            "<@1>, <@2> declined your challenge (Chess)."
        );
    });
}

fn anyone_else_accepts_an_open_challenge() {
    with_app(async |app| {
        let id = challenge(&app, &by(RED), asking("chess", None)).await;
        assert_eq!(refused(app.accept(&by(RED), id, None).await).why, RejectionKind::NotForYou);
        assert_eq!(
            refused(app.decline(&by(GREEN), id).await).why,
            RejectionKind::NotForYou,
            "nobody was asked"
        );
        let view = accept(&app, &by(GREEN), id).await;
        let players = view.game_now.players;
        assert_eq!((players.white, players.black, view.to_move), (Some(RED), Some(GREEN), Some(RED)));
        assert_eq!(view.ping, Some(RED));
        assert_eq!(
            view.text(),
            "Chess: <@1> plays White, <@3> Black. You win by checkmate. White (<@1>) to move: choose a piece below the newest board, or `/move`."
        );
    });
}

fn the_challenger_withdraws() {
    with_app(async |app| {
        for opponent in [None, Some(BLUE)] {
            let id = challenge(&app, &by(RED), asking("chess", opponent)).await;
            let no = refused(app.cancel(&by(BLUE), id).await);
            assert_eq!(no.text, "Only <@1> can withdraw this challenge.");
            let closed = app.cancel(&by(RED), id).await.expect("withdrawn");
            assert_eq!(closed.text(), "<@1> withdrew this challenge to Chess.");
            assert_eq!(refused(app.accept(&by(BLUE), id, None).await).why, RejectionKind::Gone);
        }
    });
}

fn a_challenge_is_answered_once() {
    with_app(async |app| {
        let id = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
        accept(&app, &by(BLUE), id).await;
        for no in [
            refused(app.accept(&by(BLUE), id, None).await),
            refused(app.decline(&by(BLUE), id).await.map(|_| ())),
            refused(app.cancel(&by(RED), id).await.map(|_| ())),
        ] {
            assert_eq!(
                (no.why, no.text.as_str()),
                (RejectionKind::Gone, "That challenge is no longer open; `/challenge` makes a new one.")
            );
        }
    });
}

fn a_challenge_lapses_after_a_day() {
    with_app(async |app| {
        let id = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
        app.store().challenge_posted(id, MessageId(55)).await.expect("a write");
        let day = Millis(NOON.0 + Millis::DAY);
        let open = async || Vec::from_iter(app.closed_challenge(id).await.expect("a read"));
        app.lapse_challenges(day, None).await.expect("a write");
        assert!(open().await.is_empty(), "not before the day is over");
        let late = Caller { now: Millis(day.0 + 1), ..by(BLUE) };
        assert_eq!(
            refused(app.accept(&late, id, None).await).why,
            RejectionKind::Gone,
            "before anyone tidied up"
        );
        app.lapse_challenges(late.now, None).await.expect("a write");
        let lapsed = open().await;
        assert_eq!(lapsed.iter().map(|closed| closed.challenge).collect::<Vec<_>>(), [id]);
        assert_eq!(lapsed[0].message.map(|m| m.message), Some(MessageId(55)));
        assert!(lapsed[0].text().contains("has expired"));
        assert!(lapsed[0].tells.is_none(), "nobody is told that nothing has happened");
        // It is kept until its message is updated.
        app.lapse_challenges(late.now, None).await.expect("a write");
        assert_eq!(open().await.iter().map(|closed| closed.challenge).collect::<Vec<_>>(), [id]);
        app.store().challenge_told(id).await.expect("a write");
        assert_eq!(open().await.len(), 0);
    });
}

fn the_colour_is_as_wished() {
    with_app(async |app| {
        let mut drawn = [0, 0];
        for i in 0..40 {
            let color = [ColorWish::White, ColorWish::Black, ColorWish::Random, ColorWish::Random][i % 4];
            let here = Caller { channel: ChannelId(100 + i as u64), ..by(RED) };
            let id = challenge(&app, &here, ChallengeWish { color, ..asking("chess", None) }).await;
            let view = accept(&app, &Caller { channel: here.channel, ..by(BLUE) }, id).await;
            let red_is_white = view.game_now.players.white == Some(RED);
            match color {
                ColorWish::White => assert!(red_is_white),
                ColorWish::Black => assert!(!red_is_white),
                ColorWish::Random => drawn[usize::from(red_is_white)] += 1,
            }
        }
        assert!(drawn[0] > 0 && drawn[1] > 0, "{drawn:?}");
    });
}

fn a_bot_is_not_challenged() {
    with_app(async |app| {
        let opponent = Some(Opponent { user: UserId(4), bot: true });
        let no =
            refused(app.challenge(&by(RED), ChallengeWish { opponent, ..asking("chess", None) }, None).await);
        assert_eq!(no.why, RejectionKind::Bot);
    });
}

fn a_bad_position_is_refused_with_all_its_defects() {
    with_app(async |app| {
        let ask = |slug: &str, fen: &str| {
            let new = ChallengeWish { position: Some(fen.to_owned()), ..asking(slug, Some(BLUE)) };
            let (app, by) = (app.clone(), by(RED));
            async move { refused(app.challenge(&by, new, None).await) }
        };
        let no = ask("chess", "8/8/8/8/8/8/8/RP2K3 w - - 0 1").await;
        assert_eq!(no.why, RejectionKind::BadPosition);
        assert!(no.text.contains("king") && no.text.contains("Pawn"), "both defects: {}", no.text);
        let over = ask("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1").await;
        assert_eq!(over.text, "That position is already over: checkmate, White has won.");
        let long = ask("chess", &"x".repeat(6_000)).await;
        assert!(long.text.chars().count() <= 1_900);
        assert!(app.games(RED).await.expect("a read").is_empty());
    });
}

fn a_second_game_in_the_channel_gets_a_thread() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        // Both challenges are made before either is accepted.
        let [first, second, third] = [
            challenge(&app, &by(RED), asking("chess", Some(BLUE))).await,
            challenge(&app, &by(RED), asking("prison-break", Some(BLUE))).await,
            challenge(&app, &by(RED), ChallengeWish { thread: ThreadWish::No, ..asking("chess", None) })
                .await,
        ];
        accept(&app, &by(BLUE), first).await;
        let Ok(Accepted::ThreadFirst(game)) = app.accept(&by(BLUE), second, None).await else {
            panic!("no thread asked for")
        };
        assert_eq!(game.name(), "Prison Break");
        let thread = ChannelId(200);
        let Ok(Accepted::Started(view)) = app.accept(&by(BLUE), second, Some(thread)).await else {
            panic!("not begun")
        };
        assert_eq!(view.place.channel, thread);
        assert_eq!(refused(app.accept(&by(BLUE), third, None).await).why, RejectionKind::Occupied);
        let no_threads = Caller { can_thread: false, ..by(RED) };
        let no = refused(app.challenge(&no_threads, asking("chess", None), None).await);
        assert_eq!(no.why, RejectionKind::Occupied);
        let never = ChallengeWish { thread: ThreadWish::No, ..asking("chess", None) };
        assert_eq!(refused(app.challenge(&by(RED), never, None).await).why, RejectionKind::Occupied);
        // A thread that already has a game takes no second one.
        let fourth = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
        assert_eq!(refused(app.accept(&by(BLUE), fourth, Some(thread)).await).why, RejectionKind::Occupied);
    });
}

fn a_thread_is_had_for_the_asking() {
    with_app(async |app| {
        let wish = ChallengeWish { thread: ThreadWish::Yes, ..asking("chess", Some(BLUE)) };
        let id = challenge(&app, &by(RED), wish.clone()).await;
        assert!(matches!(app.accept(&by(BLUE), id, None).await, Ok(Accepted::ThreadFirst(_))));
        let no_threads = Caller { can_thread: false, ..by(RED) };
        let no = refused(app.challenge(&no_threads, wish, None).await);
        assert!(no.text.contains("cannot open a thread"), "{}", no.text);
    });
}

fn nobody_gets_a_thread_who_may_not_open_one() {
    with_app(async |app| {
        let app = app.with_limits(without_pauses());
        let not = |who| Caller { may_thread: false, ..by(who) };
        let wish = ChallengeWish { thread: ThreadWish::Yes, ..asking("chess", Some(BLUE)) };
        let no = refused(app.challenge(&not(RED), wish.clone(), None).await);
        assert_eq!(no.why, RejectionKind::NoThread);
        assert!(no.text.starts_with("You lack the permission **Create Public Threads**"), "{}", no.text);
        let alone = ChallengeWish { thread: ThreadWish::Yes, ..asking("chess", Some(RED)) };
        assert_eq!(refused(app.challenge(&not(RED), alone, None).await).why, RejectionKind::NoThread);

        // On Accept the permission of either player is enough: of the one who clicks, or of the challenger
        // when the challenge was made.
        let granted = challenge(&app, &by(RED), wish.clone()).await;
        assert!(matches!(app.accept(&not(BLUE), granted, None).await, Ok(Accepted::ThreadFirst(_))));
        let [auto, plain] = [
            challenge(&app, &not(RED), asking("chess", Some(BLUE))).await,
            challenge(&app, &not(RED), asking("prison-break", Some(BLUE))).await,
        ];
        accept(&app, &by(BLUE), plain).await;
        assert!(matches!(app.accept(&by(BLUE), auto, None).await, Ok(Accepted::ThreadFirst(_))));
        let no = refused(app.accept(&not(BLUE), auto, None).await);
        assert_eq!(no.why, RejectionKind::NoThread, "neither of them may, and the channel is taken");
        assert!(no.text.contains("already hosts a game") && no.text.contains("you lack"), "{}", no.text);
        let no = refused(app.challenge(&not(RED), asking("chess", None), None).await);
        assert_eq!(no.why, RejectionKind::NoThread, "said when it is made");
    });
}

fn challenging_oneself_is_a_hot_seat_game() {
    with_app(async |app| {
        let Ok(Challenged::Started(view)) = app.challenge(&by(RED), asking("chess", Some(RED)), None).await
        else {
            panic!("not begun")
        };
        assert_eq!((view.game_now.players, view.ping), (ByColor::both(Some(RED)), None));
        assert_eq!(
            view.text(),
            "Chess: <@1> plays both sides. You win by checkmate. White to move: choose a piece below the newest board, or `/move`."
        );
        for text in ["e4", "e5", "Nf3"] {
            app.play(&by(RED), text).await.expect("either side's move");
        }
        let over = app.resign(&by(RED), Target::Here).await.expect("resigned");
        assert_eq!(over.view.text(), "Black resigns. White wins.");

        start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        let again = app.challenge(&by(RED), asking("chess", Some(RED)), None).await;
        assert!(matches!(again, Ok(Challenged::ThreadFirst(_, None))), "{again:?}");
        let thread = app.challenge(&by(RED), asking("chess", Some(RED)), Some(ChannelId(300))).await;
        assert!(matches!(thread, Ok(Challenged::Started(v)) if v.place.channel == ChannelId(300)));
    });
}

fn in_direct_messages_one_plays_only_alone() {
    with_app(async |app| {
        let direct = || Caller { guild: None, can_thread: false, ..by(RED) };
        for opponent in [None, Some(BLUE)] {
            let no = refused(app.challenge(&direct(), asking("chess", opponent), None).await);
            assert!(no.text.starts_with("Nobody else can accept"), "{}", no.text);
        }
        let alone = app.challenge(&direct(), asking("chess", Some(RED)), None).await;
        let Ok(Challenged::Started(view)) = alone else { panic!("not begun") };
        assert_eq!(link(view.place), "https://discord.com/channels/@me/10");
    });
}
