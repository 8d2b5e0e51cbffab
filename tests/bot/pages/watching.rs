//! Spectators of a game on a page, as far as its players allow them.

use std::time::Duration;

use reqwest::StatusCode;
use rookery::sandbox::{ChannelType, Fault, Message, Trouble};
use serde_json::json;

use super::visitor::{Browser, link, link_in, wish_id};
use crate::bot::bench::{Bench, card, done, looked_for, message, wait_for};
use crate::bot::people::privacy::{delete, export};

tests_on_both!(
    whoever_does_not_play_reads_along,
    a_player_lets_nobody_watch_and_then_others_again,
    each_player_has_a_word_in_it,
    what_is_watched_is_listed_and_ended,
    the_right_to_watch_ends_after_a_week,
    whoever_is_removed_leaves_no_word_on_watching;
    whoever_watches_has_a_finished_game_analysed,
    in_a_private_thread_nobody_watches,
    where_not_everybody_sees_the_channel_nobody_watches,
    while_nobody_says_who_sees_a_channel_nobody_watches,
    a_game_in_a_thread_of_an_open_channel_is_watched,
);

fn whoever_does_not_play_reads_along() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let green = bench.green("games");
        let answer = green.click(&game.board, "Open board").await;
        assert!(
            answer.is_ephemeral() && card(&answer).content.contains("to read along"),
            "{}",
            answer.text()
        );
        assert!(!card(&answer).content.contains("others can watch"), "that is the players' business");
        let page = Browser::new(&bench).open(&link_in(&card(&answer))).await;
        done(&game.red.slash("move", &[("move", "e2e4")]).await);
        let state = page.state().await;
        assert_eq!((&state["you"], &state["yours"]), (&json!(null), &json!(false)));
        assert_eq!(state["players"], json!({ "white": "a player", "black": "a player" }));
        assert_eq!((&state["ply"], &state["moves"], &state["actions"]), (&json!(1), &json!([]), &json!([])));
        let earlier = page.ask("state?ply=0").await;
        assert_eq!((earlier.status, &earlier.body["ply"]), (StatusCode::OK, &json!(0)));
        for deed in [
            "move",
            "hint",
            "draw",
            "takeback",
            "abort",
            "resign",
            "let-nobody-watch",
            "let-watch",
            "prepare",
            "forget-prepared",
        ] {
            let wish =
                json!({ "id": wish_id(), "rev": state["rev"], "do": deed, "move": "e7e5", "offer": 1 });
            assert_eq!(page.send(&wish).await.status, StatusCode::BAD_REQUEST, "{deed}");
        }
        assert_eq!(page.state().await["rev"], state["rev"], "nothing is done");
        let path = |what: &str| format!("/g/{}/{what}", page.grant);
        let link = page.browser.post(&path("link"), &json!({})).await;
        assert_eq!(link.status, StatusCode::BAD_REQUEST, "whoever watches asks in the channel again");
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE unwatched <> 0").await, 0);
        // A private board has the button under its own name.
        let own = message(&green.slash("board", &[]).await);
        assert!(own.labels().contains(&"Watch".to_owned()), "{:?}", own.labels());
        bench.finish().await;
    });
}

fn a_player_lets_nobody_watch_and_then_others_again() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let green = bench.green("games");
        let watched = Browser::new(&bench).open(&link(&green, &game.board).await).await;
        let answer = card(&game.red.click(&game.board, "Open board").await);
        assert!(
            answer.content.contains("Members of this channel may watch this game."),
            "{}",
            answer.content
        );
        let answer = card(&game.red.click(&answer, "Let nobody watch").await);
        assert!(answer.content.contains("Nobody may watch this game."), "{}", answer.content);
        let own = Browser::new(&bench).open(&link_in(&answer)).await;
        assert_eq!(own.state().await["you"], "white", "the new link opens the game as the old one would");
        for question in ["state", "state?ply=0", "events", "why?move=e2e4", "analysis"] {
            let gone = watched.ask(question).await;
            assert_eq!(gone.status, StatusCode::NOT_FOUND, "{question}");
            assert!(gone.says().starts_with("This game cannot be watched on a page"), "{}", gone.says());
        }
        let refused = green.click(&game.board, "Open board").await;
        assert!(refused.text().starts_with("This game cannot be watched on a page"), "{}", refused.text());
        let again = card(&game.red.click(&answer, "Let others watch").await);
        assert!(again.content.contains("Members of this channel may watch this game."), "{}", again.content);
        assert_eq!(watched.ask("state").await.status, StatusCode::OK);
        bench.finish().await;
    });
}

fn each_player_has_a_word_in_it() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let watched = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        let white = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let black = Browser::new(&bench).open(&link(&game.blue, &game.board).await).await;
        let told = white.press("Let nobody watch").await;
        assert_eq!((told.status, told.says()), (StatusCode::OK, "Nobody may watch this game."));
        assert!(white.labels().await.contains(&"Let others watch".to_owned()));
        let blue = card(&game.blue.click(&game.board, "Open board").await);
        assert!(blue.content.contains("Your opponent lets nobody watch this game"), "{}", blue.content);
        black.press("Let nobody watch").await;
        let told = white.press("Let others watch").await;
        assert_eq!(told.says(), "Your opponent lets nobody watch this game.");
        assert_eq!(watched.ask("state").await.status, StatusCode::NOT_FOUND);
        // Also after the end of the game.
        done(&game.blue.click(&message(&game.blue.slash("resign", &[]).await), "Yes, resign").await);
        assert_eq!(black.labels().await, ["Rematch", "Let others watch"]);
        black.press("Let others watch").await;
        assert_eq!(watched.ask("state").await.status, StatusCode::OK);
        bench.finish().await;
    });
}

fn what_is_watched_is_listed_and_ended() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let green = bench.green("games");
        let page = Browser::new(&bench).open(&link(&green, &game.board).await).await;
        let listed = card(&green.slash("web", &[]).await);
        assert!(listed.content.contains("Chess, which you watch, last used"), "{}", listed.content);
        done(&green.click(&listed, "End").await);
        assert_eq!(page.ask("state").await.status, StatusCode::UNAUTHORIZED);
        bench.finish().await;
    });
}

/// A game of Blue against Green, with its board.
async fn of_others(bench: &Bench, thread: bool) -> Message {
    let (blue, green) = (bench.blue("games"), bench.green("games"));
    let thread = if thread { "yes" } else { "no" };
    let options = [("variant", "chess"), ("opponent", green.id()), ("thread", thread)];
    let offer = message(&blue.slash("challenge", &options).await);
    let accepted = green.click(&offer, "Accept").await;
    done(&accepted);
    if thread == "no" {
        return message(&accepted);
    }
    let thread = bench.discord.threads().remove(0);
    thread.wait_for(|m| m.picture().is_some()).await.expect("a board")
}

fn where_not_everybody_sees_the_channel_nobody_watches() {
    wait_for(async {
        for in_thread in [false, true] {
            let bench = Bench::with_pages().await;
            let board = of_others(&bench, in_thread).await;
            // Red is one of the few who still see the channel.
            let mut red = bench.red("games");
            red.channel().hide(true);
            if in_thread {
                red = red.at(&bench.discord.threads().remove(0));
            }
            let refused = red.click(&board, "Open board").await;
            assert!(refused.is_ephemeral(), "{}", refused.text());
            assert!(refused.text().contains("not everybody sees its channel"), "{}", refused.text());
            assert_eq!(bench.count("SELECT count(*) FROM page_links").await, 0);
            bench.finish().await;
        }
    });
}

fn whoever_watches_has_a_finished_game_analysed() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        done(&game.play(&["f3", "e5", "g4", "Qh4#"]).await);
        assert_eq!(page.labels().await, ["Replay", "Analysis", "Try moves", "Export"]);
        let path = format!("/g/{}/analysis", page.grant);
        let begun = page.browser.post(&path, &json!({})).await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
        let told = looked_for(async || {
            Some(page.ask("analysis").await.body).filter(|told| told["stands"] == "found")
        });
        let told = told.await.expect("the analysis is found");
        assert_eq!(told["found"]["chances"].as_array().map(Vec::len), Some(5));
        bench.finish().await;
    });
}

fn the_right_to_watch_ends_after_a_week() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        for _ in 0..6 {
            bench.settings.clock.advance(Duration::from_hours(24));
            assert_eq!(page.ask("state").await.status, StatusCode::OK);
        }
        bench.settings.clock.advance(Duration::from_hours(25));
        let ended = page.ask("state").await;
        assert_eq!(ended.status, StatusCode::UNAUTHORIZED, "however often it was used: {}", ended.body);
        bench.finish().await;
    });
}

fn whoever_is_removed_leaves_no_word_on_watching() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let watched = Browser::new(&bench).open(&link(&bench.green("games"), &game.board).await).await;
        let white = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        white.press("Let nobody watch").await;
        assert_eq!(watched.ask("state").await.status, StatusCode::NOT_FOUND);
        let [own, other] = [export(&game.red).await, export(&game.blue).await];
        assert_eq!(own["games"][0]["lets_nobody_watch"], true);
        assert_eq!(other["games"][0]["lets_nobody_watch"], false, "that is the other's business");
        delete(&game.red).await;
        assert_eq!(watched.ask("state").await.status, StatusCode::OK);
        bench.finish().await;
    });
}

fn in_a_private_thread_nobody_watches() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let place = bench.discord.new_channel("with threads", ChannelType::Text);
        let thread = bench.red("games").at(&place).start_thread("Quietly", true, 1_440).expect("Red may");
        let [red, blue, green] =
            [bench.red("games"), bench.blue("games"), bench.green("games")].map(|who| who.at(&thread));
        let asked = [blue.mention(), green.mention(), bench.discord.bot().mention()].join(" ");
        red.say(&asked).expect("a message");
        let options = [("variant", "chess"), ("opponent", blue.id())];
        let accepted = blue.click(&message(&red.slash("challenge", &options).await), "Accept").await;
        done(&accepted);
        let refused = green.click(&message(&accepted), "Open board").await;
        assert!(refused.text().contains("not everybody sees its channel"), "{}", refused.text());
        bench.finish().await;
    });
}

fn while_nobody_says_who_sees_a_channel_nobody_watches() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let path = format!("/channels/{}", game.red.channel().id());
        bench.discord.faults().add(Fault::next(&path, Trouble::Status(503)).method("GET").times(1_000));
        let refused = bench.green("games").click(&game.board, "Open board").await;
        assert!(refused.text().starts_with("Discord does not say right now"), "{}", refused.text());
        assert_eq!(bench.count("SELECT count(*) FROM page_links").await, 0);
        bench.finish().await;
    });
}

fn a_game_in_a_thread_of_an_open_channel_is_watched() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let board = of_others(&bench, true).await;
        let red = bench.red("games").at(&bench.discord.threads().remove(0));
        let page = Browser::new(&bench).open(&link(&red, &board).await).await;
        assert_eq!(page.state().await["you"], json!(null));
        bench.finish().await;
    });
}
