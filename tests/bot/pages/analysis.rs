//! Analysis of a game on its page, as in the chat.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use rookery::sandbox::{Fault, Trouble};
use serde_json::{Value, json};

use super::visitor::{Answer, Browser, Page, link, link_in, place};
use crate::bot::bench::{Bench, Game, card, done, looked_for, message, wait_for};

tests!(
    a_finished_game_is_analysed_on_its_page_as_in_the_chat,
    whoever_comes_while_a_game_is_analysed_joins,
    a_game_that_goes_on_is_not_analysed_on_its_page,
    a_game_alone_and_one_of_any_kind_is_analysed,
    what_is_no_game_of_theirs_is_not_analysed,
    an_analysis_is_begun_by_our_own_page_alone,
);

async fn page(bench: &Bench, game: &Game, white: bool) -> Page {
    let who = if white { &game.red } else { &game.blue };
    Browser::new(bench).open(&link(who, &game.board).await).await
}

/// White is mated in two moves by its own fault.
async fn fools_mate(bench: &Bench) -> (Game, Page, Page) {
    let game = bench.game("games", "chess", None).await;
    let (white, black) = (page(bench, &game, true).await, page(bench, &game, false).await);
    done(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
    (game, white, black)
}

impl Page {
    /// Presses the analysis button.
    async fn analyse(&self, at: &str) -> Answer {
        self.browser.post(&format!("/g/{}/analysis", self.grant), &json!({ "at": at })).await
    }

    /// Polls until the analysis is complete.
    pub async fn found(&self, at: &str) -> Value {
        let found = looked_for(async || {
            let told = self.ask(&format!("analysis?at={at}")).await;
            assert_eq!(told.status, StatusCode::OK, "{}", told.body);
            if told.body["stands"] == "found" {
                return Some(told.body);
            }
            assert_eq!(told.body["stands"], "runs", "{}", told.body);
            assert!(told.says().contains(": looking at the game"), "{}", told.body);
            None
        });
        found.await.expect("the analysis is found")
    }
}

#[track_caller]
fn check(told: &Value) {
    let says = told["says"].as_str().expect("a sentence");
    let (white, black) = says.split_once('\n').expect("both sides");
    assert!(white.starts_with("White: ") && white.contains("blunder"), "{says}");
    assert_eq!(black, "Black: no mistakes.");
    let found = &told["found"];
    let chances: Vec<f64> = serde_json::from_value(found["chances"].clone()).expect("chances");
    assert_eq!(chances.len(), 5);
    assert!(chances[..2].iter().all(|chance| (20.0..80.0).contains(chance)), "{chances:?}");
    assert!(chances[3] < 1.0 && chances[4] == 0.0, "{chances:?}");
    let moments = found["moments"].as_array().expect("moments");
    let last = moments.last().expect("a moment");
    let says = last["says"].as_str().expect("a sentence");
    assert_eq!(last["ply"], 3);
    assert!(
        says.contains(" 2. g4 (Pawn g2-g4) was a blunder that let Black win in one move: White's chance"),
        "{says}"
    );
    let better = last["better"].as_str().expect("a sentence");
    assert!(better.starts_with("Better was ") && says.contains(better) && !says.contains('*'), "{says}");
    assert_eq!(last["arrows"][0].as_array().map(Vec::len), Some(2), "{last}");
}

fn a_finished_game_is_analysed_on_its_page_as_in_the_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = fools_mate(&bench).await;
        assert_eq!(
            white.labels().await,
            ["Rematch", "Replay", "Analysis", "Try moves", "Export", "Let nobody watch"]
        );
        let before = white.ask("analysis").await;
        assert_eq!((before.status, &before.body), (StatusCode::OK, &json!({ "stands": "none", "says": "" })));
        let begun = tokio::join!(white.analyse(""), black.analyse(""), white.analyse(""));
        for begun in [begun.0, begun.1, begun.2] {
            assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
        }
        let found = white.found("").await;
        check(&found);
        // The other player gets it as well, and a reloaded page gets it at once.
        for again in [black.ask("analysis").await, white.analyse("").await] {
            assert_eq!(again.body, found);
        }
        bench.finish().await;
    });
}

fn whoever_comes_while_a_game_is_analysed_joins() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = fools_mate(&bench).await;
        // In the chat it is deferred, and does not progress.
        let slow = Fault::next("/webhooks/", Trouble::Delay(Duration::from_secs(3))).method("PATCH");
        bench.discord.faults().add(slow.times(u32::MAX));
        let asked = game.red.slash("analysis", &[]).await;
        assert!(message(&asked).is_ephemeral());
        let refused = white.analyse("").await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert_eq!(refused.says(), "I am still looking at a game for you; ask again when that is done.");
        bench.discord.faults().clear();
        assert_eq!(black.analyse("").await.status, StatusCode::OK);
        // White could not start another one now, but need not.
        assert_eq!(white.analyse("").await.status, StatusCode::OK);
        check(&white.found("").await);
        bench.finish().await;
    });
}

fn a_game_that_goes_on_is_not_analysed_on_its_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let white = page(&bench, &game, true).await;
        done(&game.play(&["f3", "e5"]).await);
        assert!(!white.labels().await.contains(&"Analysis".to_owned()));
        let forged = white.analyse("").await;
        assert_eq!(forged.status, StatusCode::CONFLICT);
        assert!(forged.says().starts_with("The game still goes on. /analysis tells"), "{}", forged.says());
        assert_eq!(white.ask("analysis").await.body["stands"], "none");
        let deed = white.act("analyse", json!({})).await;
        assert!(deed.status.is_client_error(), "it is no deed: {}", deed.status);
        // A game that ended without a move has nothing to analyse.
        let other = bench.game("quiet", "chess", None).await;
        let page = page(&bench, &other, true).await;
        assert!(page.press("Abort").await.status.is_success());
        assert_eq!(page.labels().await, ["Rematch", "Let nobody watch"]);
        let empty = page.analyse("").await;
        assert_eq!(empty.status, StatusCode::CONFLICT);
        assert!(empty.says().starts_with("No move was played in that game"), "{}", empty.says());
        bench.finish().await;
    });
}

fn a_game_alone_and_one_of_any_kind_is_analysed() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        for variant in ["hiashatar", "birds-scepter", "squirrel-chess"] {
            let board =
                message(&red.slash("challenge", &[("variant", variant), ("opponent", red.id())]).await);
            let page = Browser::new(&bench).open(&link(&red, &board).await).await;
            let mv = page.state().await["moves"][0]["move"].as_str().expect("a move").to_owned();
            page.play(&mv).await;
            page.press("Resign").await;
            assert_eq!(page.analyse("").await.status, StatusCode::OK, "{variant}");
            let found = page.found("").await;
            assert_eq!(found["found"]["chances"].as_array().map(Vec::len), Some(2), "{variant}: {found}");
        }
        bench.finish().await;
    });
}

fn what_is_no_game_of_theirs_is_not_analysed() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, ..) = fools_mate(&bench).await;
        let green = bench.green("general");
        let ask = [("variant", "chess"), ("opponent", green.id())];
        message(&green.slash("challenge", &ask).await);
        let listed = card(&green.slash("games", &[]).await);
        let all = Browser::new(&bench).open(&link_in(&card(&green.click(&listed, "Open board").await))).await;
        let first: i64 = bench.count("SELECT min(id) FROM games").await;
        for other in [first.to_string(), "0".to_owned(), "x".to_owned()] {
            for answer in [all.analyse(&other).await, all.ask(&format!("analysis?at={other}")).await] {
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{other}");
            }
        }
        for answer in [all.analyse("").await, all.ask("analysis").await] {
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "the list is no game");
        }
        let puzzle = card(&game.red.slash("puzzle", &[("variant", "chess")]).await);
        let link = link(&game.red, &puzzle).await;
        let learning = Browser::new(&bench).open(&link).await;
        for at in [place(&link), ""] {
            for answer in [learning.analyse(at).await, learning.ask(&format!("analysis?at={at}")).await] {
                assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{at}");
            }
        }
        bench.finish().await;
    });
}

fn an_analysis_is_begun_by_our_own_page_alone() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, _) = fools_mate(&bench).await;
        let path = format!("/g/{}/analysis", white.grant);
        let foreign = white.browser.request(&Method::POST, &path).json(&json!({}));
        let foreign = foreign.header("sec-fetch-site", "cross-site").send().await;
        assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
        let stranger = Browser::new(&bench);
        assert_eq!(stranger.post(&path, &json!({})).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(stranger.get(&path).await.status, StatusCode::UNAUTHORIZED);
        let nonsense = white.browser.request(&Method::POST, &path).body("{").send().await;
        assert_eq!(nonsense.status(), StatusCode::BAD_REQUEST);
        assert_eq!(white.ask("analysis").await.body["stands"], "none");
        bench.finish().await;
    });
}
