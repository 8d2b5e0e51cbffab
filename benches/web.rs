//! The cost of pages in a browser: `cargo bench --bench web -- --help`.
//!
//! The pages are served in this process, without a chat. The clients run in a separate process, because the
//! number of descriptors per process is limited. The run ends with lines `figure NAME VALUE UNIT`.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

#[path = "web/clients.rs"]
mod clients;
#[path = "web/games.rs"]
mod games;
mod process_figures;

use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Parser;
use rookery::app::App;
use rookery::game::{Millis, Rev};
use rookery::store::StoreUrl;
use rookery::web::{Pages, WebSettings};
use rookery::words::Languages;

use games::OpenPage;

/// Serves pages of many games and measures the cost.
#[derive(Parser)]
struct Asked {
    /// Pages open at the same time, each of its own game.
    #[arg(long, default_value_t = 10_000)]
    pages: u64,
    /// Number of moves made on pages.
    #[arg(long, default_value_t = 2_000)]
    moves: usize,
    /// Moves per second.
    #[arg(long, default_value_t = 50.0)]
    rate: f64,
    /// Number of games in which they are made.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// Seconds of idle time over which the processor time is measured.
    #[arg(long, default_value_t = 20)]
    idle: u64,
    /// A database shared with a second process, such as `postgres://user@host/database`; by default a file,
    /// and one process.
    #[arg(long)]
    store: Option<String>,
    /// Used by the client process.
    #[command(flatten)]
    client: Client,
    /// Passed by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(clap::Args)]
struct Client {
    /// Make moves on these pages.
    #[arg(long, hide = true)]
    tap: Option<PathBuf>,
    /// Keep these pages open.
    #[arg(long, hide = true)]
    watch: Option<PathBuf>,
}

fn main() {
    let asked = Asked::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(async {
        match (&asked.client.tap, &asked.client.watch) {
            (Some(pages), _) => clients::tap(pages, asked.rate, asked.moves).await,
            (_, Some(pages)) => clients::watch(pages).await,
            _ => Box::pin(measure(&asked)).await,
        }
    });
}

/// The current Unix time in milliseconds, which all processes of a computer share.
///
/// # Panics
/// Before 1970.
pub fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    Millis(since.as_millis() as i64)
}

/// Prints quantiles of these times.
fn tell(name: &str, mut times: Vec<f64>) {
    times.sort_unstable_by(f64::total_cmp);
    assert!(!times.is_empty(), "{name}: nothing was measured");
    for (part, share) in [("p50", 0.5), ("p99", 0.99), ("max", 1.0)] {
        let at = ((times.len() - 1) as f64 * share) as usize;
        println!("figure {name}-{part} {:.1} ms", times[at]);
    }
}

async fn measure(asked: &Asked) {
    let dir = tempfile::tempdir().expect("a directory");
    let url = match &asked.store {
        Some(url) => url.parse().expect("a database"),
        None => StoreUrl::Sqlite(dir.path().join("rookery.db")),
    };
    let app = App::open_at(&url).await.expect("a database");
    let settings = WebSettings {
        listen: Some(([127, 0, 0, 1], 0).into()),
        public_url: None,
        // All pages come from this computer.
        trusted_proxies: vec![std::net::IpAddr::from([127, 0, 0, 1]).into()],
        chats: None,
        languages: Languages::embedded(),
        now: Arc::new(now),
    };
    let pages = Pages::open(app.clone(), settings).await.expect("pages");
    let base = pages.public_url.to_string();
    let begun = Instant::now();
    let all = games::begin(&app, asked.pages).await;
    println!("figure games {} in {:.1} s", all.len(), begun.elapsed().as_secs_f64());

    let tapped = write_pages(dir.path(), "tapped", &base, &all[..asked.games.min(all.len())]);
    let (mut tapping, lines) = client("--tap", &tapped, asked);
    let times = lines.map(|line| line.parse().expect("a time")).collect();
    assert!(tapping.wait().expect("a child").success());
    tell("tap-to-board", times);

    Box::pin(watched(asked, &app, &url, &write_pages(dir.path(), "watched", &base, &all), &all)).await;
    pages.stop().await;
    app.close().await;
}

/// Keeps all pages open. Measures their cost and how soon they receive a move.
async fn watched(asked: &Asked, app: &App, url: &StoreUrl, file: &Path, all: &[OpenPage]) {
    let before = memory();
    let (mut watching, mut lines) = client("--watch", file, asked);
    let open = lines.next().expect("it says when all are open");
    println!("figure pages-open {open}");
    let each = (memory() - before) / all.len() as f64;
    println!("figure memory-each {each:.1} kB");
    let (used, begun) = (processor_time(), Instant::now());
    tokio::time::sleep(Duration::from_secs(asked.idle)).await;
    let idle = (processor_time() - used) / begun.elapsed().as_secs_f64();
    println!("figure idle {:.1} % of a core", idle * 100.0);
    // A move made in chat, in another process if the store can be shared.
    let other =
        if asked.store.is_some() { App::open_at(url).await.expect("a database") } else { app.clone() };
    let mut times = Vec::new();
    for page in all.iter().rev().take(50) {
        let rev = Box::pin(games::play(&other, page)).await;
        let made = now();
        let (heard, at) = heard(&mut lines, page, rev);
        assert_eq!(heard, rev);
        times.push((at - made.0).max(0) as f64);
    }
    tell("move-to-page", times);
    watching.kill().expect("it is running");
    watching.wait().expect("a child");
    if asked.store.is_some() {
        other.close().await;
    }
}

/// Waits until the page has received this event. Returns the event and the time.
fn heard(lines: &mut impl Iterator<Item = String>, page: &OpenPage, rev: Rev) -> (Rev, i64) {
    for line in lines {
        let mut words = line.split(' ').map(|word| word.parse::<i64>().expect("a number"));
        let [grant, told, at] = [0; 3].map(|_| words.next().expect("three numbers"));
        if grant == page.grant.0 && told >= rev.0 {
            return (Rev(told), at);
        }
    }
    panic!("the pages are gone");
}

/// Writes a file with a line for each page: address, grant and cookie.
fn write_pages(dir: &Path, name: &str, base: &str, pages: &[OpenPage]) -> PathBuf {
    let path = dir.join(name);
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("a file"));
    for page in pages {
        writeln!(file, "{base} {} {}", page.grant, page.browser.reveal()).expect("it is written");
    }
    file.flush().expect("it is written");
    path
}

/// Starts another process of this program. Returns it and the lines it prints.
fn client(what: &str, pages: &Path, asked: &Asked) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.arg(what).arg(pages).args(["--rate", &asked.rate.to_string()]);
    command.args(["--moves", &asked.moves.to_string()]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    (child, lines.map(|line| line.expect("a line")))
}

/// Resident memory of this process, in kB.
fn memory() -> f64 {
    process_figures::memory("self", "VmRSS") * 1.024
}

/// The processor time of this process, in seconds.
fn processor_time() -> f64 {
    process_figures::processor_time("self")
}
