//! Reads how a piece moves from Betza's notation, as far as the games know it: letters for leaps and lines, and a number for how far.
//!
//! Source: the notation is Ralph Betza's; "Betza notation" on the Chess Variant Pages explains it.

use std::borrow::Cow;

use rules::piece_type::{
    EXTENDED_BOMBER, FLYING_BOMBER, INSANE_NINJA, Movement, NINJA_GUARD, NINJA_PAWN, NINJA_WARRIOR, PAWN,
    SLIDING_PAWN,
};
use rules::{Direction, PieceType};

/// The leaps by their letters, each as the squares along one side and along the other.
const ATOMS: [(char, (i8, i8)); 9] = [
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('D', (0, 2)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('H', (0, 3)),
    ('C', (1, 3)),
    ('Z', (2, 3)),
    ('G', (3, 3)),
];

/// Before the name of a special movement: `special:ninja-guard`.
const SPECIAL: &str = "special:";

/// The movements that letters cannot express, by their names, each with a piece that moves so.
static SPECIALS: [(&str, &PieceType); 8] = [
    ("bomber", &FLYING_BOMBER),
    ("extended-bomber", &EXTENDED_BOMBER),
    ("ninja-guard", &NINJA_GUARD),
    ("ninja-warrior", &NINJA_WARRIOR),
    ("insane-ninja", &INSANE_NINJA),
    ("pawn", &PAWN),
    ("sliding-pawn", &SLIDING_PAWN),
    ("ninja-pawn", &NINJA_PAWN),
];

/// What is read so far.
#[derive(Default)]
struct Parts {
    leaps: Vec<(i8, i8)>,
    orthogonal: Option<u8>,
    diagonal: Option<u8>,
}

/// Reads `BN`, `R4`, `WFAD` or `special:ninja-guard N`.
///
/// # Errors
/// What is wrong and what would be right, as a sentence.
pub(super) fn movement(text: &str) -> Result<Movement, String> {
    let (special, rest) = match text.strip_prefix(SPECIAL) {
        Some(rest) => {
            let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            (Some(special(name)?), rest)
        }
        None => (None, text),
    };
    let mut parts = Parts::default();
    let mut letters = rest.chars().filter(|letter| *letter != ' ').peekable();
    while let Some(letter) = letters.next() {
        let twice = letters.next_if_eq(&letter).is_some();
        let mut number = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            number.push(digit);
        }
        let range = match number.as_str() {
            "" => None,
            digits => {
                Some(digits.parse().ok().filter(|range| (1..=12).contains(range)).ok_or_else(|| {
                    format!("{digits} squares are too many or none: a number is from 1 to 12.")
                })?)
            }
        };
        parts.add(letter, twice, range)?;
    }
    let movement = parts.movement()?;
    let Some(special) = special else { return Ok(movement) };
    if !movement.lines.is_empty()
        || special.special.is_some_and(|special| !special.may_leap()) && !movement.leaps.is_empty()
    {
        return Err(format!("{text:?}: only the leaps of a ninja can be added to."));
    }
    let leaps = special.leaps.iter().chain(movement.leaps.iter()).copied().collect();
    Ok(Movement { leaps: Cow::Owned(leaps), ..special })
}

/// A special movement by its name.
fn special(name: &str) -> Result<Movement, String> {
    let found = SPECIALS.iter().find(|(known, _)| *known == name);
    found.map(|(_, piece)| piece.movement.clone()).ok_or_else(|| {
        let names: Vec<_> = SPECIALS.iter().map(|(name, _)| format!("{SPECIAL}{name}")).collect();
        format!("there is no {SPECIAL}{name}. There are: {}.", names.join(", "))
    })
}

impl Parts {
    fn add(&mut self, letter: char, twice: bool, range: Option<u8>) -> Result<(), String> {
        // A letter twice, or a number, makes a line of what is a step.
        let line = if twice { Some(range.unwrap_or(u8::MAX)) } else { range.filter(|range| *range > 1) };
        let far = range.unwrap_or(u8::MAX);
        let lines = (self.orthogonal, self.diagonal);
        let again = match letter {
            'R' => lines.0.is_some(),
            'B' => lines.1.is_some(),
            'Q' => lines != (None, None),
            _ => false,
        };
        if again {
            return Err(format!("{letter:?} adds lines that are there already."));
        }
        match (letter, line) {
            ('R', _) => self.orthogonal = Some(far),
            ('B', _) => self.diagonal = Some(far),
            ('Q', _) => (self.orthogonal, self.diagonal) = (Some(far), Some(far)),
            ('K', None) => {
                self.leap((0, 1));
                self.leap((1, 1));
            }
            ('K', Some(range)) => (self.orthogonal, self.diagonal) = (Some(range), Some(range)),
            ('W', Some(range)) => self.orthogonal = Some(range),
            ('F', Some(range)) => self.diagonal = Some(range),
            (_, line) => match ATOMS.iter().find(|(atom, _)| *atom == letter) {
                Some((_, leap)) if line.is_none() => self.leap(*leap),
                Some(_) => {
                    return Err(format!(
                        "{letter} again and again is not known: only R, B, Q, W and F make lines."
                    ));
                }
                None => {
                    let known: Vec<_> = ATOMS.iter().map(|(atom, _)| atom.to_string()).collect();
                    return Err(format!(
                        "{letter:?} is not known. There are {}, K, R, B and Q.",
                        known.join(", ")
                    ));
                }
            },
        }
        Ok(())
    }

    /// Adds a leap in all its directions.
    fn leap(&mut self, (one, other): (i8, i8)) {
        for (files, ranks) in [(one, other), (other, one)] {
            for leap in [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)] {
                if !self.leaps.contains(&leap) {
                    self.leaps.push(leap);
                }
            }
        }
    }

    fn movement(self) -> Result<Movement, String> {
        let (lines, range): (&'static [Direction], u8) = match (self.orthogonal, self.diagonal) {
            (None, None) => (&[], u8::MAX),
            (Some(range), None) => (&Direction::ORTHOGONAL, range),
            (None, Some(range)) => (&Direction::DIAGONAL, range),
            (Some(one), Some(other)) if one == other => (&Direction::ALL, one),
            (Some(_), Some(_)) => return Err("lines of different lengths are not known.".to_owned()),
        };
        Ok(Movement { leaps: Cow::Owned(self.leaps), lines, range, special: None, spares_kings: false })
    }
}

#[cfg(test)]
mod tests {
    use rules::piece_type::{
        BODYGUARD, CAMEL, KING, KNIGHT, LEAPING_NINJA_GUARD, PieceType, QUEEN, SQUIRREL,
    };

    use super::*;

    fn sorted(movement: &Movement) -> Movement {
        let mut leaps = movement.leaps.to_vec();
        leaps.sort_unstable();
        Movement { leaps: Cow::Owned(leaps), spares_kings: false, ..movement.clone() }
    }

    #[test]
    fn pieces_of_ours_can_be_written() {
        let written: [(&str, &PieceType); 9] = [
            ("K", &KING),
            ("WF", &KING),
            ("Q", &QUEEN),
            ("WWFF", &QUEEN),
            ("N", &KNIGHT),
            ("C", &CAMEL),
            ("DAN", &SQUIRREL),
            ("Q2", &BODYGUARD),
            ("special:ninja-guard C", &LEAPING_NINJA_GUARD),
        ];
        for (text, piece) in written {
            assert_eq!(movement(text).as_ref().map(sorted), Ok(sorted(&piece.movement)), "{text}");
        }
    }

    #[test]
    fn what_is_not_known_is_said() {
        for (text, said) in [
            ("X", "'X' is not known. There are W, F, D, N, A, H, C, Z, G, K, R, B and Q."),
            ("NN", "N again and again is not known: only R, B, Q, W and F make lines."),
            ("R3B", "lines of different lengths are not known."),
            ("R99", "99 squares are too many or none: a number is from 1 to 12."),
            ("special:bird", "there is no special:bird. There are: special:bomber, special:extended-bomber,"),
            ("special:bomber N", "\"special:bomber N\": only the leaps of a ninja can be added to."),
        ] {
            let told = movement(text).expect_err(text);
            assert!(told.starts_with(said), "{told}");
        }
    }
}
