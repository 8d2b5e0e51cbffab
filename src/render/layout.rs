//! All pixel arithmetic: where everything is on a picture.

use crate::rules::{Color, Spec, Square};

/// Pixels of a square's side.
pub(super) const CELL: u32 = 70;
/// Pixels left of the board, for the numbers of the ranks.
const LEFT: u32 = 30;
/// Pixels below the board, for the letters of the files.
const BELOW: u32 = 28;
/// Pixels above the board.
const ABOVE: u32 = 14;
/// Pixels right of the board where only the turn is shown.
const RIGHT: u32 = 34;
/// Pixels right of the board where a hand or promotions are shown too.
const RIGHT_WITH_PANEL: u32 = 66;
/// Pixels of the board's frame.
pub(super) const FRAME: u32 = 3;
/// Pixels from a square to the middle of its label.
const LABEL_GAP: u32 = 15;
/// Pixels of the letters and numbers of the coordinates.
pub(super) const LABEL_HEIGHT: f32 = 17.0;
/// Pixels of the number beside a hand or promotions.
pub(super) const COUNT_HEIGHT: f32 = 20.0;
/// Pixels of the side of the small board square under a pictured hand.
pub(super) const CHIP: u32 = 48;
/// Pixels of the turn mark.
pub(super) const TURN: u32 = 22;

/// Where everything is on the picture of one board from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Layout {
    files: u32,
    ranks: u32,
    first_rank: u32,
    panel: bool,
    side: Color,
}

/// A point in pixels from the picture's upper left corner.
pub(super) type Point = (u32, u32);

impl Layout {
    /// The layout of a game's board with `side` at the bottom.
    pub(super) fn new(spec: &Spec, side: Color) -> Self {
        Self {
            files: u32::from(spec.files),
            ranks: u32::from(spec.last_rank - spec.first_rank) + 1,
            first_rank: u32::from(spec.first_rank),
            panel: spec.drops.is_some() || spec.counts_promotions,
            side,
        }
    }

    /// The picture's width and height.
    pub(super) fn size(self) -> Point {
        let right = if self.panel { RIGHT_WITH_PANEL } else { RIGHT };
        (LEFT + self.files * CELL + right, ABOVE + self.ranks * CELL + BELOW)
    }

    /// The column from the left and the row from the top of a square: the one place that flips the board.
    pub(super) fn cell(self, square: Square) -> Point {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()) - self.first_rank);
        match self.side {
            Color::White => (file, self.ranks - 1 - rank),
            Color::Black => (self.files - 1 - file, rank),
        }
    }

    /// The upper left corner of a square.
    pub(super) fn corner(self, square: Square) -> Point {
        let (column, row) = self.cell(square);
        (LEFT + column * CELL, ABOVE + row * CELL)
    }

    /// Whether a square lies on the right half of the picture.
    pub(super) fn is_right(self, square: Square) -> bool {
        2 * self.cell(square).0 >= self.files
    }

    /// The middle of the label left of a square.
    pub(super) fn rank_label(self, square: Square) -> Point {
        let (x, y) = self.corner(square);
        (x - LABEL_GAP, y + CELL / 2)
    }

    /// The middle of the label below a square.
    pub(super) fn file_label(self, square: Square) -> Point {
        let (x, y) = self.corner(square);
        (x + CELL / 2, y + CELL + LABEL_GAP)
    }

    /// The middle of the mark that says it is this side's turn.
    pub(super) fn turn_mark(self, color: Color) -> Point {
        let (width, _) = self.size();
        let board = LEFT + self.files * CELL;
        let x = board.midpoint(width) + 1;
        if color == self.side { (x, ABOVE + self.ranks * CELL - TURN / 2) } else { (x, ABOVE + TURN / 2) }
    }

    /// The upper left corner of this side's chip (its hand, or its promotions) and the middle of the number with it.
    pub(super) fn chip(self, color: Color) -> (Point, Point) {
        let (x, turn) = self.turn_mark(color);
        let left = x - CHIP / 2;
        // The number stands on the far side of the turn mark, so both sides' panels mirror each other.
        if color == self.side {
            let top = turn - TURN - CHIP;
            ((left, top), (x, top - 14))
        } else {
            let top = turn + TURN;
            ((left, top), (x, top + CHIP + 13))
        }
    }
}
