//! How a picture is drawn, regardless of its content.

use super::themes::{THEMES, Theme};
use rules::{Spec, Variant};

/// The side of a square in pixels on boards of up to eight files.
const USUAL_CELL: u32 = 90;
/// The side of a square in pixels on wider boards, so that they end up about as wide.
const WIDE_CELL: u32 = 72;

/// The theme, the size, and what is drawn around the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// The colours.
    pub theme: &'static Theme,
    /// Letters and numbers along the board.
    pub coordinates: bool,
    /// The panel next to the board: side to move, hands, promotion counts and captured pieces.
    pub panel: bool,
    /// The words below the mark of the side to move, in the reader's language.
    ///
    /// They are omitted if they do not fit or if our font lacks one of their letters.
    pub to_move: &'static str,
    /// The side of a square in pixels; `None` for the board's usual size.
    cell: Option<u32>,
}

impl Look {
    /// The smallest square side in pixels at which most people can still distinguish the pieces.
    pub const LEAST_CELL: u32 = 16;
    /// The largest square side in pixels: it keeps the largest board below 1,700 pixels.
    pub const MOST_CELL: u32 = 128;

    /// Returns the default look with another theme.
    pub fn of(theme: &'static Theme) -> Self {
        Self { theme, ..Self::default() }
    }

    /// Sets the side of squares in pixels, clamped to the allowed range.
    pub fn with_cell(mut self, pixels: u32) -> Self {
        self.cell = Some(pixels.clamp(Self::LEAST_CELL, Self::MOST_CELL));
        self
    }

    /// Makes squares a third larger than usual for boards of this game.
    pub fn larger(self, variant: Variant) -> Self {
        let cell = self.cell(variant.spec());
        self.with_cell(cell + cell / 3)
    }

    /// Makes squares so small that three boards of this game fit side by side on one screen.
    pub fn for_three(self, variant: Variant) -> Self {
        let cell = self.cell(variant.spec());
        self.with_cell(cell * 3 / 5)
    }

    /// Sets the words below the mark of the side to move.
    pub fn saying(mut self, to_move: &'static str) -> Self {
        self.to_move = to_move;
        self
    }

    /// Removes the panel next to the board.
    pub fn without_panel(mut self) -> Self {
        self.panel = false;
        self
    }

    /// Returns the side of a square in pixels on a game's board.
    pub(super) fn cell(&self, spec: &Spec) -> u32 {
        self.cell.unwrap_or(if spec.files <= 8 { USUAL_CELL } else { WIDE_CELL })
    }

    /// Uses the usual size of animations, which is smaller than that of pictures, unless a size was set.
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
