//! Moves of pieces, regardless of their own king's safety. Pawns are in `pawns.rs`.

use super::role::{ALL_AROUND, Landing, ORTHOGONAL, Role};
use super::{Board, Cell, EMPTY, HOLE, Move};

/// Returns the cell `n` steps away.
fn step((file, rank): Cell, (right, up): Cell, n: i8) -> Cell {
    (file + right * n, rank + up * n)
}

/// Further than any board is wide or high.
const FAR: i8 = 12;

impl Board {
    /// Collects all moves of the piece on `at`.
    pub(super) fn pseudo(&self, at: Cell, out: &mut Vec<Move>) {
        let letter = self.get(at).expect("the cell is on the board");
        let white = letter.is_ascii_uppercase();
        if self.is_frozen(at) {
            return;
        }
        let before = out.len();
        match self.game.role(letter.to_ascii_uppercase()) {
            Role::Stepper => self.leaps(at, white, &ALL_AROUND, false, out),
            Role::Leaper(leaps) => self.leaper(at, white, leaps, out),
            Role::Slider(lines) => self.slides(at, white, lines, FAR, out),
            Role::Bomber(landing) => self.bomber(at, white, landing, out),
            Role::Ninja(lines, leaps) => {
                self.ninja(at, white, lines, out);
                self.leaps(at, white, leaps, false, out);
            }
            Role::Bodyguard => self.bodyguard(at, white, out),
            Role::Pawn => self.pawn(at, white, out),
            Role::NinjaPawn => self.ninja_pawn(at, white, out),
        }
        for one in &mut out[before..] {
            let zone = self.game.zone_promotion(letter.to_ascii_uppercase(), white, one.to);
            one.promotion = one.promotion.or(zone);
        }
    }

    /// Whether, in Prison Break, an enemy Ice Queen is adjacent.
    pub fn is_frozen(&self, at: Cell) -> bool {
        let Some(freezer) = self.game.freezer else { return false };
        let letter = self.get(at).unwrap_or(EMPTY);
        let enemy = !letter.is_ascii_uppercase();
        letter.is_ascii_alphabetic()
            && ALL_AROUND.iter().any(|&way| self.holds(step(at, way, 1), freezer, enemy))
    }

    /// Whether the square is adjacent to an enemy Guard (Squirrel Chess) or an enemy Bodyguard (Hiashatar).
    pub fn is_braked(&self, at: Cell, white: bool) -> bool {
        let Some(braker) = self.game.braker() else { return false };
        ALL_AROUND.iter().any(|&way| self.holds(step(at, way, 1), braker, !white))
    }

    fn is_king(&self, cell: Cell) -> bool {
        self.get(cell).is_some_and(|letter| letter.eq_ignore_ascii_case(&b'k'))
    }

    /// Whether a piece may land here. On an exit only a king may, or a piece that thereby takes a king on an
    /// exit.
    pub(super) fn may_land(&self, mover: Cell, to: Cell, victims: [Option<Cell>; 2]) -> bool {
        if self.get(to).is_none_or(|found| found == HOLE) {
            return false;
        }
        if !self.game.is_exit(to) {
            return true;
        }
        self.is_king(mover)
            || victims.into_iter().flatten().any(|victim| self.game.is_exit(victim) && self.is_king(victim))
    }

    /// In Squirrel Chess a leaper cannot leave a braked square or take a Guard.
    fn leaper(&self, at: Cell, white: bool, leaps: &[Cell], out: &mut Vec<Move>) {
        let held = self.game.brake_holds_leapers();
        if !held || !self.is_braked(at, white) {
            self.leaps(at, white, leaps, held, out);
        }
    }

    fn leaps(&self, at: Cell, white: bool, leaps: &[Cell], spares_brakers: bool, out: &mut Vec<Move>) {
        for &leap in leaps {
            let to = step(at, leap, 1);
            let brakes = self.game.braker().is_some_and(|braker| self.holds(to, braker, !white));
            if self.is_side(to, white) || spares_brakers && brakes {
                continue;
            }
            let victims = [self.is_side(to, !white).then_some(to), None];
            if self.may_land(at, to, victims) {
                out.push(Move::walk(at, to, victims));
            }
        }
    }

    /// Whether every line ends before this cell.
    fn ends_lines(&self, cell: Cell) -> bool {
        match self.get(cell) {
            None => true,
            Some(found) => found == HOLE && self.game.lines_end_at_holes,
        }
    }

    /// Moves up to `reach` squares along the lines, as far as brakes allow.
    fn slides(&self, at: Cell, white: bool, lines: &[Cell], reach: i8, out: &mut Vec<Move>) {
        for &line in lines {
            for n in 1..=reach {
                let to = step(at, line, n);
                if self.ends_lines(to) || self.is_side(to, white) {
                    break;
                }
                let found = self.get(to).unwrap_or(HOLE);
                if found == HOLE {
                    continue;
                }
                let takes = found != EMPTY;
                out.push(Move::walk(at, to, [takes.then_some(to), None]));
                if takes || self.is_braked(at, white) || self.is_braked(to, white) {
                    break;
                }
            }
        }
    }

    /// A Bodyguard's moves: one or two squares, never taking a king.
    fn bodyguard(&self, at: Cell, white: bool, out: &mut Vec<Move>) {
        let mut found = Vec::new();
        self.slides(at, white, &ALL_AROUND, 2, &mut found);
        let takes_king = |one: &Move| one.victims.into_iter().flatten().any(|victim| self.is_king(victim));
        out.extend(found.into_iter().filter(|one| !takes_king(one)));
    }

    fn bomber(&self, at: Cell, white: bool, landing: Landing, out: &mut Vec<Move>) {
        for line in ORTHOGONAL {
            let mut found: Vec<Move> = Vec::new();
            // Slides over empty cells, then bombs the first piece it meets.
            for n in 1.. {
                let cell = step(at, line, n);
                if self.ends_lines(cell) {
                    break;
                }
                if self.is_vacant(cell) {
                    found.push(Move::walk(at, cell, [None, None]));
                } else if self.is_side(cell, !white) {
                    let landings = self.landings(cell, line, landing);
                    found.extend(landings.into_iter().map(|to| Move::walk(at, to, [Some(cell), None])));
                    break;
                } else if self.is_side(cell, white) {
                    break;
                }
            }
            // The hop to exactly two squares away, like a helicopter.
            let (near, far) = (step(at, line, 1), step(at, line, 2));
            if self.get(far).is_some_and(|letter| letter != HOLE) && !self.is_side(far, white) {
                let taken = |cell| self.is_side(cell, !white).then_some(cell);
                found.push(Move::walk(at, far, [taken(far), taken(near)]));
            }
            for (i, one) in found.iter().enumerate() {
                let twice = found[..i].iter().any(|other| other.to == one.to);
                if !twice && self.may_land(at, one.to, one.victims) {
                    out.push(*one);
                }
            }
        }
    }

    /// Returns where a bomber that takes the piece on `victim` along a line may land.
    fn landings(&self, victim: Cell, line: Cell, landing: Landing) -> Vec<Cell> {
        let mut all = Vec::new();
        for n in 1.. {
            let cell = step(victim, line, n);
            // The square right behind must be empty. Beyond it, the run continues past holes.
            if self.is_vacant(cell) {
                all.push(cell);
            } else if n == 1 || self.ends_lines(cell) || self.get(cell) != Some(HOLE) {
                break;
            }
            if landing == Landing::Next {
                break;
            }
        }
        all
    }

    /// One step along the lines, or two over anything. An enemy leapt over is taken.
    fn ninja(&self, at: Cell, white: bool, lines: &[Cell], out: &mut Vec<Move>) {
        for &line in lines {
            let (near, far) = (step(at, line, 1), step(at, line, 2));
            let taken = |cell| self.is_side(cell, !white).then_some(cell);
            for (to, victims) in [(near, [taken(near), None]), (far, [taken(far), taken(near)])] {
                if !self.is_side(to, white) && self.may_land(at, to, victims) {
                    out.push(Move::walk(at, to, victims));
                }
            }
        }
    }
}
