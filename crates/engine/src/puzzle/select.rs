//! Selects the puzzles to keep.

use std::collections::BTreeMap;

use super::{Motif, Puzzle};

/// Wins in one move are easy to see, so they are picked only in one of this many rounds.
const SINGLES: usize = 3;
/// Positions with at least this many pieces are preferred; those with fewer are too simple.
const CROWD: usize = 8;

/// Returns the best of the puzzles without duplicates, at most `most` of them, the easiest first.
///
/// They are picked in turn from each motif and length, rare motifs first.
pub fn select(found: &[Puzzle], most: usize) -> Vec<Puzzle> {
    let mut counts: BTreeMap<Motif, usize> = BTreeMap::new();
    for motif in found.iter().flat_map(Puzzle::motifs) {
        *counts.entry(*motif).or_default() += 1;
    }
    let count = |motif: &Motif| counts.get(motif).copied().unwrap_or_default();
    // The shelf of a puzzle: its rarest motif, with its frequency, and its length.
    let shelf = |puzzle: &Puzzle| {
        let rarest = puzzle.motifs().iter().copied().min_by_key(count)?;
        Some((count(&rarest), rarest, puzzle.own_moves()))
    };
    let mut shelves: BTreeMap<(usize, Motif, usize), Vec<&Puzzle>> = BTreeMap::new();
    for puzzle in found {
        if let Some(place) = shelf(puzzle) {
            shelves.entry(place).or_default().push(puzzle);
        }
    }
    for shelf in shelves.values_mut() {
        // Puzzles are taken from the end, so the best go there. A stable sort keeps the order of their games
        // among equals.
        shelf.sort_by_key(|puzzle| puzzle.start().occupied().len() >= CROWD);
    }
    let mut kept: Vec<Puzzle> = Vec::new();
    for round in 1_usize.. {
        if kept.len() >= most || shelves.values().all(Vec::is_empty) {
            break;
        }
        for ((_, motif, own), shelf) in &mut shelves {
            let passed_over = *own == 1 && motif.is_an_end() && !round.is_multiple_of(SINGLES);
            let next = if passed_over { None } else { shelf.pop() };
            if let Some(puzzle) = next
                && kept.len() < most
                && kept.iter().all(|other| other.id() != puzzle.id())
            {
                kept.push(puzzle.clone());
            }
        }
    }
    kept.sort_by_cached_key(|puzzle| (puzzle.difficulty(), puzzle.own_moves(), puzzle.to_string()));
    kept
}
