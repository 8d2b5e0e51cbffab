//! The program's log: on standard error, in the configured format, and without secrets.
//!
//! No token is logged at any level: the libraries that handle it may never log more than `info`.

#[cfg(unix)]
use std::fs::File;
use std::io::{self, IsTerminal as _};
use std::sync::OnceLock;
use std::time::Duration;

use super::log_pipe::LogPipe;
use crate::config::LogFormat;
use crate::discord::OPERATOR;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::{FilterExt as _, Targets, filter_fn};
use tracing_subscriber::fmt::writer::MakeWriterExt as _;
use tracing_subscriber::{Layer as _, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// Libraries that handle tokens. Their most verbose levels may log data, so those levels are never enabled.
const DISCREET: &[&str] = &[
    "h2",
    "hyper",
    "hyper_util",
    "reqwest",
    "rustls",
    "tokio_rustls",
    "tokio_websockets",
    "twilight_gateway",
];

/// Our crates, other than the bot's own, that log.
const CRATES: [&str; 2] = ["sandbox", "store"];

/// Builds the log filter.
///
/// The level for `rookery` also applies to our other crates, and `rookery::store` means the crate of that
/// name.
fn wanted(level: &str) -> Targets {
    let asked: Targets = level.parse().expect("the configuration has been read");
    let of_crates: Vec<_> = CRATES
        .iter()
        .flat_map(|name| asked.iter().map(move |(target, level)| (name, target, level)))
        .filter_map(|(name, target, level)| match target.strip_prefix("rookery")? {
            "" => Some(((*name).to_owned(), level)),
            path => {
                let path = path.strip_prefix("::")?;
                let inside = path == *name || path.starts_with(&format!("{name}::"));
                inside.then(|| (path.to_owned(), level))
            }
        })
        .filter(|(target, _)| asked.iter().all(|(named, _)| named != target))
        .collect();
    asked.with_targets(of_crates)
}

/// Standard error and standard output, once the log has been set up.
static PIPES: OnceLock<[LogPipe; 2]> = OnceLock::new();
/// How long the end of the program waits for the log's reader.
const FLUSHING: Duration = Duration::from_secs(1);

/// Starts logging to standard error.
///
/// Messages to the operator from the level `told` up are printed to standard output, and errors to standard
/// error. Both are JSON objects if the log is. Nothing blocks on the readers.
///
/// # Errors
/// The output cannot be set up.
pub fn begin(level: &str, format: LogFormat, told: Level) -> io::Result<()> {
    let [log, said] = [LogPipe::to(error_output()?, left_out)?, LogPipe::to(standard_output()?, left_out)?];
    let _ = PIPES.set([log.clone(), said.clone()]);
    let is_of_operator = |of: &Metadata<'_>| of.target() == OPERATOR;
    let may_say = move |of: &Metadata<'_>| {
        let library = of.target().split("::").next().unwrap_or_default();
        !is_of_operator(of) && (*of.level() <= Level::INFO || !DISCREET.contains(&library))
    };
    let may_say = wanted(level).and(filter_fn(may_say));
    let may_tell = filter_fn(move |of| is_of_operator(of) && *of.level() <= told);
    let colours = io::stderr().is_terminal() && format == LogFormat::Text;
    let lines = tracing_subscriber::fmt::layer().with_writer(log.clone()).with_ansi(colours);
    let sentences = log.with_max_level(Level::ERROR).or_else(said);
    let sentences = tracing_subscriber::fmt::layer().with_writer(sentences).with_ansi(false);
    let layers = match format {
        LogFormat::Json => [
            // Includes the interaction being served, if any.
            lines.json().flatten_event(true).with_span_list(false).with_filter(may_say).boxed(),
            sentences.json().flatten_event(true).with_filter(may_tell).boxed(),
        ],
        LogFormat::Text | LogFormat::Plain => {
            let bare = sentences.without_time().with_level(false).with_target(false);
            let lines = match format {
                LogFormat::Plain => lines.without_time().with_filter(may_say).boxed(),
                _ => lines.with_filter(may_say).boxed(),
            };
            [lines, bare.with_filter(may_tell).boxed()]
        }
    };
    tracing_subscriber::registry().with(layers.into_iter().collect::<Vec<_>>()).init();
    std::panic::set_hook(Box::new(|panic| {
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            tracing::error!(%trace, "{panic}");
        } else {
            tracing::error!("{panic}");
        }
        // A panic of the main thread ends the program.
        if std::thread::current().name() == Some("main") {
            flush();
        }
    }));
    Ok(())
}

/// Returns true if the log has been set up.
pub fn has_begun() -> bool {
    PIPES.get().is_some()
}

/// Waits until the log is written, unless its reader is too slow.
pub fn flush() {
    for pipe in PIPES.get().into_iter().flatten() {
        pipe.flush(FLUSHING);
    }
}

/// Returns the number of lines dropped because they were not read in time.
pub fn lines_left_out() -> u64 {
    PIPES.get().into_iter().flatten().map(LogPipe::left_out).sum()
}

fn left_out(lines: u64) {
    tracing::warn!(lines, "lines of the log were left out, as nobody read them");
}

/// Standard error without its lock, because a blocked write would hold it.
#[cfg(unix)]
fn error_output() -> io::Result<File> {
    Ok(File::from(std::os::fd::AsFd::as_fd(&io::stderr()).try_clone_to_owned()?))
}

#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?))
}

#[cfg(not(unix))]
fn error_output() -> io::Result<io::Stderr> {
    Ok(io::stderr())
}

#[cfg(not(unix))]
fn standard_output() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::wanted;

    #[test]
    fn what_is_said_of_rookery_holds_for_its_crates() {
        let said = |level: &str, target: &str| wanted(level).would_enable(target, &Level::DEBUG);
        for target in ["rookery::discord::worker", "store::health", "sandbox::journal"] {
            assert!(said("warn,rookery=debug", target), "{target}");
            assert!(!said("warn", target) && !said("debug,rookery=warn", target), "{target}");
        }
        assert!(said("warn,rookery::store=debug", "store::health"));
        assert!(said("warn,rookery::store::health=debug", "store::health"));
        assert!(!said("warn,rookery::store::health=debug", "store::open"));
        assert!(!said("warn,rookery::store=debug", "rookery::app::act"));
        assert!(
            !said("rookery=debug,store=warn", "store::health"),
            "what is said of a crate itself comes first"
        );
        assert!(!said("warn,rookery=debug", "hyper::proto"));
    }
}
