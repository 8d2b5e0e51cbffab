//! The forgiving reader: matches typed text against the legal moves. Autocompletion uses the same matcher, so
//! its list and the reader cannot disagree.

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

/// The longest text in characters that is read as a move.
const LONGEST: usize = 100;

/// Why a text was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The text, shortened here, is not a move in any known notation.
    Unreadable(String),
    /// Several legal moves match.
    Ambiguous(Vec<Move>),
    /// This move is legal, but a second move follows it.
    OneAtATime(Move),
    /// It is a move, but not a legal one, for this reason.
    Illegal(Reason),
}

/// For logs only; players see the texts of the bot's `words` crate.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for ReadError {}

/// Reads a typed move: canonical text, SAN, words, and mixtures of these.
///
/// # Errors
/// A [`ReadError`] that distinguishes unreadable, ambiguous and illegal texts.
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

/// Reads a move as this crate writes it: canonical text or SAN, with or without signs.
///
/// For text typed by a player use [`read_move`], which understands more and explains refusals.
pub fn read_written(position: &PositionOf<'_>, text: &str) -> Option<Move> {
    NotationOf::new(position).written(&plain::plain(text))
}

fn unreadable(text: &str) -> ReadError {
    let short: String = text.trim().chars().filter(|c| *c != '`').take(40).collect();
    ReadError::Unreadable(short)
}

/// Parsing of colour names.
impl Color {
    /// Parses `white`, `black`, `w`, `b` in any case.
    pub fn from_text(text: &str) -> Option<Self> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Some(Self::White),
            "black" | "b" => Some(Self::Black),
            _ => None,
        }
    }
}
