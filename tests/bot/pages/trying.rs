//! Tried moves on a page: in finished games, against the bot, and in finished lessons and puzzles.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::playing::both;
use super::visitor::{Answer, Browser, Page, against_the_bot, link};
use crate::bot::bench::{Bench, card, done, wait_for};

tests!(
    moves_are_tried_after_any_position_of_a_game_that_is_over,
    against_the_bot_moves_are_tried_while_it_goes_on,
    a_game_between_people_is_open_to_it_once_it_is_over,
    the_best_line_is_told_and_is_fair,
    every_game_has_a_board_to_try_moves_on,
    whoever_watches_tries_moves_of_a_game_that_is_over,
);

impl Page {
    /// The board after tried moves.
    async fn tried(&self, at: &str, from: u32, moves: &str) -> Answer {
        self.ask(&format!("try?at={at}&ply={from}&moves={moves}")).await
    }

    /// The best line from that position.
    async fn best(&self, at: &str, from: u32, moves: &[&str]) -> Answer {
        let wish = json!({ "at": at, "from": from, "moves": moves });
        self.browser.post(&format!("/g/{}/line", self.grant), &wish).await
    }
}

fn has(told: &Value, mv: &str) -> bool {
    told["moves"].as_array().expect("moves").iter().any(|one| one["move"] == mv)
}

fn moves_are_tried_after_any_position_of_a_game_that_is_over() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        white.play("e2e4").await;
        black.play("e7e5").await;
        assert!(black.act("resign", json!({})).await.status.is_success());
        assert!(white.labels().await.contains(&"Try moves".to_owned()));
        let (before, sent) = (white.state().await, bench.discord.requests().len());
        // Moves of both sides, typed or tapped, after the first move.
        let told = white.tried("", 1, "c5,Nf3").await;
        assert_eq!(told.status, StatusCode::OK, "{}", told.body);
        assert_eq!(told.says(), "After Knight g1-f3.");
        assert_eq!(told.body["tried"], json!(["c7c5", "g1f3"]), "as they are written");
        assert_eq!((&told.body["ply"], &told.body["turn"]), (&json!(3), &json!("black")));
        assert_eq!(told.body["list"][0], json!({ "n": 1, "white": "e4", "black": "c5" }));
        assert!(has(&told.body, "d7d6") && !has(&told.body, "e7e5x"));
        // The start is a position as well, and a ply beyond the last one means the last.
        assert!(has(&white.tried("", 0, "").await.body, "e2e4"));
        assert_eq!(white.tried("", 99, "").await.body["ply"], 2);
        let none = white.tried("", 0, "e2e5").await;
        assert_eq!(none.status, StatusCode::CONFLICT);
        assert!(none.says().starts_with("The Pawn "), "{}", none.says());
        let mate = white.tried("", 0, "f2f3,e7e5,g2g4,d8h4").await;
        assert_eq!((&mate.body["over"], &mate.body["moves"]), (&json!(true), &json!([])));
        assert_eq!(mate.says(), "After Queen d8-h4: checkmate, Black has won.");
        let behind = white.tried("", 0, "f2f3,e7e5,g2g4,d8h4,a2a3").await;
        assert_eq!(behind.status, StatusCode::CONFLICT);
        assert!(behind.says().starts_with("The game would be over here."), "{}", behind.says());
        let long = white.tried("", 0, &["g1f3", "g8f6", "f3g1", "f6g8"].repeat(51).join(",")).await;
        assert_eq!(long.status, StatusCode::CONFLICT);
        // Nothing has changed, and nobody is notified.
        let after = white.state().await;
        assert_eq!((&after["rev"], &after["list"]), (&before["rev"], &before["list"]));
        assert_eq!(bench.discord.requests().len(), sent);
        bench.finish().await;
    });
}

fn against_the_bot_moves_are_tried_while_it_goes_on() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, _, page) = against_the_bot(&bench).await;
        assert!(page.labels().await.contains(&"Try moves".to_owned()));
        assert_eq!(page.tried("", 0, "e2e4,e7e5").await.body["ply"], 2);
        let best = page.best("", 0, &["e2e4"]).await;
        assert_eq!(best.status, StatusCode::OK, "{}", best.body);
        assert_eq!(page.state().await["ply"], 0);
        bench.finish().await;
    });
}

fn a_game_between_people_is_open_to_it_once_it_is_over() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        for page in [&white, &black] {
            assert!(!page.labels().await.contains(&"Try moves".to_owned()));
            for refused in [page.tried("", 0, "e2e4").await, page.best("", 0, &[]).await] {
                assert_eq!(refused.status, StatusCode::CONFLICT);
                assert_eq!(refused.says(), "Moves can be tried here once the game has ended.");
            }
        }
        bench.finish().await;
    });
}

fn the_best_line_is_told_and_is_fair() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        done(&game.play(&["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"]).await);
        assert!(black.act("resign", json!({})).await.status.is_success());
        let best = white.best("", 6, &[]).await;
        assert_eq!(best.status, StatusCode::OK, "{}", best.body);
        assert_eq!(
            best.says(),
            "Best is Queen h5-f7, takes Pawn f7: it mates. White's chance to win: 100 %. Line: 4. Qxf7#"
        );
        assert_eq!(best.body["arrows"], json!([["h5", "f7"]]));
        let over = white.best("", 6, &["h5f7"]).await;
        assert_eq!(over.status, StatusCode::CONFLICT, "{}", over.body);
        // Two other people now have this position in a game.
        let other = bench.game_of("Green", "Yellow", "general").await;
        done(&other.play(&["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"]).await);
        let unfair = white.best("", 6, &[]).await;
        assert_eq!(unfair.status, StatusCode::CONFLICT);
        assert!(unfair.says().starts_with("This position stands in a game"), "{}", unfair.says());
        assert_eq!(white.best("", 4, &[]).await.status, StatusCode::OK, "another position");
        assert_eq!(white.tried("", 6, "h5f7").await.status, StatusCode::OK, "moves alone tell nothing");
        bench.finish().await;
    });
}

fn every_game_has_a_board_to_try_moves_on() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let lesson = card(&red.slash("learn", &[("variant", "chess")]).await);
        let page = Browser::new(&bench).open(&link(&red, &lesson).await).await;
        let list = page.ask("state?at=lessons").await.body;
        let boards = list["games"].as_array().expect("games").iter();
        let boards: Vec<&str> = boards.map(|one| one["board"]["at"].as_str().expect("a place")).collect();
        assert!(boards.len() >= 20 && boards.contains(&"board:chess"), "{boards:?}");
        for at in boards {
            let state = page.ask(&format!("state?at={at}")).await.body;
            assert_eq!((&state["kind"], &state["over"]), (&json!("board"), &json!(true)), "{at}");
            assert_eq!(state["players"], json!({ "white": "you", "black": "you" }), "{at}");
            let told = page.tried(at, 0, "").await;
            let first = told.body["moves"][0]["move"].as_str().expect("a move").to_owned();
            assert_eq!(page.tried(at, 0, &first).await.body["ply"], 1, "{at}");
        }
        assert_eq!(page.best("board:chess", 0, &["e2e4"]).await.status, StatusCode::OK);
        // An unsolved step or puzzle cannot be tried.
        let puzzle = page.ask("state?at=puzzles:chess:any").await.body;
        for at in ["lesson:chess:0:", puzzle["at"].as_str().expect("a place")] {
            for refused in [page.tried(at, 0, "").await, page.best(at, 0, &[]).await] {
                assert_eq!(refused.status, StatusCode::CONFLICT, "{at}");
                assert_eq!(refused.says(), "Moves can be tried here once this is solved.");
            }
        }
        assert_eq!(page.tried("nowhere", 0, "").await.status, StatusCode::BAD_REQUEST);
        bench.finish().await;
    });
}

fn whoever_watches_tries_moves_of_a_game_that_is_over() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        let watch = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        assert_eq!(watch.tried("", 0, "e2e4").await.status, StatusCode::CONFLICT);
        white.play("e2e4").await;
        assert!(black.act("resign", json!({})).await.status.is_success());
        assert!(watch.labels().await.contains(&"Try moves".to_owned()));
        assert_eq!(watch.tried("", 1, "e7e5").await.body["ply"], 2);
        let stranger = Browser::new(&bench).get(&format!("/g/{}/try", watch.grant)).await;
        assert_eq!(stranger.status, StatusCode::UNAUTHORIZED);
        bench.finish().await;
    });
}
