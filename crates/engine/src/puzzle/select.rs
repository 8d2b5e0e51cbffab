//! Which puzzles are kept of those that were found.

use std::collections::BTreeMap;

use super::{Motif, Puzzle};

/// A win on the spot is taken in every so many rounds only: it is soon seen.
const SINGLES: usize = 3;
/// With fewer pieces there is little to find one's way through.
const CROWD: usize = 8;

/// The best of what was found, so many at most: in turn of each motif and length, the motifs that are rare first; none twice. The
/// easiest come first.
pub fn select(found: &[Puzzle], most: usize) -> Vec<Puzzle> {
    let mut counts: BTreeMap<Motif, usize> = BTreeMap::new();
    for motif in found.iter().flat_map(Puzzle::motifs) {
        *counts.entry(*motif).or_default() += 1;
    }
    let count = |motif: &Motif| counts.get(motif).copied().unwrap_or_default();
    // By how many there are of the rarest motif that it has.
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
        // Taken from the end, so the best are there; a stable sort leaves the others in the order of their games.
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
