//! How a picture is made, whatever it shows.

use super::themes::{THEMES, Theme};
use rules::{Spec, Variant};

/// Pixels of a square's side on boards of up to eight files.
const USUAL_CELL: u32 = 90;
/// Pixels of a square's side on wider boards, which so become about as wide.
const WIDE_CELL: u32 = 72;

/// Theme, size, and what stands and is written round the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// The colours.
    pub theme: &'static Theme,
    /// Letters and numbers along the board.
    pub coordinates: bool,
    /// Whose turn it is, hands, promotions made and captured pieces beside the board.
    pub panel: bool,
    /// What is written below the mark of the side to move, in the language of those who look; not written where it finds no
    /// room, or where our font lacks a letter of it.
    pub to_move: &'static str,
    /// Pixels of a square's side; none for the usual size of the board.
    cell: Option<u32>,
}

impl Look {
    /// The fewest pixels of a square's side: pieces are still told apart by most people.
    pub const LEAST_CELL: u32 = 16;
    /// The most pixels of a square's side: the largest board stays below 1,700 pixels.
    pub const MOST_CELL: u32 = 128;

    /// The usual look in another theme.
    pub fn of(theme: &'static Theme) -> Self {
        Self { theme, ..Self::default() }
    }

    /// The same with squares of this many pixels, or of the nearest size that is possible.
    pub fn with_cell(mut self, pixels: u32) -> Self {
        self.cell = Some(pixels.clamp(Self::LEAST_CELL, Self::MOST_CELL));
        self
    }

    /// The same with squares a third larger than is usual for the boards of this game.
    pub fn larger(self, variant: Variant) -> Self {
        let cell = self.cell(variant.spec());
        self.with_cell(cell + cell / 3)
    }

    /// The same with squares so small that three boards of this game stand side by side as wide as one screen.
    pub fn for_three(self, variant: Variant) -> Self {
        let cell = self.cell(variant.spec());
        self.with_cell(cell * 3 / 5)
    }

    /// The same with these words below the mark of the side to move.
    pub fn saying(mut self, to_move: &'static str) -> Self {
        self.to_move = to_move;
        self
    }

    /// The board with its coordinates and nothing else.
    pub fn without_panel(mut self) -> Self {
        self.panel = false;
        self
    }

    /// Pixels of a square's side on the board of a game.
    pub(super) fn cell(&self, spec: &Spec) -> u32 {
        self.cell.unwrap_or(if spec.files <= 8 { USUAL_CELL } else { WIDE_CELL })
    }

    /// The same look with the usual size of animations, which are shown smaller than pictures, unless a size was asked for.
    pub(super) fn of_animation(self, spec: &Spec) -> Self {
        let cell = self.cell.unwrap_or(self.cell(spec) * 5 / 6);
        self.with_cell(cell)
    }
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: &THEMES[0], coordinates: true, panel: true, to_move: "", cell: None }
    }
}
