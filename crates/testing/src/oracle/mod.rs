//! The oracle: a second rules engine, slow and simple. It uses a grid of letters and tries every move on a
//! copy.
//!
//! It is written from the text of the rules alone and shares no code with the core, so the two agree only if
//! both read the rules alike.

mod fen;
mod game;
mod games;
mod legal;
mod material;
mod pawns;
mod pieces;
mod role;
mod state;
#[cfg(test)]
mod tests;
mod whatif;

pub use game::Game;
pub use games::GAMES;
pub use material::{Pieces, can_have};
pub use whatif::{beside, between};

/// A file (0 = a) and a rank as printed.
pub type Cell = (i8, i8);

/// An empty square on the grid.
pub const EMPTY: u8 = b'.';
/// A cell that is not a square.
pub const HOLE: u8 = b'*';

/// A position: letters on a grid and the fields of the FEN.
#[derive(Clone)]
pub struct Board {
    /// The game whose rules apply.
    pub game: &'static Game,
    /// `grid[file][rank]`, White upper case.
    grid: [[u8; 12]; 10],
    /// Whether White is to move.
    pub white_to_move: bool,
    /// The castling rights K, Q, k, q.
    rights: [bool; 4],
    /// The squares that the last advance passed over, in the order passed.
    passed: [Option<Cell>; 2],
    halfmove: u32,
    fullmove: u32,
    /// Ninja pawns in hand, White's first.
    hand: [u8; 2],
    /// Promotions made, White's first.
    promotions: [u32; 2],
}

/// A move and its effects.
#[derive(Clone, Copy, Default)]
pub struct Move {
    /// The origin of the piece; `None` for a drop.
    pub from: Option<Cell>,
    /// The target square.
    pub to: Cell,
    /// The squares of the pieces it takes.
    pub victims: [Option<Cell>; 2],
    /// The letter of the piece it becomes, on the last rank or in a zone.
    pub promotion: Option<u8>,
    /// In castling: the rook's origin, its target, and whether this is the king's side.
    pub castling: Option<(Cell, Cell, bool)>,
    /// The squares that an advance passes over, in the order passed.
    pub passed: [Option<Cell>; 2],
}

impl Move {
    /// Creates a move of one piece that takes the pieces on `victims`.
    fn walk(from: Cell, to: Cell, victims: [Option<Cell>; 2]) -> Self {
        Self { from: Some(from), to, victims, ..Self::default() }
    }

    /// Returns the canonical text.
    pub fn text(&self) -> String {
        let to = cell_text(self.to);
        match (self.castling, self.from) {
            (Some((_, _, true)), _) => format!("O-O{to}"),
            (Some((_, _, false)), _) => format!("O-O-O{to}"),
            (None, None) => format!("J@{to}"),
            (None, Some(from)) => {
                let promotion =
                    self.promotion.map(|letter| char::from(letter).to_ascii_lowercase().to_string());
                format!("{}{to}{}", cell_text(from), promotion.unwrap_or_default())
            }
        }
    }

    /// Returns the number of pieces it takes.
    pub fn victim_count(&self) -> usize {
        self.victims.iter().flatten().count()
    }
}

/// Returns a cell's name, as in `e10`.
pub fn cell_text((file, rank): Cell) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8))
}

impl Board {
    /// Returns the letter on a cell; `None` outside the bounding rectangle.
    pub fn get(&self, (file, rank): Cell) -> Option<u8> {
        let (low, high) = self.game.ranks();
        let inside = (0..self.game.width()).contains(&file) && (low..=high).contains(&rank);
        inside.then(|| self.grid[file as usize][rank as usize])
    }

    fn put(&mut self, (file, rank): Cell, letter: u8) {
        self.grid[file as usize][rank as usize] = letter;
    }

    /// Whether this cell is a vacant square.
    fn is_vacant(&self, cell: Cell) -> bool {
        self.get(cell) == Some(EMPTY)
    }

    /// Whether a piece of this colour is there.
    fn is_side(&self, cell: Cell, white: bool) -> bool {
        self.get(cell)
            .is_some_and(|letter| letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == white)
    }

    /// Whether exactly this piece (upper-case letter and colour) is there.
    fn holds(&self, cell: Cell, letter: u8, white: bool) -> bool {
        self.is_side(cell, white) && self.get(cell).is_some_and(|found| found.to_ascii_uppercase() == letter)
    }

    /// Returns every cell of the bounding rectangle.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (low, high) = self.game.ranks();
        let width = self.game.width();
        (low..=high).flat_map(move |rank| (0..width).map(move |file| (file, rank)))
    }

    /// Returns every cell with a piece, and the piece's letter.
    pub fn pieces(&self) -> Vec<(Cell, u8)> {
        let lettered = |cell| Some((cell, self.get(cell)?));
        self.cells().filter_map(lettered).filter(|(_, letter)| letter.is_ascii_alphabetic()).collect()
    }

    /// Returns the cell of this side's king.
    pub fn king(&self, white: bool) -> Option<Cell> {
        self.cells().find(|&cell| self.holds(cell, b'K', white))
    }
}
