//! Monitors the shards carried by other processes.
//!
//! Each process regularly records that players can reach it. Players of a shard without recent records may be
//! unable to move, so nothing is due there until it is recorded again. Silence is timed by this process's
//! monotonic clock, so no two clocks are compared. The store does rely on synchronised clocks when it
//! computes the age of a record, so the operator is warned if they deviate.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;
use tokio::time::Instant;

use crate::discord::context::Context;
use crate::game::Millis;
use crate::store::{AliveShard, GatewayShard};

/// A shard without news for this long is silent.
pub const SILENT: Duration = Duration::from_secs(30);
/// A deviation between two processes' clocks that is reported. Half of it may be the age of a record.
const APART: Duration = Duration::from_mins(1);

/// Each shard's last record, and when it changed; `None`: not since this process listens.
#[derive(Debug, Default)]
pub struct OtherShards {
    known: HashMap<GatewayShard, (Millis, Option<Instant>)>,
    /// Since when this process listens.
    since: Option<Instant>,
    /// The shards of processes whose clocks are known to deviate from this one's.
    apart: BTreeSet<GatewayShard>,
}

impl OtherShards {
    /// Records in the store which shards are silent. This process carries `own`.
    pub async fn listen(&mut self, ctx: &Context, own: &[GatewayShard]) {
        let all = match ctx.store.alive_shards().await {
            Ok(all) => all,
            Err(error) => return tracing::error!(%error, "whether others are heard of was not found out"),
        };
        let now = ctx.clock.instant();
        let since = *self.since.get_or_insert(now);
        let silent = self.hear(&all, own, now);
        self.compare_clocks(now, ctx.clock.now());
        for silent in silent {
            // A process that has just started to listen has not heard of any yet.
            if now.saturating_duration_since(since) >= SILENT {
                tracing::warn!(shard = %silent.shard, "nothing is heard of a shard; nobody loses on time there");
            }
            if let Err(error) = ctx.store.note_silent(silent).await {
                tracing::error!(%error, "that a shard is silent was not noted");
            }
        }
    }

    /// Warns once for each shard whose new record deviates from this process's clock.
    fn compare_clocks(&mut self, heard: Instant, here: Millis) {
        for (&shard, &(at, changed)) in &self.known {
            if changed != Some(heard) {
                continue;
            }
            let seconds = (at.0 - here.0) / 1_000;
            if seconds.abs() < APART.as_secs().cast_signed() {
                self.apart.remove(&shard);
            } else if self.apart.insert(shard) {
                tracing::warn!(
                    %shard,
                    seconds,
                    "the clock of the process that carries this shard is off from the one here; let both be set by the same time server"
                );
            }
        }
    }

    /// The shards that are silent but not yet recorded as such.
    fn hear(&mut self, all: &[AliveShard], own: &[GatewayShard], now: Instant) -> Vec<AliveShard> {
        self.known.retain(|known, _| all.iter().any(|one| one.shard == *known));
        let mut silent = Vec::new();
        for one in all.iter().filter(|one| !own.contains(&one.shard)) {
            let (at, changed) = self.known.entry(one.shard).or_insert((one.at, None));
            if *at != one.at {
                (*at, *changed) = (one.at, Some(now));
            }
            let is_heard = changed.is_some_and(|changed| now.saturating_duration_since(changed) < SILENT);
            if !is_heard && !one.silent {
                silent.push(*one);
            }
        }
        silent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_heard_when_its_note_changes() {
        let (mut others, start) = (OtherShards::default(), Instant::now());
        let shard = GatewayShard { number: 1, total: 2 };
        let own = [GatewayShard { number: 0, total: 2 }];
        let noted = |at, silent| [AliveShard { shard, at: Millis(at), silent }];
        assert_eq!(
            others.hear(&noted(5, false), &own, start),
            noted(5, false),
            "it may be of a dead process"
        );
        assert_eq!(others.hear(&noted(5, true), &own, start), []);
        let later = start + Duration::from_secs(5);
        assert_eq!(others.hear(&noted(9, false), &own, later), [], "it goes on");
        assert_eq!(others.hear(&noted(9, false), &own, later + SILENT / 2), []);
        assert_eq!(others.hear(&noted(9, false), &own, later + SILENT), noted(9, false));
        assert_eq!(others.hear(&noted(9, false), &[shard], later + SILENT), [], "its own");
    }

    #[test]
    fn a_clock_that_is_off_is_told_of_once() {
        let (mut others, now) = (OtherShards::default(), Instant::now());
        let shard = GatewayShard { number: 1, total: 2 };
        let mut hears = |at: i64| {
            others.known.insert(shard, (Millis(at), Some(now)));
            others.compare_clocks(now, Millis(600_000));
            others.apart.contains(&shard)
        };
        assert!(!hears(590_000), "a note of ten seconds ago");
        assert!(hears(300_000), "five minutes behind");
        assert!(hears(310_000));
        assert!(!hears(600_500), "it was set");
        assert!(hears(900_000), "five minutes ahead");
    }
}
