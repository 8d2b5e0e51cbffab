//! The page's texts other than moves: players, clocks, material, the meaning of marks, and what follows the
//! end.

use reqwest::StatusCode;
use rookery::sandbox::{ChosenFile, Message};
use serde_json::{Value, json};

use super::playing::both;
use super::visitor::{Browser, Page, link, link_in, place, wish_id};
use crate::bot::bench::{Bench, card, done, looked_for, message, soon, wait_for};
use crate::bot::people::standing::lost_by_blue;

tests_on_both!(
    the_players_are_named_to_each_other_with_their_ratings,
    the_list_of_games_names_the_opponents,
    who_is_ahead_stands_on_the_page,
    a_mark_says_what_its_square_does,
    the_legend_has_what_the_game_has,
    squares_that_win_in_a_game_from_a_file_are_marked,
    a_rematch_is_asked_for_on_the_page_and_answered_in_the_chat,
    a_rematch_that_both_ask_for_begins_once,
    a_lesson_ends_with_a_first_game,
);

fn square<'a>(state: &'a Value, at: &str) -> &'a Value {
    let squares = state["board"]["squares"].as_array().expect("squares");
    squares.iter().find(|one| one["at"] == at).expect("the square")
}

fn name(state: &Value, at: &str) -> String {
    square(state, at)["name"].as_str().expect("a name").to_owned()
}

fn the_players_are_named_to_each_other_with_their_ratings() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        lost_by_blue(&red, &blue, true).await;
        let (game, white, black) = both(&bench, "chess").await;
        let seen = white.state().await["players"].clone();
        let [you, other] = ["white", "black"].map(|side| seen[side].as_str().expect("a name").to_owned());
        assert!(you.starts_with("you (1") && you.ends_with("?)"), "{you}");
        assert!(other.starts_with("Blue (1") && other.ends_with("?)"), "{other}");
        assert!(you > other.replace("Blue", "you"), "who has won stands higher: {you}, {other}");
        // Blue hides it: only Blue sees it.
        bench.run_sql(&format!("UPDATE people SET standing = 'hidden' WHERE id = {}", blue.id())).await;
        assert_eq!(white.state().await["players"]["black"], "Blue");
        let own = black.state().await["players"].clone();
        assert!(own["black"].as_str().is_some_and(|own| own.starts_with("you (1")), "{own}");
        assert!(own["white"].as_str().is_some_and(|red| red.starts_with("Red (1")), "{own}");
        // Spectators see neither name.
        let watch = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        assert_eq!(watch.state().await["players"], json!({ "white": "a player", "black": "a player" }));
        bench.finish().await;
    });
}

fn the_list_of_games_names_the_opponents() {
    wait_for(async {
        let mut bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let listed = card(&game.red.slash("games", &[]).await);
        let page =
            Browser::new(&bench).open(&link_in(&card(&game.red.click(&listed, "Open board").await))).await;
        let says = |list: &Value| list["games"][0]["says"].as_str().expect("a line").to_owned();
        assert!(says(&page.ask("state").await.body).starts_with("Chess, against Blue"));
        // It is kept only in memory.
        bench.stop().await;
        bench.start().await;
        assert!(says(&page.ask("state").await.body).starts_with("Chess, against a player"));
        bench.finish().await;
    });
}

fn who_is_ahead_stands_on_the_page() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        for (page, mv) in [(&white, "e2e4"), (&black, "d7d5")] {
            let state = page.play(mv).await;
            assert_eq!(state["board"]["ahead"], Value::Null);
        }
        assert_eq!(white.play("e4d5").await["board"]["ahead"], json!(["white", 1]));
        assert_eq!(black.play("d8d5").await["board"]["ahead"], Value::Null);
        assert_eq!(black.ask("state?ply=3").await.body["board"]["ahead"], json!(["white", 1]), "as it stood");
        let queen = "4k3/8/8/8/8/8/4q3/4K2R w K - 0 1";
        let game = bench.game("quiet", "chess", Some(queen)).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        assert_eq!(page.state().await["board"]["ahead"], json!(["black", 5]));
        bench.finish().await;
    });
}

async fn of(bench: &Bench, channel: &str, variant: &str, fen: Option<&str>) -> (Page, Value) {
    let game = bench.game(channel, variant, fen).await;
    let page = Browser::new(bench).open(&link(&game.red, &game.board).await).await;
    let state = page.state().await;
    (page, state)
}

fn a_mark_says_what_its_square_does() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let fen = "9k/10/10/10/10/1g8/1RN4Pg1/10/10/9K w - - 0 1 0/0";
        let (_, state) = of(&bench, "games", "squirrel", Some(fen)).await;
        assert_eq!(name(&state, "a5"), "a5, beside Black's Guard b5; White's pieces stop here");
        assert_eq!(name(&state, "b4"), "b4, White Rook, braked by the Guard on b5", "said once");
        assert_eq!(name(&state, "j10"), "j10, Black King");
        let (_, state) = of(&bench, "quiet", "prison-break", None).await;
        assert_eq!(name(&state, "a4"), "a4, exit, only a King may enter; a King that gets here wins");
        let (_, state) = of(&bench, "general", "capture-the-sceptre", None).await;
        let squares = state["board"]["squares"].as_array().expect("squares");
        let names = squares.iter().filter_map(|one| one["name"].as_str());
        let palace: Vec<&str> = names.filter(|name| name.contains("White's palace")).collect();
        assert!(palace.iter().any(|name| name.contains("Black's King wins here")), "{palace:?}");
        bench.finish().await;
    });
}

fn the_legend_has_what_the_game_has() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let marks = |state: &Value| -> Vec<String> {
            let legend = state["legend"].as_array().expect("a legend").iter();
            legend.map(|line| line["mark"].as_str().expect("a mark").to_owned()).collect()
        };
        let (page, state) = of(&bench, "games", "chess", None).await;
        assert_eq!(marks(&state), ["last", "victim", "check"]);
        let (_, state) = of(&bench, "quiet", "prison-break", None).await;
        assert!(marks(&state).contains(&"exit".to_owned()), "{:?}", marks(&state));
        let (_, state) = of(&bench, "general", "squirrel", None).await;
        let both = ["braked-by-white", "brakes-white"].map(str::to_owned);
        assert!(both.iter().all(|mark| marks(&state).contains(mark)), "{:?}", marks(&state));
        // The legend is also below the first picture of the rules, for what that shows.
        let red = bench.red("games");
        let rules = card(&red.slash("rules", &[("variant", "prison-break")]).await);
        assert!(
            rules.content.contains("Arrow") && rules.content.contains("where only a King may go, and wins"),
            "{}",
            rules.content
        );
        let rules = card(&red.slash("rules", &[("variant", "squirrel")]).await);
        assert!(rules.content.contains("Disc with a bar"), "{}", rules.content);
        let rules = card(&red.slash("rules", &[("variant", "chess")]).await);
        assert!(
            !rules.content.contains("Disc with a bar") && !rules.content.contains("Scepter"),
            "{}",
            rules.content
        );
        drop(page);
        bench.finish().await;
    });
}

fn squares_that_win_in_a_game_from_a_file_are_marked() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let manager = bench.red("general");
        let hill =
            ChosenFile::new("game.toml", include_str!("../../../docs/own-games/king-of-the-hill.toml"));
        let added = manager.slash_with_files("game add", &[], &[("file", &hill)]).await;
        assert!(added.answered(), "{}", added.text());
        let red = bench.red("general");
        let offered = looked_for(async || {
            let ask = [("variant", "King of the Hill"), ("opponent", red.id()), ("thread", "no")];
            Some(red.slash("challenge", &ask).await).filter(|answer| !answer.is_ephemeral())
        });
        let board = message(&offered.await.expect("a board"));
        assert!(board.picture().expect("a picture").description.contains("A King wins on: d4, e4, d5, e5."));
        let page = Browser::new(&bench).open(&link(&red, &board).await).await;
        let state = page.state().await;
        assert_eq!(square(&state, "d4")["ground"], "palace-dark");
        assert_eq!(name(&state, "e4"), "e4, a King that gets here wins");
        let legend = state["legend"].as_array().expect("a legend");
        assert!(legend.iter().any(|line| line["says"] == "A King that gets there wins"), "{legend:?}");
        bench.finish().await;
    });
}

fn a_rematch_is_asked_for_on_the_page_and_answered_in_the_chat() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        assert!(black.act("resign", json!({})).await.status.is_success());
        assert!(white.labels().await.contains(&"Rematch".to_owned()));
        let channel = game.red.channel();
        let before = channel.messages().len();
        let wish = json!({ "id": wish_id(), "rev": white.state().await["rev"], "do": "ask-again" });
        for _ in 0..2 {
            let asked = white.send(&wish).await;
            assert_eq!(asked.status, StatusCode::OK, "{}", asked.body);
        }
        assert!(!white.labels().await.contains(&"Rematch".to_owned()), "it is asked for");
        let found = || {
            let mut new = channel.messages().into_iter().skip(before);
            new.find(|one| one.pings() == [game.blue.id()] && one.labels().contains(&"Accept".to_owned()))
        };
        soon("the challenge in the channel", || found().is_some()).await;
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 1, "once");
        done(&game.blue.click(&found().expect("the challenge"), "Accept").await);
        bench.soon_counts("SELECT count(*) FROM games", 2).await;
        let is_board =
            |one: &Message| one.picture().is_some() && one.labels().contains(&"Type a move".to_owned());
        soon("its board", || channel.messages().iter().any(&is_board)).await;
        assert_eq!(bench.count("SELECT count(*) FROM outbox WHERE kind = 'asked-rematch'").await, 0);
        let again = white.act("ask-again", json!({})).await;
        assert_eq!((again.status, again.says()), (StatusCode::CONFLICT, "This game has had its rematch."));
        bench.finish().await;
    });
}

fn a_rematch_that_both_ask_for_begins_once() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, white, black) = both(&bench, "chess").await;
        let early = white.act("ask-again", json!({})).await;
        assert_eq!(early.status, StatusCode::CONFLICT, "it goes on");
        assert!(black.act("resign", json!({})).await.status.is_success());
        assert_eq!(
            white.act("ask-again", json!({})).await.says(),
            "You have asked for a rematch. The answer comes in Discord."
        );
        let begun = black.act("ask-again", json!({})).await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
        assert!(begun.body["go"].is_string(), "the page goes there: {}", begun.body);
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 2);
        bench.finish().await;
    });
}

fn a_lesson_ends_with_a_first_game() {
    wait_for(async {
        let mut bench = Bench::with_pages().await;
        let red = bench.red("games");
        bench.run_sql(&format!("INSERT INTO lessons VALUES ({}, 'chess', 2, 0)", red.id())).await;
        let lesson = card(&red.slash("learn", &[("variant", "chess")]).await);
        let link = link(&red, &lesson).await;
        let page = Browser::new(&bench).open(&link).await;
        let mut at = place(&link).to_owned();
        let mut state = Value::Null;
        for mv in ["f7f8r", "f8h8"] {
            let wish = json!({ "id": wish_id(), "rev": 1, "at": at, "do": "move", "move": mv });
            state = page.send(&wish).await.body["state"].clone();
            state["at"].as_str().expect("a place").clone_into(&mut at);
        }
        let labels = |state: &Value| -> Vec<String> {
            let all = state["actions"].as_array().expect("buttons").iter();
            all.map(|one| one["label"].as_str().expect("a label").to_owned()).collect()
        };
        assert_eq!(labels(&state), ["Play me, level 1", "Solve a puzzle", "Start again", "Try moves"]);
        let play = json!({ "id": wish_id(), "rev": 2, "at": at, "do": "play" });
        let begun = page.send(&play).await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
        let go = begun.body["go"].as_str().expect("a way");
        let game = page.browser.clone().open(&format!("{}{go}", page.browser.base)).await;
        let shown = game.state().await;
        assert_eq!(shown["players"], json!({ "white": "you", "black": "the bot (Level 1, Hatchling)" }));
        let channel = red.channel();
        soon("its board in the chat", || channel.messages().iter().any(|one| one.picture().is_some())).await;
        // Games start only at the end of a lesson, and only if the place is known.
        let early = json!({ "id": wish_id(), "rev": 1, "at": "lesson:chess:0:", "do": "play" });
        assert_eq!(page.send(&early).await.status, StatusCode::BAD_REQUEST);
        assert!(game.act("resign", json!({})).await.status.is_success());
        // If the server requires such games in direct messages, a page starts none.
        let guild = bench.discord.guild_id();
        bench.run_sql(&format!("INSERT INTO servers (id, bot_games) VALUES ({guild}, 'dm')")).await;
        let refused = page.send(&json!({ "id": wish_id(), "rev": 2, "at": at, "do": "play" })).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert_eq!(refused.says(), "I can't begin it from this page now. Use /challenge in Discord.");
        bench.run_sql("DELETE FROM servers").await;
        bench.stop().await;
        bench.start().await;
        let later = json!({ "id": wish_id(), "rev": 2, "at": at, "do": "play" });
        let later = page.send(&later).await;
        assert_eq!(later.status, StatusCode::CONFLICT);
        assert_eq!(later.says(), "I can't begin it from this page now. Use /challenge in Discord.");
        assert!(
            !labels(&page.ask(&format!("state?at={at}")).await.body).contains(&"Play me, level 1".to_owned())
        );
        done(&red.slash("board", &[]).await);
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 1);
        bench.finish().await;
    });
}
