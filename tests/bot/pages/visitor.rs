//! A headless browser: it keeps its cookie and sends the requests of the page.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode};
use reqwest::{Client, RequestBuilder};
use rookery::sandbox::{Member, Message};
use serde_json::{Value, json};

use crate::bot::bench::{Bench, PagesInMemory, card, message};
use crate::bot::network::{ENCODER, on_its_way};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A browser.
#[derive(Clone)]
pub struct Browser {
    pub base: String,
    pub cookie: Option<String>,
    /// Its connection to the pages, if not the network.
    pages: PagesInMemory,
    /// Its user agent.
    agent: Option<&'static str>,
}

/// A request of a browser.
pub struct PageRequest(RequestBuilder, PagesInMemory);

/// A page that is open in a browser.
pub struct Page {
    pub browser: Browser,
    pub grant: String,
}

/// A response.
pub struct Answer {
    pub status: StatusCode,
    pub body: Value,
    pub headers: HeaderMap,
}

impl Answer {
    /// Its text for people.
    pub fn says(&self) -> &str {
        self.body["says"].as_str().unwrap_or_default()
    }
}

/// The link behind "Open board" below this board.
pub async fn link(who: &Member, board: &Message) -> String {
    let answer = who.click(board, "Open board").await;
    assert!(answer.is_ephemeral(), "the link is for one person alone");
    link_in(&card(&answer))
}

/// Red's page of a new game of chess against the bot, with Red as White, and its board in the chat.
pub async fn against_the_bot(bench: &Bench) -> (Member, Message, Page) {
    let red = bench.red("games");
    let ask = [("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "no")];
    let board = message(&red.slash("challenge", &ask).await);
    let page = Browser::new(bench).open(&link(&red, &board).await).await;
    (red, board, page)
}

/// The address of a message's link button.
pub fn link_in(message: &Message) -> String {
    let mut found = message.components().filter_map(|one| one["url"].as_str());
    found.next().expect("a link").to_owned()
}

/// The secret of a link.
pub fn secret(link: &str) -> &str {
    link.split_once('#').expect("a fragment").1.split('/').next().expect("a secret")
}

/// The place in lessons and puzzles that a link leads to.
pub fn place(link: &str) -> &str {
    link.split_once('#').expect("a fragment").1.split_once('/').expect("a place").1
}

impl Browser {
    pub fn new(bench: &Bench) -> Self {
        Self {
            base: bench.pages().to_owned(),
            cookie: None,
            agent: None,
            pages: bench.pages_in_memory.clone(),
        }
    }

    /// This browser with another user agent.
    pub fn called(self, agent: &'static str) -> Self {
        Self { agent: Some(agent), ..self }
    }

    /// Opens the page behind a link in a new browser, over the network.
    pub async fn behind(link: &str) -> Page {
        let (base, _) = link.split_once("/#").expect("a fragment");
        Self { base: base.to_owned(), cookie: None, agent: None, pages: PagesInMemory::default() }
            .open(link)
            .await
    }

    /// A request with its cookie.
    pub fn bare(&self, method: &Method, path: &str) -> PageRequest {
        let request = ENCODER.request(method.clone(), format!("{}{path}", self.base));
        let request = PageRequest(request, self.pages.clone());
        let request = match self.agent {
            Some(agent) => request.header("user-agent", agent),
            None => request,
        };
        match &self.cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        }
    }

    /// A request with all headers that a browser sends.
    pub fn request(&self, method: &Method, path: &str) -> PageRequest {
        let request = self.bare(method, path);
        if *method == Method::POST { request.header("origin", &self.base) } else { request }
    }

    pub async fn get(&self, path: &str) -> Answer {
        answer(self.request(&Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        answer(self.request(&Method::POST, path).json(body)).await
    }

    /// Exchanges a link for a page.
    pub async fn redeem(&mut self, secret: &str) -> Answer {
        let answer = self.post("/link", &json!({ "token": secret })).await;
        if let Some(set) = answer.headers.get("set-cookie") {
            let set = set.to_str().expect("a cookie");
            self.cookie = set.split(';').next().map(str::to_owned);
        }
        answer
    }

    /// Opens the page behind a link.
    pub async fn open(mut self, link: &str) -> Page {
        let opened = self.redeem(secret(link)).await;
        assert_eq!(opened.status, StatusCode::OK, "{}", opened.body);
        Page { grant: opened.body["grant"].as_str().expect("a grant").to_owned(), browser: self }
    }
}

impl PageRequest {
    pub fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value), self.1)
    }

    pub fn json(self, body: &Value) -> Self {
        Self(self.0.json(body), self.1)
    }

    pub fn body(self, body: impl Into<reqwest::Body>) -> Self {
        Self(self.0.body(body), self.1)
    }

    /// Sends it. The response's body may be a stream.
    pub async fn send(self) -> Response<Body> {
        let request = self.0.build().expect("a request");
        let pages = self.1.lock().expect("no panic").clone();
        let Some(pages) = pages else {
            let answer = Client::new().execute(request).await.expect("an answer");
            return Response::<reqwest::Body>::from(answer).map(Body::new);
        };
        let mut request = Request::<reqwest::Body>::try_from(request).expect("an address").map(Body::new);
        let host = request.uri().authority().expect("a host").as_str().parse().expect("a header");
        request.headers_mut().entry("host").or_insert(host);
        on_its_way().await;
        pages.ask(Ipv4Addr::LOCALHOST.into(), request).await.expect("pages are served")
    }
}

pub async fn answer(request: PageRequest) -> Answer {
    let (head, body) = request.send().await.into_parts();
    let body = to_bytes(body, usize::MAX).await.expect("a body");
    Answer {
        status: head.status,
        headers: head.headers,
        body: serde_json::from_slice(&body).unwrap_or_default(),
    }
}

/// A new id for an action, as pages make them.
pub fn wish_id() -> String {
    format!("wish-of-a-test-{:08}", NEXT.fetch_add(1, Ordering::Relaxed))
}

impl Page {
    fn path(&self, rest: &str) -> String {
        format!("/g/{}/{rest}", self.grant)
    }

    /// The game's state as the page gets it.
    pub async fn state(&self) -> Value {
        let answer = self.browser.get(&self.path("state")).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body
    }

    /// Sends any GET request of the page.
    pub async fn ask(&self, rest: &str) -> Answer {
        self.browser.get(&self.path(rest)).await
    }

    /// Performs an action on the current state.
    pub async fn act(&self, what: &str, more: Value) -> Answer {
        let rev = self.state().await["rev"].clone();
        let mut wish = json!({ "id": wish_id(), "rev": rev, "do": what });
        for (key, value) in more.as_object().expect("an object") {
            wish[key] = value.clone();
        }
        self.send(&wish).await
    }

    /// Sends an action as it is.
    pub async fn send(&self, wish: &Value) -> Answer {
        self.browser.post(&self.path("act"), wish).await
    }

    /// Plays a legal move.
    pub async fn play(&self, mv: &str) -> Value {
        let answer = self.act("move", json!({ "move": mv })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.body["state"].clone()
    }

    /// Presses a button of the page by its label.
    pub async fn press(&self, label: &str) -> Answer {
        let state = self.state().await;
        let actions = state["actions"].as_array().expect("actions");
        let action = actions.iter().find(|action| action["label"] == label);
        let action = action.unwrap_or_else(|| panic!("no {label} among {actions:?}"));
        let mut more = json!({});
        if !action["offer"].is_null() {
            more["offer"] = action["offer"].clone();
        }
        self.act(action["do"].as_str().expect("a word"), more).await
    }

    /// The labels of its buttons.
    pub async fn labels(&self) -> Vec<String> {
        let state = self.state().await;
        let actions = state["actions"].as_array().expect("actions");
        actions.iter().map(|action| action["label"].as_str().unwrap_or_default().to_owned()).collect()
    }
}
