//! Ordinary, sliding and ninja pawns, and drops.

use super::game::DropSquares;
use super::{Board, Cell, Move};

impl Board {
    pub(super) fn pawn(&self, at: Cell, white: bool, out: &mut Vec<Move>) {
        let up: i8 = if white { 1 } else { -1 };
        self.advances(at, white, up, out);
        let ahead = (at.0, at.1 + up);
        for side in [-1, 1] {
            let to = (at.0 + side, at.1 + up);
            if self.is_side(to, !white) {
                let victims = [Some(to), None];
                if self.may_land(at, to, victims) {
                    self.push_pawn(Move::walk(at, to, victims), white, out);
                }
            } else if let Some(victim) = self.en_passant_victim(to, white) {
                out.push(Move::walk(at, to, [Some(victim), None]));
            } else if self.game.pawns.slide
                && self.is_side(ahead, !white)
                && self.is_vacant(to)
                && !self.game.is_exit(to)
            {
                self.push_pawn(Move::walk(at, to, [None, None]), white, out);
            }
        }
        let back = (at.0, at.1 - up);
        if self.game.pawns.step_back && self.is_vacant(back) {
            out.push(Move::walk(at, back, [None, None]));
        }
    }

    /// Moves straight ahead through vacant squares.
    fn advances(&self, at: Cell, white: bool, up: i8, out: &mut Vec<Move>) {
        let mut passed = [None, None];
        for n in 1..=self.game.advance(white, at.1) {
            let to = (at.0, at.1 + up * n);
            if !self.is_vacant(to) || self.game.is_exit(to) {
                break;
            }
            // Only from unbraked squares does it go beyond the first square.
            if n > 1 && (self.is_braked(at, white) || self.is_braked((at.0, to.1 - up), white)) {
                break;
            }
            self.push_pawn(Move { passed, ..Move::walk(at, to, [None, None]) }, white, out);
            if n < 3 {
                passed[n as usize - 1] = Some(to);
            }
        }
    }

    /// Returns the square of the pawn that an ordinary pawn of this side takes by landing on a square that
    /// was just passed over.
    fn en_passant_victim(&self, to: Cell, white: bool) -> Option<Cell> {
        if white != self.white_to_move || !self.passed.contains(&Some(to)) {
            return None;
        }
        let last = self.passed.iter().flatten().last()?;
        Some((last.0, if white { last.1 - 1 } else { last.1 + 1 }))
    }

    /// Adds the move, or one move per piece that the pawn may become.
    fn push_pawn(&self, one: Move, white: bool, out: &mut Vec<Move>) {
        if one.to.1 == self.game.last_rank(white) {
            for &letter in self.game.promotions(self.promotions[usize::from(!white)]) {
                out.push(Move { promotion: Some(letter), passed: [None, None], ..one });
            }
        } else {
            out.push(one);
        }
    }

    pub(super) fn ninja_pawn(&self, at: Cell, white: bool, out: &mut Vec<Move>) {
        let up: i8 = if white { 1 } else { -1 };
        // The rank counted from its owner's end. 5 is the last of its own half.
        let own = self.game.own_rank(white, at.1);
        for n in 1..=(5 - own).max(1) {
            let to = (at.0, at.1 + up * n);
            if !self.is_vacant(to) {
                break;
            }
            self.push_pawn(Move::walk(at, to, [None, None]), white, out);
        }
        for side in [-1, 1] {
            let beside = (at.0 + side, at.1);
            if self.is_vacant(beside) {
                out.push(Move::walk(at, beside, [None, None]));
            }
            if own >= 6 && self.is_side(beside, !white) {
                out.push(Move::walk(at, beside, [Some(beside), None]));
            }
            let diagonal = (at.0 + side, at.1 + up);
            if self.is_side(diagonal, !white) {
                self.push_pawn(Move::walk(at, diagonal, [Some(diagonal), None]), white, out);
            }
        }
    }

    /// Drops of ninja pawns from the hand, pushed up or not.
    pub(super) fn drops(&self, out: &mut Vec<Move>) {
        let white = self.white_to_move;
        let Some(drops) = self.game.drops.filter(|_| self.in_hand() > 0) else { return };
        match drops.squares {
            DropSquares::Pushed => {
                for file in 0..self.game.width() {
                    for own in 2..=5 {
                        let to = (file, self.game.own_rank(white, own));
                        if !self.is_vacant(to) {
                            break;
                        }
                        out.push(Move { to, ..Move::default() });
                    }
                }
            }
            DropSquares::Only(squares) => {
                let squares = squares.iter().map(|&(file, own)| (file, self.game.own_rank(white, own)));
                out.extend(squares.filter(|to| self.is_vacant(*to)).map(|to| Move { to, ..Move::default() }));
            }
        }
    }
}
