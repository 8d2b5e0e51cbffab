//! A capital letter before a square, or before an `x`, names a piece in every game. Where the game has no piece of that letter it is not
//! taken for the file of a pawn, which would be another move than the one that was meant.

use super::lexer::{BOMBER_NAMES, name_words};
use crate::rules::piece::Kind;
use crate::rules::reason::Reason;
use crate::rules::spec::Spec;
use crate::rules::square::Square;

/// What a capital letter at the beginning of a text means.
pub(super) enum Capital {
    /// There is none, or it is read like any other.
    AsTyped,
    /// It is the file of a pawn that takes, as a phone writes the first letter: the text with a small one.
    PawnTakes(String),
    /// No piece has that letter, and one whose name begins with it has another.
    OtherLetter(Reason),
    /// A file before a square, which no pawn's move has.
    NoMove,
}

/// Looks at the first letter of a plain text.
pub(super) fn capital(spec: &Spec, plain: &str) -> Capital {
    let Some(letter) = plain.chars().next().filter(char::is_ascii_uppercase) else { return Capital::AsTyped };
    let rest = &plain[1..];
    let Some((takes, to)) = target(rest) else { return Capital::AsTyped };
    if spec.kind(letter).is_some() {
        return Capital::AsTyped;
    }
    // The sign of a capture alone says neither what takes nor from where.
    if letter == 'X' {
        return Capital::NoMove;
    }
    let meant = spec.letters.iter().map(|(_, kind)| *kind).find(|kind| is_called(*kind, letter));
    if let Some(kind) = meant {
        return Capital::OtherLetter(Reason::OtherLetter { typed: letter, kind, to });
    }
    let is_file = (letter as u8 - b'A') < spec.files;
    match (is_file, takes) {
        (false, _) => Capital::AsTyped,
        (true, true) => Capital::PawnTakes(format!("{}{rest}", letter.to_ascii_lowercase())),
        (true, false) => Capital::NoMove,
    }
}

/// Whether a word of the kind's names begins with this letter.
fn is_called(kind: Kind, letter: char) -> bool {
    let begins = |word: &str| word.starts_with(letter.to_ascii_lowercase());
    name_words(kind).split(' ').any(begins)
        || kind == Kind::FlyingBomber && BOMBER_NAMES.iter().any(|name| begins(name))
}

/// The square behind a piece's letter, and whether an `x` stands between them.
fn target(rest: &str) -> Option<(bool, Square)> {
    let rest = rest.trim_start_matches([' ', '-']);
    let (takes, rest) = match rest.strip_prefix(['x', 'X', ':']) {
        Some(rest) => (true, rest.trim_start_matches([' ', '-'])),
        None => (false, rest),
    };
    let mut chars = rest.chars();
    let file = chars.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
    let rank: String = chars.take_while(char::is_ascii_digit).take(2).collect();
    let square = format!("{file}{rank}").parse().ok()?;
    Some((takes, square))
}
