//! Which shards this process carries. Of several processes on one database each shard is carried by one, by a lease; they share all shards
//! out evenly, and whoever goes leaves its own to the others, which take its sessions up where they are.
//!
//! Two that carry the same shard for a moment do no harm, as what is done is guarded in the store; they would only take the session
//! from each other. So whoever does not know that a lease still is its own keeps its connection, but makes no new one.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::kept::Kept;
use super::wiring::{LineOutage, LineParts, Wiring};
use crate::app::{App, AppResult, GatewayShard};
use crate::discord::leases::{LeaseWatch, SHARD_BEAT, SHARD_RUNS_OUT};

/// The leases of shards begin so.
const SHARD: &str = "shard ";
/// The leases by which processes say that they would carry shards begin so; how many there are and a number follow.
const SHARING: &str = "shards of ";

/// How the end of a [`Keeper`] goes.
#[derive(Debug)]
pub struct KeeperEnd {
    /// It has been told to stop, and all lines are closed.
    pub closed: CancellationToken,
    /// To be dropped when all that was read is done.
    pub done: DropGuard,
}

/// Who keeps the lines.
pub struct Keeper {
    parts: LineParts,
    /// Those that it may carry.
    shards: Vec<GatewayShard>,
    /// They are shared out evenly.
    auto: bool,
    me: i64,
    others: LeaseWatch,
    lines: BTreeMap<GatewayShard, HeldLine>,
    confirmed: watch::Sender<bool>,
    heard: Instant,
    closed: CancellationToken,
    done: CancellationToken,
}

/// A line, being kept.
struct HeldLine {
    kept: Kept,
    stop: DropGuard,
    task: JoinHandle<()>,
}

fn lease(shard: GatewayShard) -> String {
    format!("{SHARD}{shard}")
}

impl Keeper {
    /// A keeper of none yet, and what it says and is told at its end.
    pub fn new(parts: LineParts, shards: Vec<GatewayShard>, auto: bool) -> (Self, KeeperEnd) {
        let (closed, done) = (CancellationToken::new(), CancellationToken::new());
        let confirmed = watch::Sender::new(!parts.desk.app.is_shared());
        let keeper = Self {
            parts,
            shards,
            auto,
            me: fastrand::i64(1..),
            others: LeaseWatch::default(),
            lines: BTreeMap::new(),
            confirmed,
            heard: Instant::now(),
            closed: closed.clone(),
            done: done.clone(),
        };
        (keeper, KeeperEnd { closed, done: done.drop_guard() })
    }

    /// Keeps the lines until `stop`, and what they leave behind until all is done.
    pub async fn keep(mut self, stop: CancellationToken) {
        if self.parts.desk.app.is_shared() {
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.share() => {}
            }
        } else {
            self.open(self.shards.clone()).await;
            stop.cancelled().await;
        }
        let Self { parts, me, lines, closed, done, .. } = self;
        let mut left = Vec::new();
        for (shard, line) in lines {
            left.push((shard, line.end().await));
        }
        let app = parts.desk.app.clone();
        // With the way to the desk, which ends with what was read.
        drop(parts);
        closed.cancel();
        let mine = until_done(&app, me, &done).await;
        for (shard, kept) in left {
            // Whoever has taken a shard meanwhile knows better.
            if mine.as_ref().is_none_or(|mine| mine.contains(&lease(shard))) {
                kept.save().await;
            }
        }
        if mine.is_some()
            && let Err(error) = app.leave_leases(me).await
        {
            tracing::warn!(%error, "the leases of shards were not given back; they run out");
        }
    }

    /// Carries its share, for ever.
    async fn share(&mut self) {
        loop {
            match self.beat().await {
                Ok(()) => {}
                Err(error) if error.is_told() => {}
                Err(error) => tracing::error!(%error, "which shards are this process's was not found out"),
            }
            if self.heard.elapsed() >= SHARD_RUNS_OUT {
                self.confirmed.send_replace(false);
            }
            tokio::time::sleep(SHARD_BEAT).await;
        }
    }

    async fn beat(&mut self) -> AppResult<()> {
        let app = self.parts.desk.app.clone();
        let asked = Instant::now();
        let mine: BTreeSet<String> = app.beat_leases(self.me).await?.into_iter().collect();
        let lost = self.lines.keys().copied().filter(|shard| !mine.contains(&lease(*shard)));
        for shard in lost.collect::<Vec<_>>() {
            tracing::warn!(%shard, "another process has taken this shard");
            self.close(shard).await;
        }
        self.heard = asked;
        self.confirmed.send_replace(true);
        let sharers = self.look_around(asked).await?;
        let share = if self.auto { self.shards.len().div_ceil(sharers + 1) } else { self.shards.len() };
        while self.lines.len() > share
            && let Some(shard) = self.lines.keys().next_back().copied()
        {
            tracing::info!(%shard, "another process takes its share");
            if let Some(kept) = self.close(shard).await {
                kept.save().await;
            }
            app.leave_lease(&lease(shard), self.me).await?;
        }
        let mut taken = Vec::new();
        for shard in self.shards.iter().copied().filter(|shard| !self.lines.contains_key(shard)) {
            if self.lines.len() + taken.len() >= share {
                break;
            }
            let name = lease(shard);
            let now = Instant::now();
            let dead = self.others.dead(&name, now, SHARD_RUNS_OUT);
            if self.others.knows(&name) && dead.is_none() {
                continue;
            }
            let mark = app.hold_lease(&name, self.me, dead).await?;
            if mark.holder == self.me {
                taken.push(shard);
            } else {
                self.others.saw(&name, mark, now);
            }
        }
        self.open(taken).await;
        if self.lines.is_empty() {
            self.parts.outlet.tell();
        }
        Ok(())
    }

    /// How many other processes would carry a share; itself says so as well. What dead ones have left behind is removed.
    async fn look_around(&mut self, now: Instant) -> AppResult<usize> {
        let app = self.parts.desk.app.clone();
        let sharing = format!("{SHARING}{} by ", self.shards.first().map_or(1, |shard| shard.total));
        let own = format!("{sharing}{}", self.me);
        if self.auto {
            app.hold_lease(&own, self.me, None).await?;
        }
        let all = app.leases_of(SHARD.trim_end()).await?;
        self.others.keep(|name| all.iter().any(|(known, mark)| known == name && mark.holder != self.me));
        let mut sharers = 0;
        for (name, mark) in all {
            if mark.holder == self.me {
                continue;
            }
            self.others.saw(&name, mark, now);
            if !name.starts_with(SHARING) {
                continue;
            }
            if self.others.dead(&name, now, SHARD_RUNS_OUT).is_some() {
                app.leave_lease(&name, mark.holder).await?;
            } else if name.starts_with(&sharing) {
                sharers += 1;
            }
        }
        Ok(sharers)
    }

    /// Begins to keep the lines of these shards up.
    async fn open(&mut self, shards: Vec<GatewayShard>) {
        for shard in &shards {
            self.parts.outlet.is(*shard, false);
        }
        for shard in shards {
            self.open_one(shard).await;
        }
    }

    async fn open_one(&mut self, shard: GatewayShard) {
        let parts = self.parts.clone();
        let kept = Kept::load(parts.desk.app.clone(), shard, parts.pace.clone()).await;
        if parts.fresh {
            kept.drop_session();
        }
        let (stop, keeping) = (CancellationToken::new(), kept.clone());
        let stopped = stop.clone();
        tokio::spawn(async move {
            tokio::select! { () = stopped.cancelled() => {}, () = keeping.keep() => {} }
        });
        let line = Wiring {
            parts,
            shard,
            kept: kept.clone(),
            outage: LineOutage::default(),
            stop: stop.clone(),
            confirmed: self.confirmed.subscribe(),
        };
        let task = tokio::spawn(line.keep_up());
        self.lines.insert(shard, HeldLine { kept, stop: stop.drop_guard(), task });
    }

    /// Closes a shard's line. What is left of it can be saved.
    async fn close(&mut self, shard: GatewayShard) -> Option<Kept> {
        let kept = self.lines.remove(&shard)?.end().await;
        self.parts.outlet.left(shard);
        Some(kept)
    }
}

/// Says that the leases of `me` are its own until what was read is done, and which those are then; none: there are no others.
async fn until_done(app: &App, me: i64, done: &CancellationToken) -> Option<BTreeSet<String>> {
    if !app.is_shared() {
        done.cancelled().await;
        return None;
    }
    loop {
        tokio::select! {
            () = done.cancelled() => break,
            () = tokio::time::sleep(SHARD_BEAT) => {}
        }
        if let Err(error) = app.beat_leases(me).await {
            tracing::debug!(%error, "that this process ends was not noted");
        }
    }
    Some(app.beat_leases(me).await.unwrap_or_default().into_iter().collect())
}

impl HeldLine {
    async fn end(self) -> Kept {
        drop(self.stop);
        if self.task.await.is_err() {
            tracing::error!("a line to Discord had broken");
        }
        self.kept
    }
}
