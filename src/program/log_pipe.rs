//! A way out for lines that never waits for whoever reads them. A thread writes; what it has no room for is left out and counted.
//!
//! A pipe that nobody reads holds 64 KiB on Linux. A program that writes more into it stands still, with all that people play.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

/// The most bytes that wait.
const MOST: usize = 1 << 18;

/// What the writers and the thread share.
#[derive(Default)]
struct Shared {
    /// The bytes that wait or are being written.
    waiting: Mutex<usize>,
    /// Signals that they are fewer.
    fewer: Condvar,
    /// The lines that were left out since the last of them was told, and in all.
    untold: AtomicU64,
    left_out: AtomicU64,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, usize> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The way out; cheap to clone.
#[derive(Clone)]
pub struct LogPipe {
    lines: Sender<Vec<u8>>,
    shared: Arc<Shared>,
}

impl LogPipe {
    /// Writes to this, in a thread of its own. `told` is called there with the number of lines that were left out, once there is room again.
    ///
    /// # Errors
    /// When there can be no thread.
    pub fn to(out: impl Write + Send + 'static, told: fn(u64)) -> io::Result<Self> {
        let (lines, taken) = channel();
        let shared = Arc::new(Shared::default());
        let writing = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || write(out, &taken, &writing, told))?;
        Ok(Self { lines, shared })
    }

    /// How many lines were left out since the start.
    pub fn left_out(&self) -> u64 {
        self.shared.left_out.load(Ordering::Relaxed)
    }

    /// Waits until all is written, or for so long.
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
        // The thread takes lines for as long as there is a sender.
        let _ = self.lines.send(line.to_vec());
    }
}

/// Writes the lines. What cannot be written is gone: there is nowhere to say so.
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

    /// A reader that takes a line whenever it is told to.
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
        // Nothing here waits, although nothing is read.
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
        // What is left out is told right after the line that made room.
        (&pipe).write_all(b"flows\n").expect("it never fails");
        let_it.send(()).expect("it is there");
        assert_eq!(lines.recv().expect("a line"), b"flows\n");
        assert_eq!(TOLD.load(Ordering::Relaxed), 1_000 - kept as u64);
        drop(let_it);
    }
}
