//! The forgiving reader: it matches what people type against the legal moves. Autocompletion uses the same matcher.
//!
//! What the matcher finds is played, asked about, or offered first in the list of choices. So the list and the reader cannot differ.

use std::fmt;

use super::notation::{Notation, NotationOf};
use crate::board::piece::Color;
use crate::board::position::{Position, PositionOf};
use crate::explain::reason::Reason;
use crate::movegen::moves::Move;

mod alone;
mod blame;
mod candidates;
mod capital;
mod examples;
mod find;
mod lexer;
mod pattern;
mod plain;
mod suggest;
mod vocabulary;
use alone::named_alone;
pub use candidates::{Fit, Named, candidates, names_drop, names_piece};
pub use examples::{example_replies, examples};
use find::{Found, find};

/// The most characters a move can have; longer texts are not read.
const LONGEST: usize = 100;

/// Why a text was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The text, here shortened, is no move in any notation we read.
    Unreadable(String),
    /// Several legal moves fit.
    Ambiguous(Vec<Move>),
    /// A second move follows this one, which is legal.
    OneAtATime(Move),
    /// It is a move, but not a legal one, for this reason.
    Illegal(Reason),
}

/// For logs; the `words` of the bot are what a player reads.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for ReadError {}

/// Reads a move the way people type it: canonical text, SAN, words, and much in between.
///
/// # Errors
/// [`ReadError`] tells unreadable, ambiguous and illegal texts apart; nothing is changed by any of them.
pub fn read_move(position: &Position, text: &str) -> Result<Move, ReadError> {
    let plain = plain::plain(text);
    if plain.is_empty() || plain.chars().count() > LONGEST {
        return Err(unreadable(text));
    }
    let notation = Notation::new(position);
    match find(&notation, &plain) {
        Found::One(mv) => Ok(mv),
        Found::Several(moves) => Err(ReadError::Ambiguous(moves)),
        Found::Refused(reason) => Err(ReadError::Illegal(reason)),
        Found::Nothing(patterns) => {
            let blamed = blame::blame(&notation, &patterns, &plain);
            let asked = || named_alone(&notation, &plain).map(ReadError::Illegal);
            Err(blamed.or_else(asked).unwrap_or_else(|| unreadable(text)))
        }
    }
}

/// Reads a move as this crate writes it: canonical text or SAN, with or without signs. Of a text that people type, [`read_move`] understands
/// more, and says why it is no move.
pub fn read_written(position: &PositionOf<'_>, text: &str) -> Option<Move> {
    NotationOf::new(position).written(&plain::plain(text))
}

fn unreadable(text: &str) -> ReadError {
    let short: String = text.trim().chars().filter(|c| *c != '`').take(40).collect();
    ReadError::Unreadable(short)
}

/// Colours by name.
impl Color {
    /// Reads `white`, `black`, `w`, `b` in any case.
    pub fn from_text(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Some(Self::White),
            "black" | "b" => Some(Self::Black),
            _ => None,
        }
    }
}
