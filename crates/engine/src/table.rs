//! The transposition table: results for positions that may be reached again.

use super::score::SURE;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true score is at least this.
    AtLeast,
    /// The true score is at most this.
    AtMost,
}

/// The known result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remembered {
    /// The [`Move::code`](rules::Move::code) of the best move; 0 for none.
    pub(super) code: u32,
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

/// An entry of sixteen bytes.
#[derive(Clone, Copy, Default)]
struct TableEntry {
    key: u64,
    /// The code in the lower 20 bits, the bound in the next two, the generation in the rest.
    mixed: u32,
    score: i16,
    depth: i16,
}

const GENERATIONS: u32 = 1 << 10;

/// A table of fixed size; a newer entry replaces an older one.
pub(super) struct TranspositionTable {
    slots: Vec<TableEntry>,
    generation: u32,
}

impl TranspositionTable {
    /// Creates the largest table that fits this many bytes, with a power of two of entries.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<TableEntry>()).max(2);
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Self { slots: vec![TableEntry::default(); slots], generation: 1 }
    }

    /// Forgets everything, so that a search does not depend on earlier searches.
    pub(super) fn forget(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.slots.fill(TableEntry::default());
            self.generation = 1;
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// Returns the known result of a position. The distance of a win is counted from the root, `ply` plies
    /// above.
    #[inline]
    pub(super) fn look(&self, key: u64, ply: i32) -> Option<Remembered> {
        let slot = self.slots[self.place(key)];
        if slot.key != key || slot.mixed >> 22 != self.generation {
            return None;
        }
        let bound = match slot.mixed >> 20 & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        let score = match i32::from(slot.score) {
            sure if sure >= SURE => sure - ply,
            sure if sure <= -SURE => sure + ply,
            unsure => unsure,
        };
        Some(Remembered { code: slot.mixed & 0xf_ffff, score, depth: i32::from(slot.depth), bound })
    }

    /// Stores an entry, unless it is only a bound and a much deeper one is stored for the same position.
    #[inline]
    pub(super) fn keep(&mut self, key: u64, ply: i32, known: Remembered) {
        let (place, generation) = (self.place(key), self.generation);
        let slot = &mut self.slots[place];
        let same = slot.key == key && slot.mixed >> 22 == generation;
        if same && known.bound != Bound::Exact && i32::from(slot.depth) > known.depth + 2 {
            return;
        }
        let code = if known.code == 0 && same { slot.mixed & 0xf_ffff } else { known.code };
        let bound = match known.bound {
            Bound::Exact => 0,
            Bound::AtLeast => 1,
            Bound::AtMost => 2,
        };
        let score = match known.score {
            sure if sure >= SURE => sure + ply,
            sure if sure <= -SURE => sure - ply,
            unsure => unsure,
        };
        *slot = TableEntry {
            key,
            mixed: code | bound << 20 | generation << 22,
            score: score as i16,
            depth: known.depth as i16,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::MATE;
    use super::*;

    #[test]
    fn a_win_is_as_far_as_it_is_from_where_it_is_looked_up() {
        let mut table = TranspositionTable::new(1 << 10);
        let known = Remembered { code: 77, score: MATE - 5, depth: 4, bound: Bound::Exact };
        table.keep(9, 3, known);
        assert_eq!(table.look(9, 3), Some(known));
        assert_eq!(table.look(9, 1).map(|known| known.score), Some(MATE - 3));
        assert_eq!(table.look(10, 3), None);
    }

    #[test]
    fn what_an_earlier_search_has_found_is_forgotten() {
        let mut table = TranspositionTable::new(1 << 10);
        let known = Remembered { code: 1, score: -20, depth: 1, bound: Bound::AtMost };
        table.keep(5, 0, known);
        for _ in 0..3 * GENERATIONS {
            table.forget();
            assert_eq!(table.look(5, 0), None);
        }
        table.keep(5, 0, known);
        assert_eq!(table.look(5, 0), Some(known));
    }
}
