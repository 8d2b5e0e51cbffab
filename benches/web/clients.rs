//! Browsers, as far as the server can tell.

use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

use rookery::web::PublicUrl;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::now;

/// Number of pages opened at the same time.
const OPENED_AT_ONCE: usize = 64;

/// A page from the file: address, grant and cookie.
struct Known {
    base: String,
    grant: String,
    cookie: String,
}

fn known(file: &Path) -> Vec<Known> {
    let text = std::fs::read_to_string(file).expect("a file");
    let one = |line: &str| {
        let mut words = line.split(' ').map(str::to_owned);
        let mut word = || words.next().expect("three words");
        let (base, grant) = (word(), word());
        Known { base, grant, cookie: format!("rookery={}", word()) }
    };
    text.lines().map(one).collect()
}

/// Makes moves on these pages in turn, `rate` per second. Prints for each the milliseconds until the board
/// arrived.
pub async fn tap(file: &Path, rate: f64, moves: usize) {
    let (pages, client) = (known(file), reqwest::Client::new());
    let mut states: Vec<Value> = Vec::new();
    for page in &pages {
        let asked =
            client.get(format!("{}/g/{}/state", page.base, page.grant)).header("cookie", &page.cookie);
        states.push(asked.send().await.expect("an answer").json().await.expect("a state"));
    }
    let (mut ticks, mut tapped) =
        (tokio::time::interval(Duration::from_secs_f64(1.0 / rate)), tokio::task::JoinSet::new());
    for number in 0..moves {
        ticks.tick().await;
        let at = number % pages.len();
        // The previous move in this game has long been shown.
        while tapped.len() >= pages.len() {
            settle(&mut tapped, &mut states).await;
        }
        while let Some(done) = tapped.try_join_next() {
            note(done.expect("a move"), &mut states);
        }
        let (page, state) = (&pages[at], &states[at]);
        let Some(mv) = state["moves"][number / pages.len() % 7].get("move").or(state["moves"][0].get("move"))
        else {
            continue;
        };
        let wish = json!({ "id": format!("bench-wish-{number:012}"), "rev": state["rev"], "do": "move", "move": mv });
        let post = client.post(format!("{}/g/{}/act", page.base, page.grant)).json(&wish);
        let post = post.header("cookie", &page.cookie).header("origin", &page.base);
        tapped.spawn(async move {
            let begun = Instant::now();
            let answer = post.send().await.expect("an answer");
            let told = answer.status();
            let answer: Value = answer.json().await.expect("a state");
            assert!(told.is_success(), "{told}: {}", answer["says"]);
            (at, answer["state"].clone(), begun.elapsed())
        });
    }
    while !tapped.is_empty() {
        settle(&mut tapped, &mut states).await;
    }
}

type Tapped = (usize, Value, Duration);

async fn settle(tapped: &mut tokio::task::JoinSet<Tapped>, states: &mut [Value]) {
    if let Some(done) = tapped.join_next().await {
        note(done.expect("a move"), states);
    }
}

fn note((at, state, took): Tapped, states: &mut [Value]) {
    states[at] = state;
    println!("{:.3}", took.as_secs_f64() * 1e3);
}

/// Keeps the event stream of each page open. Prints their number, and then each event: page, number and time.
pub async fn watch(file: &Path) {
    let pages = known(file);
    let count = pages.len();
    let room = std::sync::Arc::new(tokio::sync::Semaphore::new(OPENED_AT_ONCE));
    let (opened, mut all_open) = tokio::sync::mpsc::channel(count);
    for page in pages {
        let (room, opened) = (std::sync::Arc::clone(&room), opened.clone());
        tokio::spawn(async move {
            let permit = room.acquire_owned().await.expect("it stays open");
            let stream = open(&page).await;
            drop(permit);
            opened.send(()).await.expect("somebody counts");
            follow(&page, stream).await;
        });
    }
    for _ in 0..count {
        all_open.recv().await.expect("each opens");
    }
    println!("{count} pages");
    std::future::pending::<()>().await;
}

/// Opens the event stream of a page and waits for the first event.
async fn open(page: &Known) -> TcpStream {
    let url: PublicUrl = page.base.parse().expect("an address");
    let mut stream = TcpStream::connect(&url.host).await.expect("a connection");
    let request = format!(
        "GET /g/{}/events HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {}\r\ncookie: {}\r\naccept: text/event-stream\r\n\r\n",
        page.grant,
        url.host,
        address_of(page),
        page.cookie
    );
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let (mut head, mut part) = (Vec::new(), [0; 1_024]);
    while !String::from_utf8_lossy(&head).contains("event: hello") {
        let read = stream.read(&mut part).await.expect("an answer");
        assert!(read > 0, "refused: {}", String::from_utf8_lossy(&head));
        head.extend_from_slice(&part[..read]);
    }
    stream
}

/// Browsers connect from different addresses, since requests per address are limited.
fn address_of(page: &Known) -> Ipv4Addr {
    let number =
        page.grant.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    Ipv4Addr::from(0x6440_0000 | number >> 10)
}

/// Prints the events from now on.
async fn follow(page: &Known, mut stream: TcpStream) {
    let mut part = [0; 512];
    loop {
        let read = stream.read(&mut part).await.unwrap_or(0);
        if read == 0 {
            return;
        }
        let text = String::from_utf8_lossy(&part[..read]).into_owned();
        if let Some(rev) = text.split_once("\"rev\":").and_then(|(_, rest)| rest.split('}').next()) {
            println!("{} {rev} {}", page.grant, now().0);
        }
    }
}
