//! The rules of a page's game, as `/rules` shows them, with their pictures.

use std::time::Duration;

use axum::body::to_bytes;
use reqwest::{Method, StatusCode};
use rookery::games;
use rookery::words::Words;
use serde_json::{Value, json};

use super::playing::both;
use super::visitor::{Browser, Page, link};
use crate::bot::bench::{Bench, Game, card, wait_for};
use crate::bot::places::custom_games::add_game;

tests!(
    a_page_tells_the_rules_of_its_game_as_the_chat_does,
    every_piece_of_every_game_has_its_entry_and_its_diagram,
    a_game_from_a_file_tells_of_its_own_pieces,
    whoever_learns_or_watches_reads_the_rules_too,
    rules_are_for_whoever_has_a_page_alone,
    looking_at_rules_has_the_limits_of_any_look,
);

impl Page {
    /// The rules as the page gets them.
    async fn rules(&self, at: &str) -> Value {
        let told = self.ask(&format!("rules?at={at}")).await;
        assert_eq!(told.status, StatusCode::OK, "{}", told.body);
        told.body
    }
}

/// Fetches a picture: its bytes, and its cache header.
async fn picture(browser: &Browser, src: &str) -> (Vec<u8>, String) {
    let answer = browser.request(&Method::GET, src).send().await;
    assert_eq!(answer.status(), StatusCode::OK, "{src}");
    assert_eq!(answer.headers()["content-type"], "image/png");
    let kept = answer.headers()["cache-control"].to_str().expect("a text").to_owned();
    let png = to_bytes(answer.into_body(), usize::MAX).await.expect("a body").to_vec();
    assert!(png.starts_with(b"\x89PNG"), "{src}");
    (png, kept)
}

fn src(picture: &Value) -> &str {
    picture["src"].as_str().expect("an address")
}

fn a_page_tells_the_rules_of_its_game_as_the_chat_does() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, _) = both(&bench, "hiashatar").await;
        let before = white.state().await;
        assert!(!before.to_string().contains("\"readings\""), "the rules are not sent with each state");
        let told = white.rules("").await;
        let words = Words::english();
        let variant = games::from_slug("hiashatar").expect("a game");
        assert_eq!(told["name"], words.game(variant));
        assert_eq!(told["goal"], json!([words.rules_goal(), words.summary(variant).replace(['`', '*'], "")]));
        let readings = told["readings"].as_array().expect("texts");
        assert_eq!(readings.len(), 1 + words.readings(variant).len());
        assert!(told["source"].as_str().is_some_and(|source| source.contains(&variant.spec().source_url)));
        // The same picture as in the chat, with its marks.
        let chat = card(&game.red.slash("rules", &[("variant", "hiashatar")]).await);
        assert_eq!(told["picture"]["alt"], chat.picture().expect("a picture").description);
        let legend = told["legend"].as_str().expect("a text");
        assert!(!legend.is_empty() && chat.content.replace('*', "").contains(legend), "{}", chat.content);
        let (png, kept) = picture(&white.browser, src(&told["picture"])).await;
        assert_eq!(kept, "private, max-age=86400");
        assert_eq!(png, chat.picture().expect("a picture").bytes);
        let (again, _) = picture(&white.browser, src(&told["picture"])).await;
        assert_eq!(png, again);
        // This also holds for the pictures of pieces.
        let guard = &told["pieces"].as_array().expect("pieces")[4];
        let chosen = [("variant", "hiashatar"), ("piece", guard["name"].as_str().expect("a name"))];
        let chat = card(&game.red.slash("rules", &chosen).await);
        let chats = chat.picture().expect("a picture");
        assert_eq!(guard["picture"]["alt"], chats.description);
        assert_eq!(picture(&white.browser, src(&guard["picture"])).await.0, chats.bytes);
        for text in [&guard["says"], &guard["captions"][0], &guard["captions"][1]] {
            let text = text.as_str().expect("a text");
            assert!(chat.content.replace(['`', '*'], "").contains(text), "{text}");
        }
        bench.finish().await;
    });
}

fn every_piece_of_every_game_has_its_entry_and_its_diagram() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let lesson = card(&red.slash("learn", &[("variant", "chess")]).await);
        let page = Browser::new(&bench).open(&link(&red, &lesson).await).await;
        for game in games::all() {
            let at = format!("board:{}", game.slug());
            let (state, told) = (page.ask(&format!("state?at={at}")).await.body, page.rules(&at).await);
            let pieces = told["pieces"].as_array().expect("pieces");
            assert_eq!(pieces.len(), game.spec().piece_types().len(), "{at}");
            let kinds: Vec<&Value> = pieces.iter().map(|piece| &piece["kind"]).collect();
            // Each piece on the board links to an entry.
            for cell in state["board"]["squares"].as_array().expect("squares") {
                let kind = if cell["kind"].is_null() { &cell["piece"] } else { &cell["kind"] };
                assert!(kind.is_null() || kinds.contains(&kind), "{at}: {cell}");
            }
            assert!(state["board"]["hands"].is_null() || kinds.contains(&&state["board"]["hands"]["piece"]));
            for piece in pieces {
                assert!(piece["says"].as_str().is_some_and(|says| says.ends_with('.')), "{piece}");
                assert_eq!(piece["captions"].as_array().map(Vec::len), Some(2), "{at}: {piece}");
                assert!(piece["picture"]["alt"].as_str().is_some_and(|alt| alt.len() > 40), "{piece}");
            }
            // Nobody views all games within a second.
            bench.pass(Duration::from_secs(10)).await;
            picture(&page.browser, src(&told["picture"])).await;
            picture(&page.browser, src(&pieces[0]["picture"])).await;
        }
        bench.finish().await;
    });
}

fn a_game_from_a_file_tells_of_its_own_pieces() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        add_game(&bench.red("general"), "Page Riders").await;
        let game = Game::between(bench.red("general"), bench.blue("general"), "Page Riders", None).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let (state, told) = (page.state().await, page.rules("").await);
        let squares = state["board"]["squares"].as_array().expect("squares");
        let kind = |at: &str| squares.iter().find(|one| one["at"] == at).map(|one| one["kind"].clone());
        assert_eq!(kind("a1"), Some(Value::Null), "its drawing tells");
        let rider = kind("b1").expect("a square");
        let pieces = told["pieces"].as_array().expect("pieces");
        let rider = pieces.iter().find(|piece| piece["kind"] == rider).expect("its entry");
        assert_eq!(rider["name"], "Rider");
        picture(&page.browser, src(&rider["picture"])).await;
        picture(&page.browser, src(&told["picture"])).await;
        bench.finish().await;
    });
}

fn whoever_learns_or_watches_reads_the_rules_too() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, _, _) = both(&bench, "squirrel").await;
        let watch = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        let told = watch.rules("").await;
        assert_eq!(told["name"], "Squirrel Chess");
        picture(&watch.browser, src(&told["pieces"][0]["picture"])).await;
        let red = bench.red("games");
        let lesson = card(&red.slash("learn", &[("variant", "chess")]).await);
        let page = Browser::new(&bench).open(&link(&red, &lesson).await).await;
        let puzzle = page.ask("state?at=puzzles:chess:any").await.body;
        for at in ["lesson:chess:0:", "board:chess", puzzle["at"].as_str().expect("a place")] {
            let told = page.rules(at).await;
            assert_eq!(told["name"], "Chess", "{at}");
            // The pictures have the same address from every view of a game, so the browser caches them.
            // Another language has another one, as the captions differ.
            let address = src(&told["picture"]);
            assert!(address.contains("at=board:chess&") && address.ends_with("&in=en"), "{address}");
        }
        // All games on one page.
        let games = card(&red.slash("games", &[]).await);
        let all = Browser::new(&bench).open(&link(&red, &games).await).await;
        let list = all.ask("state").await.body;
        let at = list["games"][0]["at"].as_str().expect("a place");
        let told = all.rules(at).await;
        assert_eq!(told["name"], "Squirrel Chess");
        picture(&all.browser, src(&told["picture"])).await;
        for nowhere in ["", "lessons", "nowhere"] {
            assert!(!all.ask(&format!("rules?at={nowhere}")).await.status.is_success(), "{nowhere}");
            assert_eq!(page.ask(&format!("rules?at={nowhere}")).await.status, StatusCode::BAD_REQUEST);
        }
        bench.finish().await;
    });
}

fn rules_are_for_whoever_has_a_page_alone() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, _) = both(&bench, "chess").await;
        let told = white.rules("").await;
        let src = src(&told["picture"]);
        for path in [format!("/g/{}/rules", white.grant), src.to_owned()] {
            let stranger = Browser::new(&bench).get(&path).await;
            assert_eq!(stranger.status, StatusCode::UNAUTHORIZED, "{path}");
        }
        for of in ["", "x", "../start"] {
            assert_eq!(
                white.ask(&format!("picture?at=&of={of}")).await.status,
                StatusCode::NOT_FOUND,
                "{of}"
            );
        }
        bench.finish().await;
    });
}

fn looking_at_rules_has_the_limits_of_any_look() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, _) = both(&bench, "chess").await;
        let told = white.rules("").await;
        let path = src(&told["picture"]).to_owned();
        let mut put_off = None;
        for _ in 0..400 {
            let answer = white.browser.get(&path).await;
            if answer.status == StatusCode::TOO_MANY_REQUESTS {
                put_off = Some(answer);
                break;
            }
        }
        let put_off = put_off.expect("somebody who asks without end is put off");
        assert!(!put_off.says().is_empty());
        bench.finish().await;
    });
}
