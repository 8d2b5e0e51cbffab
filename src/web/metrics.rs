//! Prometheus metrics of the pages.

use std::time::Duration;

use axum::http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use strum::IntoStaticStr;

use super::limits::PageLimits;

/// The bounds of the histogram's buckets, in seconds.
const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// The kind of a request, by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum PageAsked {
    Page,
    Link,
    State,
    Why,
    Ways,
    /// The rules of a game, in words.
    Rules,
    /// A picture of the rules.
    Picture,
    /// Tried moves, and the best line from there.
    Try,
    Act,
    Analysis,
    Events,
    /// Any other path of a page.
    Other,
    /// A static file, or an unknown path.
    File,
}

impl PageAsked {
    /// Returns the kind of request for a path.
    pub fn of(path: &str) -> Self {
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        match parts[..] {
            [""] | ["g", _] => Self::Page,
            ["link"] | ["g", _, "link"] => Self::Link,
            ["g", _, "state"] => Self::State,
            ["g", _, "why"] => Self::Why,
            ["g", _, "ways"] => Self::Ways,
            ["g", _, "rules"] => Self::Rules,
            ["g", _, "picture"] => Self::Picture,
            ["g", _, "try" | "line"] => Self::Try,
            ["g", _, "act"] => Self::Act,
            ["g", _, "analysis"] => Self::Analysis,
            ["g", _, "events"] => Self::Events,
            ["g", _, _] => Self::Other,
            _ => Self::File,
        }
    }
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct AnswerLabels {
    /// The kind of request.
    what: &'static str,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct WhatLabel {
    what: &'static str,
}

/// Counts of responses since the start of the process.
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
    /// Counts a response.
    pub fn count(&self, asked: PageAsked, status: StatusCode, took: Duration) {
        let what = asked.into();
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
