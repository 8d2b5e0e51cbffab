//! Conditional moves: replies that a player has prepared for moves the opponent may play. They are for that player's eyes alone.

mod typed;

pub use typed::{NotPrepared, prepare};

use super::{Ending, Event, Game};
use rules::{ByColor, Color, Line, Move};
use std::fmt;

/// As many replies may a player have prepared in one game.
pub const MOST_REPLIES: usize = 20;

/// The word that stands in the place of moves where some were dropped.
const DROPPED: &str = "dropped";

/// A move of the opponent and the reply to it, as the log has moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedReply {
    /// What the opponent may play.
    pub when: String,
    /// What is played then.
    pub reply: String,
}

/// Replies one after another: each answers what the opponent plays after the one before.
pub type PreparedLine = Vec<PreparedReply>;

/// What the players of a game have prepared. Of whoever is to move there is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Premoves {
    /// The lines of each side; no two of a side begin with the same move.
    lines: ByColor<Vec<PreparedLine>>,
    /// What a side had prepared was dropped, and its player has not been told.
    dropped: ByColor<bool>,
}

/// What becomes of prepared moves by an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// What is left of them.
    pub left: Premoves,
    /// The reply that is played at once.
    pub reply: Option<Move>,
}

/// There is no room for so many replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyReplies;

impl Premoves {
    /// As they are stored; what is not understood counts as not there.
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

    /// As they are stored; none: there is nothing.
    pub fn text(&self) -> Option<String> {
        let text = self.to_string();
        (!text.is_empty()).then_some(text)
    }

    /// The lines of a side.
    pub fn of(&self, side: Color) -> &[PreparedLine] {
        &self.lines[side]
    }

    /// Whether something of this side was dropped of which its player has not been told.
    pub fn was_dropped(&self, side: Color) -> bool {
        self.dropped[side]
    }

    /// The same once the player of this side has been told.
    #[must_use]
    pub fn told(mut self, side: Color) -> Self {
        self.dropped[side] = false;
        self
    }

    /// The same with a line more, in the place of one that begins with the same move.
    ///
    /// # Errors
    /// When its side has prepared too much; nothing has changed.
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

    /// The same without anything of this side.
    #[must_use]
    pub fn without(mut self, side: Color) -> Self {
        self.lines[side].clear();
        self.told(side)
    }

    /// What becomes of them by these events, which have led to `after`.
    pub fn met(&self, after: &Game, events: &[Event]) -> Met {
        let mut left = self.clone();
        let mut reply = None;
        if after.ending.is_some() {
            return Met { left: Self::default(), reply };
        }
        for event in events {
            match event {
                Event::Moved(mv) => {
                    // Who was to move before can have nothing.
                    left.drop_lines(after.turn().other());
                    reply = left.answer(after, *mv);
                }
                Event::TakenBack(_) => Color::BOTH.into_iter().for_each(|side| left.drop_lines(side)),
                _ => {}
            }
        }
        Met { left, reply }
    }

    /// The reply of the side to move to what was just played; the rest of its line stays, the other lines go.
    fn answer(&mut self, after: &Game, played: Move) -> Option<Move> {
        let (side, played) = (after.turn(), played.to_string());
        let begins = |line: &PreparedLine| line.first().is_some_and(|first| first.when == played);
        let Some(at) = self.lines[side].iter().position(begins) else {
            self.drop_lines(side);
            return None;
        };
        let mut line = self.lines[side].swap_remove(at);
        let Some(reply) = after.line.position().legal_move(&line.remove(0).reply) else {
            // Only rules that have changed since can come to that.
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

/// The stored form: `white e7e5 g1f3 b8c6 f1c4`, a row for each line; `black dropped`.
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

/// What it is to play a move that is known to be legal.
pub(super) fn played(line: &Line, mv: Move) -> Vec<Event> {
    let mut line = line.clone();
    if line.play(mv).is_err() {
        return Vec::new();
    }
    let ended = line.termination().map(|how| Event::Ended(Ending::Played(how)));
    [Event::Moved(mv)].into_iter().chain(ended).collect()
}

impl Game {
    /// What happens when a reply is played that was prepared, or is the bot's: the move, and the end if it brings one.
    pub fn answered_by(&self, reply: Move) -> Vec<Event> {
        played(&self.line, reply)
    }
}
