//! Counts interactions, as Prometheus metrics.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use strum::{IntoEnumIterator, IntoStaticStr};

use crate::discord::interaction::Interaction;
use crate::timing::{Phase, TimeSpent};

/// Discord shows an interaction as failed if there is no answer within this time.
const FAILS_AFTER: Duration = Duration::from_secs(3);

/// The bounds of the buckets, in seconds: finer where an answer becomes late.
const SECONDS: [f64; 16] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0];

/// Creates a histogram of durations in seconds.
pub fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// What an interaction was, as labels of a metric.
#[derive(Clone, Copy, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct Asked {
    /// `command`, `suggestions` (while the user types), `button` (and menus), `form` or `other`.
    pub kind: &'static str,
    /// The command, or what the button or form is for.
    pub command: &'static str,
}

/// The outcome of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum AskedOutcome {
    Done,
    /// It was refused with a sentence that says why.
    Refused,
    /// It failed on our side, and the person was notified.
    Failed,
    /// It had been done before.
    Repeated,
    /// It took too long, and the person was notified in time; the result followed later.
    Slow,
    /// The person was asked to go slower.
    #[strum(serialize = "too fast")]
    TooFast,
    /// The person was notified that the bot is too busy.
    #[strum(serialize = "turned away")]
    TurnedAway,
    /// The bot was too busy even to say so.
    Dropped,
    /// It arrived too late to be answered, so nothing was done.
    Late,
    /// Discord did not accept the answer.
    Unanswered,
}

impl AskedOutcome {
    /// Returns its name in metrics and in the log.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether the person got no answer at all.
    const fn is_missed(self) -> bool {
        matches!(self, Self::Dropped | Self::Late | Self::Unanswered)
    }
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct AskedLabels {
    kind: &'static str,
    command: &'static str,
    outcome: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct KindLabel {
    kind: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PartLabel {
    part: &'static str,
}

/// The outcomes of all interactions since the process started.
#[derive(Clone, Debug)]
pub struct Metrics {
    asked: Family<AskedLabels, Counter>,
    missed: Counter,
    answers: Family<KindLabel, Histogram, fn() -> Histogram>,
    parts: Family<PartLabel, Histogram, fn() -> Histogram>,
    servers: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            asked: Family::default(),
            missed: Counter::default(),
            answers: Family::new_with_constructor(seconds as fn() -> Histogram),
            parts: Family::new_with_constructor(seconds as fn() -> Histogram),
            servers: Gauge::default(),
        }
    }
}

impl Metrics {
    /// Counts an interaction with this outcome.
    pub fn count(&self, asked: Asked, outcome: AskedOutcome) {
        let Asked { kind, command } = asked;
        self.asked.get_or_create(&AskedLabels { kind, command, outcome: outcome.name() }).inc();
    }

    /// Counts an interaction that has been answered now, or will not be, with the time it took.
    pub fn timed(&self, interaction: &Interaction, asked: Asked, outcome: AskedOutcome, spent: &TimeSpent) {
        self.count(asked, outcome);
        let took = interaction.received.elapsed();
        let is_repeated = outcome == AskedOutcome::Repeated;
        if outcome.is_missed() || !is_repeated && interaction.age + took > FAILS_AFTER {
            self.missed.inc();
        }
        if outcome.is_missed() || is_repeated {
            return;
        }
        self.answers.get_or_create(&KindLabel { kind: asked.kind }).observe(took.as_secs_f64());
        for part in Phase::iter() {
            let took = spent.on(part);
            if !took.is_zero() {
                self.parts.get_or_create(&PartLabel { part: part.name() }).observe(took.as_secs_f64());
            }
        }
    }

    /// Records how many servers the bot is in, if Discord reports it.
    pub fn note_servers(&self, count: Option<u32>) {
        if let Some(count) = count {
            self.servers.set(count.into());
        }
    }

    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "servers",
            "In about how many servers the bot is, as Discord last said; 0: it has not",
            self.servers.clone(),
        );
        registry.register("interactions", "Interactions by what became of them", self.asked.clone());
        registry.register(
            "interactions_missed",
            "Interactions that nobody saw an answer to in three seconds",
            self.missed.clone(),
        );
        registry.register(
            "interaction_seconds",
            "From an interaction's coming to the end of its answer",
            self.answers.clone(),
        );
        registry.register(
            "interaction_part_seconds",
            "What of that was spent on the rules, the store, pictures and requests to Discord",
            self.parts.clone(),
        );
    }
}

/// Metrics of parts other than the bot, registered on every request.
#[derive(Clone)]
pub struct MoreMetrics(Arc<dyn Fn(&mut Registry) + Send + Sync>);

impl MoreMetrics {
    /// Creates the metrics that `register` registers.
    pub fn new(register: impl Fn(&mut Registry) + Send + Sync + 'static) -> Self {
        Self(Arc::new(register))
    }

    /// Combines these metrics with more.
    pub fn and(self, more: Option<Self>) -> Self {
        match more {
            None => self,
            Some(more) => Self::new(move |registry| {
                self.register(registry);
                more.register(registry);
            }),
        }
    }

    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        (self.0)(registry);
    }
}

impl std::fmt::Debug for MoreMetrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MoreMetrics")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_and_the_log_hold_these_words() {
        let outcomes = [
            (AskedOutcome::Done, "done"),
            (AskedOutcome::Refused, "refused"),
            (AskedOutcome::Failed, "failed"),
            (AskedOutcome::Repeated, "repeated"),
            (AskedOutcome::Slow, "slow"),
            (AskedOutcome::TooFast, "too fast"),
            (AskedOutcome::TurnedAway, "turned away"),
            (AskedOutcome::Dropped, "dropped"),
            (AskedOutcome::Late, "late"),
            (AskedOutcome::Unanswered, "unanswered"),
        ];
        for (outcome, word) in outcomes {
            assert_eq!(outcome.name(), word);
        }
    }
}
