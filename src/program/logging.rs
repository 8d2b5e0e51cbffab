//! The program's log: on standard error, in the configured form, and without secrets.
//!
//! No token is logged at any level: the libraries on its way may never log more than `info`.

use std::io::IsTerminal as _;

use crate::config::LogFormat;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::{Layer as _, layer::SubscriberExt as _, util::SubscriberInitExt as _};

/// Libraries that handle tokens. At their most verbose levels they may log what they see, so those levels are never on.
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

/// Our crates, besides the bot's own, that log something.
const CRATES: [&str; 2] = ["sandbox", "store"];

/// The log filter. What is asked for `rookery` goes for its crates too, and `rookery::store` means the crate of that name.
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

/// Logs to standard error from here on.
pub fn begin(level: &str, format: LogFormat) {
    let may_say = filter_fn(|of| {
        let library = of.target().split("::").next().unwrap_or_default();
        *of.level() <= tracing::Level::INFO || !DISCREET.contains(&library)
    });
    let colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    let registry = tracing_subscriber::registry().with(wanted(level));
    match format {
        LogFormat::Text => registry.with(lines.with_filter(may_say)).init(),
        LogFormat::Json => {
            // With the interaction being served, if there is one.
            let objects = lines.with_ansi(false).json().flatten_event(true).with_span_list(false);
            registry.with(objects.with_filter(may_say)).init();
        }
        LogFormat::Plain => registry.with(lines.with_ansi(false).without_time().with_filter(may_say)).init(),
    }
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
