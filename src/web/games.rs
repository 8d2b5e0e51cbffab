//! The page with all live games of a person.

use axum::response::Response;
use serde::Serialize;

use super::answers::failed;
use super::list::List;
use super::reader::{Reader, plain};
use super::shared::Shared;
use super::visit::Visit;
use crate::app::GameLine;
use crate::game::Ending;
use crate::words::{Mentioned, PagePerson};

/// The number of live games in the list. Those waiting for the person come first.
const SHOWN: usize = 100;
/// The number of finished games in the list.
const OVER: u32 = 20;

#[derive(Serialize)]
struct Line {
    /// The place for the page's address.
    at: String,
    says: String,
    yours: bool,
    /// The side at the bottom of its board.
    side: &'static str,
    /// The board is redrawn when this changes.
    ply: u32,
}

/// Returns the live and recent games of the reader.
pub async fn state(shared: &Shared, visit: &Visit, with_texts: bool) -> Response {
    let reader = visit.reader;
    let lines = match shared.app.games(reader.person).await {
        Ok(lines) => lines,
        Err(error) => return failed(reader.words, &error),
    };
    let over = match shared.app.games_over(reader.person, OVER).await {
        Ok(over) => over,
        Err(error) => return failed(reader.words, &error),
    };
    // The list is the person's own page, so it names the opponents.
    let called = |line: &GameLine| {
        let name = line.opponent.filter(|_| line.level.is_none()).and_then(|who| shared.app.name_of(who));
        let who = if line.level.is_some() { PagePerson::Bot } else { PagePerson::Somebody };
        name.unwrap_or_else(|| reader.words.page_person(who))
    };
    let list = List {
        kind: "games",
        says: plain(&reader.words.games_count(lines.len(), None)),
        games: lines.iter().take(SHOWN).map(|line| reader.line(line, &called(line))).collect(),
        over: over.iter().map(|(line, ending)| reader.over(line, *ending, &called(line))).collect(),
    };
    list.answer(shared, visit, with_texts)
}

impl Line {
    fn new(line: &GameLine, says: &str) -> Self {
        Self {
            at: line.game.to_string(),
            says: plain(says),
            yours: false,
            side: line.side.slug(),
            ply: line.ply.0,
        }
    }
}

impl Reader {
    fn line(self, line: &GameLine, called: &str) -> Line {
        let line = &GameLine { away: line.away.filter(|until| *until > self.now), ..line.clone() };
        let naming = |what| self.against(called, what);
        let says = self.words.games_line(line, (self.person, true), None, &naming);
        Line { yours: line.your_turn && line.waits.is_none(), ..Line::new(line, &says) }
    }

    fn over(self, line: &GameLine, ending: Ending, called: &str) -> Line {
        let naming = |what| self.against(called, what);
        Line::new(line, &self.words.game_over_line(line, ending, self.person, &naming))
    }

    /// Formats a mention, with this name for the opponent.
    fn against(self, called: &str, what: Mentioned) -> String {
        match what {
            Mentioned::Person(_) => called.to_owned(),
            other => self.writes(other),
        }
    }
}
