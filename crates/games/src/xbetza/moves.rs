//! The moves of a piece in Betza's notation.

use rules::piece_type::{Movement, Ride};

use crate::file::betza::{self, ATOMS};

/// Small letters are tried in this order, those that select most steps first.
const STRAIGHT: [&str; 6] = ["v", "s", "f", "b", "l", "r"];
const DIAGONAL: [&str; 8] = ["f", "b", "l", "r", "fl", "fr", "bl", "br"];
const OBLIQUE: [&str; 22] = [
    "fh", "bh", "lh", "rh", "v", "s", "ff", "bb", "ll", "rr", "fs", "bs", "lv", "rv", "fl", "fr", "bl", "br",
    "lf", "lb", "rf", "rb",
];

/// Writes these moves, except special ones.
pub(super) fn written(movement: &Movement) -> String {
    let mut rides = movement.rides.to_vec();
    let always = |step, most| Ride { step, most, moves: true, takes: true, at_first: false };
    rides.extend(movement.leaps.iter().map(|step| always(*step, 1)));
    rides.extend(movement.lines.iter().map(|line| always(line.steps(), movement.range)));
    let mut text = String::new();
    while let Some(first) = rides.first().copied() {
        let like = |ride: &Ride| Ride { step: atom(ride.step), ..*ride };
        let is_same = |ride: &Ride| like(ride) == like(&first);
        let (group, others) = rides.iter().partition(|ride| is_same(ride));
        rides = others;
        text += &of_group(atom(first.step), &group);
    }
    text
}

/// Returns the squares along the shorter side and along the longer one, ignoring direction.
fn atom((files, ranks): (i8, i8)) -> (i8, i8) {
    let (files, ranks) = (files.abs(), ranks.abs());
    (files.min(ranks), files.max(ranks))
}

/// Writes rides that differ only in direction.
fn of_group(atom: (i8, i8), group: &[Ride]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let what = match (first.moves, first.takes) {
        (true, false) => "m",
        (false, true) => "c",
        _ => "",
    };
    let how = if first.at_first { format!("i{what}") } else { what.to_owned() };
    let Some((letter, _)) = ATOMS.iter().find(|(_, known)| *known == atom) else { return String::new() };
    let capital = match (letter, first.most) {
        (letter, 1) => letter.to_string(),
        ('W', u8::MAX) => "R".to_owned(),
        ('F', u8::MAX) => "B".to_owned(),
        (letter, u8::MAX) => format!("{letter}{letter}"),
        (letter, most) => format!("{letter}{most}"),
    };
    let mut left: Vec<(i8, i8)> = group.iter().map(|ride| ride.step).collect();
    let meant = |small: &str| betza::steps(small, atom).unwrap_or_default();
    if meant("").len() == left.len() {
        return format!("{how}{capital}");
    }
    let letters: &[&str] = match atom {
        (0, _) => &STRAIGHT,
        (one, other) if one == other => &DIAGONAL,
        _ => &OBLIQUE,
    };
    let mut chosen = Vec::new();
    for small in letters {
        let steps = meant(small);
        if !steps.is_empty() && steps.iter().all(|step| left.contains(step)) {
            left.retain(|step| !steps.contains(step));
            chosen.push(*small);
        }
    }
    if atom.0 == 0 {
        // Straight directions can be combined; other letters would be read as pairs.
        return format!("{how}{}{capital}", chosen.concat());
    }
    chosen.iter().flat_map(|small| [how.as_str(), small, &capital]).collect()
}
