//! Pairs all rounds of a file of recorded tournaments again, and reports differences and the time per round.
//!
//! ```sh
//! python crates/pairing/tests/record_swiss.py 1000 1 >tournaments.txt
//! cargo run --release -p pairing --example pair_rounds -- tournaments.txt
//! ```

#![expect(clippy::disallowed_methods, reason = "it measures real time")]

#[path = "../tests/recorded/mod.rs"]
mod recorded;

use std::time::{Duration, Instant};

use pairing::swiss::pair_round;

fn main() -> std::io::Result<()> {
    let mut different = 0;
    let (mut longest, mut total) = (Duration::ZERO, Duration::ZERO);
    let (mut longest_line, mut all) = (0, 0);
    for path in std::env::args().skip(1) {
        for round in recorded::rounds(&std::fs::read_to_string(path)?) {
            let begun = Instant::now();
            let pairings = pair_round(&round.before);
            let took = begun.elapsed();
            all += 1;
            total += took;
            if took > longest {
                (longest, longest_line) = (took, round.line);
            }
            if pairings != Ok(round.pairings) {
                different += 1;
                println!("line {}: {pairings:?}", round.line);
            }
        }
    }
    println!("{all} rounds, {different} paired otherwise");
    println!("a round took {:?} on average, at most {longest:?} (line {longest_line})", total / all.max(1));
    Ok(())
}
