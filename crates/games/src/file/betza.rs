//! Parses a piece's movement from the subset of Betza's notation that the games support: letters for leaps
//! and lines, a number for the range, and small prefix letters for directions and for moves or captures only.
//!
//! Source: the notation is Ralph Betza's; "Betza notation" on the Chess Variant Pages explains it.

mod directions;

use std::borrow::Cow;

use rules::piece_type::{
    EXTENDED_BOMBER, FLYING_BOMBER, INSANE_NINJA, Movement, NINJA_GUARD, NINJA_PAWN, NINJA_WARRIOR, PAWN,
    Ride, SLIDING_PAWN,
};
use rules::{Direction, PieceType};

use super::near::did_you_mean;

/// The leaps by letter, as squares along one side and along the other.
pub(crate) const ATOMS: [(char, Atom); 9] = [
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

/// The prefix of a special movement: `special:ninja-guard`.
const SPECIAL: &str = "special:";

/// The movements that letters cannot express, by name, each with a piece that has it.
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

/// The largest range that a number may give; without a number a ride goes on to the edge.
const MOST: u8 = 12;

/// Parses `BN`, `R4`, `WFAD`, `mRcN` or `special:ninja-guard N`.
///
/// # Errors
/// A sentence that says what is wrong and what is allowed.
pub(crate) fn movement(text: &str) -> Result<Movement, String> {
    let (special, rest) = match text.strip_prefix(SPECIAL) {
        Some(rest) => {
            let (name, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            (Some(special(name)?), rest)
        }
        None => (None, text),
    };
    let mut rides = Vec::new();
    let mut letters = rest.chars().filter(|letter| *letter != ' ').peekable();
    while letters.peek().is_some() {
        let small: String = std::iter::from_fn(|| letters.next_if(char::is_ascii_lowercase)).collect();
        let Some(letter) = letters.next().filter(|letter| !letter.is_ascii_digit() || small.is_empty())
        else {
            return Err(format!(
                "{small:?} stands before no capital letter; moves have capital letters, as in `mNcB2`."
            ));
        };
        let twice = letters.next_if_eq(&letter).is_some();
        let digits: String = std::iter::from_fn(|| letters.next_if(char::is_ascii_digit)).collect();
        let most = match &*digits {
            "" => None,
            digits => {
                Some(digits.parse().ok().filter(|most| (1..=MOST).contains(most)).ok_or_else(|| {
                    format!("{digits} squares are too many or none: a number is from 1 to {MOST}.")
                })?)
            }
        };
        for (atom, most) in atoms(letter, twice, most)? {
            add(&mut rides, letter, directions::rides(&small, atom, most)?)?;
        }
    }
    let Some(special) = special else { return Ok(of_rides(rides)) };
    let added = of_rides(rides);
    let is_plain = added.lines.is_empty() && added.rides.is_empty();
    if !is_plain || special.special.is_some_and(|special| !special.may_leap()) && !added.leaps.is_empty() {
        return Err(format!("{text:?}: only the leaps of a ninja can be added to."));
    }
    let leaps = special.leaps.iter().chain(added.leaps.iter()).copied().collect();
    Ok(Movement { leaps: Cow::Owned(leaps), ..special })
}

/// Squares along one side and along the other, in all directions.
pub(crate) type Atom = (i8, i8);

/// Returns the atoms of a letter, each with its range.
fn atoms(letter: char, twice: bool, most: Option<u8>) -> Result<Vec<(Atom, u8)>, String> {
    let line = most.unwrap_or(u8::MAX);
    // A doubled letter, or a number, turns a step into a ride.
    let step = if twice { line } else { most.unwrap_or(1) };
    if twice && "RBQ".contains(letter) {
        return Err(format!("{letter}{letter}: a line is written once."));
    }
    Ok(match letter {
        'R' => vec![((0, 1), line)],
        'B' => vec![((1, 1), line)],
        'Q' => vec![((0, 1), line), ((1, 1), line)],
        'K' => vec![((0, 1), step), ((1, 1), step)],
        _ => {
            let found = ATOMS.iter().find(|(known, _)| *known == letter);
            let (_, atom) = found.ok_or_else(|| {
                let known: Vec<_> = ATOMS.iter().map(|(atom, _)| atom.to_string()).collect();
                format!("{letter:?} is not known. There are {}, K, R, B and Q.", known.join(", "))
            })?;
            vec![(*atom, step)]
        }
    })
}

/// Merges rides into the list.
fn add(rides: &mut Vec<Ride>, letter: char, more: Vec<Ride>) -> Result<(), String> {
    for ride in more {
        let same = rides
            .iter_mut()
            .find(|other| (other.step, other.most, other.at_first) == (ride.step, ride.most, ride.at_first));
        match same {
            // A duplicate leap only adds moving or capturing.
            Some(other) if ride.most == 1 => {
                other.moves |= ride.moves;
                other.takes |= ride.takes;
            }
            // Moving and capturing with the same range merge into one ride.
            Some(other) if !(other.moves && ride.moves || other.takes && ride.takes) => {
                (other.moves, other.takes) = (true, true);
            }
            _ => {
                let longer = |other: &Ride| {
                    (other.step, other.at_first) == (ride.step, ride.at_first)
                        && other.most > 1
                        && ride.most > 1
                };
                let again = |other: &Ride| other.moves && ride.moves || other.takes && ride.takes;
                if rides.iter().any(|other| longer(other) && again(other)) {
                    return Err(format!("{letter:?} adds lines that are there already."));
                }
                rides.push(ride);
            }
        }
    }
    Ok(())
}

/// Returns the movement of all these rides.
///
/// Rides that are symmetric, and capture as they move, become leaps and lines.
fn of_rides(rides: Vec<Ride>) -> Movement {
    let leaps: Vec<(i8, i8)> = rides.iter().filter(|ride| ride.most == 1).map(|ride| ride.step).collect();
    let lines: Vec<&Ride> = rides.iter().filter(|ride| ride.most > 1).collect();
    let range = lines.first().map_or(u8::MAX, |ride| ride.most);
    let is_line = |line: &&[Direction]| {
        line.len() == lines.len()
            && line.iter().all(|direction| lines.iter().any(|ride| ride.step == direction.steps()))
    };
    let all: [&'static [Direction]; 4] = [&[], &Direction::ORTHOGONAL, &Direction::DIAGONAL, &Direction::ALL];
    let is_plain = rides.iter().all(|ride| ride.moves && ride.takes && !ride.at_first)
        && lines.iter().all(|ride| ride.most == range)
        && leaps.iter().all(|(files, ranks)| leaps.contains(&(-files, -ranks)));
    let (leaps, lines, range, rides) = match all.into_iter().find(is_line).filter(|_| is_plain) {
        Some(lines) => (leaps, lines, range, Vec::new()),
        None => (Vec::new(), all[0], u8::MAX, rides),
    };
    let (leaps, rides) = (Cow::Owned(leaps), Cow::Owned(rides));
    Movement { leaps, lines, range, rides, special: None, spares_kings: false }
}

/// Returns the steps of an atom that these small letters select.
///
/// # Errors
/// A sentence that says what is wrong and what is allowed.
pub(crate) fn steps(small: &str, atom: Atom) -> Result<Vec<Atom>, String> {
    Ok(directions::rides(small, atom, 1)?.into_iter().map(|ride| ride.step).collect())
}

/// Returns a special movement by name.
fn special(name: &str) -> Result<Movement, String> {
    let found = SPECIALS.iter().find(|(known, _)| *known == name);
    found.map(|(_, piece)| piece.movement.clone()).ok_or_else(|| {
        let names: Vec<_> = SPECIALS.iter().map(|(name, _)| format!("{SPECIAL}{name}")).collect();
        let meant = did_you_mean(&format!("{SPECIAL}{name}"), names.iter().map(String::as_str));
        format!("there is no {SPECIAL}{name}. There are: {}.{meant}", names.join(", "))
    })
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

    fn written(text: &str) -> Vec<(i8, i8, u8, bool, bool)> {
        let found = movement(text).expect(text);
        assert!(found.leaps.is_empty() && found.lines.is_empty(), "{text}");
        found.rides.iter().map(|ride| (ride.step.0, ride.step.1, ride.most, ride.moves, ride.takes)).collect()
    }

    #[test]
    fn what_differs_by_direction_or_by_taking_is_rides() {
        assert_eq!(
            written("mfWcfF"),
            [(0, 1, 1, true, false), (1, 1, 1, false, true), (-1, 1, 1, false, true)]
        );
        assert_eq!(written("fR3"), [(0, 1, 3, true, true)]);
        assert_eq!(written("NN").len(), 8);
        assert_eq!(written("R3B").len(), 8, "lines of different lengths");
        assert_eq!(written("mRcB").len(), 8);
        assert_eq!(written("mfWcfW"), [(0, 1, 1, true, true)]);
    }

    #[test]
    fn what_is_possible_only_at_first_is_rides() {
        let first = |text: &str| {
            let found = movement(text).expect(text);
            assert!(found.leaps.is_empty() && found.lines.is_empty() && found.has_first_moves(), "{text}");
            found.rides.iter().filter(|ride| ride.at_first).count()
        };
        for (text, count) in [("iN", 8), ("WimfW2", 1), ("RiR", 4), ("ifmNcK", 2), ("miKcK", 8), ("iW", 4)] {
            assert_eq!(first(text), count, "{text}");
        }
    }

    #[test]
    fn what_is_the_same_in_the_end_is_the_same() {
        let same = [("mRcR", "R"), ("mNcN", "N"), ("fRbRsR", "R"), ("fFbF", "F"), ("mWcWF", "K")];
        for (long, short) in same {
            let [one, other] = [long, short].map(|text| movement(text).map(|one| sorted(&one)));
            assert_eq!(one, other, "{long}");
        }
    }

    #[test]
    fn what_is_not_known_is_said() {
        for (text, said) in [
            ("X", "'X' is not known. There are W, F, D, N, A, H, C, Z, G, K, R, B and Q."),
            ("RR", "RR: a line is written once."),
            ("RW3", "'W' adds lines that are there already."),
            ("mRmR4", "'R' adds lines that are there already."),
            ("mf", "\"mf\" stands before no capital letter; moves have capital letters, as in `mNcB2`."),
            ("mncb2", "\"mncb\" stands before no capital letter;"),
            ("ffW", "'f' stands there twice."),
            ("mcN", "\"mc\": what moves and takes needs neither m nor c."),
            ("xW", "'x' is no direction. There are f, b, l and r, forward,"),
            ("iiW", "'i' stands there twice."),
            ("iRiR2", "'R' adds lines that are there already."),
            ("hN", "'h' is no direction."),
            ("R99", "99 squares are too many or none: a number is from 1 to 12."),
            ("special:bird", "there is no special:bird. There are: special:bomber, special:extended-bomber,"),
            ("special:bomber N", "\"special:bomber N\": only the leaps of a ninja can be added to."),
        ] {
            let told = movement(text).expect_err(text);
            assert!(told.starts_with(said), "{told}");
        }
    }
}
