//! The log of the program: on standard error, in the form that was asked for, and without secrets.

use std::io::IsTerminal as _;

use crate::config::LogFormat;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::{Layer as _, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// Libraries that see tokens on their way; at their chattiest levels they may log what they see, so those are never on.
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

/// Logs to standard error from here on.
pub fn begin(level: &str, format: LogFormat) {
    let may_say = filter_fn(|of| {
        let library = of.target().split("::").next().unwrap_or_default();
        *of.level() <= tracing::Level::INFO || !DISCREET.contains(&library)
    });
    let colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let wanted: Targets = level.parse().expect("the configuration has been read");
    let registry = tracing_subscriber::registry().with(wanted);
    match format {
        LogFormat::Text => registry.with(lines.with_filter(may_say)).init(),
        LogFormat::Json => {
            // With the interaction that is served, if one is.
            let objects = lines.with_ansi(false).json().flatten_event(true).with_span_list(false);
            registry.with(objects.with_filter(may_say)).init();
        }
        LogFormat::Plain => registry.with(lines.with_ansi(false).without_time().with_filter(may_say)).init(),
    }
}
