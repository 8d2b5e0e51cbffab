//! The forgiving reader: what people type, matched against the legal moves. The list of choices asks the same matcher.

use std::fmt;

use super::moves::Move;
use super::notation::Notation;
use super::piece::Color;
use super::position::Position;
use super::reason::Reason;
use super::square::Square;

mod blame;
mod candidates;
mod find;
mod lexer;
mod pattern;
mod plain;
mod suggest;
pub use candidates::{Fit, Named, candidates, names_piece};
use find::{Found, find};

/// Longer texts are not moves.
const LONGEST: usize = 100;

/// Why a text was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// It is no move in any of the ways we read; the text, shortened.
    Unreadable(String),
    /// Several legal moves fit.
    Ambiguous(Vec<Move>),
    /// A second move was written behind this one, which could be played.
    OneAtATime(Move),
    /// It is a move, but not a legal one.
    Illegal(Reason),
}

impl ReadError {
    /// The sentence for the player.
    pub fn describe(&self, position: &Position) -> String {
        match self {
            Self::Unreadable(text) => {
                let how = format!("{}, or pick from the list", example(position));
                if text.is_empty() {
                    format!("Write a move like {how}.")
                } else {
                    format!("I can't read `{text}`; write it like {how}.")
                }
            }
            Self::Ambiguous(moves) => ambiguous_sentence(position, moves),
            Self::OneAtATime(mv) => {
                let san = Notation::new(position).unsigned(mv);
                format!("One move at a time: `{san}` now, the next one when it is your turn again.")
            }
            Self::Illegal(reason) if reason.is_question() => {
                format!("{}.", capital(&reason.describe(position)))
            }
            Self::Illegal(reason) => format!("Illegal: {}.", reason.describe(position)),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(text) => write!(f, "unreadable: {text}"),
            Self::Ambiguous(moves) => write!(f, "ambiguous: {moves:?}"),
            Self::OneAtATime(mv) => write!(f, "more than one move, the first of them {mv:?}"),
            Self::Illegal(reason) => write!(f, "illegal: {reason:?}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// A pawn's move and a piece's from the start of the game: `e2e4 or Nf3`.
fn example(position: &Position) -> String {
    let start = Position::start(position.variant());
    let notation = Notation::new(&start);
    let central = |mv: &&Move| suggest::off_centre(start.spec(), mv.to());
    let on_e = notation
        .moves()
        .iter()
        .filter(|mv| mv.kind().is_pawn() && mv.from().is_some_and(|at| at.file() == 4));
    let pawns = on_e.min_by_key(central).map(ToString::to_string);
    let knights = notation.moves().iter().filter(|mv| mv.kind() == super::piece::Kind::Knight);
    // Of two as central, the one towards the king's side, as in chess.
    let knights = knights.min_by_key(|mv| (central(mv), std::cmp::Reverse(mv.to())));
    let texts: Vec<String> = pawns.into_iter().chain(knights.map(|mv| notation.unsigned(mv))).collect();
    texts.join(" or ")
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

fn ambiguous_sentence(position: &Position, moves: &[Move]) -> String {
    let notation = Notation::new(position);
    let texts: Vec<String> = moves.iter().take(8).map(|mv| notation.unsigned(mv)).collect();
    let list = match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => texts.concat(),
    };
    let first = moves.first();
    let same =
        |of: fn(&Move) -> Square| moves.iter().all(|mv| first.is_some_and(|first| of(first) == of(mv)));
    let one_kind = moves.iter().all(|mv| first.is_some_and(|first| first.kind() == mv.kind()));
    match first {
        Some(mv) if mv.promotion().is_some() && same(Move::origin) && same(Move::to) => {
            format!("What does the {} become: {list}?", mv.kind())
        }
        Some(mv) if same(Move::to) && one_kind && !mv.is_castling() && !same(Move::origin) => {
            let origins = moves.iter().map(Move::origin).collect::<super::square::SquareSet>().len();
            let count = ["Several", "One", "Two", "Three", "Four"].get(origins).unwrap_or(&"Several");
            format!("{count} {}s reach {}: {list}?", mv.kind(), mv.to())
        }
        _ => format!("That could be several moves: {list}?"),
    }
}

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
        Found::Nothing(patterns) => {
            Err(blame::blame(&notation, &patterns, &plain).unwrap_or_else(|| unreadable(text)))
        }
    }
}

fn unreadable(text: &str) -> ReadError {
    let short: String = text.trim().chars().filter(|c| !c.is_control() && *c != '`').take(40).collect();
    ReadError::Unreadable(short)
}

/// The side a text such as `white` or `w` names.
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

#[cfg(test)]
mod tests;
