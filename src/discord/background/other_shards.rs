//! The shards that other processes carry. Each process notes every so often that players reach it; a shard of which nothing is heard may be
//! one whose players cannot move, so nothing is due there until it is noted again.
//!
//! It goes by this process's own stopwatch, so no two clocks are compared.

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

use crate::discord::context::Context;
use crate::game::Millis;
use crate::store::{AliveShard, GatewayShard};

/// A shard of which nothing is heard for this long is silent.
pub const SILENT: Duration = Duration::from_secs(30);

/// What was last noted of each shard, and when that changed; none: it has not, since this process listens.
#[derive(Debug, Default)]
pub struct OtherShards {
    known: HashMap<GatewayShard, (Millis, Option<Instant>)>,
    /// Since when this process listens.
    since: Option<Instant>,
}

impl OtherShards {
    /// Notes in the store which shards are silent. This process carries `own`.
    pub async fn listen(&mut self, ctx: &Context, own: &[GatewayShard]) {
        let all = match ctx.store.alive_shards().await {
            Ok(all) => all,
            Err(error) => return tracing::error!(%error, "whether others are heard of was not found out"),
        };
        let now = ctx.clock.instant();
        let since = *self.since.get_or_insert(now);
        for silent in self.hear(&all, own, now) {
            // Whoever has just begun to listen has heard of nobody yet.
            if now.saturating_duration_since(since) >= SILENT {
                tracing::warn!(shard = %silent.shard, "nothing is heard of a shard; nobody loses on time there");
            }
            if let Err(error) = ctx.store.note_silent(silent).await {
                tracing::error!(%error, "that a shard is silent was not noted");
            }
        }
    }

    /// Those that are silent and not noted so.
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
}
