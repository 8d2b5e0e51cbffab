//! The page's list of lessons and puzzles.

use reqwest::StatusCode;
use rookery::engine::Puzzle;
use rookery::games;
use serde_json::{Value, json};

use super::visitor::{Browser, Page, link, link_in, place, wish_id};
use crate::bot::bench::{Bench, card, wait_for};

tests!(
    every_lesson_and_all_puzzles_are_listed_as_the_chat_counts_them,
    what_is_listed_is_opened_by_its_address,
    where_all_is_solved_nothing_is_opened,
    the_list_is_for_those_who_learn,
);

async fn learner(bench: &Bench) -> Page {
    let red = bench.red("games");
    let shown = card(&red.slash("learn", &[("variant", "chess")]).await);
    Browser::new(bench).open(&link(&red, &shown).await).await
}

async fn list(page: &Page) -> Value {
    let list = page.ask("state?at=lessons").await;
    assert_eq!((list.status, &list.body["kind"]), (StatusCode::OK, &json!("lessons")));
    list.body
}

fn of<'a>(list: &'a Value, name: &str) -> &'a Value {
    let games = list["games"].as_array().expect("games");
    games.iter().find(|game| game["name"] == name).unwrap_or_else(|| panic!("{name} is not listed"))
}

fn every_lesson_and_all_puzzles_are_listed_as_the_chat_counts_them() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let page = learner(&bench).await;
        let chess = Puzzle::all(games::from_slug("chess").expect("a game"));
        bench
            .run_sql(&format!(
                "INSERT INTO lessons VALUES ({0}, 'chess', 2, 0), ({0}, 'squirrel', 1, 1)",
                red.id()
            ))
            .await;
        bench
            .run_sql(&format!(
                "INSERT INTO puzzles VALUES ({0}, 'chess', {1}, 0, 1), ({0}, 'chess', {2}, 1, NULL)",
                red.id(),
                chess[0].id(),
                chess[1].id()
            ))
            .await;
        let list = list(&page).await;
        assert!(
            list["says"].as_str().is_some_and(|says| says.starts_with("Which game would you like to learn?"))
        );
        assert_eq!(list["games"].as_array().map(Vec::len), Some(games::all().count()));
        assert_eq!(of(&list, "Chess")["lesson"]["says"], "2 of 3 steps done");
        assert_eq!(of(&list, "Chess")["puzzles"]["says"], format!("You have solved 1 of {}.", chess.len()));
        assert_eq!(of(&list, "Squirrel Chess")["lesson"]["says"], "all done");
        assert!(of(&list, "Ninjutsu")["puzzles"].is_null(), "it has none");
        // As in the chat.
        let told = card(&red.slash("learn", &[]).await).content;
        for game in list["games"].as_array().expect("games") {
            let (name, how) =
                (game["name"].as_str().expect("a name"), game["lesson"]["says"].as_str().expect("a text"));
            assert!(told.contains(&format!("**{name}**: {how}")), "{name}: {how} in {told}");
        }
        bench.finish().await;
    });
}

fn what_is_listed_is_opened_by_its_address() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let page = learner(&bench).await;
        let red = bench.red("games");
        bench.run_sql(&format!("INSERT INTO lessons VALUES ({}, 'chess', 2, 0)", red.id())).await;
        let list = list(&page).await;
        assert_eq!(of(&list, "Chess")["lesson"]["at"], "lesson:chess:2:");
        let mut opened = 0;
        for game in list["games"].as_array().expect("games") {
            for (kind, way) in [("lesson", &game["lesson"]), ("puzzle", &game["puzzles"])] {
                let Some(at) = way["at"].as_str() else { continue };
                let state = page.ask(&format!("state?at={at}")).await;
                assert_eq!((state.status, &state.body["kind"]), (StatusCode::OK, &json!(kind)), "{at}");
                assert_eq!(state.body["game"]["name"], game["name"], "{at}");
                opened += 1;
            }
        }
        assert_eq!(opened, games::all().count() + Puzzle::games().count());
        bench.finish().await;
    });
}

fn where_all_is_solved_nothing_is_opened() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let page = learner(&bench).await;
        let all = Puzzle::all(games::from_slug("chess").expect("a game"));
        let rows: Vec<String> = all
            .iter()
            .map(|one| format!("({}, 'chess', {}, 0, 1)", bench.red("games").id(), one.id()))
            .collect();
        bench.run_sql(&format!("INSERT INTO puzzles VALUES {}", rows.join(","))).await;
        let puzzles = of(&list(&page).await, "Chess")["puzzles"].clone();
        assert_eq!(puzzles, json!({ "says": format!("You have solved {0} of {0}.", all.len()), "at": null }));
        bench.finish().await;
    });
}

fn the_list_is_for_those_who_learn() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let page = learner(&bench).await;
        // The list accepts no actions.
        let wish = json!({ "id": wish_id(), "rev": 1, "at": "lessons", "do": "solution" });
        assert_eq!(page.send(&wish).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(page.ask("why?at=lessons&move=e2e4").await.status, StatusCode::BAD_REQUEST);
        assert_eq!(page.ask("events?at=lessons").await.status, StatusCode::NO_CONTENT);
        // It can be opened in another browser.
        let made = page.browser.post(&format!("/g/{}/link", page.grant), &json!({ "at": "lessons" })).await;
        let phone = made.body["link"].as_str().expect("a link");
        assert_eq!(place(phone), "lessons");
        list(&Browser::new(&bench).open(phone).await).await;
        // Grants for a game, or for all games, have no such list.
        let playing = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        assert!(playing.ask("state?at=lessons").await.body["kind"].is_null());
        let listed = card(&game.red.slash("games", &[]).await);
        let games =
            Browser::new(&bench).open(&link_in(&card(&game.red.click(&listed, "Open board").await))).await;
        assert_eq!(games.ask("state?at=lessons").await.status, StatusCode::NOT_FOUND);
        bench.finish().await;
    });
}
