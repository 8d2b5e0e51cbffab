//! Access control of pages, and input that must be rejected.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::json;

use super::visitor::{Answer, Browser, answer, link, secret, wish_id};
use crate::bot::bench::{Bench, wait_for};

tests!(
    a_link_opens_once,
    a_lost_answer_spends_no_link,
    a_link_is_good_for_fifteen_minutes,
    a_look_at_the_page_spends_no_link,
    a_grant_opens_one_game_in_one_browser,
    another_site_cannot_act,
    another_name_for_the_address_is_refused,
    what_is_too_large_or_no_wish_is_refused,
    paths_lead_nowhere_else,
    whoever_guesses_is_put_off,
    links_that_open_are_not_counted_as_guesses,
    every_answer_forbids_frames_and_foreign_code,
    what_is_deleted_opens_nothing,
);

fn a_link_opens_once() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let link = link(&game.red, &game.board).await;
        let mut first = Browser::new(&bench);
        assert_eq!(first.redeem(secret(&link)).await.status, StatusCode::OK);
        for mut again in [first, Browser::new(&bench)] {
            let used = again.redeem(secret(&link)).await;
            assert_eq!(used.status, StatusCode::GONE);
            assert_eq!(used.says(), "This link has been used. Press Open board in Discord for a new one.");
        }
        for forged in ["", "0", &"0".repeat(32), &"f".repeat(32), &"A".repeat(32), &"x".repeat(1_000)] {
            assert_eq!(Browser::new(&bench).redeem(forged).await.status, StatusCode::GONE, "{forged}");
        }
        bench.finish().await;
    });
}

fn a_lost_answer_spends_no_link() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let links = [link(&game.red, &game.board).await, link(&game.red, &game.board).await];
        let tried = async |link: &str, attempt: &str| {
            // Always without a cookie, because none has arrived.
            let body = json!({ "token": secret(link), "attempt": attempt });
            Browser::new(&bench).post("/link", &body).await
        };
        let (own, others) = ("0123456789abcdef".repeat(2), "f".repeat(32));
        let first = tried(&links[0], &own).await;
        let again = tried(&links[0], &own).await;
        assert_eq!((first.status, again.status), (StatusCode::OK, StatusCode::OK));
        assert_eq!(first.body["grant"], again.body["grant"]);
        let set = |answer: &Answer| answer.headers["set-cookie"].clone();
        assert_ne!(set(&first), set(&again));
        for attempt in [&*others, "", "x", &own.to_uppercase()] {
            assert_eq!(tried(&links[0], attempt).await.status, StatusCode::GONE, "{attempt}");
        }
        // The same attempt id opens no other link, and no other attempt opens this link.
        assert_eq!(tried(&links[1], &others).await.status, StatusCode::OK);
        assert_eq!(tried(&links[1], &own).await.status, StatusCode::GONE);
        bench.pass(Duration::from_secs(121)).await;
        assert_eq!(tried(&links[0], &own).await.status, StatusCode::GONE);
        bench.finish().await;
    });
}

fn a_link_is_good_for_fifteen_minutes() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let (early, late) = (link(&game.red, &game.board).await, link(&game.red, &game.board).await);
        bench.pass(Duration::from_mins(14)).await;
        assert_eq!(Browser::new(&bench).redeem(secret(&early)).await.status, StatusCode::OK);
        bench.pass(Duration::from_mins(2)).await;
        assert_eq!(Browser::new(&bench).redeem(secret(&late)).await.status, StatusCode::GONE);
        bench.finish().await;
    });
}

fn a_look_at_the_page_spends_no_link() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let link = link(&game.red, &game.board).await;
        let browser = Browser::new(&bench);
        for method in [Method::GET, Method::HEAD] {
            let looked = answer(browser.request(&method, &format!("/#{}", secret(&link)))).await;
            assert_eq!(looked.status, StatusCode::OK);
            assert!(!looked.headers.contains_key("set-cookie"));
            // If the fragment does not reach the server, a scanner may still try these.
            let token = secret(&link);
            for path in [
                format!("/link?token={token}"),
                format!("/{token}"),
                format!("/g/{token}"),
                format!("/link/{token}"),
            ] {
                let looked = answer(browser.request(&method, &path)).await;
                assert!(!looked.headers.contains_key("set-cookie"), "{method} {path}");
            }
        }
        browser.open(&link).await;
        bench.finish().await;
    });
}

fn a_grant_opens_one_game_in_one_browser() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let white = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let black = Browser::new(&bench).open(&link(&game.blue, &game.board).await).await;
        let path = |grant: &str| format!("/g/{grant}/state");
        // Without a cookie, with another user's, or with an invented one.
        let mut stranger = Browser::new(&bench);
        assert_eq!(stranger.get(&path(&white.grant)).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(black.browser.get(&path(&white.grant)).await.status, StatusCode::UNAUTHORIZED);
        for cookie in ["0".repeat(32), "x".to_owned(), "' OR 1 = 1".to_owned()] {
            stranger.cookie = Some(format!("rookery={cookie}"));
            assert_eq!(stranger.get(&path(&white.grant)).await.status, StatusCode::UNAUTHORIZED);
        }
        for grant in ["0", "-1", "999", "x", "1%20OR%201", "99999999999999999999"] {
            assert_eq!(white.browser.get(&path(grant)).await.status, StatusCode::UNAUTHORIZED, "{grant}");
        }
        let wish = json!({ "id": wish_id(), "rev": 1, "do": "move", "move": "e2e4" });
        let acted = black.browser.post(&format!("/g/{}/act", white.grant), &wish).await;
        assert_eq!(acted.status, StatusCode::UNAUTHORIZED);
        // Two people in one browser: each page acts for its own person.
        let mut shared = white.browser.clone();
        let second = shared.redeem(secret(&link(&game.blue, &game.board).await)).await;
        let other = second.body["grant"].as_str().expect("a grant").to_owned();
        assert_eq!(shared.cookie, white.browser.cookie);
        assert_eq!(shared.get(&path(&other)).await.body["you"], "black");
        assert_eq!(shared.get(&path(&white.grant)).await.body["you"], "white");
        bench.finish().await;
    });
}

fn another_site_cannot_act() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let wish = json!({ "id": wish_id(), "rev": 1, "do": "resign" }).to_string();
        let post = || {
            let request = page.browser.bare(&Method::POST, &format!("/g/{}/act", page.grant));
            request.header("content-type", "text/plain").body(wish.clone())
        };
        assert_eq!(answer(post()).await.status, StatusCode::FORBIDDEN, "without an origin");
        for origin in ["null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1"] {
            let refused = answer(post().header("origin", origin)).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{origin}");
        }
        let own = post().header("origin", &page.browser.base);
        let refused = answer(own.header("sec-fetch-site", "cross-site")).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        let url = format!("/g/{}/act", page.grant);
        assert_ne!(page.browser.get(&url).await.status, StatusCode::OK, "nothing is done by a look");
        for method in [Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
            let refused = answer(page.browser.request(&method, &url)).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN);
            assert!(!refused.headers.contains_key("access-control-allow-origin"));
        }
        assert_eq!(page.state().await["over"], false);
        bench.finish().await;
    });
}

fn another_name_for_the_address_is_refused() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let browser = Browser::new(&bench);
        for host in ["evil.example", "localhost", "127.0.0.1", "127.0.0.1:1"] {
            let refused = answer(browser.request(&Method::GET, "/").header("host", host)).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{host}");
        }
        bench.finish().await;
    });
}

fn what_is_too_large_or_no_wish_is_refused() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let act = format!("/g/{}/act", page.grant);
        let send =
            async |body: String| answer(page.browser.request(&Method::POST, &act).body(body)).await.status;
        assert_eq!(send("x".repeat(8 << 10)).await, StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(send("x".repeat(1 << 20)).await, StatusCode::PAYLOAD_TOO_LARGE);
        let id = wish_id();
        for body in [
            String::new(),
            "[]".to_owned(),
            "{".repeat(2_000),
            format!("{{\"id\":\"{id}\",\"rev\":1,\"do\":\"win\"}}"),
            format!("{{\"id\":\"{id}\",\"rev\":\"1\",\"do\":\"move\"}}"),
            "{\"id\":\"short\",\"rev\":1,\"do\":\"resign\"}".to_owned(),
            format!("{{\"id\":\"{}\",\"rev\":1,\"do\":\"resign\"}}", "<b>".repeat(8)),
            format!("{{\"id\":\"{id}\",\"rev\":1,\"do\":\"move\",\"move\":\"{}\"}}", "e".repeat(200)),
        ] {
            assert_eq!(send(body.clone()).await, StatusCode::BAD_REQUEST, "{body}");
        }
        let odd = page.act("move", json!({ "move": "<script>alert(1)</script>" })).await;
        assert_eq!(odd.status, StatusCode::CONFLICT);
        assert_eq!(odd.headers["content-type"], "application/json", "a text is never a page");
        for rev in [0, -1, i64::MAX] {
            let stale = page.send(&json!({ "id": wish_id(), "rev": rev, "do": "resign" })).await;
            assert_eq!(stale.status, StatusCode::CONFLICT, "{rev}");
        }
        assert_eq!(page.state().await["ply"], 0);
        bench.finish().await;
    });
}

fn paths_lead_nowhere_else() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let browser = Browser::new(&bench);
        for path in
            ["/..%2f..%2fetc%2fpasswd", "/%2e%2e/config.toml", "/page.js", "/g", "/g/1/2/3", "//evil.example"]
        {
            let found = browser.get(path).await;
            assert_eq!(found.status, StatusCode::NOT_FOUND, "{path}");
        }
        bench.finish().await;
    });
}

fn links_that_open_are_not_counted_as_guesses() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        for number in 0..36 {
            // As many people share one address in a school.
            let link = link(&game.red, &game.board).await;
            assert_eq!(Browser::new(&bench).redeem(secret(&link)).await.status, StatusCode::OK, "{number}");
        }
        bench.finish().await;
    });
}

fn whoever_guesses_is_put_off() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let mut browser = Browser::new(&bench);
        let mut put_off = 0;
        for _ in 0..60 {
            put_off +=
                u32::from(browser.redeem(&"0".repeat(32)).await.status == StatusCode::TOO_MANY_REQUESTS);
        }
        assert!((24..=30).contains(&put_off), "{put_off}");
        bench.finish().await;
    });
}

fn every_answer_forbids_frames_and_foreign_code() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let browser = Browser::new(&bench);
        for path in ["/", "/g/1", "/g/1/state", "/nothing"] {
            let headers = browser.get(path).await.headers;
            let policy = headers["content-security-policy"].to_str().expect("a policy");
            assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
            assert!(!policy.contains("unsafe"), "{policy}");
            assert_eq!(headers["x-frame-options"], "DENY");
            assert_eq!(headers["x-content-type-options"], "nosniff");
            assert_eq!(headers["referrer-policy"], "no-referrer");
        }
        bench.finish().await;
    });
}

fn what_is_deleted_opens_nothing() {
    wait_for(async {
        let bench = Bench::with_pages().await;
        let game = bench.game("games", "chess", None).await;
        let page = Browser::new(&bench).open(&link(&game.red, &game.board).await).await;
        let unused = link(&game.red, &game.board).await;
        let user = rookery::game::UserId(game.red.id().parse().expect("a number"));
        bench.forget(user).await;
        assert_eq!(page.ask("state").await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(Browser::new(&bench).redeem(secret(&unused)).await.status, StatusCode::GONE);
        bench.finish().await;
    });
}
