//! The bot's log in a test on virtual time, all of which runs on one thread.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::level_filters::LevelFilter;
use tracing::subscriber::{DefaultGuard, set_default};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;

/// Records this thread's log until dropped, except for the stand-in's own lines.
pub struct Log {
    written: Written,
    _until: DefaultGuard,
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Records entries of this level and above.
    pub fn at(level: LevelFilter) -> Self {
        let written = Written::default();
        let out = written.clone();
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(move || out.clone());
        let wanted = Targets::new().with_default(level).with_target("sandbox", LevelFilter::OFF);
        let listens = tracing_subscriber::registry().with(lines.with_filter(wanted));
        Self { written, _until: set_default(listens) }
    }

    /// The log so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.written.0.lock().expect("no panic")).into_owned()
    }
}
