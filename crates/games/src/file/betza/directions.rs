//! The small letters before a capital one: the directions in which a piece goes, and whether it only moves,
//! only captures, or only from its start squares.
//!
//! For leaps such as the knight's, two letters give the half of the board and the side to which the leap
//! leans: `fl` goes forward, and further to the left. A single letter stands for itself twice. Source: "Betza
//! notation" on the Chess Variant Pages, as Fairy-Stockfish reads it.

use std::iter::Peekable;
use std::str::Chars;

use rules::piece_type::Ride;

/// A step in files and ranks, from the piece's own side.
type Step = (i8, i8);

/// Returns the rides that these small letters make of an atom (squares along one side and along the other).
///
/// # Errors
/// A sentence that says what is wrong and what is allowed.
pub(super) fn rides(small: &str, atom: Step, most: u8) -> Result<Vec<Ride>, String> {
    let has = |letter: char| small.contains(letter);
    if has('m') && has('c') {
        return Err(format!("{small:?}: what moves and takes needs neither m nor c."));
    }
    // For leaps such as the knight's, `ff` is a pair, and for diagonals `flfr` are two; nothing else may
    // occur twice.
    let is_straight = atom.0 == 0 || atom.0 == atom.1;
    let twice = small.chars().find(|letter| {
        small.matches(*letter).count() > 1
            && (*letter == 'i' || is_straight && !"fblr".contains(*letter) || atom.0 == 0)
    });
    if let Some(letter) = twice {
        return Err(format!("{letter:?} stands there twice."));
    }
    let directions: String = small.chars().filter(|letter| !['m', 'c', 'i'].contains(letter)).collect();
    let steps = all_steps(atom);
    let wanted = if directions.is_empty() { steps } else { towards(&directions, &steps)? };
    let (moves, takes, at_first) = (!has('c'), !has('m'), has('i'));
    Ok(wanted.into_iter().map(|step| Ride { step, most, moves, takes, at_first }).collect())
}

/// Returns an atom in all its directions.
fn all_steps((one, other): Step) -> Vec<Step> {
    let mut steps = Vec::new();
    for (files, ranks) in [(one, other), (other, one)] {
        for step in [(files, ranks), (-files, ranks), (files, -ranks), (-files, -ranks)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// Returns the steps among these that the letters select.
fn towards(directions: &str, steps: &[Step]) -> Result<Vec<Step>, String> {
    let mut wanted = Vec::new();
    let mut letters = directions.chars().peekable();
    while let Some(first) = letters.next() {
        let is_known = half(first, (0, 0)).is_some();
        let second = second(first, &mut letters, steps);
        let meant: Vec<Step> = steps.iter().copied().filter(|step| means(first, second, *step)).collect();
        if !is_known || meant.is_empty() {
            return Err(format!(
                "{first:?} is no direction. There are f, b, l and r, forward, back, left and right, s and v for both sides and both ways, m and c for what only moves and only takes, and i for what is possible only at first."
            ));
        }
        wanted.extend(meant.into_iter().filter(|step| !wanted.contains(step)).collect::<Vec<_>>());
    }
    Ok(wanted)
}

/// Returns the letter that forms a pair with the one before it, for leaps and diagonals.
fn second(first: char, letters: &mut Peekable<Chars<'_>>, steps: &[Step]) -> Option<char> {
    if steps.iter().any(|(files, ranks)| *files == 0 || *ranks == 0) {
        return None;
    }
    let is_diagonal = steps.iter().all(|(files, ranks)| files.abs() == ranks.abs());
    letters.next_if(|next| match (first, next) {
        ('f' | 'b', 'l' | 'r') | ('l' | 'r', 'f' | 'b') => true,
        ('f' | 'b', 's') | ('l' | 'r', 'v') | ('f' | 'b' | 'l' | 'r', 'h') => !is_diagonal,
        (first, next) => !is_diagonal && first == *next,
    })
}

/// True if a step goes to the half of the board that a letter names; `None` if it names none.
fn half(letter: char, (files, ranks): Step) -> Option<bool> {
    Some(match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'l' => files < 0,
        'r' => files > 0,
        's' => files != 0,
        'v' => ranks != 0,
        _ => return None,
    })
}

/// True if a pair of letters selects this step.
fn means(first: char, second: Option<char>, step: Step) -> bool {
    let (files, ranks) = (step.0.abs(), step.1.abs());
    let in_half = |letter| half(letter, step).unwrap_or_default();
    if files == ranks {
        return in_half(first) && second.is_none_or(in_half);
    }
    let leans =
        if ['f', 'b', 'v'].contains(&second.unwrap_or(first)) { ranks > files } else { files > ranks };
    match second {
        Some('h') => in_half(first),
        Some(second) => in_half(first) && in_half(second) && leans,
        None => in_half(first) && leans,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares reached from d4, sorted.
    fn reached(small: &str, atom: Step) -> String {
        let rides = rides(small, atom, 1).expect(small);
        let name = |ride: &Ride| {
            let at = |from: u8, by: i8| char::from(from.saturating_add_signed(by));
            format!("{}{}", at(b'd', ride.step.0), at(b'4', ride.step.1))
        };
        let mut names: Vec<String> = rides.iter().map(name).collect();
        names.sort_unstable();
        names.join(" ")
    }

    /// The expected squares are those of Fairy-Stockfish 14.0.1 for the same letters.
    #[test]
    fn letters_mean_what_they_mean_elsewhere() {
        let (knight, step, diagonal) = ((1, 2), (0, 1), (1, 1));
        for (small, atom, squares) in [
            ("f", knight, "c6 e6"),
            ("ff", knight, "c6 e6"),
            ("fh", knight, "b5 c6 e6 f5"),
            ("s", knight, "b3 b5 f3 f5"),
            ("v", knight, "c2 c6 e2 e6"),
            ("l", knight, "b3 b5"),
            ("fs", knight, "b5 f5"),
            ("fl", knight, "b5"),
            ("fr", knight, "f5"),
            ("fb", knight, "c2 c6 e2 e6"),
            ("lh", knight, "b3 b5 c2 c6"),
            ("f", diagonal, "c5 e5"),
            ("fl", diagonal, "c5"),
            ("l", diagonal, "c3 c5"),
            ("s", diagonal, "c3 c5 e3 e5"),
            ("fr", diagonal, "e5"),
            ("fb", diagonal, "c3 c5 e3 e5"),
            ("f", step, "d5"),
            ("s", step, "c4 e4"),
            ("v", step, "d3 d5"),
            ("fs", step, "c4 d5 e4"),
        ] {
            assert_eq!(reached(small, atom), squares, "{small} of {atom:?}");
        }
    }
}
