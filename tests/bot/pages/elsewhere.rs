//! Links for another browser, created on a page.

use std::process::Stdio;
use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::visitor::{Answer, Browser, Page, answer, link, link_in, place, secret};
use crate::bot::bench::{Bench, card, changed, on_real_time, wait_for};
use crate::bot::process::program::rookery;

tests!(
    a_page_opens_in_another_browser_by_a_link_that_it_makes,
    such_a_link_is_good_for_fifteen_minutes,
    such_a_link_leads_to_the_same_lesson,
    such_a_link_leads_to_the_same_of_all_games,
    nobody_else_gets_such_a_link,
    such_links_are_put_off_as_moves_are,
    a_page_that_is_ended_leaves_no_link_behind,
    no_link_and_no_cookie_is_logged_at_any_level,
    a_proxy_that_is_not_trusted_is_told_once,
);

/// Requests a link for the page's current view.
async fn asked(page: &Page, body: &Value) -> Answer {
    page.browser.post(&format!("/g/{}/link", page.grant), body).await
}

/// The link that the page gets.
async fn made(page: &Page, at: &str) -> String {
    let made = asked(page, &json!({ "at": at })).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    assert_eq!(made.headers["cache-control"], "no-store");
    made.body["link"].as_str().expect("a link").to_owned()
}

async fn white(bench: &Bench) -> (crate::bot::bench::Game, Page) {
    let game = bench.game("games", "chess", None).await;
    let page = Browser::new(bench).open(&link(&game.red, &game.board).await).await;
    (game, page)
}

fn a_page_opens_in_another_browser_by_a_link_that_it_makes() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, page) = white(&bench).await;
        let link = made(&page, "").await;
        assert_eq!(link, format!("{}/#{}", bench.pages(), secret(&link)), "the address and a secret alone");
        assert_ne!(link, made(&page, "").await, "each is another one");
        let phone = Browser::new(&bench).open(&link).await;
        assert_ne!(phone.browser.cookie, page.browser.cookie);
        assert_eq!(phone.state().await["you"], "white");
        phone.play("e2e4").await;
        assert_eq!(page.state().await["ply"], 1);
        let used = Browser::new(&bench).redeem(secret(&link)).await;
        assert_eq!(used.status, StatusCode::GONE, "it opens once");
        let same =
            "SELECT count(DISTINCT coalesce(locale, '') || person || coalesce(game, 0)) FROM page_grants";
        assert_eq!(bench.count(same).await, 1, "the same person, game and language");
        let listed = card(&game.red.slash("web", &[]).await);
        assert!(listed.content.contains("2 boards open"), "{}", listed.content);
        bench.finish().await;
    });
}

fn such_a_link_is_good_for_fifteen_minutes() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, page) = white(&bench).await;
        let (early, late) = (made(&page, "").await, made(&page, "").await);
        bench.pass(Duration::from_mins(14)).await;
        assert_eq!(Browser::new(&bench).redeem(secret(&early)).await.status, StatusCode::OK);
        bench.pass(Duration::from_mins(2)).await;
        assert_eq!(Browser::new(&bench).redeem(secret(&late)).await.status, StatusCode::GONE);
        bench.finish().await;
    });
}

fn such_a_link_leads_to_the_same_lesson() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let red = bench.red("games");
        let page = Browser::new(&bench)
            .open(&link(&red, &card(&red.slash("learn", &[("variant", "chess")]).await)).await)
            .await;
        let link = made(&page, "lesson:chess:0:").await;
        assert_eq!(place(&link), "lesson:chess:0:");
        let phone = Browser::new(&bench).open(&link).await;
        let state = phone.ask(&format!("state?at={}", place(&link))).await.body;
        assert_eq!((&state["kind"], &state["at"]), (&json!("lesson"), &json!("lesson:chess:0:")));
        assert!(!made(&page, "").await.split_once('#').expect("a fragment").1.contains('/'));
        for odd in ["x", "game:1", "lesson:chess:0:/../..", "\"><b>", &"9".repeat(300)] {
            assert_eq!(asked(&page, &json!({ "at": odd })).await.status, StatusCode::BAD_REQUEST, "{odd}");
        }
        bench.finish().await;
    });
}

fn such_a_link_leads_to_the_same_of_all_games() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let others = bench.game_of("Green", "Grey", "general").await;
        let listed = card(&game.red.slash("games", &[]).await);
        let page =
            Browser::new(&bench).open(&link_in(&card(&game.red.click(&listed, "Open board").await))).await;
        let at = page.ask("state").await.body["games"][0]["at"].as_str().expect("a place").to_owned();
        let link = made(&page, &at).await;
        assert_eq!(place(&link), at);
        let phone = Browser::new(&bench).open(&link).await;
        assert_eq!(phone.ask(&format!("state?at={at}")).await.body["you"], "white");
        assert_eq!(phone.ask("state").await.body["kind"], "games");
        assert!(!made(&page, "").await.split_once('#').expect("a fragment").1.contains('/'));
        // Neither another person's game nor an invalid id.
        for other in
            [bench.count("SELECT max(id) FROM games").await.to_string(), "0".to_owned(), "x".to_owned()]
        {
            assert_eq!(asked(&page, &json!({ "at": other })).await.status, StatusCode::NOT_FOUND, "{other}");
        }
        assert!(others.board.picture().is_some());
        bench.finish().await;
    });
}

fn nobody_else_gets_such_a_link() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, page) = white(&bench).await;
        let black = Browser::new(&bench).open(&link(&game.blue, &game.board).await).await;
        let path = format!("/g/{}/link", page.grant);
        let unused = "SELECT count(*) FROM page_links";
        // As with `act`: another browser, no cookie, an invented one, and an invalid grant.
        let mut stranger = Browser::new(&bench);
        for cookie in [None, Some(format!("rookery={}", "0".repeat(32))), black.browser.cookie.clone()] {
            stranger.cookie = cookie;
            let refused = stranger.post(&path, &json!({})).await;
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
            assert!(
                refused.says().starts_with("Nothing is open in this browser any more"),
                "{}",
                refused.says()
            );
        }
        for grant in ["0", "-1", "999", "x", "1%20OR%201"] {
            let refused = page.browser.post(&format!("/g/{grant}/link"), &json!({})).await;
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{grant}");
        }
        // Nor from another site, nor with GET.
        for origin in ["null", "http://evil.example", "http://127.0.0.1"] {
            let foreign = page.browser.bare(&Method::POST, &path).header("origin", origin).body("{}");
            assert_eq!(answer(foreign).await.status, StatusCode::FORBIDDEN, "{origin}");
        }
        assert_ne!(page.browser.get(&path).await.status, StatusCode::OK);
        let large = page.browser.request(&Method::POST, &path).body("x".repeat(8 << 10));
        assert_eq!(answer(large).await.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(asked(&page, &json!({ "at": 1 })).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(bench.count(unused).await, 0);
        bench.finish().await;
    });
}

fn such_links_are_put_off_as_moves_are() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (_, page) = white(&bench).await;
        let mut put_off = None;
        for _ in 0..200 {
            let made = asked(&page, &json!({})).await;
            if made.status == StatusCode::TOO_MANY_REQUESTS {
                put_off = Some(made.says().to_owned());
                break;
            }
        }
        assert!(put_off.is_some_and(|says| !says.is_empty()), "there is an end to it");
        let kept = bench.count("SELECT count(*) FROM page_links").await;
        assert!(kept <= 20, "{kept} links");
        bench.finish().await;
    });
}

fn a_page_that_is_ended_leaves_no_link_behind() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let (game, page) = white(&bench).await;
        let link = made(&page, "").await;
        let listed = card(&game.red.slash("web", &[]).await);
        changed(&game.red.click(&listed, "End").await);
        assert_eq!(asked(&page, &json!({})).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(Browser::new(&bench).redeem(secret(&link)).await.status, StatusCode::GONE);
        bench.finish().await;
    });
}

fn no_link_and_no_cookie_is_logged_at_any_level() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let log = dir.path().join("log");
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let listen = port.expect("a free port").to_string();
        let mut bot = rookery(dir.path(), &["run"])
            .env("DISCORD_TOKEN", bench.discord.token())
            .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
            .env("ROOKERY_WEB_LISTEN", &listen)
            .env("ROOKERY_WEB_PUBLIC_URL", format!("http://{listen}"))
            .env("ROOKERY_LOG_LEVEL", "trace,h2=trace,hyper=trace,axum=trace,tower=trace,sqlx=trace")
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).expect("writable"))
            .spawn()
            .expect("the program starts");
        assert!(bench.discord.wait_for_command("help").await);
        let game = bench.game("games", "chess", None).await;
        let first = link(&game.red, &game.board).await;
        let page = Browser::behind(&first).await;
        let second = made(&page, "").await;
        let phone = Browser::behind(&second).await;
        assert_eq!(Browser::behind(&made(&phone, "").await).await.state().await["you"], "white");
        tokio::time::sleep(Duration::from_millis(300)).await;
        bot.kill().expect("a child");
        bot.wait().expect("a child");
        let said = String::from_utf8_lossy(&std::fs::read(&log).expect("a log")).into_owned();
        assert!(said.contains("DEBUG"), "{said}");
        let cookies = [&page, &phone].map(|page| page.browser.cookie.as_deref().expect("a cookie"));
        for known in [secret(&first), secret(&second), &cookies[0][8..], &cookies[1][8..]] {
            assert!(known.len() == 32 && !said.contains(known), "a secret is logged");
        }
    });
}

fn a_proxy_that_is_not_trusted_is_told_once() {
    on_real_time(async {
        let bench = Bench::on_sockets().await;
        let dir = tempfile::tempdir().expect("a directory");
        let log = dir.path().join("log");
        let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let listen = port.expect("a free port").to_string();
        let mut bot = rookery(dir.path(), &["run"])
            .env("DISCORD_TOKEN", bench.discord.token())
            .env("ROOKERY_DISCORD_API_URL", bench.discord.url())
            .env("ROOKERY_WEB_LISTEN", &listen)
            .env("ROOKERY_WEB_PUBLIC_URL", format!("http://{listen}"))
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).expect("writable"))
            .spawn()
            .expect("the program starts");
        assert!(bench.discord.wait_for_command("help").await);
        let said = || String::from_utf8_lossy(&std::fs::read(&log).expect("a log")).into_owned();
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let page = format!("http://{listen}/");
        let ask = async |from: Option<&str>| {
            let mut request = client.get(&page);
            if let Some(from) = from {
                request = request.header("x-forwarded-for", from);
            }
            assert_eq!(request.send().await.expect("an answer").status(), StatusCode::OK);
        };
        ask(None).await;
        assert!(!said().contains("trusted_proxies"), "{}", said());
        for _ in 0..3 {
            ask(Some("203.0.113.7")).await;
        }
        bot.kill().expect("a child");
        bot.wait().expect("a child");
        let told: Vec<String> =
            said().lines().filter(|line| line.contains("web.trusted_proxies")).map(str::to_owned).collect();
        let [told] = told.as_slice() else { panic!("{}", said()) };
        assert!(told.contains("127.0.0.1") && !told.contains("203.0.113.7"), "{told}");
    });
}
