//! Premoves on a page, and the possible moves of a piece that cannot be moved now.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::playing::both;
use super::visitor::{Browser, Page, against_the_bot, link_in, wish_id};
use crate::bot::bench::{Bench, card, done, wait_for};

tests!(
    what_is_prepared_on_a_page_is_played_whatever_the_opponent_plays,
    a_prepared_move_that_cannot_be_played_is_dropped_and_that_is_told,
    a_reply_to_one_move_is_prepared_by_typing,
    nothing_is_prepared_on_a_page_where_it_makes_no_sense,
    against_the_bot_nothing_is_prepared,
    every_piece_shows_what_it_could_do,
);

/// The possible moves of the piece on a square.
async fn ways(page: &Page, of: &str) -> Value {
    let answer = page.ask(&format!("ways?of={of}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body
}

fn texts(ways: &Value) -> Vec<&str> {
    ways["moves"].as_array().expect("moves").iter().filter_map(|one| one["move"].as_str()).collect()
}

/// Prepares a move, which must be possible.
async fn prepare(page: &Page, typed: &str) -> Value {
    let answer = page.act("prepare", json!({ "move": typed })).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["state"]["prepared"].clone()
}

fn what_is_prepared_on_a_page_is_played_whatever_the_opponent_plays() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        let mut found = texts(&ways(&black, "g8").await).join(" ");
        assert_eq!(found, "g8f6 g8h6");
        assert_eq!(ways(&black, "f6").await["moves"], json!([]), "nothing leads there yet");
        let prepared = prepare(&black, "g8f6").await;
        assert_eq!(prepared["lines"], json!(["Nf6, whatever is played"]));
        assert_eq!((&prepared["ways"], &prepared["can"]), (&json!([["g8", "f6"]]), &json!(true)));
        found = texts(&ways(&black, "f6").await).join(" ");
        assert!(found.contains("f6e4") && found.contains("f6g8"), "{found}");
        let rev = black.state().await["rev"].clone();
        let wish = json!({ "id": wish_id(), "rev": rev, "do": "prepare", "move": "d7d5" });
        assert_eq!(black.send(&wish).await.status, StatusCode::OK);
        let again = black.send(&wish).await;
        assert_eq!(again.status, StatusCode::OK, "{}", again.body);
        let prepared = again.body["state"]["prepared"].clone();
        assert_eq!(prepared["lines"], json!(["Nf6, whatever is played, then d5, whatever is played"]));
        let theirs = white.state().await;
        assert_eq!((&theirs["prepared"]["lines"], &theirs["prepared"]["ways"]), (&json!([]), &json!([])));
        let chat = game.blue.slash("premove", &[]).await;
        let told = "`Nf6`, whatever is played, then `d5`, whatever is played";
        assert!(chat.text().contains(told), "{}", chat.text());
        assert_eq!(white.play("h2h3").await["ply"], 2);
        let left = black.state().await;
        assert_eq!(left["prepared"]["lines"], json!(["d5, whatever is played"]));
        done(&game.red.slash("move", &[("move", "a3")]).await);
        let state = black.state().await;
        assert_eq!((&state["ply"], &state["prepared"]["lines"]), (&json!(4), &json!([])));
        assert_eq!(state["prepared"]["says"], "");
        // The recapture is prepared before there is anything to capture.
        white.play("c2c4").await;
        black.play("d5c4").await;
        prepare(&black, "b7b5").await;
        let kept = prepare(&black, "b5c4").await;
        assert_eq!(kept["ways"], json!([["b7", "b5"], ["b5", "c4"]]));
        bench.finish().await;
    });
}

fn a_prepared_move_that_cannot_be_played_is_dropped_and_that_is_told() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        white.play("e2e4").await;
        black.play("f7f6").await;
        prepare(&black, "a7a6").await;
        white.play("d1h5").await;
        let told =
            "The prepared moves that still waited in Chess are dropped, as the game went on differently.";
        for _ in 0..2 {
            let prepared = black.state().await["prepared"].clone();
            assert_eq!((&prepared["says"], &prepared["can"]), (&json!(told), &json!(false)));
        }
        let answer = black.act("move", json!({ "move": "g7g6" })).await;
        assert_eq!((answer.status, answer.says()), (StatusCode::OK, ""), "it was told already");
        assert_eq!(answer.body["state"]["prepared"]["says"], "");
        // Forgetting them is confirmed at once.
        prepare(&black, "e7e5").await;
        let forgotten = black.act("forget-prepared", json!({})).await;
        assert_eq!(
            (forgotten.status, forgotten.says()),
            (StatusCode::OK, "Your prepared moves are forgotten.")
        );
        assert_eq!(forgotten.body["state"]["prepared"]["forget"], json!(null));
        white.play("h5h4").await;
        assert_eq!(black.state().await["yours"], true, "nothing was played for them");
        bench.finish().await;
    });
}

fn a_reply_to_one_move_is_prepared_by_typing() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        prepare(&black, "Nf6").await;
        let prepared = prepare(&black, "e5 if e4, then Nc6 if any").await;
        assert_eq!(
            prepared["lines"],
            json!(["Nf6, whatever is played", "e5 if e4, then Nc6, whatever is played"])
        );
        let lines = black.state().await["prepared"]["forget"]["label"].clone();
        assert_eq!(lines, "Forget");
        let state = white.play("e2e4").await;
        assert_eq!(
            state["list"],
            json!([{ "n": 1, "white": "e4", "black": "e5" }]),
            "the exact one is played"
        );
        done(&game.red.slash("move", &[("move", "a3")]).await);
        assert_eq!(white.state().await["list"][1], json!({ "n": 2, "white": "a3", "black": "Nc6" }));
        let wrong = black.act("prepare", json!({ "move": "Nf9" })).await;
        assert_eq!(wrong.status, StatusCode::CONFLICT);
        assert!(wrong.says().contains("Nf9"), "{}", wrong.says());
        bench.finish().await;
    });
}

fn nothing_is_prepared_on_a_page_where_it_makes_no_sense() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        let own = white.act("prepare", json!({ "move": "e2e4" })).await;
        assert_eq!(own.status, StatusCode::CONFLICT);
        assert_eq!(own.says(), "It is your turn now, so nothing is prepared: make your move.");
        // A line for an outdated board.
        let old = black.state().await["rev"].clone();
        prepare(&black, "e7e5").await;
        white.play("e2e4").await;
        let late = json!({ "id": wish_id(), "rev": old, "do": "prepare", "move": "g8f6" });
        let late = black.send(&late).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        assert_eq!(late.says(), "The board has changed: Black played Pawn e7-e5.");
        // Twenty is the limit.
        let full = (0..10).map(|_| "Nf6, Ng8").collect::<Vec<_>>().join(", ");
        prepare(&black, &full).await;
        let more = black.act("prepare", json!({ "move": "Nf6" })).await;
        assert_eq!(more.status, StatusCode::CONFLICT);
        assert_eq!(more.says(), "No more than 20 replies are kept for you in a game. Forget makes room.");
        bench.finish().await;
    });
}

fn against_the_bot_nothing_is_prepared() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (.., page) = against_the_bot(&bench).await;
        assert_eq!(page.state().await["prepared"], json!(null));
        let refused = page.act("prepare", json!({ "move": "e2e4" })).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(!refused.says().contains('/'), "the page has no commands: {}", refused.says());
        bench.finish().await;
    });
}

fn every_piece_shows_what_it_could_do() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, _) = both(&bench, "chess").await;
        let pawn = ways(&white, "e7").await;
        assert_eq!((&pawn["prepares"], texts(&pawn)), (&json!(false), vec!["e7e5", "e7e6"]));
        assert_eq!(pawn["says"], "If it were Black's turn, the black Pawn e7 could go to e5 or e6.");
        assert_eq!(ways(&white, "e5").await["moves"], json!([]));
        let rook = ways(&white, "a8").await;
        assert_eq!(texts(&rook), Vec::<&str>::new());
        assert!(rook["says"].as_str().expect("a sentence").contains("a8"), "{rook}");
        // Spectators can see them for both sides.
        let answer = bench.green("games").click(&game.board, "Open board").await;
        let watcher = Browser::new(&bench).open(&link_in(&card(&answer))).await;
        assert_eq!(texts(&ways(&watcher, "g1").await), ["g1f3", "g1h3"]);
        for wrong in ["", "hand", "z99", "e2e4"] {
            assert_eq!(ways(&white, wrong).await["moves"], json!([]), "{wrong}");
        }
        bench.finish().await;
    });
}
