//! What a page offers after the end of a game: a rematch, and the other games.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::playing::both;
use super::visitor::{Answer, Browser, Page, against_the_bot, link, link_in, wish_id};
use crate::bot::bench::{Bench, card, done, looked_for, message, soon, wait_for};

tests_on_both!(
    against_the_bot_it_is_played_again_at_once,
    whoever_loses_sees_the_board_from_their_side_still,
    a_rematch_that_is_asked_for_is_begun_on_the_page,
    the_page_of_all_games_has_those_that_are_over_and_the_next_one,
    a_finished_game_is_exported_as_in_the_chat;
);

/// Follows an answer's link in the same browser.
async fn gone(page: &Page, answer: &Answer) -> Page {
    let go = answer.body["go"].as_str().unwrap_or_else(|| panic!("nowhere: {}", answer.body));
    page.browser.clone().open(&format!("{}{go}", page.browser.base)).await
}

fn against_the_bot_it_is_played_again_at_once() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, _, page) = against_the_bot(&bench).await;
        page.play("e2e4").await;
        assert!(!page.labels().await.contains(&"Play me again".to_owned()), "it goes on");
        assert_eq!(page.act("resign", json!({})).await.status, StatusCode::OK);
        assert_eq!(page.labels().await[..3], ["Play me again", "Replay", "Analysis"]);
        let before = red.channel().messages().len();
        let rev = page.state().await["rev"].clone();
        let wish = json!({ "id": wish_id(), "rev": rev, "do": "again" });
        let begun = page.send(&wish).await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
        let next = gone(&page, &begun).await;
        let state = next.state().await;
        assert_eq!(
            (&state["you"], &state["players"]["white"]),
            (&json!("black"), &json!("the bot (Level 1, Hatchling)"))
        );
        let moved = looked_for(async || Some(next.state().await).filter(|state| state["ply"] == 1));
        moved.await.expect("the bot moves");
        let channel = red.channel();
        soon("its board in the chat", || channel.messages().len() > before).await;
        assert!(!page.labels().await.contains(&"Play me again".to_owned()), "once");
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 2);
        assert_eq!(page.act("again", json!({})).await.status, StatusCode::CONFLICT);
        bench.finish().await;
    });
}

fn whoever_loses_sees_the_board_from_their_side_still() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        let sides = async || {
            [&white.state().await["look"]["side"], &black.state().await["look"]["side"]]
                .map(ToString::to_string)
        };
        let own = [r#""white""#, r#""black""#];
        assert_eq!(sides().await, own);
        assert_eq!(white.act("resign", json!({})).await.status, StatusCode::OK);
        assert_eq!(sides().await, own);
        bench.finish().await;
    });
}

fn a_rematch_that_is_asked_for_is_begun_on_the_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        assert_eq!(black.act("resign", json!({})).await.status, StatusCode::OK);
        let nobody_asks = black.act("again", json!({})).await;
        assert_eq!(nobody_asks.status, StatusCode::CONFLICT);
        assert!(!nobody_asks.says().contains('/'), "{}", nobody_asks.says());
        message(&game.red.slash("rematch", &[]).await);
        assert!(!white.labels().await.contains(&"Rematch".to_owned()), "who has asked waits");
        let begun = black.press("Rematch").await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
        let next = gone(&black, &begun).await;
        let state = next.state().await;
        assert_eq!((&state["you"], &state["yours"]), (&json!("white"), &json!(true)));
        assert_eq!(state["players"], json!({ "white": "you", "black": "Red" }));
        let channel = game.red.channel();
        soon("its board in the chat", || {
            channel.messages().iter().any(|one| one.pings() == [game.blue.id()] && one.picture().is_some())
        })
        .await;
        bench.finish().await;
    });
}

fn the_page_of_all_games_has_those_that_are_over_and_the_next_one() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (first, second) =
            (bench.game("games", "chess", None).await, bench.game("quiet", "prison-break", None).await);
        let listed = card(&first.red.slash("games", &[]).await);
        let answer = first.red.click(&listed, "Open board").await;
        let page = Browser::new(&bench).open(&link_in(&card(&answer))).await;
        let list = page.ask("state").await.body;
        assert_eq!((&list["over"], &list["games"][0]["side"]), (&Value::Null, &json!("white")));
        let theirs = Browser::new(&bench).open(&link(&first.blue, &first.board).await).await;
        let alone = Browser::new(&bench).open(&link(&first.red, &first.board).await).await;
        done(&first.red.slash("move", &[("move", "e4")]).await);
        assert_eq!(theirs.act("resign", json!({})).await.status, StatusCode::OK);
        let list = page.ask("state").await.body;
        assert_eq!(list["games"].as_array().map(Vec::len), Some(1), "{list}");
        let over = &list["over"][0];
        assert_eq!(
            (&over["says"], &over["ply"], &over["yours"]),
            (&json!("Chess, against Blue\nYou won; 1 move"), &json!(1), &json!(false))
        );
        let at = over["at"].as_str().expect("a place");
        let state = page.ask(&format!("state?at={at}")).await.body;
        let next = state["actions"].as_array().expect("buttons").iter().find(|one| one["do"] == "next-game");
        let next = next.unwrap_or_else(|| panic!("no next game: {}", state["actions"]));
        assert_eq!((&next["label"], &next["at"]), (&json!("Next game"), &list["games"][0]["at"]));
        // As small boards are fetched.
        let board = page.ask(&format!("state?at={at}&ply=1000000")).await.body;
        assert_eq!(board["board"]["squares"].as_array().map(Vec::len), Some(64));
        // A page for this game alone does not link to others.
        assert!(!alone.labels().await.contains(&"Next game".to_owned()));
        assert!(second.board.picture().is_some());
        bench.finish().await;
    });
}

fn a_finished_game_is_exported_as_in_the_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        let watched = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        assert!(!white.labels().await.contains(&"Export".to_owned()), "it goes on");
        white.play("e2e4").await;
        assert_eq!(black.act("resign", json!({})).await.status, StatusCode::OK);
        let in_chat = message(&game.red.slash("export", &[]).await);
        let text = String::from_utf8(in_chat.files[0].bytes.clone()).expect("a text");
        assert!(text.contains("[White \"Red\"]") && text.contains("1. e4"), "{text}");
        for page in [&white, &black] {
            assert!(page.labels().await.contains(&"Export".to_owned()));
            let file = page.ask("pgn").await;
            assert_eq!(file.status, StatusCode::OK);
            assert_eq!(
                (&file.body["name"], &file.body["text"]),
                (&json!(in_chat.files[0].name), &json!(text))
            );
        }
        // Those who watch read no names.
        let file = watched.ask("pgn").await.body;
        let text = file["text"].as_str().unwrap_or_default();
        assert!(text.contains("1. e4") && !text.contains("Red") && !text.contains("Blue"), "{file}");
        bench.finish().await;
    });
}
