//! Groups directions and squares so that each group has a name.

use std::collections::BTreeSet;

use crate::rules::{Square, SquareSet};

/// A step in files and ranks, as the piece's own side sees it.
pub(super) type Step = (i8, i8);

/// Named groups of directions, the largest first, with their messages.
const NAMED: &[(&[Step], &str)] = &[
    (&[(0, 1), (0, -1), (1, 0), (-1, 0)], "movement-straight"),
    (&[(1, 1), (1, -1), (-1, 1), (-1, -1)], "movement-diagonal"),
    (&[(0, 1)], "movement-straight.forward"),
    (&[(1, 1), (-1, 1)], "movement-diagonal.forward"),
    (&[(-1, 0), (1, 0)], "movement-straight.sideways"),
    (&[(-1, 0)], "movement-straight.left"),
    (&[(1, 0)], "movement-straight.right"),
    (&[(0, -1)], "movement-straight.back"),
    (&[(1, -1), (-1, -1)], "movement-diagonal.back"),
    (&[(-1, 1), (-1, -1)], "movement-diagonal.left"),
    (&[(1, 1), (1, -1)], "movement-diagonal.right"),
    (&[(-1, 1)], "movement-diagonal.forward-left"),
    (&[(1, 1)], "movement-diagonal.forward-right"),
    (&[(-1, -1)], "movement-diagonal.back-left"),
    (&[(1, -1)], "movement-diagonal.back-right"),
];

/// Named groups of bent leaps, by the signs of their files and ranks.
const BENT: &[(&[Step], &str)] = &[
    (&[(1, 1), (-1, 1), (1, -1), (-1, -1)], "movement-bent.both"),
    (&[(1, 1), (-1, 1)], "movement-bent.forward"),
    (&[(1, -1), (-1, -1)], "movement-bent.back"),
    (&[(-1, 1), (-1, -1)], "movement-bent.left"),
    (&[(1, 1), (1, -1)], "movement-bent.right"),
    (&[(-1, 1)], "movement-bent.forward-left"),
    (&[(1, 1)], "movement-bent.forward-right"),
    (&[(-1, -1)], "movement-bent.back-left"),
    (&[(1, -1)], "movement-bent.back-right"),
];

/// Returns the messages that together name exactly these directions, which are steps to neighbours.
pub(super) fn named(directions: &BTreeSet<Step>) -> Vec<&'static str> {
    covered(directions, NAMED)
}

/// Returns the messages that together name exactly these signs of bent leaps.
pub(super) fn bent(signs: &BTreeSet<Step>) -> Vec<&'static str> {
    covered(signs, BENT)
}

fn covered(all: &BTreeSet<Step>, groups: &[(&[Step], &'static str)]) -> Vec<&'static str> {
    let mut left = all.clone();
    let mut names = Vec::new();
    for (group, name) in groups {
        if group.iter().all(|step| left.contains(step)) {
            left.retain(|step| !group.contains(step));
            names.push(*name);
        }
    }
    names
}

/// Splits squares into rectangles, by their lowest and highest corners.
///
/// Runs along a rank are merged with equal runs above them.
pub(super) fn rectangles(squares: SquareSet) -> Vec<(Square, Square)> {
    let mut found: Vec<(Square, Square)> = Vec::new();
    let mut left = squares;
    while let Some(first) = left.first() {
        let row = |rank: u8, last: u8| (first.file()..=last).map(move |file| Square::at(file, rank));
        let is_there = |square: Option<Square>| square.is_some_and(|square| left.contains(square));
        let mut last = first;
        while let Some(next) = Square::at(last.file() + 1, last.rank()).filter(|one| left.contains(*one)) {
            last = next;
        }
        while row(last.rank() + 1, last.file()).all(is_there)
            && let Some(above) = Square::at(last.file(), last.rank() + 1)
        {
            last = above;
        }
        for square in (first.rank()..=last.rank()).flat_map(|rank| row(rank, last.file())).flatten() {
            left.remove(square);
        }
        found.push((first, last));
    }
    found
}
