//! Decides which shards this process carries. If several processes share a database, a lease assigns each
//! shard to one of them. They split all shards evenly, and a process that stops leaves its shards to the
//! others, which resume the sessions.
//!
//! Two processes that carry the same shard for a moment do no harm because the store guards every action;
//! they would only take the session from each other. So a process that is not sure whether a lease is still
//! its own keeps its connection, but opens no new one.
//!
//! Each process renews its leases every second, in one statement. Shards of a process that is silent for 3 s
//! are taken over. A process leaves the shards above its even share to the others. A process whose lease has
//! not been confirmed for 2 s opens no new connection for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::connection_factory::{ConnectionFactory, ConnectionOutage, ConnectionParts};
use super::session::SessionKeeper;
use super::trust::ShardTrust;
use crate::app::AppResult;
use crate::discord::operator::Halted;
use crate::discord::ops::leases::{LeaseWatch, SHARD_BEAT, SHARD_RUNS_OUT};
use crate::discord::ops::process_metrics::PROCESS_NAME;
use crate::store::{GatewayShard, LeaseMark, Store};

/// Name prefix of all leases that are managed here.
const ALL: &str = "shard";
/// Name prefix of the leases of shards; the shard follows.
const SHARD: &str = "shard ";
/// Name prefix of the leases by which processes announce that they would carry shards. The number of shards
/// and the process's own number follow.
const SHARING: &str = "shards of ";
/// How long a process relies on a lease: less than the others wait.
const COUNTED_ON: Duration = Duration::from_secs(2);
/// A process that checks less often than this cannot distinguish the silence of others from its own.
const OFTEN: Duration = Duration::from_millis(2_500);
/// A shard that has been disconnected for this long is left to other processes, if there are any. It is not
/// taken again for twice as long.
const OUT_OF_REACH: Duration = Duration::from_secs(30);
/// How long, at a stop, the handling of what was read may take before the shards are left to others.
const LEAVING: Duration = Duration::from_secs(1);
/// Time limit for releasing everything, whatever the state of the database.
const END: Duration = Duration::from_secs(3);

/// Signals that coordinate the end of a [`Keeper`].
#[derive(Debug)]
pub struct KeeperEnd {
    /// Cancelled when the keeper was stopped and all connections are closed.
    pub closed: CancellationToken,
    /// Dropped by the caller when everything that was read has been handled.
    pub done: DropGuard,
}

/// Keeps the connections of this process's shards.
pub struct Keeper {
    parts: ConnectionParts,
    /// The shards that it may carry.
    shards: Vec<GatewayShard>,
    /// Whether the shards are split evenly among the processes.
    auto: bool,
    me: i64,
    others: LeaseWatch,
    lines: BTreeMap<GatewayShard, HeldLine>,
    /// Shards that cannot reach Discord from here, and until when they are not taken again.
    shunned: BTreeMap<GatewayShard, Instant>,
    trust: watch::Sender<ShardTrust>,
    looked: Instant,
    /// Dropped when all connections are closed, or if the keeper panics.
    closed: DropGuard,
    done: CancellationToken,
}

/// A shard that is being kept connected.
struct HeldLine {
    kept: SessionKeeper,
    outage: Arc<ConnectionOutage>,
    stop: DropGuard,
    task: JoinHandle<()>,
}

fn lease(shard: GatewayShard) -> String {
    format!("{SHARD}{shard}")
}

/// Returns the number of shards that other processes currently split, if it differs from `total`.
///
/// Takes two beats if another process announces another number.
pub async fn shared_already(store: &Store, total: u32) -> Option<u32> {
    let sharing = async || {
        let all = store.leases_of(SHARING).await.unwrap_or_default();
        let read = |(name, mark): (String, LeaseMark)| {
            let of = name.strip_prefix(SHARING)?.split(' ').next()?.parse::<u32>().ok()?;
            Some((name, (mark, of)))
        };
        all.into_iter().filter_map(read).collect::<BTreeMap<_, _>>()
    };
    let before = sharing().await;
    if before.values().all(|(_, of)| *of == total) {
        return None;
    }
    tokio::time::sleep(SHARD_BEAT * 2).await;
    let now = sharing().await;
    let alive =
        now.iter().filter(|(name, (mark, _))| before.get(*name).is_some_and(|(then, _)| then != mark));
    alive.map(|(_, (_, of))| *of).max().filter(|of| *of != total && *of > 0)
}

impl Keeper {
    /// Creates a keeper without connections, and the signals of its end.
    pub fn new(parts: ConnectionParts, shards: Vec<GatewayShard>, auto: bool) -> (Self, KeeperEnd) {
        let (closed, done) = (CancellationToken::new(), CancellationToken::new());
        let trust =
            if parts.ctx.store.is_shared() { ShardTrust::Until(Instant::now()) } else { ShardTrust::Always };
        let keeper = Self {
            parts,
            shards,
            auto,
            me: fastrand::i64(1..),
            others: LeaseWatch::default(),
            lines: BTreeMap::new(),
            shunned: BTreeMap::new(),
            trust: watch::Sender::new(trust),
            looked: Instant::now(),
            closed: closed.clone().drop_guard(),
            done: done.clone(),
        };
        (keeper, KeeperEnd { closed, done: done.drop_guard() })
    }

    /// Keeps the connections until `stop`, then releases the shards, and returns when everything is done.
    pub async fn keep(mut self, stop: CancellationToken) {
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            () = self.work() => {}
        }
        let Self { parts, me, lines, closed, done, .. } = self;
        let mut left = Vec::new();
        for (shard, line) in lines {
            left.push((shard, line.end().await));
        }
        let store = parts.ctx.store.clone();
        // This also drops the sender, so that the event queue ends with what was read.
        drop(parts);
        drop(closed);
        if !store.is_shared() {
            done.cancelled().await;
            for (_, kept) in left {
                kept.save().await;
            }
            return;
        }
        // Work in flight gets this long to finish, so that it is not repeated elsewhere. The processes that
        // wait for these shards wait no longer than this.
        let is_done = tokio::time::timeout(LEAVING, done.cancelled()).await.is_ok();
        let left = async {
            let mine = store.beat_leases(me).await?;
            for (shard, kept) in left {
                // A process that has taken a shard meanwhile has the newer session. Events that are not done
                // have to be sent again, so nothing is stored then.
                if is_done && mine.contains(&lease(shard)) {
                    kept.save().await;
                }
            }
            store.leave_leases(me).await
        };
        match tokio::time::timeout(END, left).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, "the leases of shards were not given back; they run out");
            }
            Err(_) => tracing::warn!("the leases of shards were not given back in time; they run out"),
        }
        done.cancelled().await;
    }

    /// Keeps this process's shards connected indefinitely.
    async fn work(&mut self) {
        let is_shared = self.parts.ctx.store.is_shared();
        if !is_shared {
            self.open(self.shards.clone()).await;
        }
        loop {
            if is_shared {
                match self.beat().await {
                    Ok(()) => {}
                    Err(error) if error.is_told() => {}
                    Err(error) => {
                        tracing::error!(%error, "which shards are this process's was not found out");
                    }
                }
            }
            if self.lines.values().any(|line| line.task.is_finished()) {
                // If it ended for a known reason, that reason was reported first.
                self.parts.event_sender.end(Halted::for_now("a line to Discord has broken")).await;
            }
            tokio::time::sleep(SHARD_BEAT).await;
        }
    }

    /// Renews this process's leases, checks those of others, and takes or leaves shards accordingly.
    async fn beat(&mut self) -> AppResult<()> {
        let store = self.parts.ctx.store.clone();
        let asked = Instant::now();
        let mine: BTreeSet<String> = store.beat_leases(self.me).await?.into_iter().collect();
        let lost = self.lines.keys().copied().filter(|shard| !mine.contains(&lease(*shard)));
        for shard in lost.collect::<Vec<_>>() {
            tracing::warn!(%shard, "another process has taken this shard");
            self.close(shard).await;
        }
        self.trust.send_replace(ShardTrust::Until(asked + COUNTED_ON));
        let sharers = self.look_around().await?;
        let share = if self.auto { self.shards.len().div_ceil(sharers + 1) } else { self.shards.len() };
        while self.lines.len() > share
            && let Some(shard) = self.lines.keys().next_back().copied()
        {
            tracing::info!(%shard, "another process takes its share");
            self.leave(shard).await?;
        }
        if sharers > 0 {
            self.leave_what_is_out_of_reach().await?;
        }
        let taken = self.taken(&mine, share).await;
        self.open(taken).await;
        if self.lines.is_empty() {
            self.parts.event_sender.tell();
        }
        Ok(())
    }

    /// Takes shards that this process does not carry yet, up to its share, and returns them.
    async fn taken(&mut self, mine: &BTreeSet<String>, share: usize) -> Vec<GatewayShard> {
        let (store, now) = (self.parts.ctx.store.clone(), Instant::now());
        self.shunned.retain(|_, until| *until > now);
        let mut taken = Vec::new();
        for shard in self.shards.iter().copied().filter(|shard| !self.lines.contains_key(shard)) {
            let name = lease(shard);
            let room = self.lines.len() + taken.len() < share && !self.shunned.contains_key(&shard);
            let dead = self.others.dead(&name, Instant::now(), SHARD_RUNS_OUT);
            let outcome = if room && (dead.is_some() || !self.others.knows(&name)) {
                store.hold_lease(&name, self.me, dead).await.map(|mark| {
                    if mark.holder == self.me {
                        taken.push(shard);
                    } else {
                        self.others.saw(&name, mark, Instant::now());
                    }
                })
            } else if mine.contains(&name) {
                // It should have been left, but that failed.
                store.leave_lease(&name, self.me).await
            } else {
                Ok(())
            };
            if let Err(error) = outcome {
                tracing::warn!(%error, %shard, "a shard was neither taken nor left; it is tried again");
            }
        }
        taken
    }

    /// Leaves shards that cannot reach Discord from here to other processes, which may be able to.
    async fn leave_what_is_out_of_reach(&mut self) -> AppResult<()> {
        let is_lost =
            |line: &HeldLine| line.outage.since().is_some_and(|lost| lost.elapsed() >= OUT_OF_REACH);
        let lost = self.lines.iter().filter(|(_, line)| is_lost(line) && !line.waits());
        for shard in lost.map(|(shard, _)| *shard).collect::<Vec<_>>() {
            tracing::warn!(%shard, "Discord is out of reach from here; another process is to try");
            self.shunned.insert(shard, Instant::now() + 2 * OUT_OF_REACH);
            self.leave(shard).await?;
        }
        Ok(())
    }

    /// Announces this process, and returns how many other processes would carry a share.
    ///
    /// Removes what dead processes have left behind, except the leases of these shards, which are taken over.
    async fn look_around(&mut self) -> AppResult<usize> {
        let store = self.parts.ctx.store.clone();
        let total = self.shards.first().map_or(1, |shard| shard.total);
        let sharing = format!("{SHARING}{total} by ");
        if self.auto {
            store.hold_lease(&format!("{sharing}{} {}", self.me, *PROCESS_NAME), self.me, None).await?;
        }
        let all = store.leases_of(ALL).await?;
        let now = Instant::now();
        if now.saturating_duration_since(self.looked) > OFTEN {
            self.others.keep(|_| false);
        }
        self.looked = now;
        self.others.keep(|name| all.iter().any(|(known, mark)| known == name && mark.holder != self.me));
        let mut sharers = 0;
        for (name, mark) in all {
            if mark.holder == self.me {
                continue;
            }
            self.others.saw(&name, mark, now);
            let is_dead = self.others.dead(&name, now, SHARD_RUNS_OUT).is_some();
            let is_ours = name.strip_prefix(SHARD).is_some_and(|shard| shard.ends_with(&format!("/{total}")));
            if is_dead && !is_ours {
                store.leave_lease(&name, mark.holder).await?;
            } else if name.starts_with(&sharing) {
                sharers += 1;
            }
        }
        Ok(sharers)
    }

    /// Leaves a shard to other processes, which resume its session.
    async fn leave(&mut self, shard: GatewayShard) -> AppResult<()> {
        if let Some(kept) = self.close(shard).await {
            kept.save().await;
        }
        Ok(self.parts.ctx.store.leave_lease(&lease(shard), self.me).await?)
    }

    /// Starts keeping these shards connected.
    async fn open(&mut self, shards: Vec<GatewayShard>) {
        for shard in &shards {
            self.parts.event_sender.is(*shard, false);
        }
        for shard in shards {
            self.open_one(shard).await;
            // The next shard requests the address again.
            self.parts.first = None;
        }
    }

    async fn open_one(&mut self, shard: GatewayShard) {
        let parts = self.parts.clone();
        let kept = SessionKeeper::load(parts.ctx.store.clone(), shard, parts.pace.clone()).await;
        if parts.fresh {
            kept.drop_session();
        }
        let (stop, keeping, outage) =
            (CancellationToken::new(), kept.clone(), Arc::new(ConnectionOutage::default()));
        let (stopped, trust) = (stop.clone(), self.trust.subscribe());
        tokio::spawn(async move {
            tokio::select! { () = stopped.cancelled() => {}, () = keeping.keep(trust) => {} }
        });
        let line = ConnectionFactory {
            parts,
            shard,
            kept: kept.clone(),
            outage: Arc::clone(&outage),
            stop: stop.clone(),
            trust: self.trust.subscribe(),
        };
        let task = tokio::spawn(line.keep_up());
        self.lines.insert(shard, HeldLine { kept, outage, stop: stop.drop_guard(), task });
    }

    /// Closes a shard's connection and returns its session, which can be saved.
    async fn close(&mut self, shard: GatewayShard) -> Option<SessionKeeper> {
        let kept = self.lines.remove(&shard)?.end().await;
        self.parts.event_sender.left(shard);
        Some(kept)
    }
}

impl HeldLine {
    /// Whether it is waiting for the right to IDENTIFY.
    fn waits(&self) -> bool {
        self.kept.get().session.is_none() && !self.kept.until_identify().is_zero()
    }

    async fn end(self) -> SessionKeeper {
        drop(self.stop);
        if self.task.await.is_err() {
            tracing::error!("a line to Discord had broken");
        }
        self.kept
    }
}
