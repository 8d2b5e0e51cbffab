//! Slow, hanging and failed tests, and optional retries.
//!
//! The tests with real processes wait for a bot, a browser and a database that share a small machine with
//! others, and have timeouts. `ROOKERY_SECOND_TRIES=1` retries up to that many failed tests, at once. Each is
//! listed at the end with its error, so that one that needs it repeatedly is noticed; a test that fails twice
//! has failed. By default no test is retried, and a test of the deterministic part never is: its randomness
//! follows from its name and `ROOKERY_SEED`, and a failed one prints these, and the bot's last requests to
//! Discord.
//!
//! `ROOKERY_SLOWEST=10 cargo test --test rookery` lists the slowest tests at its end, and their groups. A
//! test that hangs is always named, and ends the run, since otherwise it could not be identified.

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use crate::parts;
use libtest_mimic::{Failed, Trial};
use rookery::sandbox::StandIn;

/// A test that runs this long is named, once.
const LONG: Duration = Duration::from_mins(3);
/// A test that runs this long hangs: many times as long as the slowest test on a slow machine.
const ENDLESS: Duration = Duration::from_mins(15);
/// Interval of the checks.
const LOOK: Duration = Duration::from_secs(5);

/// Number of characters of a failure's reason listed at the end.
const REASON: usize = 300;

/// Number of requests listed for a failed test.
const REQUESTS: usize = 60;

thread_local! {
    /// The stand-in of this thread's test, for the report of a failure.
    static STANDIN: RefCell<Option<StandIn>> = const { RefCell::new(None) };
}

static FAILED: Mutex<Vec<String>> = Mutex::new(Vec::new());
static TRIED_AGAIN: Mutex<Vec<String>> = Mutex::new(Vec::new());
static TOOK: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());
static RUNNING: Mutex<Vec<Running>> = Mutex::new(Vec::new());

struct Running {
    name: String,
    thread: ThreadId,
    /// `None` while it waits for its turn.
    since: Option<Instant>,
    named: bool,
}

/// A test whose duration is recorded.
pub fn trial(name: impl Into<String>, test: impl Fn() -> Result<(), Failed> + Send + 'static) -> Trial {
    let name = name.into();
    Trial::test(name.clone(), move || {
        let (thread, since) = (thread::current().id(), Some(Instant::now()));
        lock(&RUNNING).push(Running { name: name.clone(), thread, since, named: false });
        let noted = Noted(name);
        let run = || {
            fastrand::seed(seed(&noted.0));
            let outcome = catch_unwind(AssertUnwindSafe(&test));
            let discord = STANDIN.take();
            outcome.map_err(|why| {
                if !parts::is_real(&noted.0) {
                    tell_course(&noted.0, discord.as_ref());
                }
                (reason(&*why), why)
            })
        };
        let first = run();
        let tried = match first {
            Err((reason, _))
                if parts::is_real(&noted.0) && may_try_again(format!("{}: {reason}", noted.0)) =>
            {
                run()
            }
            other => other,
        };
        tried.unwrap_or_else(|(reason, why)| {
            lock(&FAILED).push(format!("failed {}: {reason}", noted.0));
            resume_unwind(why)
        })
    })
}

/// The seed of all randomness in this test.
fn seed(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (name, chosen_seed()).hash(&mut hasher);
    hasher.finish()
}

/// The seed given to this run.
fn chosen_seed() -> u64 {
    match std::env::var("ROOKERY_SEED") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("ROOKERY_SEED is no number: {text:?}")),
        Err(_) => 0,
    }
}

/// Sets the stand-in of this thread's test.
pub fn is_at(discord: &StandIn) {
    STANDIN.set(Some(discord.clone()));
}

/// Prints how to run a failed test again, and the bot's last requests to Discord, in order.
fn tell_course(name: &str, discord: Option<&StandIn>) {
    // The simulation prints its own history.
    if name.starts_with("rookery::sim::") {
        return;
    }
    let mut told =
        format!("again: ROOKERY_SEED={} cargo test --test rookery -- --exact {name}", chosen_seed());
    let asked = discord.map(StandIn::requests).unwrap_or_default();
    for one in &asked[asked.len().saturating_sub(REQUESTS)..] {
        let line = format!("\n  {} {}: {}", one.method, one.path, one.status);
        told.push_str(&line);
    }
    println!("{told}");
}

/// The name of this thread's test; `None` on a thread spawned by a test.
pub fn name() -> Option<String> {
    let me = thread::current().id();
    lock(&RUNNING).iter().find(|test| test.thread == me).map(|test| test.name.clone())
}

/// The beginning of a panic's message, in one line.
fn reason(why: &(dyn Any + Send)) -> String {
    let owned = why.downcast_ref::<String>().map(String::as_str);
    let said = owned.or_else(|| why.downcast_ref::<&str>().copied()).unwrap_or_default();
    said.chars().take(REASON).collect::<String>().replace('\n', " / ")
}

/// Returns true if this run still grants a retry, which is recorded.
fn may_try_again(what: String) -> bool {
    let granted = std::env::var("ROOKERY_SECOND_TRIES").ok().and_then(|text| text.parse::<usize>().ok());
    let mut tried = lock(&TRIED_AGAIN);
    let may = tried.len() < granted.unwrap_or_default();
    if may {
        tried.push(what);
    }
    may
}

impl Running {
    fn long(&self) -> Duration {
        self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// Waits for a turn of this thread's test. Its time starts afterwards.
pub async fn waiting<T>(turn: impl Future<Output = T>) -> T {
    begins(None);
    let turn = turn.await;
    begins(Some(Instant::now()));
    turn
}

/// Like `waiting`, blocking the thread.
pub fn waiting_here<T>(turn: impl FnOnce() -> T) -> T {
    begins(None);
    let turn = turn();
    begins(Some(Instant::now()));
    turn
}

/// Records that this thread's test starts now, or has not started.
fn begins(since: Option<Instant>) {
    let me = thread::current().id();
    lock(&RUNNING).iter_mut().filter(|test| test.thread == me).for_each(|test| test.since = since);
}

/// Records a test's duration when it ends, even if it fails.
struct Noted(String);

impl Drop for Noted {
    fn drop(&mut self) {
        let mut running = lock(&RUNNING);
        if let Some(at) = running.iter().position(|test| test.name == self.0) {
            let ended = running.swap_remove(at);
            let long = ended.long();
            lock(&TOOK).push((ended.name, long));
        }
    }
}

/// Watches the tests on a separate thread for the life of the process.
pub fn watch() {
    thread::spawn(|| {
        loop {
            thread::sleep(LOOK);
            let mut endless = false;
            for test in lock(&RUNNING).iter_mut() {
                let long = test.long();
                if long >= LONG && !std::mem::replace(&mut test.named, true) {
                    eprintln!("{} has been running for {} s", test.name, long.as_secs());
                }
                if long >= ENDLESS {
                    eprintln!("{} comes to no end", test.name);
                    endless = true;
                }
            }
            if endless {
                std::process::exit(101);
            }
        }
    });
}

/// Prints the retried tests and the reasons of failures, one per line, and the slowest tests and groups if
/// requested.
pub fn tell() {
    for line in lock(&TRIED_AGAIN).iter() {
        println!("tried again, as it failed: {line}");
    }
    for line in lock(&FAILED).iter() {
        println!("{line}");
    }
    let count = std::env::var("ROOKERY_SLOWEST").ok().and_then(|text| text.parse::<usize>().ok());
    let Some(count) = count else { return };
    let took = lock(&TOOK).clone();
    let mut groups: BTreeMap<&str, Duration> = BTreeMap::new();
    for (name, long) in &took {
        let group = name.rsplit_once("::").map_or("", |(group, _)| group);
        *groups.entry(group).or_default() += *long;
    }
    let groups = groups.into_iter().map(|(name, long)| (name.to_owned(), long)).collect();
    for (what, mut list) in [("tests", took), ("groups", groups)] {
        list.sort_by_key(|(_, long)| std::cmp::Reverse(*long));
        println!("\nslowest {what}:");
        for (name, long) in list.iter().take(count) {
            println!("{:8.2} s  {name}", long.as_secs_f64());
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
