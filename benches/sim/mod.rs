//! Simulates a server in one thread and on virtual time: seeded people play, faults of all kinds occur, and a
//! list of invariants must hold.
//!
//! A run is determined by its seed. `cargo bench --bench sim -- --seeds 1000` runs many seeds, and `--seed 7`
//! reruns one. The script of a broken run is reduced to the shortest one that breaks the same way, and
//! printed.

pub mod audit;
mod club;
mod deadlines;
mod dice;
mod fate;
mod faults;
mod found;
mod hall;
mod halls;
mod heard;
mod invariant;
mod life;
pub mod look;
mod people;
mod process;
mod rivals;
pub mod sent;
pub mod shorten;
pub mod standings;
mod town;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use libtest_mimic::{Failed, Trial};
use rookery::timing::virtual_time;

use crate::databases;

use fate::Order;
pub use life::{Lived, Script};

/// The seeds and rounds in every run of the tests.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=20;
const ROUNDS: usize = 6;

/// The tests of this module: regressions, and some seeds with short lives.
pub fn tests() -> Vec<Trial> {
    let mut all = heard::tests();
    all.extend(found::scripts().into_iter().map(|(name, script)| {
        let again = format!("cargo test --test rookery -- sim::{name}");
        crate::slowest::trial(format!("{}::{name}", module_path!()), move || lives(&script, &again))
    }));
    all.push(crate::slowest::trial(
        format!("{}::a_seed_goes_the_same_way_each_time", module_path!()),
        || {
            // One by the gateway, and one by HTTP.
            for seed in [21, 23] {
                let script = Script::of_seed(seed, ROUNDS, 1);
                let [first, second] =
                    [(), ()].map(|()| run(&script).map(|lived| lived.order).map_err(|broken| broken.why));
                let again = format!(
                    "ROOKERY_SIM_TRACE=FILE cargo bench --bench sim -- --seed {seed} --rounds {ROUNDS}"
                );
                assert_eq!(first?, second?, "{again}");
            }
            Ok(())
        },
    ));
    all.extend(SEEDS.map(|seed| {
        let name = format!("{}::seed_{seed}", module_path!());
        crate::slowest::trial(name, move || {
            let again = format!("cargo bench --bench sim -- --seed {seed} --rounds {ROUNDS}");
            lives(&Script::of_seed(seed, ROUNDS, 1), &again)
        })
    }));
    all
}

/// Checks that all invariants hold in this script. `again` is the command that reruns it, for the error
/// report.
fn lives(script: &Script, again: &str) -> Result<(), Failed> {
    run(script).map(|_| ()).map_err(|broken| {
        let seed = script.seed;
        println!("{}\nagain: {again}\nwhat happened last:\n{}", broken.why, broken.told);
        panic!("seed {seed}: {}", broken.why)
    })
}

/// Why a run broke, and the last events.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The violated invariant, with details.
    pub why: String,
    /// The last events, one per line.
    pub told: String,
    /// A hash of the order of all the bot did.
    pub order: u64,
}

impl Broken {
    /// The violated invariant without its details.
    pub fn kind(&self) -> &str {
        let mut parts = self.why.splitn(3, ": ");
        match (parts.next(), parts.next()) {
            (Some("broken"), Some(invariant)) => invariant,
            _ => self.why.lines().next().unwrap_or_default(),
        }
    }
}

/// Runs a script on a thread of its own.
///
/// # Errors
/// The violated invariant.
pub fn run(script: &Script) -> Result<Lived, Broken> {
    let (town, order) = (Arc::new(Mutex::new(None)), Order::begin());
    let (script, shown, noted) = (script.clone(), Arc::clone(&town), Arc::clone(&order));
    let live = move || {
        fastrand::seed(script.seed);
        let life = life::lived(&script, noted, move |town| *shown.lock().expect("no panic") = Some(town));
        let on_virtual_time = || catch_unwind(AssertUnwindSafe(|| virtual_time::run(Box::pin(life))));
        if script.processes == 1 {
            on_virtual_time()
        } else {
            databases::on_postgres(on_virtual_time).expect("a server")
        }
    };
    let outcome = std::thread::Builder::new().stack_size(16 << 20).spawn(live).expect("a thread").join();
    let outcome = outcome.expect("what panics is caught");
    outcome.map_err(|why| {
        let text = why.downcast_ref::<String>().cloned();
        let why = text.or_else(|| why.downcast_ref::<&str>().map(|&text| text.to_owned()));
        let told = town.lock().expect("no panic").as_ref().map(|town| town.told());
        Broken { why: why.unwrap_or_default(), told: told.unwrap_or_default(), order: order.number() }
    })
}
