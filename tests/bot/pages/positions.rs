//! An analysis board for any position: typed, copied, refused with all its errors, and blocked if it would
//! help in a live game.

use reqwest::StatusCode;
use rookery::games;
use rookery::rules::Position;
use serde_json::{Value, json};

use super::playing::both;
use super::visitor::{Answer, Browser, Page, link, place, wish_id};
use crate::bot::bench::{Bench, card, done, wait_for};

tests!(
    any_position_of_any_game_is_set_up_and_copied,
    all_that_is_wrong_with_a_position_is_said_as_the_chat_says_it,
    a_position_of_a_live_game_is_set_up_and_gets_no_best_line,
    whoever_plays_without_hints_sets_up_what_they_like_and_gets_no_best_line,
    a_position_stands_in_the_address_and_in_links,
    only_on_a_board_for_it_a_position_is_set_up,
);

/// Six plies, so that the game is distinct, and the resulting position.
const MOVES: [&str; 6] = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"];
const THERE: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

impl Page {
    async fn set_up(&self, at: &str, position: &str) -> Answer {
        self.send(&json!({ "id": wish_id(), "rev": 1, "do": "set-up", "at": at, "position": position })).await
    }

    /// The board after tried moves.
    async fn from(&self, at: &str, moves: &str) -> Answer {
        self.ask(&format!("try?at={at}&ply=0&moves={moves}")).await
    }

    async fn line(&self, at: &str, moves: &[&str]) -> Answer {
        let wish = json!({ "at": at, "from": 0, "moves": moves });
        self.browser.post(&format!("/g/{}/line", self.grant), &wish).await
    }
}

/// A page of lessons and puzzles for this member.
async fn learner(bench: &Bench, who: &rookery::sandbox::Member) -> Page {
    let lesson = card(&who.slash("learn", &[("variant", "chess")]).await);
    Browser::new(bench).open(&link(who, &lesson).await).await
}

fn at(answer: &Answer) -> String {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["state"]["at"].as_str().expect("a place").to_owned()
}

fn any_position_of_any_game_is_set_up_and_copied() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let page = learner(&bench, &bench.red("games")).await;
        for game in games::all() {
            let start = format!("board:{}", game.slug());
            let first = Position::start(game).legal_moves()[0].to_string();
            let played = page.from(&start, &first).await.body;
            let copied = played["position"].as_str().expect("a position");
            let set_up = page.set_up(&start, &format!("  {copied}\n")).await;
            let there = at(&set_up);
            let state = &set_up.body["state"];
            let says = state["says"].as_str().expect("a sentence");
            assert!(says.starts_with("A position of "), "{says}");
            assert_eq!((&state["kind"], &state["turn"]), (&json!("board"), &json!("black")), "{there}");
            // It is the same board, and copying it again gives the same text.
            let tried = page.from(&there, "").await.body;
            assert_eq!((&tried["position"], &tried["moves"]), (&played["position"], &played["moves"]));
            assert!(tried["says"].as_str().expect("a sentence").starts_with("A position of "));
            let next = tried["moves"][0]["move"].as_str().expect("a move").to_owned();
            assert_eq!(page.from(&there, &next).await.body["ply"], 1, "{there}");
            // The start position has its usual address.
            assert_eq!(at(&page.set_up(&there, &Position::start(game).fen()).await), start);
            bench.pass(std::time::Duration::from_secs(5)).await;
        }
        bench.finish().await;
    });
}

fn all_that_is_wrong_with_a_position_is_said_as_the_chat_says_it() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let page = learner(&bench, &red).await;
        for (game, wrong) in [
            ("chess", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQQBNR w KQkq - 0 0"),
            ("chess", "nonsense"),
            ("chess", "R6k/6pp/8/8/8/8/8/K7 b - - 0 1"),
            ("chess", "9k/10/10/10/10/1g8/1RN4Pg1/10/10/9K w - - 0 1 0/0"),
            ("hiashatar", "k9/10 w - - 0 1"),
        ] {
            let refused = page.set_up(&format!("board:{game}"), wrong).await;
            assert_eq!(refused.status, StatusCode::CONFLICT, "{wrong}");
            assert!(refused.body["state"].is_null());
            let ask = [("variant", game), ("thread", "no"), ("opponent", red.id()), ("position", wrong)];
            let chat = red.slash("challenge", &ask).await.text().replace(['`', '*'], "");
            assert_eq!(refused.says(), chat, "{wrong}");
        }
        let several =
            page.set_up("board:chess", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQQBNR w KQkq - 0 0").await;
        assert!(several.says().matches(';').count() >= 2, "all at once: {}", several.says());
        let long = page.set_up("board:chess", &"8/".repeat(400)).await;
        assert!(long.says().contains("a position has at most"), "{}", long.says());
        bench.finish().await;
    });
}

fn a_position_of_a_live_game_is_set_up_and_gets_no_best_line() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&MOVES[..5]).await);
        let page = learner(&bench, &bench.green("general")).await;
        // Castling rights and the move number do not make it another position.
        let there = at(&page.set_up("board:chess", &THERE.replace("KQkq - 4 4", "- - 0 1")).await);
        assert_eq!(page.line(&there, &[]).await.status, StatusCode::OK, "it stands in no game yet");
        done(&game.blue.slash("move", &[("move", MOVES[5])]).await);
        let refused = page.line(&there, &[]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(refused.says().starts_with("This position stands in a game that is being played."));
        // The position one move earlier also leads to it, once that move is tried.
        let before = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let before = at(&page.set_up("board:chess", before).await);
        assert_eq!(page.line(&before, &["f8c5"]).await.status, StatusCode::CONFLICT);
        // The board without analysis gives no help.
        assert_eq!(page.from(&there, "").await.status, StatusCode::OK);
        assert_eq!(page.from(&there, "e1e2,g8f6").await.body["ply"], 2);
        assert_eq!(page.line(&there, &["d2d3"]).await.status, StatusCode::OK, "another position");
        // It is allowed again once the game has moved on.
        done(&game.play(&["O-O"]).await);
        assert_eq!(page.line(&there, &[]).await.status, StatusCode::OK);
        bench.finish().await;
    });
}

fn whoever_plays_without_hints_sets_up_what_they_like_and_gets_no_best_line() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, _, _) = both(&bench, "chess").await;
        done(&game.play(&MOVES).await);
        let page = learner(&bench, &game.red).await;
        let other = at(&page.set_up("board:chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").await);
        let refused = page.line(&other, &[]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(
            refused.says().starts_with("You play a game of Chess without hints against somebody."),
            "{}",
            refused.says()
        );
        assert_eq!(page.from(&other, "e2e4").await.status, StatusCode::OK);
        // A position of another variant is analysed.
        let squirrel = "9k/10/10/10/10/1g8/1RN4Pg1/10/10/9K w - - 0 1 0/0";
        let squirrel = at(&page.set_up("board:squirrel", squirrel).await);
        assert_eq!(page.line(&squirrel, &[]).await.status, StatusCode::OK);
        bench.finish().await;
    });
}

fn a_position_stands_in_the_address_and_in_links() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let page = learner(&bench, &bench.red("games")).await;
        let there = at(&page.set_up("board:chess", THERE).await);
        assert!(!there.contains(['/', ' ', '#', '&', '+', '%']), "{there}");
        // As after a reload.
        let anew = page.ask(&format!("state?at={there}&words=1")).await.body;
        assert_eq!((&anew["at"], &anew["kind"]), (&json!(there), &json!("board")));
        assert_eq!(page.from(&there, "").await.body["position"], THERE);
        // And on another device.
        let made = page.browser.post(&format!("/g/{}/link", page.grant), &json!({ "at": there })).await;
        assert_eq!(place(made.body["link"].as_str().expect("a link")), there);
        // An address that no setup can produce leads nowhere.
        let wrong: Value = page.ask("state?at=board:chess:8.8_w").await.body;
        assert_ne!(wrong["kind"], "board");
        bench.finish().await;
    });
}

fn only_on_a_board_for_it_a_position_is_set_up() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, _) = both(&bench, "chess").await;
        let page = learner(&bench, &bench.red("games")).await;
        for refused in [page.set_up("lesson:chess:0:", THERE).await, white.set_up("", THERE).await] {
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.body);
        }
        let stranger = Browser::new(&bench);
        let wish =
            json!({ "id": wish_id(), "rev": 1, "do": "set-up", "at": "board:chess", "position": THERE });
        let refused = stranger.post(&format!("/g/{}/act", page.grant), &wish).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
        bench.finish().await;
    });
}
