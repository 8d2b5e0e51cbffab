//! Of several processes that share a database one is the leader: it does what is due without being asked. Leadership is
//! a lease in the store. A process that stops gives it back, and one that dies loses it some seconds later.
//!
//! Leadership saves work, and is not what makes the work safe: all that the leader does is guarded in the store, as a
//! process that was held up may still be at something when another one leads.
//!
//! The holder makes a number go up. Whoever sees the same number for 8 s by its own stopwatch takes the lease, so no two clocks are
//! compared. Each process says in the same way that it is alive. So whoever takes over knows whether something may still be in hand
//! elsewhere. What the leader does is guarded in the store or carries a nonce. Where the database is a file there is one process, and it
//! leads.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use tokio_util::sync::CancellationToken;

use super::clock::BotClock;
use super::leases::LeaseWatch;
use crate::app::AppResult;
use crate::discord::bot_state::BotState;
use crate::store::Store;
use crate::timing::watch;

/// The name of the leader's lease.
const DUTY: &str = "duty";
/// Prefix of the leases by which processes know of each other; a number follows.
const PROCESS: &str = "process ";
/// How often a holder renews its lease, and everybody else looks.
const BEAT: Duration = Duration::from_secs(2);
/// A holder that has not renewed for this long is taken for dead.
const RUNS_OUT: Duration = Duration::from_secs(8);
/// How long the leader counts on its lease, from before it last renewed it: less than the others wait.
const COUNTED_ON: Duration = Duration::from_secs(6);

/// Whether this process is the leader.
#[derive(Clone, Debug)]
pub struct Leadership {
    clock: BotClock,
    shared: bool,
    held: Arc<watch::Sender<LeadershipTerm>>,
}

#[derive(Clone, Copy, Debug)]
struct LeadershipTerm {
    /// Until when this process leads; none: it does not.
    until: Option<Instant>,
    /// As far as is known, no other process is alive.
    alone: bool,
}

impl Leadership {
    /// The leadership of a process. Where its database is `shared` it does not lead yet; otherwise it leads for good.
    pub fn new(clock: BotClock, shared: bool) -> Self {
        let held = LeadershipTerm { until: None, alone: !shared };
        Self { clock, shared, held: Arc::new(watch::Sender::new(held)) }
    }

    /// Whether other processes may lead.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Whether no other process plays on the database, so that nothing is in flight elsewhere.
    pub fn is_alone(&self) -> bool {
        self.held.borrow().alone
    }

    /// Whether this process is the leader now.
    pub fn is_mine(&self) -> bool {
        self.covers(&self.held.borrow())
    }

    fn covers(&self, held: &LeadershipTerm) -> bool {
        !self.shared || held.until.is_some_and(|until| self.clock.instant() < until)
    }

    /// Waits until this process is the leader.
    pub async fn mine(&self) {
        let mut held = self.held.subscribe();
        // The sender is in `self`, so this ends only with what is waited for.
        let _ = held.wait_for(|held| self.covers(held)).await;
    }
}

/// Takes leadership when no process has it, and keeps it until `stop`. A process that players do not reach does nothing of
/// what is due, so it leaves leadership to others.
///
/// `share` is told how many processes play on the database, this one among them; none while that is not known.
pub async fn keep(
    store: Store,
    leadership: Leadership,
    state: BotState,
    stop: CancellationToken,
    share: impl Fn(Option<usize>) + Send + Sync,
) {
    if !leadership.shared {
        return;
    }
    let me = fastrand::i64(1..);
    let (name, others) = (format!("{PROCESS}{me}"), LeaseWatch::default());
    let mut holder = Holder { store, leadership, state, me, name, others, seen: None };
    tokio::select! {
        biased;
        () = stop.cancelled() => {}
        () = holder.hold(&share) => {}
    }
    if !holder.leadership.is_alone() {
        // The others have its part of the limits from now on.
        share(None);
    }
    holder.end().await;
}

/// The holder of this process's leases.
struct Holder {
    store: Store,
    leadership: Leadership,
    state: BotState,
    me: i64,
    name: String,
    others: LeaseWatch,
    /// When it first looked around, and whether it found others.
    seen: Option<(Instant, bool)>,
}

impl Holder {
    async fn hold(&mut self, share: &(impl Fn(Option<usize>) + Send + Sync)) {
        let mut said = self.leadership.clock.instant();
        loop {
            let asked = self.leadership.clock.instant();
            match self.beat().await {
                Ok(others) => {
                    said = asked;
                    share(self.sharers(others, asked));
                }
                Err(error) => {
                    // The others soon take this process for dead, and its part of the limits for theirs.
                    if asked.saturating_duration_since(said) >= COUNTED_ON {
                        share(None);
                    }
                    if !error.is_told() {
                        tracing::error!(%error, "whether this process has the duty was not found out");
                    }
                }
            }
            let is_reached = self.state.is_reached();
            tokio::select! {
                biased;
                () = self.leadership.clock.sleep(BEAT) => {}
                () = self.state.reached(), if !is_reached => {}
            }
        }
    }

    /// How many processes share the limits of the bot. A process that joins others waits until they have seen it.
    fn sharers(&mut self, others: usize, now: Instant) -> Option<usize> {
        let (since, joined) = *self.seen.get_or_insert((now, others > 0));
        let are_told = !joined || now.saturating_duration_since(since) > 2 * BEAT;
        are_told.then_some(others + 1)
    }

    /// Renews this process's leases, and returns how many other processes are alive.
    async fn beat(&mut self) -> AppResult<usize> {
        let asked = self.leadership.clock.instant();
        self.store.hold_lease(&self.name, self.me, None).await?;
        let others = self.look_around().await?;
        let alone = others == 0;
        if !alone && !self.state.is_reached() {
            self.store.leave_lease(DUTY, self.me).await?;
            self.leadership.held.send_replace(LeadershipTerm { until: None, alone });
            return Ok(others);
        }
        let dead = self.others.dead(DUTY, asked, RUNS_OUT);
        let mark = self.store.hold_lease(DUTY, self.me, dead).await?;
        let mine = mark.holder == self.me;
        if mine && !self.leadership.is_mine() {
            tracing::info!("this process sees to what is due");
        }
        if !mine {
            self.others.saw(DUTY, mark, self.leadership.clock.instant());
        }
        let until = mine.then_some(asked + COUNTED_ON);
        self.leadership.held.send_replace(LeadershipTerm { until, alone });
        Ok(others)
    }

    /// How many other processes are alive, as far as is known. Removes what dead ones have left behind.
    async fn look_around(&mut self) -> AppResult<usize> {
        let processes = self.store.leases_of(PROCESS).await?;
        let now = self.leadership.clock.instant();
        self.others.keep(|name| name == DUTY || processes.iter().any(|(known, _)| known == name));
        let mut alive = 0;
        for (name, mark) in processes {
            if mark.holder == self.me {
                continue;
            }
            self.others.saw(&name, mark, now);
            if self.others.dead(&name, now, RUNS_OUT).is_some() {
                self.store.leave_lease(&name, mark.holder).await?;
            } else {
                alive += 1;
            }
        }
        Ok(alive)
    }

    /// Gives all leases back. That includes leadership even where it was not held, as a request under way may have
    /// taken it.
    async fn end(self) {
        self.leadership.held.send_replace(LeadershipTerm { until: None, alone: false });
        for name in [DUTY, &self.name] {
            if let Err(error) = self.store.leave_lease(name, self.me).await {
                tracing::warn!(%error, name, "a lease was not given back; it runs out");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_duty_of_a_process_alone_is_its_own_for_good() {
        let clock = BotClock::system();
        let leadership = Leadership::new(clock.clone(), false);
        assert!(leadership.is_mine() && !leadership.is_shared());
        clock.advance(Duration::from_hours(1));
        assert!(leadership.is_mine());
    }

    #[test]
    fn a_duty_that_is_not_renewed_runs_out_before_another_takes_it() {
        let clock = BotClock::system();
        let leadership = Leadership::new(clock.clone(), true);
        assert!(leadership.is_shared() && !leadership.is_mine());
        leadership
            .held
            .send_replace(LeadershipTerm { until: Some(clock.instant() + COUNTED_ON), alone: true });
        assert!(leadership.is_mine() && leadership.is_shared());
        clock.advance(COUNTED_ON);
        assert!(!leadership.is_mine());
        assert!(BEAT < COUNTED_ON && COUNTED_ON + BEAT <= RUNS_OUT);
    }
}
