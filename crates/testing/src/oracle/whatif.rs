//! Counterfactual boards, to check the reasons given by the core against the rules.

use super::role::ALL_AROUND;
use super::{Board, Cell, EMPTY, HOLE, Move};

impl Board {
    /// Returns the board with something else on some cells.
    pub fn with(&self, cells: &[Cell], letter: u8) -> Self {
        let mut other = self.clone();
        for cell in cells {
            other.put(*cell, letter);
        }
        other
    }

    /// Returns the board with a single piece on it.
    pub fn alone(&self, cell: Cell) -> Self {
        let others: Vec<Cell> =
            self.pieces().into_iter().map(|(at, _)| at).filter(|at| *at != cell).collect();
        Self { passed: [None, None], ..self.with(&others, EMPTY) }
    }

    /// Returns the board with the Guards or Bodyguards of the side not to move replaced by Knights, which do
    /// not brake.
    pub fn without_brakes(&self) -> Self {
        let Some(braker) = self.game.braker() else { return self.clone() };
        let letter = |guard: u8| if self.white_to_move { guard.to_ascii_lowercase() } else { guard };
        let all = self.pieces().into_iter().filter(|(_, found)| *found == letter(braker));
        let cells: Vec<Cell> = all.map(|(at, _)| at).collect();
        self.with(&cells, letter(b'N'))
    }

    /// Whether a piece of the side to move is there.
    pub fn is_own(&self, cell: Cell) -> bool {
        self.is_side(cell, self.white_to_move)
    }

    /// Whether a piece of the other side is there.
    pub fn is_enemy(&self, cell: Cell) -> bool {
        self.is_side(cell, !self.white_to_move)
    }

    /// Whether the cell is not a square of the board.
    pub fn is_off(&self, cell: Cell) -> bool {
        self.get(cell).is_none_or(|found| found == HOLE)
    }

    /// Whether the piece on `from` could go to `to`, ignoring its king's safety and castling.
    pub fn goes(&self, from: Cell, to: Cell) -> bool {
        let mut moves = Vec::new();
        self.pseudo(from, &mut moves);
        moves.iter().any(|one| one.to == to)
    }

    /// Whether the piece on `from` could take the one on `victim` if it were its side's turn.
    pub fn could_take(&self, from: Cell, victim: Cell) -> bool {
        let mut moves = Vec::new();
        if self.is_side(from, true) || self.is_side(from, false) {
            self.pseudo(from, &mut moves);
        }
        moves.iter().any(|one| one.victims.contains(&Some(victim)))
    }

    /// Returns the moves of the side to move, ignoring its king's safety after them.
    pub fn reckless_moves(&self) -> Vec<Move> {
        let mut all = Vec::new();
        for (cell, _) in self.pieces() {
            if self.is_own(cell) {
                self.pseudo(cell, &mut all);
            }
        }
        self.drops(&mut all);
        self.castlings(&mut all);
        all
    }

    /// Whether the side to move has the right to castle on this side.
    pub fn may_castle(&self, kings_side: bool) -> bool {
        self.rights[usize::from(!kings_side) + if self.white_to_move { 0 } else { 2 }]
    }

    /// Returns the board with a piece put on another square.
    pub fn carried(&self, from: Cell, to: Cell) -> Self {
        let letter = self.get(from).expect("a piece is carried");
        self.with(&[from], EMPTY).with(&[to], letter)
    }

    /// Returns what a pawn of the side to move may become now.
    pub fn becomes(&self) -> &'static [u8] {
        self.game.promotions(self.promotions[usize::from(!self.white_to_move)])
    }

    /// Returns the number of ninja pawns in the hand of the side to move.
    pub fn in_hand(&self) -> u8 {
        self.hand[usize::from(!self.white_to_move)]
    }
}

/// Whether the two cells are next to each other.
pub fn beside(one: Cell, other: Cell) -> bool {
    ALL_AROUND.contains(&(other.0 - one.0, other.1 - one.1))
}

/// The cells strictly between two cells of a rank, a file or a diagonal.
pub fn between(one: Cell, other: Cell) -> Vec<Cell> {
    let (files, ranks) = (other.0 - one.0, other.1 - one.1);
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    (1..files.abs().max(ranks.abs()))
        .map(|n| (one.0 + files.signum() * n, one.1 + ranks.signum() * n))
        .collect()
}
