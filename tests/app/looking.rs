//! Boards, `/moves`, `/games` and autocomplete.

use super::{
    BLUE, GREEN, HALL, Labelled as _, NOON, RED, Told as _, asking, by, challenge, open, play, refused,
    start, with_app, with_path,
};
use crate::long_game::long_game;
use rookery::app::{App, Board, Caller, Choice, MORE, RejectionKind, Shown, Side, Target};
use rookery::discord::rest::mentions::link;
use rookery::game::{ChannelId, Ply, UserId};
use rookery::games;
use rookery::rules::{Color, Line, Square};
use rookery::store::{Change, Effect, NewGame, Store, StoreOptions, StoredGame};
use rookery::words::Words;
use std::path::Path;

tests_on_both!(
    the_board_is_for_anyone_and_from_any_side,
    moves_of_a_piece_are_told_with_every_victim,
    moves_are_told_once_each_with_what_they_take,
    what_holds_a_piece_is_told,
    the_other_sides_pieces_are_shown_as_if_it_were_their_turn,
    games_that_wait_for_one_come_first,
    autocomplete_shows_captures_and_checks_first,
    autocomplete_matches_in_any_order,
    autocomplete_counts_what_it_hides,
    autocomplete_is_for_the_player_to_move,
    squares_are_completed;
    autocomplete_knows_a_long_game,
);

fn the_board_is_for_anyone_and_from_any_side() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        play(&app, "e4").await;
        let board = async |who, side| app.board(&by(who), Target::Here, side).await.expect("the board");
        let view = board(GREEN, None).await;
        assert_eq!(view.text(), "Chess, move 1: Black (<@2>) to move. Last move, White: Pawn e2-e4.");
        assert_eq!((view.ping, view.board.side), (None, Color::Black));
        assert_eq!(board(RED, Some(Side::Mine)).await.board.side, Color::White);
        assert_eq!(board(BLUE, Some(Side::Mine)).await.board.side, Color::Black);
        assert_eq!(board(GREEN, Some(Side::Mine)).await.board.side, Color::Black);
        assert_eq!(board(BLUE, Some(Side::Fixed(Color::White))).await.board.side, Color::White);
    });
}

fn moves_of_a_piece_are_told_with_every_victim() {
    with_app(async |app| {
        let fen = "4k1*/7/5**/1n3**/2p2**/3G1**/7/K5* w - - 0 1";
        start(&app, "claustrophobia", Some(fen)).await;
        let view = app.moves(&by(GREEN), "d3").await.expect("the moves");
        assert_eq!(
            view.text(),
            "The white Ninja Guard d3 can go to b1, f1, c2, e2 or e4; take Pawn c4; or go to b5, taking Pawn c4 and Knight \
             b5."
        );
        let dots = view.board.dots.expect("dots");
        assert!(dots.moves.len() > 2);
        for (square, why) in [
            ("z9", RejectionKind::Square),
            ("", RejectionKind::Square),
            ("a2", RejectionKind::Square),
            (MORE, RejectionKind::Unreadable),
        ] {
            assert_eq!(refused(app.moves(&by(RED), square).await).why, why);
        }
        for (square, told) in [("a2", "Nothing stands on a2."), ("g5", "g5 is not a square of this board.")] {
            assert_eq!(refused(app.moves(&by(RED), square).await).text, told);
        }
    });
}

fn moves_are_told_once_each_with_what_they_take() {
    with_app(async |app| {
        start(&app, "chess", Some("3rk3/2P5/8/3Pp3/8/8/8/R3K2R w KQ e6 0 1")).await;
        let told = async |square| app.moves(&by(RED), square).await.expect("the moves");
        for (square, text) in [
            ("d5", "The white Pawn d5 can go to d6; or go to e6, taking Pawn e5 en passant."),
            (
                "c7",
                "The white Pawn c7 can go to c8, promoting to Queen, Rook, Bishop or Knight; or take Rook d8, promoting to \
                 Queen, Rook, Bishop or Knight.",
            ),
            (
                "e1",
                "The white King e1 can go to d1, f1, d2, e2 or f2; castle to c1 with Rook a1-d1; or castle to g1 with Rook h1-f1.",
            ),
            (
                "d8",
                "If it were Black's turn, the black Rook d8 could go to d6, d7, a8, b8 or c8; or take Pawn d5.",
            ),
        ] {
            let view = told(square).await;
            assert_eq!(view.text(), text);
            let described = Words::english().alt_text(&view.board);
            let marked = described.split(". ").last().expect("a sentence").to_owned();
            assert!(marked.starts_with("Marked: the moves of the "), "told in the text already: {described}");
        }
    });
}

fn what_holds_a_piece_is_told() {
    with_app(async |app| {
        start(&app, "prison-break", Some("6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1")).await;
        let view = app.moves(&by(RED), "c5").await.expect("the moves");
        assert!(view.text().contains("Flying Bomber c5 is frozen by the Ice Queen c6"), "{}", view.text());
        assert_eq!(view.text().matches("cannot move").count(), 1, "nothing is told twice: {}", view.text());
    });
    with_app(async |app| {
        start(&app, "chess", Some("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")).await;
        let view = app.moves(&by(RED), "e2").await.expect("the moves");
        let text = view.text();
        let (first, why) = text.split_once("\n- ").expect("a reason");
        assert_eq!(first, "The white Knight e2 cannot move.");
        assert!(why.contains("pinned"), "{why}");
    });
}

fn the_other_sides_pieces_are_shown_as_if_it_were_their_turn() {
    with_app(async |app| {
        start(&app, "chess", None).await;
        let view = app.moves(&by(RED), "B8").await.expect("the moves");
        assert_eq!(view.text(), "If it were Black's turn, the black Knight b8 could go to a6 or c6.");
        play(&app, "e4 f6 d4 g5 Qh5").await.view.over.then_some(()).expect("it is mate");
        start(&app, "chess", Some("4k3/8/8/8/8/8/8/4RK2 b - - 0 1")).await;
        let view = app.moves(&by(RED), "e1").await.expect("the moves");
        assert!(!view.text().contains("King"), "a king is never taken: {}", view.text());
    });
}

fn games_that_wait_for_one_come_first() {
    with_app(async |app| {
        for (channel, slug) in [(10, "chess"), (11, "squirrel"), (12, "prison-break")] {
            let here = Caller { channel: ChannelId(channel), ..by(RED) };
            let id = challenge(&app, &here, asking(slug, Some(BLUE))).await;
            app.accept(&Caller { channel: ChannelId(channel), ..by(BLUE) }, id, None).await.expect("a game");
        }
        play(&app, "e4").await;
        let names = async |who: UserId| {
            let lines = app.games(who).await.expect("a read");
            lines.iter().map(|l| (l.variant.slug(), l.your_turn, l.opponent)).collect::<Vec<_>>()
        };
        let red = [
            ("squirrel", true, Some(BLUE)),
            ("prison-break", true, Some(BLUE)),
            ("chess", false, Some(BLUE)),
        ];
        assert_eq!(names(RED).await, red);
        assert_eq!(names(BLUE).await[0], ("chess", true, Some(RED)));
        assert_eq!(names(GREEN).await, []);
        let line = &app.games(BLUE).await.expect("a read")[0];
        assert_eq!(link(line.place), "https://discord.com/channels/99/10");
        assert_eq!(line.ply.0, 1);
    });
}

pub async fn typed(app: &App, text: &str) -> Vec<Choice> {
    let choices = app.complete_move(RED, HALL, text).await.expect("a read");
    assert!(choices.len() <= 25);
    for choice in &choices {
        assert!(choice.label().chars().count() <= 100 && !choice.label().is_empty(), "{choice:?}");
        assert!(choice.value.chars().count() <= 100 && !choice.value.is_empty(), "{choice:?}");
    }
    choices
}

pub async fn values(app: &App, text: &str) -> Vec<String> {
    typed(app, text).await.into_iter().map(|choice| choice.value).collect()
}

fn autocomplete_shows_captures_and_checks_first() {
    with_app(async |app| {
        start(&app, "chess", Some("4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1")).await;
        let all = typed(&app, "").await;
        let first: Vec<_> = all.iter().take(2).map(|c| (c.label(), c.value.as_str())).collect();
        let first: Vec<_> = first.iter().map(|(label, value)| (label.as_str(), *value)).collect();
        assert_eq!(first, [("Pawn e4-d5, takes Pawn d5", "e4d5"), ("Rook a1-a8", "a1a8")]);
        // Once text is typed, captures come before the rest.
        assert_eq!(values(&app, "e4").await[0], "e4d5");
        for choice in all {
            let again = values(&app, &choice.value).await;
            assert_eq!(again[0], choice.value, "what was chosen is found again first");
        }
    });
}

fn autocomplete_matches_in_any_order() {
    with_app(async |app| {
        start(&app, "birds-and-ninjas", None).await;
        play(&app, "e2e5 a9a8").await;
        for (text, expected) in [
            ("b2b4", vec!["b2b4"]),
            ("b2-b4", vec!["b2b4"]),
            ("b2 b4", vec!["b2b4"]),
            ("B2", vec!["b2b3", "b2b4", "b2b5"]),
            ("b4 pawn", vec!["b2b4"]),
            ("ninja e3", vec!["J@e3"]),
            ("e3 NINJA", vec!["J@e3"]),
            ("j@e", vec!["J@e2", "J@e3", "J@e4"]),
            ("zebra", vec![]),
            ("e2 zebra", vec![]),
            (MORE, vec![]),
        ] {
            let mut found = values(&app, text).await;
            found.sort();
            assert_eq!(found, expected, "{text:?}");
        }
        assert!(typed(&app, "knight").await.iter().all(|choice| choice.label().starts_with("Knight")));
        assert_eq!(values(&app, "Nd3").await[0], "c1d3");
        let bombers = values(&app, "bomber").await;
        assert!(!bombers.is_empty() && bombers.iter().all(|value| value.starts_with(['e', 'f'])));
        assert!(values(&app, &"long ".repeat(1_000)).await.is_empty());
    });
}

fn autocomplete_counts_what_it_hides() {
    with_app(async |app| {
        start(&app, "squirrel", None).await;
        let all = typed(&app, "").await;
        assert_eq!(all.len(), 25);
        assert_eq!(all[24].value, MORE);
        assert!(all[24].label().contains("24 more"), "48 moves, 24 shown: {}", all[24].label());
        let hint = refused(app.play(&by(RED), MORE).await);
        assert!(hint.text.contains("more than the list can show"), "{}", hint.text);
    });
}

fn autocomplete_is_for_the_player_to_move() {
    with_app(async |app| {
        assert!(values(&app, "").await.is_empty(), "no game");
        start(&app, "chess", None).await;
        for who in [BLUE, GREEN] {
            assert!(app.complete_move(who, HALL, "").await.expect("a read").is_empty());
        }
        assert_eq!(values(&app, "").await.len(), 20);
    });
}

fn squares_are_completed() {
    with_app(async |app| {
        start(&app, "chess", Some("4k3/8/8/3p4/4P3/8/8/R3K3 b - - 0 1")).await;
        let squares = async |is_meant: fn(&Shown, Square) -> bool| {
            let choices = app.complete_square(HALL, None, is_meant).await.expect("a read");
            choices.into_iter().map(|c| format!("{} {}", c.value, c.label())).collect::<Vec<_>>()
        };
        let own = ["d5 d5 Black Pawn", "e8 e8 Black King"];
        let all = ["a1 a1 White Rook", "e1 e1 White King", "e4 e4 White Pawn"];
        assert_eq!(squares(|_, _| true).await, [own.as_slice(), all.as_slice()].concat());
        let kings =
            squares(|shown, _| matches!(shown, Shown::Piece(_, piece, _) if piece.letter == 'K')).await;
        assert_eq!(kings, ["e8 e8 Black King", "e1 e1 White King"]);
        assert!(squares(|_, _| false).await.is_empty());
        let named = Some("e4".parse().expect("a square"));
        let on_e = |_: &Shown, at: Square| at.file() == 4;
        let choices = app.complete_square(HALL, named, on_e).await.expect("a read");
        let values: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
        assert_eq!(values, ["e4", "e8", "e1"], "what is named comes first");
    });
}

/// Stores a game of Red and Blue in the hall with all moves of a line.
async fn stored(path: &Path, line: &Line) {
    let store = Store::open(path, StoreOptions::default()).await.expect("the database opens");
    let StoredGame { variant, rules_version, log, mut stands, .. } = crate::long_game::stored(line, HALL);
    (stands.to_move, stands.moved_at) = (Some(RED), NOON);
    let new = NewGame {
        variant,
        rules_version,
        white: RED,
        black: BLUE,
        engine: None,
        guild: None,
        channel: HALL,
        parent: None,
        pace: None,
        hints: false,
        rated: false,
        challenge: None,
        rematch_of: None,
        tournament: None,
        user_install: None,
    };
    let effects = log.into_iter().map(Effect::Event).collect();
    let whole = Change { effects, after: stands, interaction: None, answer: None, now: NOON };
    store.begin_game(&new, &whole).await.expect("a game");
    store.close().await;
}

fn autocomplete_knows_a_long_game() {
    for variant in games::all() {
        with_path(async |path| {
            let line = long_game(variant, 400);
            stored(&path, &line).await;
            let app = open(&path).await;
            let board = app.board(&by(RED), Target::Here, None).await.expect("the board");
            assert_eq!(board.ply, Ply(400));
            assert_eq!(board.board, Board::of_line(&line, board.board.side));
            let legal = line.position().legal_moves();
            let all = typed(&app, "").await;
            match legal.len() {
                25.. => assert!(all[24].label().contains(&format!("{} more", legal.len() - 24))),
                few => assert_eq!(all.len(), few),
            }
            for mv in &legal {
                let text = mv.to_string();
                assert_eq!(values(&app, &text).await.first(), Some(&text), "{}", line.position().fen());
            }
            let played = app.play(&by(RED), &all[0].value).await.expect("what is offered is legal");
            assert_eq!(played.view.ply, Ply(401));
            assert!(typed(&app, "").await.is_empty(), "it is the other one's turn");
            app.close().await;
        });
    }
}
