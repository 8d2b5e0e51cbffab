//! How a picture is drawn, whatever it shows.

use super::themes::{THEMES, Theme};
use rules::{Spec, Variant};

/// Pixels of a square's side on boards of up to eight files.
const USUAL_CELL: u32 = 90;
/// Pixels of a square's side on wider boards, so that they end up about as wide.
const WIDE_CELL: u32 = 72;

/// The theme, the size, and what is drawn around the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// The colours.
    pub theme: &'static Theme,
    /// Letters and numbers along the board.
    pub coordinates: bool,
    /// The panel beside the board: whose turn it is, hands, promotions made and captured pieces.
    pub panel: bool,
    /// The words below the mark of the side to move, in the reader's language. They are left out where they do not fit
    /// or where our font lacks one of their letters.
    pub to_move: &'static str,
    /// Pixels of a square's side; `None` for the board's usual size.
    cell: Option<u32>,
}

impl Look {
    /// The smallest square side in pixels at which most people can still tell the pieces apart.
    pub const LEAST_CELL: u32 = 16;
    /// The largest square side in pixels: it keeps the largest board below 1,700 pixels.
    pub const MOST_CELL: u32 = 128;

    /// The default look with another theme.
    pub fn of(theme: &'static Theme) -> Self {
        Self { theme, ..Self::default() }
    }

    /// This look with squares of this many pixels, clamped to the allowed range.
    pub fn with_cell(mut self, pixels: u32) -> Self {
        self.cell = Some(pixels.clamp(Self::LEAST_CELL, Self::MOST_CELL));
        self
    }

    /// This look with squares a third larger than usual for boards of this game.
    pub fn larger(self, variant: Variant) -> Self {
        let cell = self.cell(variant.spec());
        self.with_cell(cell + cell / 3)
    }

    /// This look with squares so small that three boards of this game fit side by side on one screen.
    pub fn for_three(self, variant: Variant) -> Self {
        let cell = self.cell(variant.spec());
        self.with_cell(cell * 3 / 5)
    }

    /// This look with these words below the mark of the side to move.
    pub fn saying(mut self, to_move: &'static str) -> Self {
        self.to_move = to_move;
        self
    }

    /// This look without the panel beside the board.
    pub fn without_panel(mut self) -> Self {
        self.panel = false;
        self
    }

    /// Pixels of a square's side on a game's board.
    pub(super) fn cell(&self, spec: &Spec) -> u32 {
        self.cell.unwrap_or(if spec.files <= 8 { USUAL_CELL } else { WIDE_CELL })
    }

    /// This look at the usual size of animations, which is smaller than that of pictures, unless a size was set.
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
