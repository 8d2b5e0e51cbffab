//! The page of all live games of a person.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use serde::Serialize;

use super::answers::{failed, json};
use super::guard;
use super::reader::{Reader, plain};
use super::shared::Shared;
use super::visit::Visit;
use crate::app::GameLine;
use crate::words::{Mentioned, PagePerson};

/// Games in the list: those that wait come first.
const SHOWN: usize = 100;

/// The list as a page shows it.
#[derive(Serialize)]
struct GameList {
    kind: &'static str,
    says: String,
    games: Vec<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct Line {
    /// Where it is: the address of its page has it.
    at: String,
    says: String,
    yours: bool,
}

/// The live games of whoever asks.
pub async fn state(shared: &Shared, visit: &Visit, with_texts: bool) -> Response {
    let reader = visit.reader;
    let lines = match shared.app.games(reader.person).await {
        Ok(lines) => lines,
        Err(error) => return failed(reader.words, &error),
    };
    let list = GameList {
        kind: "games",
        says: plain(&reader.words.games_count(lines.len(), None)),
        games: lines.iter().take(SHOWN).map(|line| reader.line(line)).collect(),
        words: with_texts.then(|| reader.words.page_texts().collect()),
    };
    (AppendHeaders(guard::keep(&shared.url, &visit.browser)), json(StatusCode::OK, &list)).into_response()
}

impl Reader {
    fn line(self, line: &GameLine) -> Line {
        let line = &GameLine { away: line.away.filter(|until| *until > self.now), ..line.clone() };
        let who = if line.level.is_some() { PagePerson::Bot } else { PagePerson::Somebody };
        let naming = |what| match what {
            Mentioned::Person(_) => self.words.page_person(who),
            other => self.writes(other),
        };
        Line {
            at: line.game.to_string(),
            says: plain(&self.words.games_line(line, (self.person, true), None, &naming)),
            yours: line.your_turn && line.waits.is_none(),
        }
    }
}
