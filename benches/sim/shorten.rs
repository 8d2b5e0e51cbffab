//! Reduces a script to what is needed for it to break.

use super::life::{Round, Script};
use super::run;

/// The shortest script found that breaks like this one, in at most `runs` runs.
pub fn shortened(script: &Script, kind: &str, runs: usize) -> Script {
    let mut left = runs;
    let mut breaks = |script: &Script| {
        if left == 0 {
            return false;
        }
        left -= 1;
        run(script).is_err_and(|broken| broken.kind() == kind)
    };
    let mut best = script.clone();
    // Removes rounds in ever smaller chunks (Zeller's ddmin), from the end, since what follows the break is
    // not needed.
    let mut size = best.rounds.len().div_ceil(2);
    while size > 0 {
        let mut end = best.rounds.len();
        while end > 0 {
            let from = end.saturating_sub(size);
            let mut shorter = best.clone();
            shorter.rounds.drain(from..end);
            if breaks(&shorter) {
                best = shorter;
            }
            end = from;
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    // Then the contents of the remaining rounds.
    for number in 0..best.rounds.len() {
        for part in 0.. {
            let mut shorter = best.clone();
            if !drop_part(&mut shorter.rounds[number], part) {
                break;
            }
            while breaks(&shorter) {
                best = shorter.clone();
                if !drop_part(&mut shorter.rounds[number], part) {
                    break;
                }
            }
        }
    }
    best
}

/// Removes an act or a mishap. Returns false if there are none left.
fn drop_part(round: &mut Round, part: usize) -> bool {
    let acts = round.acts.len();
    if part < acts {
        round.acts.remove(part);
    } else if part - acts < round.mishaps.len() {
        round.mishaps.remove(part - acts);
    } else {
        return false;
    }
    true
}
