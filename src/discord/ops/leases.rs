//! Watches the leases of other processes, timed by this process's monotonic clock.

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

use crate::store::LeaseMark;

/// Interval at which the holder of a gateway lease renews it, and at which all processes check it.
pub const SHARD_BEAT: Duration = Duration::from_secs(1);
/// A holder that has not renewed its lease for this long is presumed dead.
///
/// A response must leave within three seconds.
pub const SHARD_RUNS_OUT: Duration = Duration::from_secs(3);

/// The marks of leases held by others, and since when each is unchanged.
#[derive(Debug, Default)]
pub struct LeaseWatch(HashMap<String, (LeaseMark, Instant)>);

impl LeaseWatch {
    /// Records a lease's mark.
    pub fn saw(&mut self, name: &str, mark: LeaseMark, now: Instant) {
        let known = self.0.entry(name.to_owned()).or_insert((mark, now));
        if known.0 != mark {
            *known = (mark, now);
        }
    }

    /// The mark of a lease whose holder has been silent for at least `silence`.
    pub fn dead(&self, name: &str, now: Instant, silence: Duration) -> Option<LeaseMark> {
        let (mark, since) = self.0.get(name)?;
        (now.saturating_duration_since(*since) >= silence).then_some(*mark)
    }

    /// True if another process holds a lease with this name, dead or alive.
    pub fn knows(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Drops the unwanted leases.
    pub fn keep(&mut self, wanted: impl Fn(&str) -> bool) {
        self.0.retain(|name, _| wanted(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_says_nothing_for_long_is_dead() {
        let (mut watch, start, long) = (LeaseWatch::default(), Instant::now(), Duration::from_secs(8));
        let mark = |beat| LeaseMark { holder: 1, beat };
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(watch.dead("a", at(100), long), None, "never seen");
        watch.saw("a", mark(1), at(0));
        watch.saw("a", mark(1), at(7));
        assert_eq!(watch.dead("a", at(7), long), None);
        assert_eq!(watch.dead("a", at(8), long), Some(mark(1)));
        watch.saw("a", mark(2), at(8));
        assert_eq!(watch.dead("a", at(15), long), None);
        watch.keep(|name| name != "a");
        assert_eq!(watch.dead("a", at(100), long), None);
    }
}
