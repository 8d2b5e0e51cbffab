//! Of several processes that share a database one has the duty: it sees to what is done without anybody's word. That is a lease in the
//! store; whoever stops gives it back, and whoever dies loses it some seconds later.
//!
//! The duty spares work, and is not what makes it safe: all that is done on it is guarded in the store, as a process that was held
//! up may be at something still when another one has the duty.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::clock::BotClock;
use super::leases::LeaseWatch;
use crate::app::{App, AppResult};
use crate::discord::bot_state::BotState;

/// The lease of the duty.
const DUTY: &str = "duty";
/// The leases by which processes know of each other begin so; a number follows.
const PROCESS: &str = "process ";
/// How often whoever holds one says so, and everybody else looks.
const BEAT: Duration = Duration::from_secs(2);
/// Whoever has said nothing for so long is taken for dead.
const RUNS_OUT: Duration = Duration::from_secs(8);
/// Whoever has the duty counts on it for less, from before it last said so.
const COUNTED_ON: Duration = Duration::from_secs(6);

/// Whether this process has the duty.
#[derive(Clone, Debug)]
pub struct Leadership {
    clock: BotClock,
    shared: bool,
    held: Arc<watch::Sender<LeadershipTerm>>,
}

#[derive(Clone, Copy, Debug)]
struct LeadershipTerm {
    /// Until then; none: not at all.
    until: Option<Instant>,
    /// As far as is known no other process is alive.
    alone: bool,
}

impl Leadership {
    /// The duty of a process whose database is `shared`, and not had yet; else it is its own for good.
    pub fn new(clock: BotClock, shared: bool) -> Self {
        let held = LeadershipTerm { until: None, alone: !shared };
        Self { clock, shared, held: Arc::new(watch::Sender::new(held)) }
    }

    /// Whether other processes may have it.
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Whether no other process plays on the database, so that nothing is in hand elsewhere.
    pub fn is_alone(&self) -> bool {
        self.held.borrow().alone
    }

    /// Whether this process has it now.
    pub fn is_mine(&self) -> bool {
        self.covers(&self.held.borrow())
    }

    fn covers(&self, held: &LeadershipTerm) -> bool {
        !self.shared || held.until.is_some_and(|until| self.clock.instant() < until)
    }

    /// Waits until this process has it.
    pub async fn mine(&self) {
        let mut held = self.held.subscribe();
        // The sender is in `self`, so this ends with what is waited for.
        let _ = held.wait_for(|held| self.covers(held)).await;
    }
}

/// Takes the duty when nobody has it, and keeps it until `stop`. Whoever is not connected does nothing of what is due, so it leaves the
/// duty to others.
/// Each is told by `share` how many processes play on the database, itself among them; none while that is not known.
pub async fn keep(
    app: App,
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
    let mut holder = Holder { app, leadership, state, me, name, others, seen: None };
    tokio::select! {
        () = stop.cancelled() => {}
        () = holder.hold(&share) => {}
    }
    if !holder.leadership.is_alone() {
        // The others have its part from now on.
        share(None);
    }
    holder.end().await;
}

/// Who holds leases.
struct Holder {
    app: App,
    leadership: Leadership,
    state: BotState,
    me: i64,
    name: String,
    others: LeaseWatch,
    /// When it first looked around, and found others or none.
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
                    // The others soon take it for dead, and its part for theirs.
                    if asked.saturating_duration_since(said) >= COUNTED_ON {
                        share(None);
                    }
                    if !error.is_told() {
                        tracing::error!(%error, "whether this process has the duty was not found out");
                    }
                }
            }
            let is_connected = self.state.is_connected();
            tokio::select! {
                () = self.leadership.clock.sleep(BEAT) => {}
                () = self.state.connected(), if !is_connected => {}
            }
        }
    }

    /// How many processes share the limits of the bot. Whoever joins others waits until these have seen it.
    fn sharers(&mut self, others: usize, now: Instant) -> Option<usize> {
        let (since, joined) = *self.seen.get_or_insert((now, others > 0));
        let are_told = !joined || now.saturating_duration_since(since) > 2 * BEAT;
        are_told.then_some(others + 1)
    }

    /// How many other processes are alive.
    async fn beat(&mut self) -> AppResult<usize> {
        let asked = self.leadership.clock.instant();
        self.app.hold_lease(&self.name, self.me, None).await?;
        let others = self.look_around().await?;
        let alone = others == 0;
        if !alone && !self.state.is_connected() {
            self.app.leave_lease(DUTY, self.me).await?;
            self.leadership.held.send_replace(LeadershipTerm { until: None, alone });
            return Ok(others);
        }
        let dead = self.others.dead(DUTY, asked, RUNS_OUT);
        let mark = self.app.hold_lease(DUTY, self.me, dead).await?;
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

    /// How many other processes are alive, as far as is known. What dead ones have left behind is removed.
    async fn look_around(&mut self) -> AppResult<usize> {
        let processes = self.app.leases_of(PROCESS).await?;
        let now = self.leadership.clock.instant();
        self.others.keep(|name| name == DUTY || processes.iter().any(|(known, _)| known == name));
        let mut alive = 0;
        for (name, mark) in processes {
            if mark.holder == self.me {
                continue;
            }
            self.others.saw(&name, mark, now);
            if self.others.dead(&name, now, RUNS_OUT).is_some() {
                self.app.leave_lease(&name, mark.holder).await?;
            } else {
                alive += 1;
            }
        }
        Ok(alive)
    }

    /// Gives all leases back: also the duty that was not held, as what was being asked for may have come to pass.
    async fn end(self) {
        self.leadership.held.send_replace(LeadershipTerm { until: None, alone: false });
        for name in [DUTY, &self.name] {
            if let Err(error) = self.app.leave_lease(name, self.me).await {
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
