//! Converts which kings are royal, what must be captured, and the ends of the game.

use super::pieces::Piece;
use super::{Conversion, short};

/// The value of a key that says how a game ends for the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Win,
    Draw,
    Loss,
}

/// The ends of a section.
#[derive(Default)]
pub(super) struct Ends {
    /// The word for `no_moves`.
    no_moves: Option<&'static str>,
    pub(super) checks: Option<u8>,
    /// The pieces, their number, and the word for `side`.
    extinction: Option<(String, u8, &'static str)>,
    must_take: bool,
}

impl Conversion {
    /// True if the section has a royal king. If it has none, a commoner with the letter K becomes our king,
    /// which is not royal then.
    pub(super) fn take_royal_king(&mut self) -> bool {
        let is_royal = self.pieces.iter().any(|piece| piece.key == "king");
        let is_king = |piece: &&mut Piece| piece.letter == 'K' && piece.key == "commoner";
        if !is_royal && let Some(king) = self.pieces.iter_mut().find(is_king) {
            "king".clone_into(&mut king.key);
        }
        is_royal
    }

    fn result(&mut self, key: &'static str) -> Option<Value> {
        let (value, line) = self.value(key)?;
        match value.as_str() {
            "win" => Some(Value::Win),
            "draw" => Some(Value::Draw),
            "loss" => Some(Value::Loss),
            "none" => None,
            _ => {
                self.fault(
                    line,
                    format!("`{key}` must be win, draw, loss or none, not `{}`.", short(&value)),
                );
                None
            }
        }
    }

    /// Reads the ends; `checks` are those that the start position says are left.
    pub(super) fn ends(&mut self, checks: Option<(u8, u8)>) -> Ends {
        let must_take = self.flag("mustCapture", false);
        let counts = self.flag("checkCounting", false);
        let no_moves = match self.result("stalemateValue") {
            Some(Value::Win) => Some("wins"),
            Some(Value::Loss) => Some("loses"),
            Some(Value::Draw) | None => None,
        };
        let checks = match (counts, checks) {
            (true, Some((white, black))) => Some(white.max(black)),
            (true, None) => {
                self.fault(self.start_line, "`startFen` must say the checks to give, such as 3+3.");
                None
            }
            (false, Some(_)) => {
                self.fault(
                    self.start_line,
                    "`startFen` says checks to give, and `checkCounting` is not true.",
                );
                None
            }
            (false, None) => None,
        };
        Ends { no_moves, checks, extinction: self.extinction(), must_take }
    }

    fn extinction(&mut self) -> Option<(String, u8, &'static str)> {
        let kinds = self.value("extinctionPieceTypes");
        let count = self.value("extinctionPieceCount");
        let side = match self.result("extinctionValue")? {
            Value::Win => "wins",
            Value::Loss => "loses",
            Value::Draw => {
                let line = self.line_of("extinctionValue");
                self.fault(line, "`extinctionValue = draw` cannot be expressed.");
                return None;
            }
        };
        let at_most = match count {
            None => 0,
            Some((count, line)) => count.parse().unwrap_or_else(|_| {
                self.fault(
                    line,
                    format!("`extinctionPieceCount` must be a number, not `{}`.", short(&count)),
                );
                0
            }),
        };
        let kinds = match kinds.as_ref().map(|(kinds, _)| kinds.as_str()) {
            Some("*") => String::new(),
            Some(kinds) => kinds.chars().filter(char::is_ascii_alphabetic).collect(),
            None => return None,
        };
        Some((kinds.to_ascii_uppercase(), at_most, side))
    }
}

impl Ends {
    /// Returns the pieces of which it must be known how many there are.
    pub(super) fn kinds(&self) -> &str {
        self.extinction.as_ref().map_or("", |(kinds, ..)| kinds)
    }

    /// Returns the sections of the file.
    pub(super) fn written(&self, is_royal: bool) -> String {
        let mut text = String::new();
        if !is_royal {
            text += "\n[king]\nroyal = \"none\"\n";
        }
        if self.must_take {
            text += "\n[moves]\nmust_take = true\n";
        }
        if self.no_moves.is_some() || self.checks.is_some() {
            text += "\n[ends]\n";
            if let Some(result) = self.no_moves {
                text += &format!("no_moves = {result:?}\n");
            }
            if let Some(checks) = self.checks {
                text += &format!("checks = {checks}\n");
            }
        }
        if let Some((kinds, at_most, side)) = &self.extinction {
            let kinds = if kinds.is_empty() { "all" } else { kinds };
            text += &format!("\n[extinction]\npieces = {kinds:?}\nat_most = {at_most}\nside = {side:?}\n");
        }
        text
    }
}
