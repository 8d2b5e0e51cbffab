//! Where pieces may go, their own king's safety aside. Pawns are next door.

use super::game::{ALL_AROUND, DIAGONAL, ORTHOGONAL, Role};
use super::{Board, Cell, EMPTY, Game, HOLE, Move};

/// The cell `n` steps away.
fn step((file, rank): Cell, (right, up): Cell, n: i8) -> Cell {
    (file + right * n, rank + up * n)
}

impl Board {
    /// Everything the piece on `at` can do.
    pub(super) fn pseudo(&self, at: Cell, out: &mut Vec<Move>) {
        let letter = self.get(at).expect("the cell is on the board");
        let white = letter.is_ascii_uppercase();
        if self.is_frozen(at) {
            return;
        }
        match self.game.role(letter.to_ascii_uppercase()) {
            Role::Stepper => self.leaps(at, white, &ALL_AROUND, false, out),
            Role::Leaper(leaps) => {
                if !self.is_braked(at, white) {
                    self.leaps(at, white, leaps, self.game == Game::Squirrel, out);
                }
            }
            Role::Slider(lines) => self.slides(at, white, lines, out),
            Role::Bomber => self.bomber(at, white, out),
            Role::NinjaGuard => self.ninja_guard(at, white, out),
            Role::Pawn => self.pawn(at, white, out),
            Role::NinjaPawn => self.ninja_pawn(at, white, out),
        }
    }

    /// Prison Break: an enemy Ice Queen stands next to it.
    pub fn is_frozen(&self, at: Cell) -> bool {
        let letter = self.get(at).unwrap_or(EMPTY);
        let enemy = !letter.is_ascii_uppercase();
        self.game == Game::PrisonBreak
            && letter.is_ascii_alphabetic()
            && ALL_AROUND.iter().any(|&way| self.holds(step(at, way, 1), b'I', enemy))
    }

    /// Squirrel Chess: the square is next to an enemy Guard.
    pub fn is_braked(&self, at: Cell, white: bool) -> bool {
        self.game == Game::Squirrel
            && ALL_AROUND.iter().any(|&way| self.holds(step(at, way, 1), b'G', !white))
    }

    /// May a piece come down here? On an exit only a king may, and whoever thereby takes a king off an exit.
    pub(super) fn may_land(&self, mover: Cell, to: Cell, victims: [Option<Cell>; 2]) -> bool {
        if self.get(to).is_none_or(|found| found == HOLE) {
            return false;
        }
        if !self.game.is_exit(to) {
            return true;
        }
        let is_king = |cell: Cell| self.get(cell).is_some_and(|letter| letter.eq_ignore_ascii_case(&b'k'));
        is_king(mover)
            || victims.into_iter().flatten().any(|victim| self.game.is_exit(victim) && is_king(victim))
    }

    fn leaps(&self, at: Cell, white: bool, leaps: &[Cell], spares_guards: bool, out: &mut Vec<Move>) {
        for &leap in leaps {
            let to = step(at, leap, 1);
            if self.is_side(to, white) || spares_guards && self.holds(to, b'G', !white) {
                continue;
            }
            let victims = [self.is_side(to, !white).then_some(to), None];
            if self.may_land(at, to, victims) {
                out.push(Move::walk(at, to, victims));
            }
        }
    }

    fn slides(&self, at: Cell, white: bool, lines: &[Cell], out: &mut Vec<Move>) {
        for &line in lines {
            for n in 1.. {
                let to = step(at, line, n);
                let Some(found) = self.get(to) else { break };
                if found == HOLE {
                    continue;
                }
                if self.is_side(to, white) {
                    break;
                }
                let takes = found != EMPTY;
                out.push(Move::walk(at, to, [takes.then_some(to), None]));
                if takes || self.is_braked(at, white) || self.is_braked(to, white) {
                    break;
                }
            }
        }
    }

    fn bomber(&self, at: Cell, white: bool, out: &mut Vec<Move>) {
        for line in ORTHOGONAL {
            let mut found: Vec<Move> = Vec::new();
            // Slides over empty cells, then bombs the first piece met.
            for n in 1.. {
                let cell = step(at, line, n);
                match self.get(cell) {
                    None => break,
                    Some(HOLE) => {}
                    Some(EMPTY) => found.push(Move::walk(at, cell, [None, None])),
                    Some(_) => {
                        let behind = step(at, line, n + 1);
                        if self.is_side(cell, !white) && self.is_vacant(behind) {
                            found.push(Move::walk(at, behind, [Some(cell), None]));
                        }
                        break;
                    }
                }
            }
            // The helicopter.
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

    fn ninja_guard(&self, at: Cell, white: bool, out: &mut Vec<Move>) {
        for line in DIAGONAL {
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
