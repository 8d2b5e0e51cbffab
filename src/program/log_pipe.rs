//! Log output that never blocks on its reader. A thread writes the lines; those that do not fit its buffer
//! are dropped and counted.
//!
//! A pipe that is not read holds 64 KiB on Linux. A program that writes more to it blocks, together with all
//! games.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

/// The maximum number of buffered bytes.
const MOST: usize = 1 << 18;

/// State shared by the writers and the thread.
#[derive(Default)]
struct Shared {
    /// The number of bytes that are buffered or being written.
    waiting: Mutex<usize>,
    /// Signals that there are fewer.
    fewer: Condvar,
    /// The number of dropped lines, since the last report and in total.
    untold: AtomicU64,
    left_out: AtomicU64,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, usize> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sender of lines. Cheap to clone.
#[derive(Clone)]
pub struct LogPipe {
    lines: Sender<Vec<u8>>,
    shared: Arc<Shared>,
}

impl LogPipe {
    /// Starts a thread that writes to `out`.
    ///
    /// Once there is room again, it calls `told` with the number of dropped lines.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn to(out: impl Write + Send + 'static, told: fn(u64)) -> io::Result<Self> {
        let (lines, taken) = channel();
        let shared = Arc::new(Shared::default());
        let writing = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write(out, &taken, &writing, told))?;
        Ok(Self { lines, shared })
    }

    /// Returns the number of dropped lines since the start.
    pub fn left_out(&self) -> u64 {
        self.shared.left_out.load(Ordering::Relaxed)
    }

    /// Waits until everything is written, at most for `patience`.
    pub fn flush(&self, patience: Duration) {
        let waiting = self.shared.waiting();
        let _rest = self.shared.fewer.wait_timeout_while(waiting, patience, |waiting| *waiting > 0);
    }

    fn send(&self, line: &[u8]) {
        let mut waiting = self.shared.waiting();
        if *waiting + line.len() > MOST {
            self.shared.untold.fetch_add(1, Ordering::Relaxed);
            self.shared.left_out.fetch_add(1, Ordering::Relaxed);
            return;
        }
        *waiting += line.len();
        // The thread receives for as long as there is a sender.
        let _ = self.lines.send(line.to_vec());
    }
}

/// Writes the lines. A write error cannot be reported anywhere.
fn write(mut out: impl Write, lines: &Receiver<Vec<u8>>, shared: &Shared, told: fn(u64)) {
    while let Ok(line) = lines.recv() {
        let _ = out.write_all(&line).and_then(|()| out.flush());
        let has_room = {
            let mut waiting = shared.waiting();
            *waiting -= line.len();
            shared.fewer.notify_all();
            *waiting <= MOST / 2
        };
        if has_room {
            match shared.untold.swap(0, Ordering::Relaxed) {
                0 => {}
                lines => told(lines),
            }
        }
    }
}

impl Write for &LogPipe {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.send(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogPipe {
    type Writer = &'a Self;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    /// A reader that takes one line per signal.
    struct Slow {
        may: Receiver<()>,
        taken: std::sync::mpsc::SyncSender<Vec<u8>>,
    }

    impl Write for Slow {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            if self.may.recv().is_ok() {
                self.taken.send(line.to_vec()).expect("the test is there");
            }
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    static TOLD: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn lines_that_nobody_reads_are_left_out_and_told_once_somebody_does() {
        let (let_it, may) = channel();
        let (taken, lines) = sync_channel(10_000);
        let told = |count| {
            TOLD.fetch_add(count, Ordering::Relaxed);
        };
        let pipe = LogPipe::to(Slow { may, taken }, told).expect("a thread");
        let line = |number: usize| format!("{number:0>1023}\n").into_bytes();
        // The writer must not block although nothing is read.
        for number in 0..1_000 {
            (&pipe).write_all(&line(number)).expect("it never fails");
        }
        let kept = MOST / 1_024;
        assert_eq!(pipe.left_out(), 1_000 - kept as u64);
        pipe.flush(Duration::ZERO);
        assert_eq!(TOLD.load(Ordering::Relaxed), 0);
        for number in 0..kept {
            let_it.send(()).expect("it is there");
            assert_eq!(lines.recv().expect("a line"), line(number), "in order");
        }
        pipe.flush(Duration::from_mins(1));
        // Dropped lines are reported right after the line that made room.
        (&pipe).write_all(b"flows\n").expect("it never fails");
        let_it.send(()).expect("it is there");
        assert_eq!(lines.recv().expect("a line"), b"flows\n");
        assert_eq!(TOLD.load(Ordering::Relaxed), 1_000 - kept as u64);
        drop(let_it);
    }
}
