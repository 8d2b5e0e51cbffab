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
    may_check: bool,
    explodes: bool,
}

impl Conversion {
    /// True if the section has a royal king. If it has none, a commoner with the letter K becomes our king.
    ///
    /// A commoner whose loss ends the game, and which may not be left in check, is a king in all but name if
    /// there is only one.
    pub(super) fn take_royal_king(&mut self) -> bool {
        let is_royal = self.pieces.iter().any(|piece| piece.key == "king");
        let is_king = |piece: &&mut Piece| piece.letter == 'K' && piece.key == "commoner";
        let mut has_commoner = false;
        if !is_royal && let Some(king) = self.pieces.iter_mut().find(is_king) {
            "king".clone_into(&mut king.key);
            has_commoner = true;
        }
        if !self.flag("extinctionPseudoRoyal", false) {
            return is_royal;
        }
        let is = |value: Option<(String, usize)>, wanted: &str| {
            value.is_some_and(|(value, _)| value.eq_ignore_ascii_case(wanted))
        };
        let loses_by_king =
            is(self.value("extinctionPieceTypes"), "k") && is(self.value("extinctionValue"), "loss");
        let none_left = self.value("extinctionPieceCount").is_none_or(|(count, _)| count == "0");
        let stays_alone = self.letters("promotionPieceTypes").is_none_or(|(kinds, _)| !kinds.contains('K'));
        if has_commoner && loses_by_king && none_left && stays_alone {
            return true;
        }
        let line = self.line_of("extinctionPseudoRoyal");
        self.fault(
            line,
            "`extinctionPseudoRoyal` cannot be expressed but for a single king, k, whose loss loses the game.",
        );
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

    /// Reads the ends; `checks` are those that the start position says are left, and `pawn` is the letter of
    /// the pawn.
    pub(super) fn ends(&mut self, checks: Option<(u8, u8)>, pawn: Option<char>) -> Ends {
        let must_take = self.flag("mustCapture", false);
        let may_check = self.flag("checking", true);
        let explodes = self.flag("blastOnCapture", false);
        if let Some((_, line)) = self.letters("blastImmuneTypes").filter(|(kinds, _)| !kinds.is_empty())
            && explodes
        {
            self.fault(
                line,
                "`blastImmuneTypes`: pieces that survive their own captures cannot be expressed.",
            );
        }
        let is_pawn = |piece: &Piece| piece.key == "pawn" && Some(piece.letter) != pawn;
        if explodes && self.pieces.iter().any(is_pawn) {
            self.fault(self.line, "an explosion that spares other pieces than pawns cannot be expressed.");
        }
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
        Ends { no_moves, checks, extinction: self.extinction(), must_take, may_check, explodes }
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
    /// Returns the ends without that by the loss of the king: a royal king cannot be lost.
    pub(super) fn without_the_king(mut self) -> Self {
        self.extinction = self.extinction.filter(|(kinds, ..)| kinds != "K");
        self
    }

    /// Returns the pieces of which it must be known how many there are.
    pub(super) fn kinds(&self) -> &str {
        self.extinction.as_ref().map_or("", |(kinds, ..)| kinds)
    }

    /// Returns the sections of the file.
    pub(super) fn written(&self, royal: (bool, bool), pawn: Option<char>) -> String {
        let mut text = String::new();
        match royal {
            (true, true) => {}
            (true, false) => text += "\n[king]\nroyal = \"white\"\n",
            (false, true) => text += "\n[king]\nroyal = \"black\"\n",
            (false, false) => text += "\n[king]\nroyal = \"none\"\n",
        }
        if self.must_take || !self.may_check {
            text += "\n[moves]\n";
            if self.must_take {
                text += "must_take = true\n";
            }
            if !self.may_check {
                text += "may_check = false\n";
            }
        }
        if self.explodes {
            text += "\n[explosion]\n";
            text += &pawn.map(|pawn| format!("spares = \"{pawn}\"\n")).unwrap_or_default();
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
