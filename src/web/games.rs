//! The page of all live games of a person.

use axum::response::Response;
use serde::Serialize;

use super::answers::failed;
use super::list::List;
use super::reader::{Reader, plain};
use super::shared::Shared;
use super::visit::Visit;
use crate::app::GameLine;
use crate::words::{Mentioned, PagePerson};

/// Games in the list: those that wait come first.
const SHOWN: usize = 100;

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
    let list = List {
        kind: "games",
        says: plain(&reader.words.games_count(lines.len(), None)),
        games: lines.iter().take(SHOWN).map(|line| reader.line(line)).collect(),
    };
    list.answer(shared, visit, with_texts)
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
