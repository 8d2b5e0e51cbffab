//! A game on a page and in the chat at once.

use std::time::Duration;

use futures_util::StreamExt as _;
use reqwest::{Method, StatusCode};
use rookery::games;
use serde_json::{Value, json};

use super::visitor::{Answer, Browser, Page, against_the_bot, link, link_in, secret, wish_id};
use crate::bot::bench::{Bench, card, done, long_after, looked_for, message, soon, wait_for};

tests!(
    what_is_played_on_a_page_appears_in_the_chat_with_one_ping,
    what_is_played_in_the_chat_appears_on_the_page,
    a_wish_that_is_sent_twice_is_done_once,
    a_move_on_an_old_board_is_refused_with_the_new_one,
    offers_go_to_and_fro_between_page_and_chat,
    what_is_offered_on_a_page_is_answered_in_the_chat,
    what_is_offered_is_withdrawn_on_the_page,
    the_bot_answers_on_the_page,
    a_hint_is_drawn_on_the_board,
    whoever_beats_a_level_twice_is_told_of_the_next_on_the_page,
    a_page_says_why_something_is_no_move,
    what_a_page_refuses_names_no_command,
    a_link_brings_what_its_page_shows_first,
    a_link_is_there_to_be_copied,
    a_note_is_on_its_writers_page_alone,
    earlier_positions_can_be_seen,
    the_name_of_a_square_says_what_holds_its_piece,
    where_the_bot_can_only_answer_there_is_no_page,
    whoever_acts_is_never_pinged_for_it,
    a_page_outlasts_a_restart,
    a_page_that_sleeps_for_hours_finds_the_newest_state,
    pages_are_listed_and_ended,
    all_games_have_a_page_that_leads_to_each,
    without_pages_there_is_no_button,
    every_game_has_all_that_a_page_needs,
);

/// A game of two people, each with their own page.
pub async fn both(bench: &Bench, variant: &str) -> (crate::bot::bench::Game, Page, Page) {
    let game = bench.game("games", variant, None).await;
    let (red, blue) = (link(&game.red, &game.board).await, link(&game.blue, &game.board).await);
    let (white, black) = (Browser::new(bench).open(&red).await, Browser::new(bench).open(&blue).await);
    (game, white, black)
}

fn what_is_played_on_a_page_appears_in_the_chat_with_one_ping() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        let before = game.red.channel().messages().len();
        let state = white.play("e2e4").await;
        assert_eq!((&state["turn"], &state["yours"]), (&json!("black"), &json!(false)));
        assert!(state["says"].as_str().expect("a sentence").contains("Black (your opponent) to move"));
        let channel = game.red.channel();
        soon("the board", || channel.messages().len() > before).await;
        let board = channel.messages().pop().expect("a board");
        assert!(board.content.contains("Pawn e2-e4") && board.picture().is_some(), "{}", board.content);
        assert_eq!(board.pings(), [game.blue.id()]);
        assert_eq!(black.play("e7e5").await["list"], json!([{ "n": 1, "white": "e4", "black": "e5" }]));
        soon("the next board", || channel.messages().len() > before + 1).await;
        long_after().await;
        assert_eq!(channel.messages().len(), before + 2, "each is shown once");
        bench.finish().await;
    });
}

fn what_is_played_in_the_chat_appears_on_the_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, _, black) = both(&bench, "chess").await;
        let events = black.browser.request(&Method::GET, &format!("/g/{}/events", black.grant));
        let events = events.send().await;
        assert_eq!(events.headers()["content-type"], "text/event-stream");
        let mut events = events.into_body().into_data_stream();
        let first = events.next().await.expect("a stream").expect("an event");
        assert!(String::from_utf8_lossy(&first).contains("event: hello"), "{first:?}");
        done(&game.red.slash("move", &[("move", "e2e4")]).await);
        let next = tokio::time::timeout(Duration::from_secs(5), events.next()).await.expect("in time");
        let next = next.expect("a stream").expect("an event");
        let state = black.state().await;
        let told = String::from_utf8_lossy(&next).into_owned();
        assert!(
            told.contains("event: rev") && told.contains(&format!("{{\"rev\":{}}}", state["rev"])),
            "{told}"
        );
        assert_eq!(state["yours"], true);
        let unchanged = black.ask(&format!("state?rev={}", state["rev"])).await;
        assert_eq!(unchanged.status, StatusCode::NO_CONTENT);
        bench.finish().await;
    });
}

fn a_wish_that_is_sent_twice_is_done_once() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, _) = both(&bench, "chess").await;
        let wish = json!({ "id": wish_id(), "rev": 1, "do": "move", "move": "e2e4" });
        let both = tokio::join!(white.send(&wish), white.send(&wish));
        for answer in [both.0, both.1, white.send(&wish).await] {
            assert_eq!((answer.status, answer.says()), (StatusCode::OK, ""), "{}", answer.body);
            assert_eq!(answer.body["state"]["ply"], 1);
        }
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 1);
        bench.finish().await;
    });
}

fn a_move_on_an_old_board_is_refused_with_the_new_one() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        let old = white.state().await["rev"].clone();
        done(&game.red.slash("move", &[("move", "e2e4")]).await);
        black.play("e7e5").await;
        let late = white.send(&json!({ "id": wish_id(), "rev": old, "do": "move", "move": "d2d4" })).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        assert_eq!(late.says(), "The board has changed: Black played Pawn e7-e5.");
        assert_eq!(late.body["state"]["ply"], 2);
        let turn = black.act("move", json!({ "move": "d7d5" })).await;
        assert_eq!(turn.status, StatusCode::CONFLICT);
        assert!(turn.says().contains("turn"), "{}", turn.says());
        bench.finish().await;
    });
}

fn offers_go_to_and_fro_between_page_and_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        white.play("e2e4").await;
        let channel = game.red.channel();
        soon("the board", || channel.messages().iter().any(|one| one.content.contains("e2-e4"))).await;
        let before = channel.messages().len();
        assert_eq!(white.press("Offer draw").await.status, StatusCode::OK);
        soon("the offer", || channel.messages().len() > before).await;
        let offer = channel.messages().pop().expect("a board");
        assert!(offer.content.contains("offers a draw"), "{}", offer.content);
        assert_eq!(offer.pings(), [game.blue.id()]);
        assert!(offer.labels().contains(&"Accept draw".to_owned()));
        assert!(!white.labels().await.contains(&"Accept draw".to_owned()), "nobody accepts their own");
        assert_eq!(black.press("Decline").await.status, StatusCode::OK);
        assert_eq!(black.press("Offer draw").await.status, StatusCode::OK);
        let state = white.state().await;
        assert!(state["says"].as_str().expect("a sentence").contains("offers a draw"), "{state}");
        let end = white.press("Accept draw").await;
        assert_eq!((end.status, &end.body["state"]["over"]), (StatusCode::OK, &json!(true)));
        soon("the end", || channel.messages().last().is_some_and(|end| end.content.contains("Draw agreed")))
            .await;
        assert_eq!(
            white.labels().await,
            ["Rematch", "Replay", "Analysis", "Try moves", "Export", "Let nobody watch"]
        );
        bench.finish().await;
    });
}

fn what_is_offered_on_a_page_is_answered_in_the_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        white.play("e2e4").await;
        black.play("e7e5").await;
        let channel = game.red.channel();
        for (wish, words, answer, mv) in [
            ("Offer draw", "offers a draw", "Decline", ["g1f3", "b8c6"]),
            ("Takeback", "asks to take back", "Decline", ["f1c4", "f8c5"]),
            ("Ask to abort", "to end this game without", "Play on", ["b1c3", "g8f6"]),
            ("Ask to abort", "to end this game without", "Agree to abort", ["d2d3", "d7d6"]),
        ] {
            white.play(mv[0]).await;
            black.play(mv[1]).await;
            assert_eq!(black.press(wish).await.status, StatusCode::OK, "{wish}");
            let told = |one: &rookery::sandbox::Message| {
                one.content.contains(words) && one.labels().iter().any(|label| label == answer)
            };
            soon(wish, || channel.messages().last().is_some_and(told)).await;
            let board = channel.messages().pop().expect("a board");
            let refused = game.blue.click(&board, answer).await;
            assert!(refused.is_ephemeral(), "nobody answers their own: {}", refused.text());
            let before = channel.messages().len();
            done(&game.red.click(&board, answer).await);
            soon("the answer", || channel.messages().len() > before).await;
            assert!(message_of(&channel, &board.id).picture().is_some(), "the board stays a board");
        }
        assert_eq!(white.state().await["over"], true);
        bench.finish().await;
    });
}

fn what_is_offered_is_withdrawn_on_the_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        white.play("e2e4").await;
        black.play("e7e5").await;
        let channel = game.red.channel();
        for (ask, words, withdraw, r#do, told) in [
            (
                "Offer draw",
                "offers a draw",
                "Withdraw draw offer",
                "withdraw-draw",
                "withdrew the draw offer",
            ),
            (
                "Takeback",
                "asks to take back",
                "Withdraw takeback",
                "withdraw-takeback",
                "withdrew the takeback request",
            ),
            (
                "Ask to abort",
                "to end this game",
                "Withdraw abort",
                "withdraw-abort",
                "no longer asks to end this game",
            ),
        ] {
            assert_eq!(white.press(ask).await.status, StatusCode::OK, "{ask}");
            let asked = |one: &rookery::sandbox::Message| one.content.contains(words);
            let asked = channel.wait_for(asked).await.expect("the offer");
            assert!(!black.labels().await.contains(&withdraw.to_owned()), "nobody withdraws another's");
            let offer = offer_of(&white, r#do).await;
            let theirs = black.act(r#do, json!({ "offer": offer })).await;
            assert_eq!(theirs.status, StatusCode::CONFLICT, "{}", theirs.says());
            assert!(theirs.says().contains("only they can withdraw"), "{}", theirs.says());
            assert_eq!(white.press(withdraw).await.status, StatusCode::OK, "{withdraw}");
            let says = |m: &rookery::sandbox::Message| m.content.contains(told);
            let board = channel.wait_for(says).await.expect("a board that says it");
            assert!(board.pings().is_empty(), "nobody is called for it: {}", board.content);
            soon("the offer cannot be answered", || message_of(&channel, &asked.id).buttons().is_empty())
                .await;
            assert!(!white.labels().await.contains(&withdraw.to_owned()));
            let again = white.act(r#do, json!({ "offer": offer })).await;
            assert_eq!(again.status, StatusCode::CONFLICT, "{}", again.says());
        }
        assert_eq!(white.state().await["over"], false);
        bench.finish().await;
    });
}

/// The event of the offer that a page's button answers or withdraws.
async fn offer_of(page: &Page, r#do: &str) -> Value {
    let state = page.state().await;
    let actions = state["actions"].as_array().expect("buttons");
    actions.iter().find(|one| one["do"] == r#do).expect("a button")["offer"].clone()
}

fn message_of(channel: &rookery::sandbox::Channel, id: &str) -> rookery::sandbox::Message {
    channel.messages().into_iter().find(|one| one.id == id).expect("it is there")
}

fn whoever_acts_is_never_pinged_for_it() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        white.play("e2e4").await;
        black.play("e7e5").await;
        let channel = game.red.channel();
        soon("the board", || channel.messages().iter().any(|one| one.content.contains("e7-e5"))).await;
        for (page, label, told) in [
            (&white, "Offer draw", game.blue.id()),
            (&black, "Decline", game.red.id()),
            (&black, "Ask to abort", game.red.id()),
            (&white, "Play on", game.blue.id()),
            (&black, "Resign", game.red.id()),
        ] {
            let before = channel.messages().len();
            assert_eq!(page.press(label).await.status, StatusCode::OK, "{label}");
            soon(label, || channel.messages().len() > before).await;
            let board = channel.messages().pop().expect("a board");
            assert_eq!(board.pings(), [told], "{label}: {}", board.content);
        }
        let ask = [("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "auto")];
        let board = message(&game.red.slash("challenge", &ask).await);
        let alone = Browser::new(&bench).open(&link(&game.red, &board).await).await;
        assert_eq!(alone.press("Resign").await.status, StatusCode::OK);
        let end = || channel.message(&board.id).expect("a board");
        soon("the end", || end().content.contains("resigns")).await;
        assert!(end().pings().is_empty(), "{}", end().content);
        bench.finish().await;
    });
}

fn whoever_beats_a_level_twice_is_told_of_the_next_on_the_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let ask = [
            ("variant", "chess"),
            ("level", "2"),
            ("color", "white"),
            ("thread", "no"),
            ("position", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"),
        ];
        let next = "That is your second win against Level 2, Nestling. You may be ready for Level 3, Fledgling: /challenge with level.";
        for told in ["", next] {
            let board = message(&red.slash("challenge", &ask).await);
            let page = Browser::new(&bench).open(&link(&red, &board).await).await;
            let won = page.act("move", json!({ "move": "g1g7" })).await;
            assert_eq!((won.status, won.says()), (StatusCode::OK, told), "{}", won.body);
        }
        bench.finish().await;
    });
}

fn a_hint_is_drawn_on_the_board() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (.., page) = against_the_bot(&bench).await;
        let state = page.state().await;
        let piece = page.act("hint", json!({})).await;
        let from = piece.body["arrows"][0][0].clone();
        assert_eq!((piece.status, &piece.body["arrows"]), (StatusCode::OK, &json!([[from, from]])));
        let whole = page.act("show-move", json!({})).await;
        let [way] = whole.body["arrows"].as_array().expect("a move").as_slice() else {
            panic!("{}", whole.body)
        };
        let is_legal = |one: &Value| [&one["from"], &one["to"]] == [&way[0], &way[1]];
        assert!(state["moves"].as_array().expect("moves").iter().any(is_legal), "{way}");
        assert_eq!(page.act("draw", json!({})).await.body["arrows"], json!(null));
        bench.finish().await;
    });
}

fn the_bot_answers_on_the_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, board, page) = against_the_bot(&bench).await;
        page.play("e2e4").await;
        let answered = looked_for(async || Some(page.state().await).filter(|state| state["ply"] == 2));
        let state = answered.await.expect("the bot moves");
        assert_eq!((&state["ply"], &state["yours"]), (&json!(2), &json!(true)), "{state}");
        assert_eq!(state["players"], json!({ "white": "you", "black": "the bot (Level 1, Hatchling)" }));
        let channel = red.channel();
        soon("the board", || {
            channel
                .messages()
                .iter()
                .any(|one| one.id == board.id && one.content.contains("White: Pawn e2-e4. I reply "))
        })
        .await;
        let (piece, mv) = (page.press("Hint").await, page.press("Show the move").await);
        assert!(piece.status.is_success() && piece.says().starts_with("Look at "), "{}", piece.says());
        assert!(mv.status.is_success() && mv.says().contains('-'), "{}", mv.says());
        assert_eq!(page.press("Takeback").await.status, StatusCode::OK);
        let state = page.state().await;
        assert_eq!(
            (&state["ply"], &state["says"]),
            (&json!(0), &json!("Taken back: it is move 1 again. White (you) to move."))
        );
        bench.finish().await;
    });
}

fn a_page_says_why_something_is_no_move() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        let why = white.ask("why?move=e2e5").await;
        assert_eq!(
            why.says(),
            "The Pawn moves one square forward, or two from its start rank, and captures one square diagonally forward, also en passant. Dots show where."
        );
        assert_eq!(white.ask("why?move=e2e4").await.says(), "");
        assert!(black.ask("why?move=e7e5").await.says().contains("turn"));
        assert!(!white.ask("why?move=%3Cb%3E").await.says().is_empty());
        let state = white.state().await;
        assert!(state["held"]["a1"].as_str().expect("why").starts_with("Rook a1 can't move"), "{state}");
        bench.finish().await;
    });
}

fn what_a_page_refuses_names_no_command() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        white.play("f2f3").await;
        black.play("e7e5").await;
        let open = |what: &str| json!({ "do": what, "offer": 1 });
        let mut told = Vec::new();
        for what in ["accept-draw", "allow-takeback", "agree-to-abort"] {
            told.push(white.act(what, open(what)).await);
        }
        white.play("g2g4").await;
        black.play("d8h4").await;
        told.push(white.act("draw", json!({})).await);
        told.push(white.act("resign", json!({})).await);
        let said: Vec<&str> = told.iter().map(Answer::says).collect();
        assert_eq!(said[0], "That draw offer is no longer open.");
        assert_eq!(said[3], "This game is over: you lost.");
        for (answer, says) in told.iter().zip(&said) {
            assert_eq!(answer.status, StatusCode::CONFLICT, "{says}");
            assert!(!says.is_empty() && !says.contains('/'), "a page has no commands: {says}");
        }
        bench.finish().await;
    });
}

fn a_link_brings_what_its_page_shows_first() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "prison-break", None).await;
        let mut browser = Browser::new(&bench);
        let opened = browser.redeem(secret(&link(&game.red, &game.board).await)).await;
        let page = Page { grant: opened.body["grant"].as_str().expect("a grant").to_owned(), browser };
        let timeless = |mut state: Value| {
            state["now"].take();
            state
        };
        let asked = timeless(page.ask("state?words=1").await.body);
        assert!(asked["words"].is_object(), "{asked}");
        assert_eq!(timeless(opened.body["state"].clone()), asked);
        // A list has its own link.
        let games = message(&game.red.slash("games", &[]).await);
        let list = link_in(&card(&game.red.click(&games, "Open board").await));
        let opened = Browser::new(&bench).redeem(secret(&list)).await;
        assert_eq!(opened.body["state"], Value::Null);
        bench.finish().await;
    });
}

/// In-app browsers may lose the fragment when they open a link.
fn a_link_is_there_to_be_copied() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "prison-break", None).await;
        let red = &game.red;
        let mut shown = vec![card(&red.click(&game.board, "Open board").await)];
        shown.push(card(&bench.green("games").click(&game.board, "Open board").await));
        shown.push(card(&red.click(&card(&red.slash("games", &[]).await), "Open board").await));
        let puzzle = card(&red.slash("puzzle", &[("variant", "prison-break")]).await);
        shown.push(card(&red.click(&puzzle, "Open board").await));
        for one in shown {
            let text = format!("If the page opens empty, paste this into its field: `{}`", link_in(&one));
            assert!(one.content.contains(&text), "{}", one.content);
        }
        bench.finish().await;
    });
}

fn a_note_is_on_its_writers_page_alone() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        assert_eq!(white.state().await["notes"], Value::Null);
        white.play("e4").await;
        message(&game.red.slash("note", &[("text", "<b>mine</b>")]).await);
        assert_eq!(white.state().await["notes"], json!([{ "ply": 1, "at": "1. e4", "says": "<b>mine</b>" }]));
        assert_eq!(black.state().await["notes"], Value::Null);
        bench.finish().await;
    });
}

fn earlier_positions_can_be_seen() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "squirrel-chess").await;
        let first = white.state().await["moves"][0]["move"].as_str().expect("a move").to_owned();
        white.play(&first).await;
        let second = black.state().await["moves"][0]["move"].as_str().expect("a move").to_owned();
        black.play(&second).await;
        for (ply, says) in [(0, "The start"), (1, "After "), (2, "After "), (99, "After ")] {
            let then = white.ask(&format!("state?ply={ply}")).await;
            assert_eq!(then.body["ply"], ply.min(2));
            assert!(then.says().starts_with(says), "{}", then.says());
            assert!(then.body["board"]["squares"].as_array().expect("squares").len() > 60);
        }
        bench.finish().await;
    });
}

/// The page's name of a square.
fn called<'a>(state: &'a serde_json::Value, at: &str) -> &'a str {
    let squares = state["board"]["squares"].as_array().expect("squares");
    let square = squares.iter().find(|square| square["at"] == at).expect("a square of the game");
    square["name"].as_str().expect("a name")
}

fn the_name_of_a_square_says_what_holds_its_piece() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "prison-break").await;
        let moves = ["f1d3", "c7c5", "d3e4", "d8c7", "b2b3", "c7d6", "b3b4"];
        for (page, mv) in [&white, &black].into_iter().cycle().zip(moves) {
            page.play(mv).await;
        }
        assert_eq!(called(&white.state().await, "e4"), "e4, White Ninja Guard");
        black.play("d6d5").await;
        for page in [&white, &black] {
            let state = page.state().await;
            assert_eq!(called(&state, "e4"), "e4, White Ninja Guard, frozen by the Ice Queen on d5");
            assert_eq!(called(&state, "d5"), "d5, Black Ice Queen, just moved here");
        }
        // An earlier position has its own names.
        let then = white.ask("state?ply=7").await.body;
        assert_eq!(called(&then, "e4"), "e4, White Ninja Guard");

        let fen = "9k/10/10/10/10/1g8/1RN4Pg1/10/10/9K w - - 0 1 0/0";
        let game = bench.game("quiet", "squirrel", Some(fen)).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let state = page.state().await;
        for (at, name) in [
            ("b4", "b4, White Rook, braked by the Guard on b5"),
            ("c4", "c4, White Knight, braked by the Guard on b5"),
            // A pawn only loses its double step, for which pictures have no mark either.
            ("h4", "h4, White Pawn, beside Black's Guard i4; White's pieces stop here"),
            ("b5", "b5, Black Guard"),
            ("j1", "j1, White King"),
        ] {
            assert_eq!(called(&state, at), name);
        }
        bench.finish().await;
    });
}

fn where_the_bot_can_only_answer_there_is_no_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        bench.discord.remove_bot();
        let red = bench.red("games");
        red.install();
        let board = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await);
        assert!(!board.labels().contains(&"Open board".to_owned()), "{:?}", board.labels());
        let id = bench.count("SELECT id FROM games").await;
        let refused = red.click_stale(&board, &format!("v2:page:{id}")).await;
        assert!(
            refused.is_ephemeral()
                && refused.text().contains("What you play on a page would not be shown there"),
            "{}",
            refused.text()
        );
        let all = red.click(&card(&red.slash("games", &[]).await), "Open board").await;
        let page = Browser::new(&bench).open(&link_in(&card(&all))).await;
        let at = page.ask("state").await.body["games"][0]["at"].as_str().expect("a place").to_owned();
        assert_eq!(page.ask(&format!("state?at={at}")).await.status, StatusCode::NOT_FOUND);
        bench.finish().await;
    });
}

fn a_page_outlasts_a_restart() {
    wait_for(async {
        let mut bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        white.play("e2e4").await;
        bench.stop().await;
        bench.start().await;
        assert_eq!(black.play("e7e5").await["ply"], 2);
        assert_eq!(white.state().await["yours"], true);
        bench.finish().await;
    });
}

/// Opens the page's stream of events. Returns it with its first event.
async fn hears(page: &Page) -> (axum::body::BodyDataStream, String) {
    let events = page.browser.request(&Method::GET, &format!("/g/{}/events", page.grant)).send().await;
    assert_eq!(events.status(), StatusCode::OK);
    let mut events = events.into_body().into_data_stream();
    let hello = events.next().await.expect("a stream").expect("an event");
    (events, String::from_utf8_lossy(&hello).into_owned())
}

fn a_page_that_sleeps_for_hours_finds_the_newest_state() {
    /// Longer than a stream may last.
    const ASLEEP: Duration = Duration::from_hours(2);
    const FIFTEEN: Duration = Duration::from_mins(15);
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        let known = black.state().await["rev"].clone();
        let (mut asleep, _) = hears(&black).await;
        // A page that listens gets signs of life, and is closed after a while.
        let (awake, _) = hears(&white).await;
        let began = tokio::time::Instant::now();
        let signs = awake.count().await;
        assert!((40..=50).contains(&signs), "{signs}");
        assert!(began.elapsed() >= FIFTEEN && began.elapsed() < FIFTEEN + Duration::from_secs(30));
        done(&game.red.slash("move", &[("move", "e4")]).await);
        tokio::time::sleep(ASLEEP).await;
        let mut left = 0;
        while let Some(event) = asleep.next().await {
            event.expect("an event");
            left += 1;
        }
        assert!(left <= 1, "its stream is over: {left} more events");
        let (_again, hello) = hears(&black).await;
        let state = black.ask(&format!("state?rev={known}")).await;
        assert_eq!((state.status, &state.body["ply"]), (StatusCode::OK, &json!(1)));
        let newest = format!("event: hello\nid: {0}\ndata: {{\"rev\":{0}}}", state.body["rev"]);
        assert!(hello.starts_with(&newest), "{hello}");
        assert_eq!(black.play("e7e5").await["ply"], 2);
        bench.finish().await;
    });
}

fn pages_are_listed_and_ended() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        let listed = card(&game.red.slash("web", &[]).await);
        assert!(listed.content.contains("1 board open"), "{}", listed.content);
        let again = link_in(&card(&game.red.slash("board", &[("link", "true")]).await));
        let other = Browser::new(&bench).open(&again).await;
        let listed = card(&game.red.slash("web", &[]).await);
        assert!(listed.content.contains("2 boards open"), "{}", listed.content);
        // The phone is recognised by its own user agent; a browser without one is listed without a device.
        let phone =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
        let again = link_in(&card(&game.red.slash("board", &[("link", "true")]).await));
        Browser::new(&bench).called(phone).open(&again).await;
        let listed = card(&game.red.slash("web", &[]).await);
        assert_eq!(listed.content.matches("**Phone:** Chess, last used ").count(), 1, "{}", listed.content);
        assert_eq!(listed.content.matches("Chess, last used ").count(), 3, "{}", listed.content);
        let ended = card(&game.red.click(&listed, "End all").await);
        assert!(ended.content.starts_with("You have no board open in a browser. Press"), "{}", ended.content);
        assert!(ended.labels().is_empty(), "there is nothing to end");
        // A link that was not opened yet can be revoked.
        card(&game.red.slash("board", &[("link", "true")]).await);
        let listed = card(&game.red.slash("web", &[]).await);
        let waits = "A link that you have not opened yet is still good";
        assert!(listed.content.contains(waits), "{}", listed.content);
        let ended = card(&game.red.click(&listed, "End all").await);
        assert!(ended.labels().is_empty() && !ended.content.contains(waits), "{}", ended.content);
        for page in [&white, &other] {
            let ended = page.ask("state").await;
            assert_eq!(ended.status, StatusCode::UNAUTHORIZED);
            assert!(ended.says().starts_with("Nothing is open in this browser any more"), "{}", ended.says());
        }
        assert_eq!(black.ask("state").await.status, StatusCode::OK, "others keep theirs");
        bench.finish().await;
    });
}

fn all_games_have_a_page_that_leads_to_each() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (first, second) =
            (bench.game("games", "chess", None).await, bench.game("quiet", "prison-break", None).await);
        let stranger = message(
            &bench
                .green("general")
                .slash("challenge", &[("variant", "chess"), ("opponent", bench.green("general").id())])
                .await,
        );
        let listed = card(&first.red.slash("games", &[]).await);
        let answer = first.red.click(&listed, "Open board").await;
        let page = Browser::new(&bench).open(&link_in(&card(&answer))).await;
        let list = page.ask("state").await.body;
        assert_eq!((&list["kind"], &list["says"]), (&json!("games"), &json!("You have 2 live games:")));
        let at = |index: usize| list["games"][index]["at"].as_str().expect("a place").to_owned();
        assert_eq!(list["games"].as_array().map(Vec::len), Some(2));
        let state = page.ask(&format!("state?at={}", at(0))).await.body;
        assert_eq!((&state["at"], &state["yours"]), (&json!(at(0)), &json!(true)));
        let mv = state["moves"][0]["move"].clone();
        let wish = json!({ "id": wish_id(), "rev": state["rev"], "do": "move", "move": mv, "at": at(0) });
        assert_eq!(page.send(&wish).await.body["state"]["ply"], 1);
        assert_eq!(page.ask("state").await.body["games"][1]["at"], at(0), "what waits comes first");
        // Neither another person's game nor an invalid id opens.
        let all: i64 = bench.count("SELECT max(id) FROM games").await;
        for other in [all.to_string(), "0".to_owned(), "x".to_owned(), "99999999999999999999".to_owned()] {
            for asked in ["state", "why", "events"] {
                let refused = page.ask(&format!("{asked}?at={other}&move=e2e4")).await;
                assert_eq!(refused.status, StatusCode::NOT_FOUND, "{asked} of {other}");
            }
        }
        assert!(stranger.picture().is_some() && second.board.picture().is_some());
        bench.finish().await;
    });
}

fn without_pages_there_is_no_button() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        assert!(!game.board.labels().contains(&"Open board".to_owned()));
        for said in [game.red.slash("web", &[]).await, game.red.slash("board", &[("link", "true")]).await] {
            assert!(said.is_ephemeral() && said.text().contains("serves no pages"), "{}", said.text());
        }
        bench.finish().await;
    });
}

fn every_game_has_all_that_a_page_needs() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        for variant in games::all() {
            let ask = [("variant", variant.slug()), ("opponent", red.id())];
            let board = message(&red.slash("challenge", &ask).await);
            let page = Browser::new(&bench).open(&link(&red, &board).await).await;
            let state = page.state().await;
            assert_eq!((&state["you"], &state["yours"]), (&json!("both"), &json!(true)), "{variant}");
            let squares = state["board"]["squares"].as_array().expect("squares");
            assert_eq!(squares.len(), variant.spec().squares.len(), "{variant}");
            let mv = state["moves"][0]["move"].as_str().expect("a move").to_owned();
            assert_eq!(page.play(&mv).await["ply"], 1, "{variant}");
            assert_eq!(page.press("Abort").await.status, StatusCode::OK, "{variant}");
        }
        bench.finish().await;
    });
}
