//! The chat page in a real browser, with the real `rookery sandbox` behind it.
//!
//! Tests with more people than windows use a stand-in that moves them, and the real `rookery run`. Without
//! Chromium or its driver these tests are ignored, or fail with `ROOKERY_REQUIRE_BROWSER=1`.
//! `ROOKERY_SHOTS=DIR` saves screenshots.

mod absence;
mod agreement;
mod attaching;
mod blind;
mod boards;
mod choosing;
mod custom_games;
mod driver;
mod families;
mod files;
mod first_hour;
mod forms;
mod games;
mod heard;
mod learning;
mod lobby;
mod looks;
mod newcomer;
mod people;
mod places;
mod screen;
mod standing;
mod table;
mod tapping;
mod tournaments;
mod webdriver;
mod written;

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use libtest_mimic::Trial;
use rookery::sandbox::{Member, Options, StandIn};
use tempfile::TempDir;

use crate::slowest;
use driver::Guarded;
use table::Seat;
use webdriver::Client;

/// A sandbox, or the bot and a stand-in; and a browser with two people.
pub struct Table {
    red: Seat,
    blue: Seat,
    client: Client,
    address: String,
    data: PathBuf,
    /// The browser's download directory.
    downloads: PathBuf,
    sandbox: Mutex<Guarded>,
}

impl Table {
    /// Suspends the sandbox, so that it receives requests without answering.
    fn freeze(&self) {
        self.sandbox.lock().unwrap_or_else(PoisonError::into_inner).freeze();
    }

    /// Kills the sandbox as a power cut would.
    fn kill(&self) {
        self.sandbox.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }

    /// Starts the sandbox again at the same address, once it has exited.
    fn start_again(&self) {
        let mut sandbox = self.sandbox.lock().unwrap_or_else(PoisonError::into_inner);
        let port = self.address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        let (started, address) = driver::sandbox(&self.data, port);
        assert_eq!(address, self.address, "the port is free again");
        *sandbox = started;
    }

    /// Kills the sandbox and starts it again.
    fn kill_and_start_again(&self) {
        self.kill();
        self.start_again();
    }

    /// Saves a screenshot if `ROOKERY_SHOTS` is set.
    async fn shot(&self, seat: &Seat, name: &str, width: u32, height: u32) {
        if let Some(directory) = std::env::var_os("ROOKERY_SHOTS") {
            seat.shot(&PathBuf::from(directory).join(name), width, height).await;
        }
    }
}

/// A test at a table.
type Scene = for<'a> fn(&'a Table) -> BoxFuture<'a, ()>;

/// The stand-in of a table, and its members without a window, who are moved by the test.
pub struct Company {
    discord: StandIn,
    members: Vec<Member>,
}

/// A test at a table with more people than windows.
type Gathering = for<'a> fn(&'a Table, &'a Company) -> BoxFuture<'a, ()>;

/// Concurrent browsers on two cores: each waits more than it works, but more would overload a small machine.
const BROWSERS_OF_TWO_CORES: usize = 3;

/// Number of browsers that may still be opened; `None` before the first.
static FREE: Mutex<Option<usize>> = Mutex::new(None);
/// Signalled when a browser is closed.
static CLOSED: Condvar = Condvar::new();

/// Permission to open a browser, released on drop.
struct Turn;

/// Waits for permission to open a browser.
fn turn() -> Turn {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let most = (cores * BROWSERS_OF_TWO_CORES / 2).max(1);
    let free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut free = CLOSED.wait_while(free, |free| *free == Some(0)).unwrap_or_else(PoisonError::into_inner);
    *free = Some(free.unwrap_or(most) - 1);
    Turn
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
        *free = free.map(|free| free + 1);
        CLOSED.notify_one();
    }
}

/// Runs this with a browser, and closes the browser afterwards.
fn in_browser(with: impl AsyncFnOnce(Client, PathBuf)) {
    assert!(driver::installed(), "chromium and chromedriver have to be installed");
    let _turn = slowest::waiting_here(turn);
    let profile = TempDir::new().expect("a directory");
    let downloads = TempDir::new().expect("a directory");
    let (_driver, driver_address) = driver::chromedriver();
    let outcome = crate::runtime::on_real_time(async {
        let client = driver::open_browser(&driver_address, profile.path(), downloads.path()).await;
        let told = AssertUnwindSafe(with(client.clone(), downloads.path().to_owned())).catch_unwind().await;
        // The browser is closed in any case, since the driver's exit alone would leave it running.
        let closed = client.close().await;
        told.map(|()| closed)
    });
    match outcome {
        Ok(closed) => closed.expect("the browser closes"),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Runs a scene at a new table.
fn play(scene: Scene) {
    let data = TempDir::new().expect("a directory");
    in_browser(async |client, downloads| {
        let (sandbox, address) = driver::sandbox(data.path(), 0);
        let red = Seat::open(&client, &address, "Red").await;
        let blue = Seat::open(&client, &address, "Blue").await;
        let (data, sandbox) = (data.path().to_owned(), Mutex::new(sandbox));
        let table = Table { red, blue, client, address, data, downloads, sandbox };
        scene(&table).await;
    });
}

/// Runs a scene with more people, with a stand-in in this process, and the bot as another process.
fn gather(gathering: Gathering) {
    let (world, data) = (TempDir::new().expect("a directory"), TempDir::new().expect("a directory"));
    in_browser(async |client, downloads| {
        let discord = StandIn::start(Options::new(world.path())).await.expect("a stand-in");
        // A page knows only the members present when it is opened.
        let members = ["green", "grey", "olive"].map(|name| discord.member(name)).into();
        let bot = driver::bot(&discord, data.path());
        assert!(discord.wait_for_command("help").await, "the bot did not register");
        let address = discord.url();
        let red = Seat::open(&client, &address, "Red").await;
        let blue = Seat::open(&client, &address, "Blue").await;
        let (data, sandbox) = (data.path().to_owned(), Mutex::new(bot));
        let table = Table { red, blue, client, address, data, downloads, sandbox };
        let company = Company { discord, members };
        gathering(&table, &company).await;
        let failures = company.discord.failures();
        assert!(failures.is_empty(), "without an answer: {failures:?}");
        company.discord.stop().await;
    });
}

/// The variable that enables all scenes.
const EVERY_SCENE: &str = "ROOKERY_EVERY_SCENE";
/// Long scenes whose games are also played by other scenes, with other inputs.
const NOT_EACH_TIME: [&str; 2] = [
    "whole_sister_games_are_played_on_the_page_by_keys_and_names_alone",
    "every_sister_game_is_played_to_its_end",
];

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let required = std::env::var("ROOKERY_REQUIRE_BROWSER").is_ok_and(|value| value == "1");
    let ignored = !required && !driver::installed();
    let trial = |(name, scene): &(&str, Scene)| {
        let scene = *scene;
        slowest::trial(format!("browser::{name}"), move || {
            play(scene);
            Ok(())
        })
        .with_ignored_flag(ignored)
    };
    let gathered = |(name, gathering): &(&str, Gathering)| {
        let gathering = *gathering;
        slowest::trial(format!("browser::{name}"), move || {
            gather(gathering);
            Ok(())
        })
        .with_ignored_flag(ignored)
    };
    let first_hour = slowest::trial("browser::the_first_hour_begins_with_the_invitation", || {
        in_browser(async |client, _| first_hour::walk(&client).await);
        Ok(())
    })
    .with_ignored_flag(ignored);
    let attaching = slowest::trial("browser::a_command_asks_for_a_file", || {
        in_browser(async |client, folder| attaching::scene(&client, folder).await);
        Ok(())
    })
    .with_ignored_flag(ignored);
    let written = slowest::trial("browser::a_game_is_played_while_it_is_written", || {
        in_browser(async |client, _| written::scene(&client).await);
        Ok(())
    })
    .with_ignored_flag(ignored);
    let files = [
        absence::SCENES,
        agreement::SCENES,
        blind::SCENES,
        boards::SCENES,
        choosing::SCENES,
        families::SCENES,
        files::SCENES,
        forms::SCENES,
        games::SCENES,
        learning::SCENES,
        lobby::SCENES,
        looks::SCENES,
        newcomer::SCENES,
        custom_games::SCENES,
        people::SCENES,
        places::SCENES,
        standing::SCENES,
    ];
    let gathered = tournaments::SCENES.iter().map(gathered);
    let every = std::env::var_os(EVERY_SCENE).is_some();
    files
        .into_iter()
        .chain(tapping::SCENES)
        .flatten()
        .filter(|(name, _)| every || !NOT_EACH_TIME.contains(name))
        .map(trial)
        .chain(gathered)
        .chain([first_hour, attaching, written])
        .collect()
}
