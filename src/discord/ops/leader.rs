//! Leader election among processes that share a database. The leader runs due jobs.
//!
//! Leadership is a lease in the store. A process that stops gives it back, and one that dies loses it some
//! seconds later. Leadership only avoids duplicate work. Safety does not depend on it: everything the leader
//! does is guarded in the store or carries a nonce, because a delayed process may still be working while
//! another one leads.
//!
//! The holder increments a number. A process that sees an unchanged number for 3 s, by its own monotonic
//! clock, takes the lease, so no two clocks are compared, and due jobs wait no longer than a shard. Each
//! process signals in the same way that it is alive, and is presumed dead after 8 s. A new leader therefore
//! knows whether work may still be in progress elsewhere. With a file database there is one process, and it
//! leads.
//!
//! With each beat a process also checks whether it may still use the database: a newer version may have
//! migrated it. If so, the process gives its leases back, and the bot ends.
//!
//! A process also signals whether it is at work, and so has a part of Discord's rate limits. It is at work
//! while it carries shards or accepts interactions over HTTP, and for a minute after the share left by the
//! others was too small for its requests, such as the boards of its pages.

use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use tokio_util::sync::CancellationToken;

use crate::app::AppResult;
use crate::discord::bot_state::BotState;
use crate::discord::operator::Halted;
use crate::discord::ops::leases::LeaseWatch;
use crate::discord::ops::process_metrics::PROCESS_NAME;
use crate::discord::rest::rate_limit::{RateLimits, Share};
use crate::store::{LeaseMark, Store};
use crate::timing::watch;

/// The name of the leader's lease.
const DUTY: &str = "duty";
/// Prefix of the leases that announce processes, followed by a number and the name shown to the operator.
const PROCESS: &str = "process ";
/// Suffix of the lease of a process that is not at work.
const IDLE: &str = "/idle";
/// Interval at which a holder renews its lease, and at which all others check it.
const BEAT: Duration = Duration::from_secs(1);
/// A leader that has not renewed for this long is presumed dead.
///
/// A process that has not checked for this long cannot tell the silence of others from its own.
const RUNS_OUT: Duration = Duration::from_secs(3);
/// How long the leader relies on its lease, from before its last renewal: shorter than the others wait.
const COUNTED_ON: Duration = Duration::from_secs(2);
/// A process silent for this long has no work in progress.
const GONE: Duration = Duration::from_secs(8);
/// A process whose requests had to wait within this time is at work.
const SHORT: Duration = Duration::from_mins(1);

/// Whether this process is the leader.
#[derive(Clone, Debug)]
pub struct Leadership {
    shared: bool,
    held: Arc<watch::Sender<LeadershipTerm>>,
}

#[derive(Clone, Copy, Debug)]
struct LeadershipTerm {
    /// The time until which this process leads; `None`: it does not.
    until: Option<Instant>,
    /// No other process is known to be alive.
    alone: bool,
}

impl Leadership {
    /// The leadership of a process. With a `shared` database it does not lead yet; otherwise it leads for
    /// good.
    pub fn new(shared: bool) -> Self {
        let held = LeadershipTerm { until: None, alone: !shared };
        Self { shared, held: Arc::new(watch::Sender::new(held)) }
    }

    /// True if other processes may lead.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// True if no other process uses the database, so nothing is in flight elsewhere.
    pub fn is_alone(&self) -> bool {
        self.held.borrow().alone
    }

    /// True if this process is the leader now.
    pub fn is_mine(&self) -> bool {
        self.covers(&self.held.borrow())
    }

    fn covers(&self, held: &LeadershipTerm) -> bool {
        !self.shared || held.until.is_some_and(|until| Instant::now() < until)
    }

    /// Waits until this process is the leader.
    pub async fn mine(&self) {
        let mut held = self.held.subscribe();
        // The sender is in `self`, so this ends only when the condition holds.
        let _ = held.wait_for(|held| self.covers(held)).await;
    }
}

/// Takes leadership when no process has it, and keeps it until `stop`.
///
/// A process that is not connected runs no due jobs, so it leaves leadership to others. Passes this process's
/// share to `limits`.
pub async fn keep(
    store: Store,
    leadership: Leadership,
    state: BotState,
    stop: CancellationToken,
    limits: &RateLimits,
) {
    if !leadership.shared {
        return;
    }
    let me = fastrand::i64(1..);
    let mut holder = Holder {
        looked: Instant::now(),
        store,
        leadership,
        state,
        limits,
        me,
        others: LeaseWatch::default(),
        known: OtherProcesses::default(),
        carries: false,
        joined: None,
        led: false,
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = holder.hold() => {}
    }
    if !holder.leadership.is_alone() {
        // The others have its part of the limits from now on.
        limits.share(holder.rest());
    }
    holder.end().await;
}

/// The number of other live processes.
#[derive(Clone, Copy, Debug, Default)]
struct OtherProcesses {
    at_work: usize,
    idle: usize,
}

/// Whether this process may hold leases.
enum Held {
    Yes,
    /// The given version, if known, has migrated the database.
    Outdated {
        by: Option<String>,
    },
}

/// The holder of this process's leases.
struct Holder<'a> {
    store: Store,
    leadership: Leadership,
    state: BotState,
    limits: &'a RateLimits,
    me: i64,
    others: LeaseWatch,
    /// The time of its last check.
    looked: Instant,
    /// The other processes at that time.
    known: OtherProcesses,
    /// Whether interactions reach it, as far as is known.
    carries: bool,
    /// Since when it is at work, and whether others were at work then.
    joined: Option<(Instant, bool)>,
    /// Whether it had the leader's lease at its last check.
    led: bool,
}

impl Holder<'_> {
    /// Holds this process's leases while it may use the database.
    async fn hold(&mut self) {
        let mut said = Instant::now();
        loop {
            let (asked, limits) = (Instant::now(), self.limits);
            let (counted_on, rest) = (said + COUNTED_ON, self.rest());
            let mut stalled = false;
            let outcome = {
                let mut beat = pin!(self.beat());
                tokio::select! {
                    biased;
                    outcome = &mut beat => outcome,
                    () = tokio::time::sleep_until(counted_on) => {
                        // The others will soon presume this process dead, and take over its part of the
                        // limits.
                        limits.share(rest);
                        stalled = true;
                        beat.await
                    }
                }
            };
            if stalled {
                // It has to rejoin the others, who may have divided the limits among themselves.
                self.joined = None;
                limits.share(self.rest());
            }
            match outcome {
                Ok(Held::Yes) => said = asked,
                Ok(Held::Outdated { by }) => {
                    self.state.end(Halted::outdated(by.as_deref()));
                    return;
                }
                Err(error) if error.is_told() => {}
                Err(error) => tracing::error!(%error, "whether this process has the duty was not found out"),
            }
            let (is_connected, spent) = (self.state.is_connected(), asked.elapsed());
            tokio::select! {
                biased;
                () = tokio::time::sleep(BEAT.saturating_sub(spent)) => {}
                () = self.state.connected(), if !is_connected => {}
            }
        }
    }

    /// The share of the limits for a process without a part of its own.
    fn rest(&self) -> Share {
        Share::Rest(self.known.idle + 1)
    }

    /// True if this process has a part of the limits. A sole process has them all.
    fn is_at_work(&mut self) -> bool {
        if self.state.stands_by() {
            self.carries = false;
        } else if self.state.is_well() {
            self.carries = true;
        }
        self.carries || self.leadership.is_alone() || self.limits.was_short(SHORT)
    }

    /// This process's share of the limits. A process that joins others at work waits until they have noticed
    /// it.
    fn share(&mut self, is_at_work: bool, now: Instant) -> Share {
        if !is_at_work {
            self.joined = None;
            return self.rest();
        }
        let (since, joined) = *self.joined.get_or_insert((now, self.known.at_work > 0));
        let are_told = !joined || now.saturating_duration_since(since) > 2 * BEAT;
        if are_told { Share::Part(self.known.at_work + 1) } else { self.rest() }
    }

    /// Signals that this process is alive, and whether it is at work.
    async fn say(&self, is_at_work: bool) -> AppResult<BTreeSet<String>> {
        let mut mine: BTreeSet<String> = self.store.beat_leases(self.me).await?.into_iter().collect();
        let at_work = format!("{PROCESS}{} {}", self.me, *PROCESS_NAME);
        let idle = format!("{at_work}{IDLE}");
        let (name, former) = if is_at_work { (at_work, idle) } else { (idle, at_work) };
        if !mine.contains(&name) {
            self.store.hold_lease(&name, self.me, None).await?;
        }
        if mine.remove(&former) {
            self.store.leave_lease(&former, self.me).await?;
        }
        Ok(mine)
    }

    /// Renews this process's leases, and takes leadership if it is vacant.
    async fn beat(&mut self) -> AppResult<Held> {
        let asked = Instant::now();
        if let Some(asks) = self.store.outdated_by().await? {
            return Ok(Held::Outdated { by: asks.version });
        }
        let is_at_work = self.is_at_work();
        if !is_at_work {
            // Before the others rely on it.
            let share = self.share(false, asked);
            self.limits.share(share);
        }
        let mine = self.say(is_at_work).await?;
        let duty = self.look_around().await?;
        let share = self.share(is_at_work, asked);
        self.limits.share(share);
        let (alone, mut is_mine) = (self.known.at_work + self.known.idle == 0, mine.contains(DUTY));
        if !alone && !self.state.can_lead() {
            if is_mine {
                self.store.leave_lease(DUTY, self.me).await?;
            }
            self.leads(false);
            self.leadership.held.send_replace(LeadershipTerm { until: None, alone });
            return Ok(Held::Yes);
        }
        let dead = self.others.dead(DUTY, asked, RUNS_OUT);
        if !is_mine && (dead.is_some() || duty.is_none()) {
            let mark = self.store.hold_lease(DUTY, self.me, dead).await?;
            is_mine = mark.holder == self.me;
            if !is_mine {
                self.others.saw(DUTY, mark, Instant::now());
            }
        }
        self.leads(is_mine);
        let until = is_mine.then_some(asked + COUNTED_ON);
        self.leadership.held.send_replace(LeadershipTerm { until, alone });
        Ok(Held::Yes)
    }

    /// Logs when this process becomes the leader, and when it stops being it.
    fn leads(&mut self, leads: bool) {
        match (std::mem::replace(&mut self.led, leads), leads) {
            (false, true) => tracing::info!("this process sees to what is due"),
            (true, false) => tracing::info!("this process no longer sees to what is due"),
            _ => {}
        }
    }

    /// Finds other live processes, and removes the leases of dead ones. Returns the leader's lease.
    async fn look_around(&mut self) -> AppResult<Option<LeaseMark>> {
        let leases = self.store.leases_of("").await?;
        let now = Instant::now();
        if now.saturating_duration_since(self.looked) >= RUNS_OUT {
            self.others.keep(|_| false);
        }
        self.looked = now;
        self.others.keep(|name| leases.iter().any(|(known, _)| known == name));
        let (mut duty, mut at_work, mut idle) = (None, BTreeSet::new(), BTreeSet::new());
        for (name, mark) in leases {
            if name == DUTY {
                duty = Some(mark);
            }
            if mark.holder == self.me || name != DUTY && !name.starts_with(PROCESS) {
                continue;
            }
            self.others.saw(&name, mark, now);
            if name == DUTY {
                continue;
            }
            if self.others.dead(&name, now, GONE).is_some() {
                self.store.leave_lease(&name, mark.holder).await?;
            } else if name.ends_with(IDLE) {
                idle.insert(mark.holder);
            } else {
                at_work.insert(mark.holder);
            }
        }
        self.known = OtherProcesses { at_work: at_work.len(), idle: idle.difference(&at_work).count() };
        Ok(duty)
    }

    /// Gives all leases back.
    ///
    /// That includes an unconfirmed leadership, because a request in flight may have taken it.
    async fn end(self) {
        self.leadership.held.send_replace(LeadershipTerm { until: None, alone: false });
        if let Err(error) = self.store.leave_leases(self.me).await {
            tracing::warn!(%error, "the leases of this process were not given back; they run out");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_duty_of_a_process_alone_is_its_own_for_good() {
        let leadership = Leadership::new(false);
        assert!(leadership.is_mine() && !leadership.is_shared());
        tokio::time::advance(Duration::from_hours(1)).await;
        assert!(leadership.is_mine());
    }

    #[tokio::test(start_paused = true)]
    async fn a_duty_that_is_not_renewed_runs_out_before_another_takes_it() {
        let leadership = Leadership::new(true);
        assert!(leadership.is_shared() && !leadership.is_mine());
        let term = LeadershipTerm { until: Some(Instant::now() + COUNTED_ON), alone: true };
        leadership.held.send_replace(term);
        assert!(leadership.is_mine() && leadership.is_shared());
        tokio::time::advance(COUNTED_ON).await;
        assert!(!leadership.is_mine());
        assert!(BEAT < COUNTED_ON && COUNTED_ON + BEAT <= RUNS_OUT);
    }
}
