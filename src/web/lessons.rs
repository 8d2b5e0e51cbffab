//! The page with all lessons and puzzles.

use axum::response::Response;
use serde::Serialize;

use super::answers::failed;
use super::list::List;
use super::reader::{Reader, plain};
use super::shared::Shared;
use super::visit::Visit;
use crate::app::{BoardAt, LearningAt, LearningLine};

/// The page's place in the address.
pub const LIST: &str = "lessons";

#[derive(Serialize)]
struct Line {
    name: String,
    lesson: Way,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles: Option<Way>,
    /// A board to try moves on.
    board: Way,
}

#[derive(Serialize)]
struct Way {
    /// The person's progress.
    says: String,
    /// The place to continue, if anything is left.
    at: Option<String>,
}

/// Returns the lessons and puzzles for the reader.
pub async fn state(shared: &Shared, visit: &Visit, with_texts: bool) -> Response {
    let reader = visit.reader;
    let lines = match shared.app.learning(reader.person).await {
        Ok(lines) => lines,
        Err(error) => return failed(reader.words, &error),
    };
    let list = List {
        kind: LIST,
        says: plain(&reader.words.lessons_ask()),
        over: Vec::new(),
        games: lines.iter().map(|line| reader.learning_line(line)).collect(),
    };
    list.answer(shared, visit, with_texts)
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
            board: Way {
                says: self.words.page_board_way(),
                at: Some(LearningAt::Board(BoardAt::start(line.lesson.game)).to_string()),
            },
            lesson: Way { says: plain(&lesson), at: Some(line.lesson_at().to_string()) },
            puzzles,
        }
    }
}
