//! What is counted about pages, as Prometheus metrics.

use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::Response;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::limits::PageLimits;
use super::shared::Serves;

/// The bounds of the buckets, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct AnswerLabels {
    /// What was asked for.
    what: &'static str,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct WhatLabel {
    what: &'static str,
}

/// What was answered to pages since the start of the process.
#[derive(Clone, Debug)]
pub struct PageMetrics {
    answers: Family<AnswerLabels, Counter>,
    took: Family<WhatLabel, Histogram, fn() -> Histogram>,
}

impl Default for PageMetrics {
    fn default() -> Self {
        let seconds: fn() -> Histogram = || Histogram::new(SECONDS);
        Self { answers: Family::default(), took: Family::new_with_constructor(seconds) }
    }
}

impl PageMetrics {
    fn count(&self, what: &'static str, status: StatusCode, took: Duration) {
        self.answers.get_or_create(&AnswerLabels { what, status: status.as_u16() }).inc();
        self.took.get_or_create(&WhatLabel { what }).observe(took.as_secs_f64());
    }

    /// Registers the metrics.
    pub(super) fn register(&self, limits: &PageLimits, registry: &mut Registry) {
        registry.register("page_answers", "Answers to pages in browsers", self.answers.clone());
        registry.register("page_answer_seconds", "From a page's request to its answer", self.took.clone());
        let streams = ConstGauge::new(i64::from(limits.streams_open()));
        registry.register("page_streams", "Pages that are told at once what is new", streams);
    }
}

/// Counts an answer by what was asked for: the last part of its address.
pub async fn count(State(serves): State<Serves>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let what = asked(request.uri().path());
    let response = next.run(request).await;
    serves.metrics.count(what, response.status(), begun.elapsed());
    response
}

/// A word for what was asked for. An address that a stranger makes up gets none of its own.
fn asked(path: &str) -> &'static str {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        [""] | ["g", _] => "page",
        ["link"] => "link",
        ["g", _, "state"] => "state",
        ["g", _, "why"] => "why",
        ["g", _, "act"] => "act",
        ["g", _, "events"] => "events",
        ["g", _, _] => "other",
        _ => "file",
    }
}
