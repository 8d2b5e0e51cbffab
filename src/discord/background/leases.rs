//! Watches the leases of other processes, by this process's own stopwatch.

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

use crate::store::LeaseMark;

/// How often the holder of a gateway lease renews it, and everybody looks.
pub const SHARD_BEAT: Duration = Duration::from_secs(1);
/// A holder that has not renewed its lease for this long is taken for dead. An answer has to leave within three
/// seconds.
pub const SHARD_RUNS_OUT: Duration = Duration::from_secs(3);

/// The marks of leases that others hold, and since when each has been the same.
#[derive(Debug, Default)]
pub struct LeaseWatch(HashMap<String, (LeaseMark, Instant)>);

impl LeaseWatch {
    /// Notes the mark of a lease at this moment.
    pub fn saw(&mut self, name: &str, mark: LeaseMark, now: Instant) {
        let known = self.0.entry(name.to_owned()).or_insert((mark, now));
        if known.0 != mark {
            *known = (mark, now);
        }
    }

    /// The mark of a lease whose holder has been silent for this long.
    pub fn dead(&self, name: &str, now: Instant, silence: Duration) -> Option<LeaseMark> {
        let (mark, since) = self.0.get(name)?;
        (now.saturating_duration_since(*since) >= silence).then_some(*mark)
    }

    /// Whether another process holds a lease of this name, dead or alive.
    pub fn knows(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Forgets the leases that are not wanted.
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
