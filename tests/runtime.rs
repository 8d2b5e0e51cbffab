//! The runtimes of tests.

use std::future::Future;
use std::pin::Pin;

use crate::{parts, slowest};
use rookery::timing::virtual_time;
use tokio::runtime::Builder;

/// Runs a test to its end, on this many threads.
///
/// The future is boxed, because each further type would compile the runtime again.
///
/// # Panics
/// If the test belongs to the deterministic part, which has no real time.
pub fn block_on(test: Pin<Box<dyn Future<Output = ()> + '_>>, threads: usize) {
    if let Some(name) = slowest::name().filter(|name| !parts::is_real(name)) {
        panic!("{name} is on real time, so it belongs to the part with real processes, in tests/parts.rs");
    }
    let runtime = Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    runtime.expect("a runtime").block_on(test);
}

/// Runs a test to its end on real time with two threads, for sockets, processes or a real disk. Returns its
/// result.
pub fn on_real_time<T>(test: impl Future<Output = T>) -> T {
    let mut outcome = None;
    block_on(Box::pin(async { outcome = Some(test.await) }), 2);
    outcome.expect("it has come to its end")
}

/// Runs a test to its end on virtual time: on one thread, whose clock jumps to the next timer when no task is
/// runnable.
pub fn on_virtual_time<T>(test: impl Future<Output = T>) -> T {
    let mut outcome = None;
    let test: Pin<Box<dyn Future<Output = ()> + '_>> = Box::pin(async { outcome = Some(test.await) });
    virtual_time::run(test);
    outcome.expect("it has come to its end")
}
