//! A page that lists others: all games of a person, or all lessons and puzzles.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use serde::Serialize;

use super::answers::json;
use super::guard;
use super::shared::Shared;
use super::visit::Visit;

/// The list as a page shows it.
#[derive(Serialize)]
pub struct List<L> {
    pub kind: &'static str,
    pub says: String,
    pub games: Vec<L>,
    /// Finished games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<L>,
}

#[derive(Serialize)]
struct Told<L> {
    #[serde(flatten)]
    list: List<L>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<BTreeMap<String, String>>,
}

impl<L: Serialize> List<L> {
    /// Builds the response for a page. `with_texts`: includes the page's own texts.
    pub fn answer(self, shared: &Shared, visit: &Visit, with_texts: bool) -> Response {
        let words = with_texts.then(|| visit.reader.words.page_texts().collect());
        let told = json(StatusCode::OK, &Told { list: self, words });
        (AppendHeaders(guard::keep(&shared.url, &visit.browser)), told).into_response()
    }
}
