//! Conditional moves: replies that a player has prepared for possible moves of the opponent. Only that player
//! may see them.
//!
//! They are stored next to the log. A played reply is stored in one transaction with the move that it
//! answers.

mod suggested;
mod typed;

pub use suggested::suggested;
pub use typed::{NotPrepared, prepare, prepare_next};

use super::{Ending, Event, Game};
use rules::{ByColor, Color, Line, Move, Position, Square};
use std::fmt;

/// The most replies that a player may prepare in one game.
pub const MOST_REPLIES: usize = 20;

/// Stored in place of the opponent's move for a reply to any move.
const ANY: &str = "*";

/// Stored in place of the moves if some were dropped.
const DROPPED: &str = "dropped";

/// An opponent's move and the reply to it, both as written in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedReply {
    /// The opponent's move; `None` for any move.
    pub when: Option<String>,
    /// The prepared reply.
    pub reply: String,
}

/// Successive replies: each answers the opponent's move after the previous reply.
pub type PreparedLine = Vec<PreparedReply>;

/// The conditional moves of both players. The side to move has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Premoves {
    /// The lines of each side. No two lines of a side begin with the same move.
    lines: ByColor<Vec<PreparedLine>>,
    /// Whether prepared moves of a side were dropped and its player has not been notified yet.
    dropped: ByColor<bool>,
}

/// The effect of an action on the prepared moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The prepared moves that remain.
    pub left: Premoves,
    /// The reply to play immediately.
    pub reply: Option<Move>,
}

/// The error for more than `MOST_REPLIES` replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyReplies;

impl Premoves {
    /// Parses the stored form. Rows that are not understood are ignored.
    pub fn read(text: &str) -> Self {
        let mut all = Self::default();
        for row in text.lines() {
            let mut words = row.split(' ');
            let Some(side) = words.next().and_then(Color::from_text) else { continue };
            let moves: Vec<&str> = words.collect();
            if moves == [DROPPED] {
                all.dropped[side] = true;
            } else if !moves.is_empty() && moves.len().is_multiple_of(2) {
                let when = |text: &str| (text != ANY).then(|| text.to_owned());
                let reply = |pair: &[&str]| PreparedReply { when: when(pair[0]), reply: pair[1].into() };
                all.lines[side].push(moves.chunks(2).map(reply).collect());
            }
        }
        all
    }

    /// Returns the stored form; `None` if there is nothing to store.
    pub fn text(&self) -> Option<String> {
        let text = self.to_string();
        (!text.is_empty()).then_some(text)
    }

    /// Returns the lines of a side.
    pub fn of(&self, side: Color) -> &[PreparedLine] {
        &self.lines[side]
    }

    /// True if moves of this side were dropped and its player has not been notified yet.
    pub fn was_dropped(&self, side: Color) -> bool {
        self.dropped[side]
    }

    /// Marks the player as notified.
    #[must_use]
    pub fn told(mut self, side: Color) -> Self {
        self.dropped[side] = false;
        self
    }

    /// Adds a line, replacing the one that begins with the same move.
    ///
    /// # Errors
    /// `TooManyReplies` if the side would have more than [`MOST_REPLIES`]; nothing has changed.
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

    /// Removes all prepared moves of this side.
    #[must_use]
    pub fn without(mut self, side: Color) -> Self {
        self.lines[side].clear();
        self.told(side)
    }

    /// Returns the effect of these events, which have led to `after`, on the prepared moves.
    pub fn met(&self, after: &Game, events: &[Event]) -> Met {
        let mut left = self.clone();
        let mut reply = None;
        if after.ending.is_some() {
            return Met { left: Self::default(), reply };
        }
        for event in events {
            match event {
                Event::Moved(mv) => {
                    // The side that just moved keeps no prepared moves.
                    left.drop_lines(after.turn().other());
                    reply = left.answer(after, *mv);
                }
                Event::TakenBack(_) => Color::BOTH.into_iter().for_each(|side| left.drop_lines(side)),
                _ => {}
            }
        }
        Met { left, reply }
    }

    /// Returns the reply of the side to move to the last move. Keeps the rest of its line and drops the
    /// others.
    fn answer(&mut self, after: &Game, played: Move) -> Option<Move> {
        let (side, played) = (after.turn(), played.to_string());
        let lines = &self.lines[side];
        let find = |when: Option<&str>| {
            lines.iter().position(|line| line.first().is_some_and(|first| first.when.as_deref() == when))
        };
        // A reply to this particular move takes precedence over one to any move.
        let Some(at) = find(Some(&played)).or_else(|| find(None)) else {
            self.drop_lines(side);
            return None;
        };
        let mut line = self.lines[side].swap_remove(at);
        let Some(reply) = after.line.position().legal_move(&line.remove(0).reply) else {
            // The reply was prepared for any move, but is illegal after this one.
            self.lines[side].clear();
            self.dropped[side] = true;
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

/// Returns the possible next replies to any move of the opponent, each with a position in which it is legal.
///
/// `kept` are the replies played before it. It is the opponent's turn in `line`.
pub fn replies_to_any(line: &Line, kept: &[PreparedReply], from: Option<Square>) -> Vec<(Position, Move)> {
    let mut line = line.clone();
    if kept.iter().any(|one| follow(&mut line, one).is_none()) {
        return Vec::new();
    }
    let mut found: Vec<(Position, Move)> = Vec::new();
    for after in after_any(&line) {
        let own = after.position().legal_moves().into_iter().filter(|mv| mv.from() == from);
        for mv in own {
            if !found.iter().any(|(_, other)| other.to_string() == mv.to_string()) {
                found.push((*after.position(), mv));
            }
        }
    }
    found
}

/// Plays a prepared reply after the move that it answers, or after one that allows it.
///
/// Returns the reply with the position before it, if it is legal.
pub fn follow(line: &mut Line, one: &PreparedReply) -> Option<(Position, Move)> {
    let before = match &one.when {
        Some(when) => {
            line.play_text(when).ok()?;
            line.clone()
        }
        None => {
            after_any(line).into_iter().find(|after| after.position().legal_move(&one.reply).is_some())?
        }
    };
    *line = before;
    let position = *line.position();
    let reply = line.play_text(&one.reply).ok()?;
    Some((position, reply))
}

/// Returns the line after each legal move that does not end the game, non-captures first.
fn after_any(line: &Line) -> Vec<Line> {
    let mut moves = line.position().legal_moves();
    moves.sort_by_key(|mv| mv.victims().iter().count());
    let after = |mv: Move| {
        let mut after = line.clone();
        after.play(mv).ok()?;
        after.termination().is_none().then_some(after)
    };
    moves.into_iter().filter_map(after).collect()
}

/// Writes the stored form: one row for each line.
///
/// For example `white e7e5 g1f3 b8c6 f1c4`, or `black dropped`.
impl fmt::Display for Premoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        for side in Color::BOTH {
            rows.extend(self.dropped[side].then(|| format!("{} {DROPPED}", side.slug())));
            rows.extend(self.lines[side].iter().map(|line| {
                let when = |one: &PreparedReply| one.when.clone().unwrap_or_else(|| ANY.to_owned());
                let moves = line.iter().map(|one| format!(" {} {}", when(one), one.reply));
                format!("{}{}", side.slug(), moves.collect::<String>())
            }));
        }
        f.write_str(&rows.join("\n"))
    }
}

/// Returns the events of playing a move that is known to be legal.
pub(super) fn played(line: &Line, mv: Move) -> Vec<Event> {
    let mut line = line.clone();
    if line.play(mv).is_err() {
        return Vec::new();
    }
    let ended = line.termination().map(|how| Event::Ended(Ending::Played(how)));
    [Event::Moved(mv)].into_iter().chain(ended).collect()
}

impl Game {
    /// Returns the events of playing a prepared reply or the bot's move: the move, and the end if it causes
    /// one.
    pub fn answered_by(&self, reply: Move) -> Vec<Event> {
        played(&self.line, reply)
    }
}
