//! What Discord does to the bot in a round, apart from taking its requests.

use std::time::Duration;

use rookery::sandbox::{Fault, Trouble};

use super::life::Town;
use super::people::chance;

/// In one round of five Discord fails, limits, loses answers or is slow, until the round is over at the latest. Returns whether it does so.
pub fn begin(town: &Town) -> bool {
    if !chance(20) {
        return false;
    }
    let times = fastrand::u32(1..40);
    let (what, faults) = match fastrand::u8(..5) {
        0 => {
            let time = Duration::from_millis(fastrand::u64(500..4_000));
            ("outages", vec![Fault::everywhere(Trouble::Status(503), time)])
        }
        1 => {
            let limited = Trouble::RateLimit(f64::from(fastrand::u8(1..20)) / 10.0);
            ("rate limits", vec![Fault::next("/messages", limited).times(times)])
        }
        2 => {
            let shut_out = Fault::everywhere(Trouble::ShutOut(1), Duration::from_secs(1));
            ("blocks by Cloudflare", vec![shut_out])
        }
        3 => {
            let lost = |path| Fault::next(path, Trouble::DropAfter).times(times).method("POST");
            ("lost answers", vec![lost("/messages"), lost("/callback")])
        }
        _ => {
            let time = Duration::from_millis(fastrand::u64(500..4_000));
            ("slow answers", vec![Fault::everywhere(Trouble::SlowAnswer(Duration::from_millis(600)), time)])
        }
    };
    for fault in faults {
        town.discord.faults().add(fault);
    }
    town.count(what);
    true
}
