//! A capital letter before a square or a capture names a piece in every game. If the game has no piece of
//! that letter, the letter is not read as a pawn's file, because that would be a different move.

use super::lexer::{NOTHING_SIGNS, NOTHING_WORDS, TAKES_WORDS};
use crate::board::piece_type::PieceType;
use crate::board::square::Square;
use crate::explain::reason::Reason;
use crate::movegen::moves::Move;
use crate::notation::Notation;
use crate::spec::Spec;

/// What a capital letter at the beginning of a text means.
pub(super) enum Capital {
    /// There is no capital letter, or it is read as usual.
    AsTyped,
    /// The file of a capturing pawn, capitalised by a phone's keyboard. Holds the text with a lower-case
    /// letter.
    PawnTakes(String),
    /// No move, for this reason.
    Refused(Reason),
    /// No move, and no reason to give.
    NoMove,
}

/// Decides what the first letter of a plain text means.
pub(super) fn capital(notation: &Notation<'_>, plain: &str) -> Capital {
    let spec = notation.position().spec();
    let text = behind_fillers(plain);
    let Some(letter) = text.chars().next().filter(char::is_ascii_uppercase) else { return Capital::AsTyped };
    let rest = &text[1..];
    let Some(Target { takes, to, alone }) = target(rest) else { return Capital::AsTyped };
    if spec.kind(letter).is_some() {
        return Capital::AsTyped;
    }
    // A capture sign alone names neither the piece nor its origin.
    if letter == 'X' {
        return Capital::NoMove;
    }
    if let Some(piece) = called(spec, letter) {
        let is_square = spec.squares.contains(to);
        return Capital::Refused(if is_square {
            Reason::OtherLetter { typed: letter, piece, to }
        } else {
            Reason::NotASquare(to)
        });
    }
    let is_file = (letter as u8 - b'A') < spec.files;
    match (is_file, takes) {
        (false, _) => Capital::AsTyped,
        (true, true) => Capital::PawnTakes(format!("{}{rest}", letter.to_ascii_lowercase())),
        (true, false) => {
            let mv = if alone { pawn_to(notation, letter as u8 - b'A', to) } else { None };
            mv.map_or(Capital::NoMove, |mv| Capital::Refused(Reason::PawnWritten(mv)))
        }
    }
}

/// Returns the game's piece whose name begins with this letter.
fn called(spec: &Spec, letter: char) -> Option<&PieceType> {
    let begins = |word: &str| word.starts_with(letter.to_ascii_lowercase());
    // Only the first nickname counts: it is the inventor's own.
    let is_called = |piece: &&PieceType| {
        piece.words().split(' ').any(begins) || piece.nicknames.first().is_some_and(|word| begins(word))
    };
    spec.kinds().map(|kind| spec.piece_type(kind)).find(is_called)
}

/// Returns the legal move of a pawn on this file to that square.
fn pawn_to(notation: &Notation<'_>, file: u8, to: Square) -> Option<Move> {
    let pawn = notation.position().spec().bare_pawn();
    let is_meant = |mv: &&Move| {
        Some(mv.kind()) == pawn && mv.to() == to && mv.from().is_some_and(|from| from.file() == file)
    };
    notation.moves().iter().find(is_meant).copied()
}

/// What follows a piece's letter.
struct Target {
    /// Whether the text says that the piece captures.
    takes: bool,
    /// The target; the second square if the origin comes first.
    to: Square,
    /// Whether nothing follows.
    alone: bool,
}

/// Parses `b6`, `xb6`, ` to b6`, ` takes b6`, `b2b3`.
fn target(rest: &str) -> Option<Target> {
    let (text, takes) = behind_signs(rest);
    let (first, behind) = square(text)?;
    // In a capture, the squares after the first are victims.
    let second = if takes { None } else { square(behind_signs(behind).0) };
    Some(Target { takes, to: second.map_or(first, |(second, _)| second), alone: behind.is_empty() })
}

/// Splits off a square at the start of a text.
fn square(text: &str) -> Option<(Square, &str)> {
    let digits = text.get(1..)?.chars().take_while(char::is_ascii_digit).take(2).count();
    // "b10" is read as one square even on boards without it, where it is a typing error.
    (1..=digits).rev().find_map(|digits| {
        let (square, behind) = text.split_at(1 + digits);
        Some((square.to_ascii_lowercase().parse().ok()?, behind))
    })
}

/// Strips the signs and words between a piece and its square; true if one of them means a capture.
fn behind_signs(text: &str) -> (&str, bool) {
    let (mut text, mut takes) = (text, false);
    loop {
        let rest = text.trim_start_matches(NOTHING_SIGNS);
        takes |= text[..text.len() - rest.len()].contains(':');
        if let Some(behind) = rest.strip_prefix(['x', 'X']) {
            (text, takes) = (behind, true);
            continue;
        }
        // A word must be separated from what comes before it.
        let word = if rest.len() < text.len() { word_before(rest) } else { None };
        match word {
            Some((word, behind)) if TAKES_WORDS.contains(&word.as_str()) => (text, takes) = (behind, true),
            Some((word, behind)) if NOTHING_WORDS.contains(&word.as_str()) => text = behind,
            _ => return (rest, takes),
        }
    }
}

/// Strips leading signs and words without meaning.
fn behind_fillers(text: &str) -> &str {
    let mut text = text.trim_start_matches(NOTHING_SIGNS);
    while let Some((word, behind)) = word_before(text)
        && NOTHING_WORDS.contains(&word.as_str())
    {
        text = behind.trim_start_matches(NOTHING_SIGNS);
    }
    text
}

/// Splits off the word at the start of a text, in lower case. The rest must not begin with a digit.
fn word_before(text: &str) -> Option<(String, &str)> {
    let length = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (word, behind) = text.split_at(length);
    (!behind.starts_with(|c: char| c.is_ascii_digit())).then(|| (word.to_ascii_lowercase(), behind))
}
