//! The page of all lessons and puzzles, from which each is opened.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use serde::Serialize;

use super::answers::{failed, json};
use super::guard;
use super::reader::{Reader, plain};
use super::shared::Shared;
use super::visit::Visit;
use crate::app::LearningLine;

/// Its place in the address of a page of lessons and puzzles.
pub const LIST: &str = "lessons";

/// The list as a page shows it.
#[derive(Serialize)]
struct LessonList {
    kind: &'static str,
    says: String,
    games: Vec<Line>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct Line {
    name: String,
    lesson: Way,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles: Option<Way>,
}

#[derive(Serialize)]
struct Way {
    /// How far somebody is there.
    says: String,
    /// Where it leads, if there is anything left.
    at: Option<String>,
}

/// What whoever asks can learn.
pub async fn state(shared: &Shared, visit: &Visit, with_texts: bool) -> Response {
    let reader = visit.reader;
    let lines = match shared.app.learning(reader.person).await {
        Ok(lines) => lines,
        Err(error) => return failed(reader.words, &error),
    };
    let list = LessonList {
        kind: LIST,
        says: plain(&reader.words.lessons_ask()),
        games: lines.iter().map(|line| reader.learning_line(line)).collect(),
        words: with_texts.then(|| reader.words.page_texts().collect()),
    };
    (AppendHeaders(guard::keep(&shared.url, &visit.browser)), json(StatusCode::OK, &list)).into_response()
}

impl Reader {
    fn learning_line(self, line: &LearningLine) -> Line {
        let lesson = self.words.lesson_progress(&line.lesson);
        let puzzles = line.puzzles.map(|puzzles| Way {
            says: plain(&self.words.puzzle_count(puzzles.solved, puzzles.count)),
            at: puzzles.at().map(|at| at.to_string()),
        });
        Line {
            name: self.words.game(line.lesson.game),
            lesson: Way { says: plain(&lesson), at: Some(line.lesson_at().to_string()) },
            puzzles,
        }
    }
}
