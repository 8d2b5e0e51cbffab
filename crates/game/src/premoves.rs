//! Conditional moves: replies that a player has prepared for moves the opponent may play. Only that player may see them.
//!
//! They stand beside the log. A reply is stored with the move that it answers, in one change.

mod suggested;
mod typed;

pub use suggested::suggested;
pub use typed::{NotPrepared, prepare};

use super::{Ending, Event, Game};
use rules::{ByColor, Color, Line, Move};
use std::fmt;

/// The most replies that a player may prepare in one game.
pub const MOST_REPLIES: usize = 20;

/// The word that is stored in place of the moves when some were dropped.
const DROPPED: &str = "dropped";

/// A move of the opponent and the reply to it, each as the log writes moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedReply {
    /// The opponent's move.
    pub when: String,
    /// The reply to it.
    pub reply: String,
}

/// Successive replies: each answers the opponent's move after the reply before.
pub type PreparedLine = Vec<PreparedReply>;

/// What the players of a game have prepared. The side to move has nothing prepared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Premoves {
    /// The lines of each side. No two lines of a side begin with the same move.
    lines: ByColor<Vec<PreparedLine>>,
    /// Whether prepared moves of a side were dropped and its player has not been told.
    dropped: ByColor<bool>,
}

/// What an action does to the prepared moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The prepared moves that remain.
    pub left: Premoves,
    /// The reply to play at once.
    pub reply: Option<Move>,
}

/// The player may not prepare this many replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyReplies;

impl Premoves {
    /// Reads the stored form. Rows that are not understood are ignored.
    pub fn read(text: &str) -> Self {
        let mut all = Self::default();
        for row in text.lines() {
            let mut words = row.split(' ');
            let Some(side) = words.next().and_then(Color::from_text) else { continue };
            let moves: Vec<&str> = words.collect();
            if moves == [DROPPED] {
                all.dropped[side] = true;
            } else if !moves.is_empty() && moves.len().is_multiple_of(2) {
                let reply = |pair: &[&str]| PreparedReply { when: pair[0].into(), reply: pair[1].into() };
                all.lines[side].push(moves.chunks(2).map(reply).collect());
            }
        }
        all
    }

    /// The stored form; none if there is nothing to store.
    pub fn text(&self) -> Option<String> {
        let text = self.to_string();
        (!text.is_empty()).then_some(text)
    }

    /// The lines of a side.
    pub fn of(&self, side: Color) -> &[PreparedLine] {
        &self.lines[side]
    }

    /// Whether moves of this side were dropped and its player has not been told.
    pub fn was_dropped(&self, side: Color) -> bool {
        self.dropped[side]
    }

    /// The same once the player has been told.
    #[must_use]
    pub fn told(mut self, side: Color) -> Self {
        self.dropped[side] = false;
        self
    }

    /// The same with another line, which replaces the one that begins with the same move.
    ///
    /// # Errors
    /// The side would have more than [`MOST_REPLIES`] prepared; nothing has changed.
    pub fn with(mut self, side: Color, line: PreparedLine) -> Result<Self, TooManyReplies> {
        let lines = &mut self.lines[side];
        lines.retain(|other| other.first().map(|first| &first.when) != line.first().map(|first| &first.when));
        lines.push(line);
        if lines.iter().map(Vec::len).sum::<usize>() > MOST_REPLIES {
            return Err(TooManyReplies);
        }
        self.dropped[side] = false;
        Ok(self)
    }

    /// The same with nothing prepared for this side.
    #[must_use]
    pub fn without(mut self, side: Color) -> Self {
        self.lines[side].clear();
        self.told(side)
    }

    /// What these events, which have led to `after`, do to the prepared moves.
    pub fn met(&self, after: &Game, events: &[Event]) -> Met {
        let mut left = self.clone();
        let mut reply = None;
        if after.ending.is_some() {
            return Met { left: Self::default(), reply };
        }
        for event in events {
            match event {
                Event::Moved(mv) => {
                    // The side that just moved keeps nothing prepared.
                    left.drop_lines(after.turn().other());
                    reply = left.answer(after, *mv);
                }
                Event::TakenBack(_) => Color::BOTH.into_iter().for_each(|side| left.drop_lines(side)),
                _ => {}
            }
        }
        Met { left, reply }
    }

    /// The reply of the side to move to what was just played. The rest of its line stays; its other lines are dropped.
    fn answer(&mut self, after: &Game, played: Move) -> Option<Move> {
        let (side, played) = (after.turn(), played.to_string());
        let begins = |line: &PreparedLine| line.first().is_some_and(|first| first.when == played);
        let Some(at) = self.lines[side].iter().position(begins) else {
            self.drop_lines(side);
            return None;
        };
        let mut line = self.lines[side].swap_remove(at);
        let Some(reply) = after.line.position().legal_move(&line.remove(0).reply) else {
            // This can only happen after the rules have changed.
            self.drop_lines(side);
            return None;
        };
        self.lines[side] = if line.is_empty() { Vec::new() } else { vec![line] };
        Some(reply)
    }

    fn drop_lines(&mut self, side: Color) {
        self.dropped[side] |= !self.lines[side].is_empty();
        self.lines[side].clear();
    }
}

/// The stored form: one row for each line, such as `white e7e5 g1f3 b8c6 f1c4`, or `black dropped`.
impl fmt::Display for Premoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        for side in Color::BOTH {
            rows.extend(self.dropped[side].then(|| format!("{} {DROPPED}", side.slug())));
            rows.extend(self.lines[side].iter().map(|line| {
                let moves = line.iter().map(|one| format!(" {} {}", one.when, one.reply));
                format!("{}{}", side.slug(), moves.collect::<String>())
            }));
        }
        f.write_str(&rows.join("\n"))
    }
}

/// The events of playing a move that is known to be legal.
pub(super) fn played(line: &Line, mv: Move) -> Vec<Event> {
    let mut line = line.clone();
    if line.play(mv).is_err() {
        return Vec::new();
    }
    let ended = line.termination().map(|how| Event::Ended(Ending::Played(how)));
    [Event::Moved(mv)].into_iter().chain(ended).collect()
}

impl Game {
    /// The events of playing a prepared reply or the bot's move: the move, and the end if it brings one.
    pub fn answered_by(&self, reply: Move) -> Vec<Event> {
        played(&self.line, reply)
    }
}
