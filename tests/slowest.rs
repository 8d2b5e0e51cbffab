//! Which tests take longest: `ROOKERY_SLOWEST=10 cargo test --test rookery` tells so many of them at its end, and the groups that they are of.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};

static TOOK: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// A test whose time is noted.
pub fn trial(name: impl Into<String>, test: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    let name = name.into();
    Trial::test(name.clone(), move || {
        let _noted = Noted(name, Instant::now());
        test()
    })
}

/// Notes how long a test took when it ends, also where it fails.
struct Noted(String, Instant);

impl Drop for Noted {
    fn drop(&mut self) {
        let mut took = TOOK.lock().unwrap_or_else(PoisonError::into_inner);
        took.push((std::mem::take(&mut self.0), self.1.elapsed()));
    }
}

/// Tells the slowest tests and groups, if it is asked for.
pub fn tell() {
    let count = std::env::var("ROOKERY_SLOWEST").ok().and_then(|text| text.parse::<usize>().ok());
    let Some(count) = count else { return };
    let took = TOOK.lock().unwrap_or_else(PoisonError::into_inner).clone();
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
