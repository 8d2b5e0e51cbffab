//! Players notified of their turn by their browser are not pinged, but are always notified in one way or the
//! other.

use std::time::Duration;

use axum::http::Method;
use reqwest::StatusCode;
use rookery::push::Answer;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::playing::both;
use super::visitor::{Answer as PageAnswer, Browser, Page, link, link_in};
use crate::bot::bench::{Bench, Game, card, done, long_after, message, soon, wait_for};
use crate::bot::push_services::Subscriber;

tests_on_both!(
    a_turn_is_told_by_the_browser_and_pings_nobody,
    a_game_that_begins_is_told_by_a_page_of_all_games,
    who_sees_the_page_is_not_told,
    one_browser_with_two_pages_is_told_once,
    a_browser_that_takes_no_messages_any_more_is_forgotten_and_the_chat_pings,
    a_browser_that_is_gone_leaves_no_turn_of_another_game_untold,
    a_push_service_that_is_down_is_tried_again_and_then_the_chat_pings,
    a_draw_offer_and_the_end_are_told_too,
    only_what_a_known_push_service_takes_is_accepted,
    whoever_watches_or_learns_is_not_told,
    five_pages_are_told_and_no_more,
    a_page_that_is_ended_is_told_no_more_and_forgets,
    who_deletes_their_data_is_told_no_more,
    against_the_bot_a_quick_answer_is_not_told,
    the_key_stays_the_same_after_a_restart,
);

const AT_GOOGLE: &str = "https://fcm.googleapis.com/fcm/send/one";
const AT_MOZILLA: &str = "https://updates.push.services.mozilla.com/wpush/v2/two";

/// Subscribes a page to push messages.
async fn subscribe(page: &Page, browser: &Subscriber) -> PageAnswer {
    page.browser.post(&format!("/g/{}/push", page.grant), &browser.json()).await
}

async fn subscribed(page: &Page, browser: &Subscriber) {
    let answer = subscribe(page, browser).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.body);
}

/// A game of chess, the pages of both, and Black's browser, which is subscribed.
async fn told_black(bench: &Bench) -> (Game, Page, Page, Subscriber) {
    let (game, white, black) = both(bench, "chess").await;
    let browser = Subscriber::new(AT_GOOGLE, 7);
    subscribed(&black, &browser).await;
    (game, white, black, browser)
}

/// The users pinged in the channel after the first `before` messages.
fn pinged_since(game: &Game, before: usize) -> Vec<String> {
    let messages = game.red.channel().messages();
    messages.iter().skip(before).flat_map(rookery::sandbox::Message::pings).collect()
}

fn a_turn_is_told_by_the_browser_and_pings_nobody() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black, browser) = told_black(&bench).await;
        let stands = black.ask("push").await.body;
        assert_eq!(stands["address"], AT_GOOGLE);
        assert_eq!(white.ask("push").await.body, json!({ "key": stands["key"], "address": null }));
        let before = game.red.channel().messages().len();
        white.play("e2e4").await;
        soon("the board", || game.red.channel().messages().len() > before).await;
        soon("the message", || !browser.told(&bench.push).is_empty()).await;
        let told = browser.told(&bench.push);
        let id = told[0]["about"].as_str().expect("a game").to_owned();
        let way = format!("/g/{}", black.grant);
        let says = json!({ "title": "Your move \u{b7} Chess", "text": "White: Pawn e2-e4. Black (you) to move.", "way": way, "about": id, "rev": 2 });
        assert_eq!(told, [says]);
        let topic = bench.push.last_header("topic").expect("a topic");
        assert!(topic.len() == 32 && !topic.contains(&id), "nobody can tell which game it is: {topic}");
        assert_eq!(bench.push.last_header("ttl").as_deref(), Some("86400"));
        // White has no subscribed browser, and is pinged as usual.
        done(&game.blue.slash("move", &[("move", "e7e5")]).await);
        long_after().await;
        assert_eq!(pinged_since(&game, before), [game.red.id()]);
        // A move by command has the same effect.
        done(&game.red.slash("move", &[("move", "g1f3")]).await);
        soon("the second message", || browser.told(&bench.push).len() == 2).await;
        long_after().await;
        assert_eq!(pinged_since(&game, before), [game.red.id()]);
        assert_eq!(bench.push.posted(), 2, "one message a turn");
        // Once unsubscribed, the chat pings.
        let off = black.browser.post(&format!("/g/{}/push", black.grant), &json!({ "off": true })).await;
        assert_eq!(off.status, StatusCode::NO_CONTENT);
        done(&game.blue.slash("move", &[("move", "b8c6")]).await);
        let board = message(&game.red.slash("move", &[("move", "f1b5")]).await);
        assert_eq!(board.pings(), [game.blue.id()]);
        long_after().await;
        assert_eq!(bench.push.posted(), 2);
        bench.finish().await;
    });
}

fn a_game_that_begins_is_told_by_a_page_of_all_games() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, _, _) = super::visitor::against_the_bot(&bench).await;
        let list = card(&red.slash("games", &[]).await);
        let all = Browser::new(&bench).open(&link_in(&card(&red.click(&list, "Open board").await))).await;
        let browser = Subscriber::new(AT_MOZILLA, 7);
        subscribed(&all, &browser).await;
        let game = bench.game("quiet", "chess", None).await;
        assert_eq!(game.board.pings(), [] as [String; 0]);
        soon("the message", || browser.told(&bench.push).len() == 1).await;
        let told = browser.told(&bench.push);
        assert_eq!(told[0]["title"], "Your move \u{b7} Chess");
        let text = told[0]["text"].as_str().expect("a text");
        assert!(
            text.starts_with("Chess: you play White. You win by checkmate. White (you) to move."),
            "{text}"
        );
        assert!(told[0]["way"].as_str().is_some_and(|way| way.starts_with(&format!("/g/{}?at=", all.grant))));
        done(&game.red.slash("move", &[("move", "e2e4")]).await);
        done(&game.blue.slash("move", &[("move", "e7e5")]).await);
        soon("the next message", || browser.told(&bench.push).len() == 2).await;
        assert_eq!(pinged_since(&game, 0), [game.blue.id()], "the challenge and the move");
        bench.finish().await;
    });
}

fn who_sees_the_page_is_not_told() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black, browser) = told_black(&bench).await;
        let before = game.red.channel().messages().len();
        let events = black.browser.request(&Method::GET, &format!("/g/{}/events", black.grant));
        let in_front = events.send().await;
        white.play("e2e4").await;
        // As the page does when it receives the event.
        assert_eq!(black.state().await["ply"], 1);
        long_after().await;
        assert_eq!(browser.told(&bench.push), [] as [Value; 0]);
        assert_eq!(pinged_since(&game, before), [] as [String; 0]);
        // A phone that lost its connection: the stream is still open, but the changes are not fetched.
        done(&game.blue.slash("move", &[("move", "e7e5")]).await);
        white.play("g1f3").await;
        long_after().await;
        assert_eq!(browser.told(&bench.push).len(), 1);
        drop(in_front);
        black.play("b8c6").await;
        white.play("f1b5").await;
        soon("the message", || browser.told(&bench.push).len() == 2).await;
        bench.finish().await;
    });
}

fn one_browser_with_two_pages_is_told_once() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black, browser) = told_black(&bench).await;
        let list = card(&game.blue.slash("games", &[]).await);
        let all = link_in(&card(&game.blue.click(&list, "Open board").await));
        let all = black.browser.clone().open(&all).await;
        subscribed(&all, &browser).await;
        let elsewhere = Subscriber::new(AT_MOZILLA, 9);
        let other = Browser::new(&bench).open(&link(&game.blue, &game.board).await).await;
        subscribed(&other, &elsewhere).await;
        let state = white.play("e2e4").await;
        assert_eq!(state["ply"], 1);
        soon("both", || bench.push.posted() == 2).await;
        long_after().await;
        let (here, there) = (browser.told(&bench.push), elsewhere.told(&bench.push));
        assert_eq!((here.len(), there.len()), (1, 1));
        // The browser's newest page is opened.
        let id = here[0]["about"].as_str().expect("a game").trim_start_matches('g').to_owned();
        assert_eq!(here[0]["way"], format!("/g/{}?at={id}", all.grant));
        assert_eq!(there[0]["way"], format!("/g/{}", other.grant));
        bench.finish().await;
    });
}

fn a_browser_that_takes_no_messages_any_more_is_forgotten_and_the_chat_pings() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black, _) = told_black(&bench).await;
        bench.push.say(AT_GOOGLE, Answer::Gone);
        let before = game.red.channel().messages().len();
        white.play("e2e4").await;
        soon("a ping", || !pinged_since(&game, before).is_empty()).await;
        let last = game.red.channel().messages().pop().expect("a message");
        let told =
            format!("<@{}>, your browser could not be told: it is your move in Chess.", game.blue.id());
        assert_eq!(last.content, told);
        assert_eq!(pinged_since(&game, before), [game.blue.id()]);
        assert_eq!(black.ask("push").await.body["address"], Value::Null);
        // From now on it is as before.
        done(&game.blue.slash("move", &[("move", "e7e5")]).await);
        let board = message(&game.red.slash("move", &[("move", "g1f3")]).await);
        assert_eq!(board.pings(), [game.blue.id()]);
        assert_eq!(bench.push.posted(), 1);
        bench.finish().await;
    });
}

fn a_browser_that_is_gone_leaves_no_turn_of_another_game_untold() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, _, _) = told_black(&bench).await;
        let list = card(&game.blue.slash("games", &[]).await);
        let all = link_in(&card(&game.blue.click(&list, "Open board").await));
        let all = Browser::new(&bench).open(&all).await;
        subscribed(&all, &Subscriber::new(AT_GOOGLE, 7)).await;
        let other = bench.game("quiet", "chess", None).await;
        bench.push.say(AT_GOOGLE, Answer::Later);
        let before = [&game, &other].map(|game| game.red.channel().messages().len());
        white.play("e2e4").await;
        done(&other.red.slash("move", &[("move", "e2e4")]).await);
        soon("both are tried", || bench.push.posted() == 2).await;
        // The first attempt gets 410 Gone, which ends the subscription for both.
        bench.push.say(AT_GOOGLE, Answer::Gone);
        sleep(Duration::from_secs(40)).await;
        for (game, before) in [&game, &other].into_iter().zip(before) {
            assert_eq!(pinged_since(game, before), [game.blue.id()]);
        }
        bench.finish().await;
    });
}

fn a_push_service_that_is_down_is_tried_again_and_then_the_chat_pings() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black, browser) = told_black(&bench).await;
        bench.push.say(AT_GOOGLE, Answer::Later);
        let before = game.red.channel().messages().len();
        white.play("e2e4").await;
        soon("a try", || bench.push.posted() == 1).await;
        bench.push.say(AT_GOOGLE, Answer::Taken);
        long_after().await;
        assert_eq!((bench.push.posted(), pinged_since(&game, before).len()), (2, 0));
        done(&game.blue.slash("move", &[("move", "e7e5")]).await);
        bench.push.say(AT_GOOGLE, Answer::Later);
        let before = game.red.channel().messages().len();
        done(&game.red.slash("move", &[("move", "g1f3")]).await);
        sleep(Duration::from_secs(100)).await;
        assert_eq!(pinged_since(&game, before), [] as [String; 0]);
        sleep(Duration::from_mins(1)).await;
        assert_eq!(pinged_since(&game, before), [game.blue.id()]);
        assert!(bench.push.posted() > 5, "it is tried for two minutes: {}", bench.push.posted());
        // The service may recover.
        assert_eq!(black.ask("push").await.body["address"], AT_GOOGLE);
        bench.push.say(AT_GOOGLE, Answer::Refused(403));
        done(&game.blue.slash("move", &[("move", "b8c6")]).await);
        let before = game.red.channel().messages().len();
        done(&game.red.slash("move", &[("move", "f1b5")]).await);
        soon("a ping", || !pinged_since(&game, before).is_empty()).await;
        assert!(browser.told(&bench.push).len() > 6);
        bench.finish().await;
    });
}

fn a_draw_offer_and_the_end_are_told_too() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, _black, browser) = told_black(&bench).await;
        let before = game.red.channel().messages().len();
        white.play("e2e4").await;
        done(&game.blue.slash("move", &[("move", "e7e5")]).await);
        long_after().await;
        assert_eq!(bench.count("SELECT count(*) FROM outbox WHERE kind = 'push'").await, 0);
        done(&game.red.slash("draw", &[]).await);
        soon("the offer", || {
            browser
                .told(&bench.push)
                .iter()
                .any(|told| told["text"].as_str().is_some_and(|text| text.contains("draw")))
        })
        .await;
        white.act("resign", json!({})).await;
        soon("the end", || {
            browser
                .told(&bench.push)
                .iter()
                .any(|told| told["text"].as_str().is_some_and(|text| text.contains("resign")))
        })
        .await;
        let told = browser.told(&bench.push);
        let last = told.last().expect("a message");
        assert_eq!(last["title"], "Chess", "nothing is to be done");
        for one in &told {
            let text = one["text"].as_str().expect("a text");
            assert!(!text.contains("<@") && !text.contains("Red") && !text.contains("Blue"), "{text}");
        }
        assert!(!pinged_since(&game, before).iter().any(|one| one == game.blue.id()));
        bench.finish().await;
    });
}

fn only_what_a_known_push_service_takes_is_accepted() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black) = both(&bench, "chess").await;
        for address in [
            "https://evil.example/x",
            "http://fcm.googleapis.com/x",
            "https://127.0.0.1/x",
            "https://fcm.googleapis.com:22/x",
            "",
        ] {
            let answer = subscribe(&black, &Subscriber::new(address, 7)).await;
            assert_eq!(answer.status, StatusCode::CONFLICT, "{address}");
            assert_eq!(answer.says(), "I know no way to send messages to this browser.");
        }
        let path = format!("/g/{}/push", black.grant);
        let keyless = json!({ "endpoint": AT_GOOGLE, "keys": { "p256dh": "x", "auth": "y" } });
        assert_eq!(black.browser.post(&path, &keyless).await.status, StatusCode::CONFLICT);
        for wrong in [json!({ "endpoint": 7 }), json!("x"), json!({ "keys": "x" })] {
            assert_eq!(black.browser.post(&path, &wrong).await.status, StatusCode::BAD_REQUEST, "{wrong}");
        }
        // Another browser cannot change it, nor can another page without its cookie.
        let answer = white.browser.post(&path, &Subscriber::new(AT_GOOGLE, 7).json()).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        let foreign = black.browser.bare(&Method::POST, &path).header("origin", "https://evil.example");
        assert_eq!(
            super::visitor::answer(foreign.json(&json!({ "off": true }))).await.status,
            StatusCode::FORBIDDEN
        );
        assert_eq!(bench.count("SELECT count(*) FROM push_subscriptions").await, 0);
        let board = message(&game.red.slash("move", &[("move", "e2e4")]).await);
        assert_eq!(board.pings(), [game.blue.id()]);
        bench.finish().await;
    });
}

fn whoever_watches_or_learns_is_not_told() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, _, _) = both(&bench, "chess").await;
        let green = bench.green("games");
        let watched = Browser::new(&bench).open(&link(&green, &game.board).await).await;
        let lesson = card(&game.red.slash("learn", &[("variant", "chess")]).await);
        let learning = Browser::new(&bench).open(&link(&game.red, &lesson).await).await;
        for page in [watched, learning] {
            assert_eq!(page.ask("push").await.body, json!({ "key": null, "address": null }));
            assert_eq!(
                subscribe(&page, &Subscriber::new(AT_GOOGLE, 7)).await.status,
                StatusCode::BAD_REQUEST
            );
        }
        bench.finish().await;
    });
}

fn five_pages_are_told_and_no_more() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, _, _) = both(&bench, "chess").await;
        let mut pages = Vec::new();
        for number in 1..=6 {
            let page = Browser::new(&bench).open(&link(&game.blue, &game.board).await).await;
            subscribed(&page, &Subscriber::new(&format!("{AT_GOOGLE}{number}"), number)).await;
            bench.settings.clock.advance(Duration::from_millis(5));
            pages.push(page);
        }
        assert_eq!(bench.count("SELECT count(*) FROM push_subscriptions").await, 5);
        assert_eq!(pages[0].ask("push").await.body["address"], Value::Null, "the oldest");
        done(&game.red.slash("move", &[("move", "e2e4")]).await);
        soon("five", || bench.push.posted() == 5).await;
        bench.finish().await;
    });
}

fn a_page_that_is_ended_is_told_no_more_and_forgets() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, white, black, browser) = told_black(&bench).await;
        let list = card(&game.blue.slash("web", &[]).await);
        let ended = game.blue.click(&list, "End all").await;
        assert!(ended.text().contains("no board open"), "{}", ended.text());
        soon("the page forgets", || browser.told(&bench.push).len() == 1).await;
        assert_eq!(browser.told(&bench.push), [json!({ "forget": [black.grant] })]);
        assert_eq!(black.ask("push").await.status, StatusCode::UNAUTHORIZED);
        let before = game.red.channel().messages().len();
        white.play("e2e4").await;
        soon("a ping", || pinged_since(&game, before) == [game.blue.id()]).await;
        assert_eq!(bench.push.posted(), 1);
        bench.finish().await;
    });
}

fn who_deletes_their_data_is_told_no_more() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, _, black, browser) = told_black(&bench).await;
        bench.forget(rookery::game::UserId(game.blue.id().parse().expect("a number"))).await;
        soon("the page forgets", || browser.told(&bench.push) == [json!({ "forget": [black.grant] })]).await;
        assert_eq!(bench.count("SELECT count(*) FROM push_subscriptions").await, 0);
        bench.finish().await;
    });
}

fn against_the_bot_a_quick_answer_is_not_told() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (red, _, page) = super::visitor::against_the_bot(&bench).await;
        let browser = Subscriber::new(AT_GOOGLE, 7);
        subscribed(&page, &browser).await;
        let thinking = bench.thinking();
        page.play("e2e4").await;
        sleep(Duration::from_secs(40)).await;
        drop(thinking);
        soon("the answer", || browser.told(&bench.push).len() == 1).await;
        assert!(red.channel().messages().iter().all(|one| one.pings().is_empty()));
        page.play("d2d4").await;
        long_after().await;
        assert_eq!(browser.told(&bench.push).len(), 1, "a quick one is not told");
        bench.finish().await;
    });
}

fn the_key_stays_the_same_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::with_pages().await;
        let (_, white, _, browser) = told_black(&bench).await;
        let key = white.ask("push").await.body["key"].clone();
        assert_eq!(key.as_str().map(str::len), Some(87));
        bench.stop().await;
        bench.start().await;
        assert_eq!(white.ask("push").await.body["key"], key);
        white.play("e2e4").await;
        soon("the message", || browser.told(&bench.push).len() == 1).await;
        let header = bench.push.last_header("authorization").expect("a header");
        assert!(header.ends_with(&format!(", k={}", key.as_str().expect("a key"))), "{header}");
        bench.finish().await;
    });
}
