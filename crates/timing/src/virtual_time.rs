//! Virtual time for tests: a single-threaded runtime whose clock stops while anything runs, and jumps to the
//! next timer when idle.
//!
//! tokio's paused clock does that for work that tokio sees. Other work comes in two kinds:
//!
//! - A file's database, a drawing, a search: they end by themselves, so the thread blocks on them with
//!   [`alone`] or [`aside`]. Nothing else runs meanwhile, and a test is deterministic.
//! - A socket of a server: its response may depend on other work of this thread, so it stops the clock with
//!   [`hold`], and the rest continues. It must not do so while it waits for a timer, a lock or another task,
//!   because the clock would then be stopped for good.
//!
//! Without the feature `virtual-time` there is only the real clock, and these functions add nothing.

#[cfg(not(feature = "virtual-time"))]
use tokio::task::JoinHandle;

/// Stops virtual time until dropped. Has no effect on the real clock.
#[must_use = "the clock is held until this is dropped"]
#[derive(Debug)]
pub struct ClockHold {
    /// Dropping it ends the task that the runtime waits for.
    #[cfg(feature = "virtual-time")]
    _running: Option<tokio::sync::oneshot::Sender<std::convert::Infallible>>,
}

/// Stops the clock of this thread's runtime during work that the runtime does not see.
#[cfg(not(feature = "virtual-time"))]
#[inline]
pub fn hold() -> ClockHold {
    ClockHold {}
}

/// Returns when this thread's runtime began, in milliseconds since 1970 and by its stopwatch, if it has
/// virtual time.
#[cfg(not(feature = "virtual-time"))]
#[inline]
pub fn began() -> Option<(i64, tokio::time::Instant)> {
    None
}

/// Awaits work on another thread that ends by itself, whatever this thread does. On virtual time this thread
/// blocks on it.
#[cfg(not(feature = "virtual-time"))]
#[inline]
pub fn alone<F: Future>(work: F) -> F {
    work
}

/// Runs long work on a thread that may block; on virtual time on this thread, at once.
#[cfg(not(feature = "virtual-time"))]
#[inline]
pub fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    tokio::task::spawn_blocking(work)
}

#[cfg(feature = "virtual-time")]
pub use paused::{alone, aside, began, hold, run};

#[cfg(feature = "virtual-time")]
mod paused {
    use super::ClockHold;
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Poll, Wake, Waker};
    use std::thread::Thread;
    use tokio::runtime::Builder;
    use tokio::sync::oneshot;
    use tokio::task::{JoinHandle, spawn_blocking, unconstrained, yield_now};
    use tokio::time::Instant;

    /// The start of virtual time, in milliseconds since 1970: 2027-01-15, 8:00 UTC. The same in each run.
    const BEGINS: i64 = 1_800_000_000_000;

    thread_local! {
        /// When the runtime of this thread began, if it has virtual time.
        static BEGAN: Cell<Option<Instant>> = const { Cell::new(None) };
    }

    /// Returns when this thread's runtime began, in milliseconds since 1970 and by its stopwatch, if it has
    /// virtual time.
    pub fn began() -> Option<(i64, Instant)> {
        BEGAN.get().map(|at| (BEGINS, at))
    }

    /// Stops the clock of this thread's runtime during work that the runtime does not see.
    pub fn hold() -> ClockHold {
        let running = BEGAN.get().map(|_| {
            let (running, ended) = oneshot::channel();
            // tokio's clock does not advance by itself while a blocking task runs.
            tokio::task::spawn_blocking(move || ended.blocking_recv());
            running
        });
        ClockHold { _running: running }
    }

    /// Awaits work on another thread that ends by itself, whatever this thread does. On virtual time this
    /// thread blocks on it.
    pub async fn alone<F: Future>(work: F) -> F::Output {
        /// Wakes the waiting thread.
        struct Unpark(Thread);
        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }
        if BEGAN.get().is_none() {
            return work.await;
        }
        // Other tasks get their turn before, as they would get it meanwhile. They must not get it afterwards,
        // because the awaited work may hold a slot that they would wait for in vain.
        yield_now().await;
        let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
        // A task's budget only makes sense for tasks that the runtime wakes again.
        let mut work = pin!(unconstrained(work));
        loop {
            match work.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(done) => return done,
                Poll::Pending => std::thread::park(),
            }
        }
    }

    /// Runs long work on a thread that may block; on virtual time on this thread, at once.
    pub fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        if BEGAN.get().is_none() {
            return spawn_blocking(work);
        }
        let done = catch_unwind(AssertUnwindSafe(work));
        tokio::spawn(async move { done.unwrap_or_else(|panic| resume_unwind(panic)) })
    }

    /// Runs this future, and everything it spawns, on this thread and on virtual time.
    ///
    /// # Panics
    /// If the thread already runs a runtime, or the system has no file descriptors left for one.
    pub fn run<T>(future: impl Future<Output = T>) -> T {
        /// The thread has virtual time while this lives. Other tests reuse threads.
        struct Virtual;
        impl Drop for Virtual {
            fn drop(&mut self) {
                BEGAN.set(None);
            }
        }
        let runtime = Builder::new_current_thread().enable_all().start_paused(true).build();
        let runtime = runtime.expect("descriptors for a runtime");
        let _virtual = Virtual;
        runtime.block_on(async {
            BEGAN.set(Some(Instant::now()));
            future.await
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
        use std::time::Duration;
        use tokio::time::{Instant, sleep};

        const HOUR: Duration = Duration::from_hours(1);

        /// Completes from a thread unknown to the runtime, after some real time.
        fn foreign_work() -> oneshot::Receiver<()> {
            let (done, answer) = oneshot::channel();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                done.send(()).ok();
            });
            answer
        }

        #[test]
        #[expect(clippy::disallowed_methods, reason = "it compares real time with virtual time")]
        fn time_jumps_to_the_next_timer() {
            let real = std::time::Instant::now();
            let passed = run(async {
                let since = Instant::now();
                tokio::spawn(sleep(HOUR)).await.expect("no panic");
                since.elapsed()
            });
            assert!((HOUR..HOUR + Duration::from_millis(2)).contains(&passed), "{passed:?}");
            assert!(real.elapsed() < HOUR);
        }

        #[test]
        fn held_time_stands_still_while_somebody_works() {
            let passed = run(async {
                let since = Instant::now();
                tokio::spawn(sleep(HOUR));
                let held = hold();
                foreign_work().await.expect("an answer");
                drop(held);
                since.elapsed()
            });
            assert_eq!(passed, Duration::ZERO);
        }

        #[test]
        fn what_does_not_hold_the_clock_is_overtaken() {
            let passed = run(async {
                let since = Instant::now();
                tokio::spawn(sleep(HOUR));
                foreign_work().await.expect("an answer");
                since.elapsed()
            });
            assert!(passed >= HOUR, "{passed:?}");
        }

        #[test]
        fn nothing_else_runs_while_the_thread_waits() {
            let (passed, meanwhile) = run(async {
                let since = Instant::now();
                let (went_on, look) = (Arc::new(AtomicBool::new(false)), |of: &AtomicBool| of.load(SeqCst));
                let other = Arc::clone(&went_on);
                tokio::spawn(async move { other.store(true, SeqCst) });
                let at_once = alone(async { look(&went_on) }).await;
                assert!(at_once, "it had its turn before");
                went_on.store(false, SeqCst);
                let other = Arc::clone(&went_on);
                let work = alone(async move {
                    // A task spawned while the thread waits has to wait as well.
                    tokio::spawn(async move { other.store(true, SeqCst) });
                    foreign_work().await
                });
                let meanwhile = work.await.map(|()| look(&went_on));
                assert_eq!(aside(|| 7).await.expect("no panic"), 7);
                (since.elapsed(), meanwhile.expect("an answer"))
            });
            assert_eq!((passed, meanwhile), (Duration::ZERO, false));
        }

        #[test]
        fn a_panic_aside_is_told_to_who_waits() {
            let error = run(async { aside(|| panic!("on purpose")).await.expect_err("a panic") });
            assert!(error.is_panic());
        }

        #[test]
        fn a_hold_that_ends_lets_time_go_on() {
            run(async {
                drop((hold(), hold()));
                let held = hold();
                std::thread::spawn(move || drop(held));
                sleep(HOUR).await;
            });
            assert!(began().is_none(), "the thread is free for others");
        }
    }
}
