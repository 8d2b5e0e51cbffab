//! Finds the moves that match a half-typed text, for autocompletion.

use super::LONGEST;
use super::find::{Found, find, order};
use super::plain::plain;
use super::suggest::suggestions;
use super::vocabulary::label;
use crate::board::piece_type::{NINJA_PAWN, PieceType};
use crate::board::position::Position;
use crate::board::square::Square;
use crate::movegen::moves::Move;
use crate::notation::Notation;

/// How well a move matches a text, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Fit {
    /// The move that [`super::read_move`] plays.
    Played,
    /// One of the moves among which [`super::read_move`] asks the player to choose.
    Meant,
    /// One of its notations begins with the text.
    Prefix,
    /// Every word of the text is a prefix of one of the move's words.
    Words,
}

/// Words that do not help to identify the move.
const FILLERS: [&str; 8] = ["to", "on", "at", "the", "with", "from", "and", "moves"];

/// Returns the legal moves that match the typed text, by [`Fit`], captures first within each.
///
/// With nothing typed, returns all legal moves: captures of a checking piece, captures, checks, then every
/// piece in turn.
pub fn candidates(notation: &Notation<'_>, text: &str) -> Vec<(Fit, Move)> {
    let plain = plain(text);
    if plain.is_empty() {
        return suggestions(notation).into_iter().map(|mv| (Fit::Words, mv)).collect();
    }
    if plain.chars().count() > LONGEST {
        return Vec::new();
    }
    let (played, meant) = match find(notation, &plain) {
        Found::One(mv) => (Some(mv), Vec::new()),
        Found::Several(moves) => (None, moves),
        Found::Refused(_) | Found::Nothing(_) => (None, Vec::new()),
    };
    let typed = Typed::read(&plain);
    let mut found: Vec<_> = notation
        .moves()
        .iter()
        .filter_map(|mv| {
            let place = meant.iter().position(|one| one == mv);
            let fit = if played == Some(*mv) {
                Fit::Played
            } else if place.is_some() {
                Fit::Meant
            } else {
                typed.fit(notation, mv)?
            };
            Some(((fit, place, !mv.is_capture(), order(mv)), *mv))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|((fit, ..), mv)| (fit, mv)).collect()
}

/// Returns how a text names this piece without a target: by its square, its letter and square, or its name.
///
/// For such a piece of the side to move, the list of choices can say why it cannot move.
pub fn names_piece(position: &Position, square: Square, text: &str) -> Option<Named> {
    let piece = position.piece_at(square)?;
    let typed = Typed::read(&plain(text));
    let at = square.to_string();
    let piece = position.spec().piece_type(piece.kind);
    let lettered = format!("{}{at}", piece.letter.to_ascii_lowercase());
    let mut named = None;
    for token in &typed.tokens {
        if *token == at || *token == lettered {
            named = Some(Named::BySquare);
        } else if token.len() < 3 || !words_for(piece).any(|word| word.starts_with(token.as_str())) {
            return None;
        } else {
            named = named.or(Some(Named::ByKind));
        }
    }
    named
}

/// True if a text names a drop without its square: `J@`, "drop", "drop ninja pawn".
///
/// The list of choices can then say why no drop is possible.
pub fn names_drop(text: &str) -> bool {
    let plain = plain(text).to_lowercase();
    let begins = |word: &str, full: &str| word.len() > 2 && full.starts_with(word);
    let drops =
        |word: &str| matches!(word, "@" | "j@") || ["drops", "dropped"].iter().any(|full| begins(word, full));
    let what = |word: &str| word == "j" || words_for(&NINJA_PAWN).any(|full| begins(word, &full));
    let words: Vec<&str> = plain.split([' ', '-']).filter(|word| !word.is_empty()).collect();
    words.iter().any(|word| drops(word)) && words.iter().all(|word| drops(word) || what(word))
}

/// How a text names a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// By its square.
    BySquare,
    /// Only by its name.
    ByKind,
}

/// Returns the words by which a piece is known.
fn words_for(piece: &PieceType) -> impl Iterator<Item = String> + use<> {
    let names = piece.words();
    let names: Vec<String> =
        names.split(' ').chain(piece.nicknames.iter().copied()).map(str::to_owned).collect();
    names.into_iter()
}

/// The typed text in the forms that are compared with moves.
struct Typed {
    /// The text as returned by [`narrow`].
    narrow: String,
    /// Its words in lower case.
    tokens: Vec<String>,
    /// Whether it ends with an `x` that announces a capture.
    takes: bool,
}

/// True if a lower-case text ends with an `x` that announces a capture: `gc3x`, `ex`, `x`.
///
/// A word that ends with an `x` does not count.
fn says_x(lower: &str) -> bool {
    let dense: String = lower.chars().filter(|c| !" -".contains(*c)).collect();
    let Some(from) = dense.strip_suffix('x') else { return false };
    let from = from.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(from);
    let from = from.strip_prefix(|c: char| ('a'..='l').contains(&c)).unwrap_or(from);
    from.len() < 3 && from.bytes().all(|c| c.is_ascii_digit())
}

/// Strips what people often omit or mix up: signs, blanks, upper and lower case, `O` and `0`.
fn narrow(text: &str) -> String {
    let castles = text.len() > 1 && text.chars().all(|c| "oO0- ".contains(c));
    let zeros = castles || ["0-0", "O-O", "o-o", "00", "OO", "oo"].iter().any(|sign| text.starts_with(sign));
    let head = text.find(|c: char| !"oO0- ".contains(c)).unwrap_or(text.len());
    text.char_indices()
        .filter(|(_, c)| !" -x=.:,;/()".contains(*c))
        .map(|(at, c)| if zeros && at < head && c == '0' { 'o' } else { c.to_ascii_lowercase() })
        .collect()
}

impl Typed {
    fn read(plain: &str) -> Self {
        let lower = plain.to_lowercase();
        let all =
            || lower.split([' ', '-', ',', ':', ';', '=', '/', '(', ')']).filter(|token| !token.is_empty());
        let telling: Vec<String> =
            all().filter(|token| !FILLERS.contains(token)).map(str::to_owned).collect();
        let tokens = if telling.is_empty() { all().map(str::to_owned).collect() } else { telling };
        Self { narrow: narrow(plain), tokens, takes: says_x(&lower) }
    }

    fn fit(&self, notation: &Notation<'_>, mv: &Move) -> Option<Fit> {
        if self.takes && !mv.is_capture() {
            return None;
        }
        let canonical = mv.to_string();
        let san = notation.unsigned(mv);
        let begins = |text: &str| !self.narrow.is_empty() && narrow(text).starts_with(&self.narrow);
        let lettered = || {
            let letter = notation.position().spec().letter(mv.kind());
            match (mv.is_castling(), mv.is_drop()) {
                (true, _) => String::new(),
                (_, true) => format!("{letter}{}", mv.to()),
                _ => format!("{letter}{canonical}"),
            }
        };
        if begins(&canonical) || begins(&san) || begins(&lettered()) {
            return Some(Fit::Prefix);
        }
        let mut words = None;
        let mut answers = |token: &String| {
            let words: &Vec<String> = words.get_or_insert_with(|| words_of(notation, mv, &canonical, &san));
            words.iter().any(|word| word.starts_with(token.as_str()))
        };
        (!self.tokens.is_empty() && self.tokens.iter().all(&mut answers)).then_some(Fit::Words)
    }
}

/// Returns the lower-case words by which a move is matched.
fn words_of(notation: &Notation<'_>, mv: &Move, canonical: &str, san: &str) -> Vec<String> {
    let told = label(notation.position(), mv).to_lowercase();
    let told = told.split([' ', '-', ',']).filter(|word| !FILLERS.contains(word));
    let mut words: Vec<String> = told.map(str::to_owned).collect();
    words.extend([canonical.to_lowercase(), san.to_lowercase(), mv.to().to_string()]);
    words.extend(mv.from().map(|from| from.to_string()));
    words.extend(words_for(notation.position().spec().piece_type(mv.kind())));
    let more: &[&str] = match (mv.is_drop(), mv.is_castling(), mv.is_capture()) {
        (true, ..) => &["drops", "dropped"],
        (_, true, _) => &["castles", "castling"],
        (.., true) => &["x", "captures"],
        _ => &[],
    };
    words.extend(more.iter().map(|word| (*word).to_owned()));
    words
}
