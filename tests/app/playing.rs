//! Moves, resignations, draws and aborts, with their texts.

use super::{
    BLUE, GREEN, HALL, NOON, RED, Told, asking, by, challenge, draw, open_at, play, refused, review,
    set_aside, start, with_app, with_database, with_path,
};
use crate::databases::empty_pages;
use rookery::app::{
    Accepted, App, AppError, Board, Caller, Challenged, Drawn, FaultKind, GameView, Limits, MORE, MessageRef,
    Posted, RejectionKind, Target, What,
};
use rookery::game::{ChannelId, EventKind, GameId, LogEntry, MessageId, Millis, OfferKind, Ply, Rev};
use rookery::games;
use rookery::rules::{Color, Line, Position};
use rookery::store::{Change, Effect, Snapshot, Store, StoreOptions, StoredState};
use rookery::words::{Mentioned, Words};

tests_on_both!(
    games_are_played_to_their_ends,
    a_player_is_told_of_the_end_as_of_their_own,
    wrong_moves_get_a_sentence_of_their_kind,
    without_a_game_here_the_way_to_the_only_other_is_shown,
    an_old_board_says_so_and_shows_the_new_one,
    resigning_asks_first_and_names_the_winner,
    a_draw_is_offered_declined_and_agreed,
    alone_a_draw_is_asked_for_first_and_changes_nothing,
    a_standing_draw_is_announced_and_claimed,
    an_abort_is_free_or_asked_for,
    a_deleted_channel_ends_its_game,
    the_newest_board_keeps_its_buttons,
    a_board_of_an_older_position_is_left_to_the_next_one,
    a_game_goes_on_after_a_restart,
    random_games_of_every_variant_come_back_as_they_stood,
    a_game_of_other_rules_is_set_aside_unaltered;
    a_full_disk_is_told_to_the_player,
);

fn games_are_played_to_their_ends() {
    for (slug, fen, moves, text) in [
        ("chess", None, "f3 e5 g4 Qh4", "Black: Queen d8-h4. Checkmate. Black (<@2>) beats White (<@1>)."),
        (
            "chess",
            Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"),
            "Kxe2",
            "White: King e1-e2, takes Rook e2. Neither side has enough pieces to mate: a draw between White (<@1>) and Black (<@2>).",
        ),
        (
            "claustrophobia",
            Some("6*/7/4K**/5**/5**/5**/7/k5* w - - 0 1"),
            "e6f7",
            "White: King e6-f7. The King captures the scepter. White (<@1>) beats Black (<@2>).",
        ),
        (
            "prison-break",
            Some("5k/6/6/6/1K4/6/6/6 w - - 0 1"),
            "b4a4",
            "White: King b4-a4. The King escapes through a4. White (<@1>) beats Black (<@2>).",
        ),
    ] {
        with_app(async |app| {
            start(&app, slug, fen).await;
            let last = play(&app, moves).await;
            assert_eq!((last.what, last.view.over), (What::Moved, true));
            assert_eq!(last.view.text(), text);
            assert_eq!(last.view.to_move, None);
            let loser = if last.view.game_now.turn() == Color::White { RED } else { BLUE };
            assert_eq!(last.view.ping, Some(loser), "the one who did not move hears of it");
            assert_eq!(refused(app.play(&by(loser), "a3").await).why, RejectionKind::NoGame);
            // The end is shown again to anyone, from the winner's side.
            let (_, end) = text.split_once(". ").expect("the move, then the end");
            let board = app.board(&by(GREEN), Target::Here, None).await.expect("the last board");
            assert_eq!(board.text(), format!("{}. {end}", board.variant.name()));
            let winner = if end.contains("Black (<@2>) beats") { Color::Black } else { Color::White };
            assert!(board.over && (board.board.side == winner || end.contains("a draw")));
            let landed = &moves[moves.len() - 2..];
            app.moves(&by(GREEN), landed).await.expect("the piece that ended it");
        });
    }
}

fn a_player_is_told_of_the_end_as_of_their_own() {
    let named = |what: Mentioned| match what {
        Mentioned::Person(RED) => "Red".to_owned(),
        _ => "Blue".to_owned(),
    };
    let told = |view: &GameView| [RED, BLUE, GREEN].map(|who| Words::english().news_for(view, who, &named));
    with_app(async |app| {
        start(&app, "chess", None).await;
        let last = play(&app, "f3 e5 g4 Qh4").await;
        let ends = ["Black (Blue) beats you.", "You beat Red.", "Black (Blue) beats White (Red)."];
        assert_eq!(told(&last.view), ends.map(|end| format!("Black: Queen d8-h4. Checkmate. {end}")));
    });
    with_app(async |app| {
        start(&app, "prison-break", Some("5k/6/6/6/1K4/6/6/6 w - - 0 1")).await;
        let last = play(&app, "b4a4").await;
        let ends = ["You beat Blue.", "White (Red) beats you.", "White (Red) beats Black (Blue)."];
        let ends = ends.map(|end| format!("White: King b4-a4. The King escapes through a4. {end}"));
        assert_eq!(told(&last.view), ends);
        let shown = app.board(&by(RED), Target::Here, None).await.expect("the last board");
        assert!(
            told(&shown)[0].ends_with("The King escapes through a4. You beat Blue."),
            "{:?}",
            told(&shown)
        );
    });
    with_app(async |app| {
        start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        let really = app.ask_resign(&by(BLUE), Target::Here).await.expect("the question");
        let over = app.resign(&by(BLUE), Target::Button(really.game, really.rev)).await.expect("resigned");
        let ends = [
            "Black (Blue) resigns. You win.",
            "You resign. White (Red) wins.",
            "Black (Blue) resigns. White (Red) wins.",
        ];
        assert_eq!(told(&over.view), ends);
        let shown = app.board(&by(RED), Target::Here, None).await.expect("the last board");
        let ends = [
            "You won: Blue resigned.",
            "White (Red) won: you resigned.",
            "White (Red) won: Black (Blue) resigned.",
        ];
        assert_eq!(told(&shown), ends.map(|end| format!("Chess. {end}")));
    });
    with_app(async |app| {
        start(&app, "chess", Some("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")).await;
        let last = play(&app, "Kxe2").await;
        let yours = "White: King e1-e2, takes Rook e2. Neither side has enough pieces to mate: a draw.";
        assert_eq!(told(&last.view)[..2], [yours; 2]);
    });
}

fn wrong_moves_get_a_sentence_of_their_kind() {
    with_app(async |app| {
        start(&app, "chess", Some("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1")).await;
        for (who, typed, why) in [
            (RED, "what?", RejectionKind::Unreadable),
            (RED, "", RejectionKind::Unreadable),
            (RED, "`@everyone`", RejectionKind::Unreadable),
            (RED, MORE, RejectionKind::Unreadable),
            (RED, "Ne2", RejectionKind::Ambiguous),
            (RED, "e1e3", RejectionKind::Illegal),
            (RED, "e8d8", RejectionKind::Illegal),
            (BLUE, "Kd8", RejectionKind::NotYourTurn),
            (GREEN, "Ke2", RejectionKind::NotYourGame),
        ] {
            let no = refused(app.play(&by(who), typed).await);
            assert_eq!(no.why, why, "{typed}: {}", no.text);
            assert!(no.text.len() > 15 && no.text.len() < 400, "{typed}: {}", no.text);
        }
        let next = app.play(&by(RED), "Nge2").await.expect("a legal move");
        assert_eq!(next.view.ply, Ply(1));
        assert_eq!(next.view.text(), "White: Knight g1-e2. Black (<@2>) to move.");
        assert_eq!(next.view.ping, Some(BLUE));
    });
}

fn without_a_game_here_the_way_to_the_only_other_is_shown() {
    with_app(async |app| {
        let elsewhere = Caller { channel: ChannelId(77), ..by(RED) };
        let no = refused(app.play(&elsewhere, "e4").await);
        assert_eq!(no.text, "There is no game in this channel; `/challenge` starts one.");
        start(&app, "chess", None).await;
        let no = refused(app.play(&elsewhere, "e4").await);
        assert_eq!(no.why, RejectionKind::NoGame);
        assert!(no.text.ends_with("https://discord.com/channels/99/10"), "{}", no.text);
        let second = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
        app.accept(&by(BLUE), second, Some(ChannelId(11))).await.expect("a second game");
        let no = refused(app.board(&elsewhere, Target::Here, None).await);
        assert_eq!(no.text, "There is no game in this channel; `/games` lists yours.");
        let watcher = Caller { channel: ChannelId(77), ..by(GREEN) };
        assert!(refused(app.play(&watcher, "e4").await).text.contains("/challenge"));
    });
}

fn an_old_board_says_so_and_shows_the_new_one() {
    with_app(async |app| {
        let old = start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        let button = Target::Button(old.game, old.rev);
        for no in [
            refused(app.resign(&by(RED), button).await),
            refused(draw(&app, &by(RED), button).await),
            refused(app.abort(&by(RED), button).await),
            refused(app.board(&by(GREEN), button, None).await.map(|_| unreachable())),
        ] {
            assert_eq!(
                (no.why, no.text.as_str()),
                (RejectionKind::Stale, "That board is old: it is now move 2, White to move.")
            );
            let fresh = no.fresh.expect("the fresh board");
            assert_eq!(fresh.ply, Ply(2));
            assert!(fresh.text().contains("Last move, Black: Pawn e7-e5."), "{}", fresh.text());
        }
        let gone = refused(app.resign(&by(RED), Target::Button(GameId(999), Rev(0))).await);
        assert_eq!(gone.why, RejectionKind::NoGame);
    });
}

fn unreachable() -> rookery::app::Outcome {
    panic!("it was not refused")
}

fn resigning_asks_first_and_names_the_winner() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        assert_eq!(refused(app.ask_resign(&by(GREEN), Target::Here).await).why, RejectionKind::NotYourGame);
        let really = app.ask_resign(&by(BLUE), Target::Here).await.expect("the question");
        assert!(really.text().contains("Really resign"));
        let over = app.resign(&by(BLUE), Target::Button(really.game, really.rev)).await.expect("resigned");
        assert_eq!((over.what, over.view.over, over.view.ping), (What::Ended, true, Some(RED)));
        assert_eq!(over.view.text(), "Black (<@2>) resigns. White (<@1>) wins.");
        let again = refused(app.resign(&by(BLUE), Target::Button(really.game, really.rev)).await);
        assert_eq!(
            (again.why, again.text.as_str()),
            (RejectionKind::Over, "This game is over: you lost. `/challenge` starts a new one.")
        );
        for (who, how) in [(RED, "you won"), (GREEN, "White won")] {
            let late = refused(app.resign(&by(who), Target::Button(really.game, really.rev)).await);
            assert_eq!(late.text, format!("This game is over: {how}. `/challenge` starts a new one."));
        }
    });
}

fn a_draw_is_offered_declined_and_agreed() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        let offer = draw(&app, &by(RED), Target::Here).await.expect("an offer");
        assert_eq!((offer.what, offer.view.ping), (What::Asked(OfferKind::Draw), Some(BLUE)));
        assert_eq!(offer.view.text(), "White (<@1>) offers a draw. Black (<@2>): do you accept?");
        let (game, rev) = (offer.view.game, offer.view.rev);
        assert_eq!(
            refused(app.answer(&by(RED), OfferKind::Draw, (game, rev), true).await).why,
            RejectionKind::NotForYou
        );
        assert_eq!(
            refused(app.answer(&by(GREEN), OfferKind::Draw, (game, rev), true).await).why,
            RejectionKind::NotYourGame
        );
        assert_eq!(refused(draw(&app, &by(RED), Target::Here).await).why, RejectionKind::TooSoon);
        let no = app.answer(&by(BLUE), OfferKind::Draw, (game, rev), false).await.expect("declined");
        assert_eq!(no.what, What::Declined);
        assert_eq!(no.view.text(), "<@1>, <@2> declined the draw. The game goes on.");
        assert_eq!(refused(draw(&app, &by(RED), Target::Here).await).why, RejectionKind::TooSoon);
        let moves = "Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6".split(' ');
        for (text, who) in moves.zip([RED, BLUE].into_iter().cycle()) {
            app.play(&by(who), text).await.expect("a move");
            let no = refused(draw(&app, &by(RED), Target::Here).await);
            let told = "Your draw offer was declined; you can make another one after your move 6.";
            assert_eq!((no.why, no.text.as_str()), (RejectionKind::TooSoon, told), "{text}");
        }
        app.play(&by(RED), "c3").await.expect("a move");
        let offer = draw(&app, &by(RED), Target::Here).await.expect("an offer");
        assert_eq!(
            refused(app.answer(&by(BLUE), OfferKind::Draw, (game, rev), true).await).why,
            RejectionKind::Gone
        );
        let over =
            app.answer(&by(BLUE), OfferKind::Draw, (game, offer.view.rev), true).await.expect("agreed");
        assert_eq!(
            (over.what, over.view.text().as_str()),
            (What::Ended, "Draw agreed between White (<@1>) and Black (<@2>).")
        );
    });
}

fn alone_a_draw_is_asked_for_first_and_changes_nothing() {
    with_app(async |app| {
        let Ok(Challenged::Started(view)) = app.challenge(&by(RED), asking("chess", Some(RED)), None).await
        else {
            panic!("no hot-seat game")
        };
        let asked = async |who| app.draw(&by(who), Target::Here).await;
        let Ok(Drawn::AskFirst(question)) = asked(RED).await else { panic!("it did not ask") };
        assert_eq!((question.game, question.rev), (view.game, view.rev));
        assert_eq!(refused(asked(GREEN).await).why, RejectionKind::NotYourGame, "nobody else is asked");
        let board = app.board(&by(RED), Target::Here, None).await.expect("the board");
        assert_eq!((board.rev, board.over), (view.rev, false));
        let sure = Target::Button(question.game, question.rev);
        assert_eq!(app.draw_sure(&by(RED), sure).await.expect("a draw").what, What::Ended);
        // A draw that can be claimed takes effect at once.
        let Ok(Challenged::Started(_)) = app.challenge(&by(RED), asking("chess", Some(RED)), None).await
        else {
            panic!("no hot-seat game")
        };
        for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
            app.play(&by(RED), text).await.expect("a move");
        }
        assert_eq!(draw(&app, &by(RED), Target::Here).await.expect("claimed").what, What::Ended);
    });
}

fn a_standing_draw_is_announced_and_claimed() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let last = play(&app, &"Nf3 Nf6 Ng1 Ng8 ".repeat(2)).await;
        assert!(last.view.text().ends_with("`/draw` claims a draw."), "{}", last.view.text());
        let over = draw(&app, &by(RED), Target::Here).await.expect("claimed");
        assert_eq!(
            over.view.text(),
            "<@1> claims a draw. Threefold repetition: a draw between White (<@1>) and Black (<@2>)."
        );
        assert!(over.view.over);
    });
}

fn an_abort_is_free_or_asked_for() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        play(&app, "e4").await;
        assert!(app.ask_abort(&by(BLUE)).await.expect("the question").text().contains("at once"));
        let over = app.abort(&by(BLUE), Target::Here).await.expect("free");
        assert_eq!(
            over.view.text(),
            "<@2> ended the game of White (<@1>) and Black (<@2>) without a result."
        );

        start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        assert!(app.ask_abort(&by(RED)).await.expect("the question").text().contains("must agree"));
        let asked = app.abort(&by(RED), Target::Here).await.expect("asked");
        assert_eq!((asked.what, asked.view.ping), (What::Asked(OfferKind::Abort), Some(BLUE)));
        let (game, rev) = (asked.view.game, asked.view.rev);
        let no = app.answer(&by(BLUE), OfferKind::Abort, (game, rev), false).await.expect("declined");
        assert_eq!(no.what, What::Declined);
        // White is to move and has been silent. It may still ask, but does not escape a lost game that way.
        let later = Millis(NOON.0 + 14 * Millis::DAY);
        let [silent, waited] = [RED, BLUE].map(|who| Caller { now: later, ..by(who) });
        let no = refused(app.abort(&silent, Target::Here).await);
        assert_eq!(
            (no.why, no.text.contains("asked to abort already")),
            (RejectionKind::TooSoon, true),
            "{}",
            no.text
        );
        let over = app.ask_abort(&waited).await.expect("the question");
        assert!(over.text().contains("at once"), "{}", over.text());
        let waited = Caller { now: later, ..by(BLUE) };
        assert!(app.abort(&waited, Target::Here).await.expect("free for who waited").view.over);

        start(&app, "chess", None).await;
        play(&app, "e4 e5").await;
        assert_eq!(refused(app.abort(&by(GREEN), Target::Here).await).why, RejectionKind::NotYourGame);
        let manager = Caller { manages: true, ..by(GREEN) };
        assert!(app.abort(&manager, Target::Here).await.expect("a manager may").view.over);
    });
}

fn a_game_goes_on_after_a_restart() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let view = start(&app, "birds-and-ninjas", None).await;
        play(&app, "e2e5 e9e7").await;
        play(&app, "J@e4 a9a8").await;
        let offer = draw(&app, &by(BLUE), Target::Here).await.expect("an offer");
        app.close().await;
        let app = open_at(&url).await;
        review(&app).await;
        assert_eq!(set_aside(&app).await, [0; 0]);
        let board = app.board(&by(RED), Target::Here, None).await.expect("the board");
        assert_eq!((board.game, board.ply), (view.game, Ply(4)));
        assert!(board.text().contains("Black (<@2>) offers a draw."), "{}", board.text());
        app.answer(&by(RED), OfferKind::Draw, (offer.view.game, offer.view.rev), true)
            .await
            .expect("its button works");
        app.close().await;
    });
}

fn random_games_of_every_variant_come_back_as_they_stood() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let mut random = fastrand::Rng::with_seed(7);
        let mut stood = Vec::new();
        for (i, variant) in games::all().chain(games::all()).enumerate() {
            let here = || Caller { channel: ChannelId(500 + i as u64), ..by(RED) };
            let begun = app.challenge(&here(), asking(variant.slug(), Some(RED)), None).await;
            let Ok(Challenged::Started(mut view)) = begun else { panic!("not begun") };
            let mut line = Line::new(Position::start(variant));
            for _ in 0..80 {
                let legal = line.position().legal_moves();
                let mv = legal[random.usize(..legal.len())];
                line.play(mv).expect("a legal move");
                view = Box::new(app.play(&here(), &mv.to_string()).await.expect("a legal move").view);
                assert_eq!(view.board, Board { ended: view.over, ..Board::of_line(&line, view.board.side) });
                if view.over {
                    break;
                }
            }
            stood.push((here(), view));
        }
        app.close().await;
        let app = open_at(&url).await;
        for (here, view) in stood {
            match app.board(&here, Target::Here, None).await {
                Ok(board) => {
                    assert_eq!(board.board, view.board);
                    assert_eq!(board.ply, view.ply);
                }
                other => assert!(view.over && refused(other).why == RejectionKind::NoGame),
            }
        }
        app.close().await;
    });
}

fn a_deleted_channel_ends_its_game() {
    with_app(async |app| {
        let pending = challenge(&app, &by(RED), asking("chess", None)).await;
        let view = start(&app, "chess", None).await;
        assert_eq!(app.channel_deleted(HALL, NOON).await.expect("a write"), Some(view.game));
        assert_eq!(app.channel_deleted(HALL, NOON).await.expect("a write"), None);
        assert_eq!(app.games(RED).await.expect("a read").len(), 0);
        let no = refused(app.resign(&by(RED), Target::Button(view.game, view.rev)).await);
        assert_eq!(no.text, "This game is over: it was aborted. `/challenge` starts a new one.");
        assert_eq!(refused(app.accept(&by(BLUE), pending, None).await).why, RejectionKind::Gone);
    });
}

fn a_game_of_other_rules_is_set_aside_unaltered() {
    with_database(async |url| {
        let app = open_at(&url).await;
        let [first, second] = [start(&app, "chess", None).await, {
            let id = challenge(&app, &by(RED), asking("chess", Some(BLUE))).await;
            let Ok(Accepted::Started(view)) = app.accept(&by(BLUE), id, Some(ChannelId(11))).await else {
                panic!("not begun")
            };
            *view
        }];
        play(&app, "e4 e5").await;
        app.close().await;
        // As if a pawn could do this under older rules.
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        for game in [first.game, second.game] {
            let stood = store.game(game).await.expect("a read").expect("the game").stands;
            let entry = LogEntry { kind: EventKind::Move, by: Some(Color::White), text: "a2a7".to_owned() };
            let (rev, ply) = (stood.rev.next(), Ply(stood.ply.0 + 1));
            let after = Snapshot { rev, position_rev: rev, ply, ..stood.clone() };
            let effects = vec![Effect::Event(entry)];
            let change = Change { effects, after, interaction: None, answer: None, now: NOON };
            store.change(game, stood.rev, &change).await.expect("a write");
        }
        store.close().await;

        let app = open_at(&url).await;
        // One is found by a move, the other by the check of all games after a start.
        let no = refused(app.play(&by(BLUE), "Nf6").await);
        assert_eq!(no.why, RejectionKind::SetAside);
        assert!(no.text.contains("set aside, unchanged"), "{}", no.text);
        review(&app).await;
        // One player saw one of them in a refusal; all players are still to be notified of both.
        assert_eq!(set_aside(&app).await, [HALL.0, 11]);
        assert_eq!(refused(app.play(&by(BLUE), "Nf6").await).why, RejectionKind::SetAside, "still told");
        let button = Target::Button(first.game, Rev(3));
        assert_eq!(refused(app.resign(&by(BLUE), button).await).why, RejectionKind::SetAside);
        assert_eq!(app.complete_move(BLUE, HALL, "").await.expect("a read").len(), 0);
        start(&app, "chess", None).await;
        app.close().await;
        let store = Store::open_at(&url, StoreOptions::default()).await.expect("the database opens");
        let kept = store.game(first.game).await.expect("a read").expect("the game");
        assert_eq!(kept.stands.state, StoredState::SetAside);
        assert_eq!(kept.moves().collect::<Vec<_>>(), ["e2e4", "e7e5", "a2a7"]);
        store.close().await;
    });
}

/// Pages by which a database may grow until it is full: a few games.
const ROOM: u32 = 10;

fn a_full_disk_is_told_to_the_player() {
    with_path(async |path| {
        let max_pages = Some(empty_pages() + ROOM);
        let options = StoreOptions { max_pages, ..StoreOptions::default() };
        let store = Store::open(&path, options).await.expect("the database opens");
        let app = App::new(store).with_limits(Limits::NONE);
        start(&app, "chess", None).await;
        let knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let mut channel = 1_000;
        let fault = loop {
            let here = Caller { channel: ChannelId(channel), ..by(RED) };
            match app.challenge(&here, asking("chess", Some(RED)), None).await {
                Ok(_) => channel += 1,
                Err(AppError::AppFault(fault)) => break fault,
                Err(other) => panic!("{other}"),
            }
            assert!(channel < 10_000, "it never fills");
        };
        assert!(fault.kind() == FaultKind::DiskFull, "{fault:?}");
        assert!(fault.to_string().contains("full"), "{fault}");
        // Eventually a move fails too, and its board is then unchanged.
        let plays = (1_000..channel).flat_map(|channel| knights.map(|text| (channel, text)));
        let mut failed = None;
        for (i, (channel, text)) in plays.enumerate() {
            let here = Caller { channel: ChannelId(channel), ..by(RED) };
            match app.play(&here, text).await {
                Ok(_) => {}
                Err(AppError::AppFault(fault)) => {
                    failed = Some((here, fault, Ply(i as u32 % 4)));
                    break;
                }
                Err(other) => panic!("{other}"),
            }
        }
        let (here, fault, ply) = failed.expect("there is no room for all of them");
        assert!(Words::english().fault(fault.kind()).contains("Nothing has changed"));
        let board = app.board(&here, Target::Here, None).await.expect("reading goes on");
        assert_eq!(board.ply, ply);
        app.close().await;
    });
}

async fn post(app: &App, view: &GameView, message: u64) -> Option<u64> {
    let message = MessageRef { channel: HALL, message: MessageId(message) };
    let posted = Posted { game: view.game, rev: view.rev, message, answer: None, now: NOON };
    app.board_posted(posted).await.expect("a write").old.map(|old| old.message.message.0)
}

fn a_board_of_an_older_position_is_left_to_the_next_one() {
    with_app(async |app| {
        let first = start(&app, "chess", None).await;
        let newest = async || {
            let (board, says) = app.newest_board(first.game, NOON).await.expect("a read").expect("a board");
            (board.message.message.0, says.map(|view| view.ply))
        };
        post(&app, &first, 500).await;
        assert_eq!(newest().await, (500, Some(Ply(0))));
        let second = play(&app, "e4").await.view;
        assert_eq!(newest().await, (500, None));
        post(&app, &second, 501).await;
        assert_eq!(newest().await, (501, Some(Ply(1))));
    });
}

fn the_newest_board_keeps_its_buttons() {
    with_app(async |app| {
        let first = start(&app, "chess", None).await;
        assert_eq!(post(&app, &first, 500).await, None);
        let second = play(&app, "e4").await.view;
        let third = app.play(&by(BLUE), "e5").await.expect("a move").view;
        // Posted out of order: the late one is already outdated.
        assert_eq!(post(&app, &third, 502).await, Some(500));
        assert_eq!(post(&app, &second, 501).await, Some(501));
    });
}
