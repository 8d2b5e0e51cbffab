//! All pixel arithmetic: the place of everything in a picture.
//!
//! A picture is a grid. Its columns are the left margin, one per file, and the right margin; its rows are the
//! upper margin, one per rank, and the lower margin. Every measure is a share of a square's side, so that all
//! sizes look alike.

use super::look::Look;
use rules::{Color, Spec, Square};

/// A point in pixels from the picture's upper left corner.
pub(super) type Point = (u32, u32);

/// The width of the right margin when it holds the panel, in hundredths of a square's side.
const RIGHT: u32 = 116;
/// The font height of the panel's numbers, in squares. The digits themselves take 0.63 of it.
const NUMBER: f32 = 0.7;
/// The font height of the panel's words, in squares.
const WORDS: f32 = 0.36;

/// The place of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TextBox {
    pub(super) middle: Point,
    /// The font's height, from its highest to its lowest point.
    pub(super) height: f32,
    /// Longer text is squeezed to this width.
    pub(super) width: f32,
}

/// The geometry of the pictures of one board in one look, from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(super) struct Layout {
    files: u32,
    ranks: u32,
    first_rank: u32,
    /// The side of a square in pixels.
    pub(super) cell: u32,
    coordinates: bool,
    pub(super) panel: bool,
    pub(super) side: Color,
}

/// A part of the picture: its left and upper edge, width and height in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    /// Returns the smallest area that covers both.
    pub(super) fn with(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let below = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: right - x, height: below - y }
    }
}

impl Layout {
    /// Returns the layout of a game's board with `side` at the bottom.
    pub(super) fn new(spec: &Spec, look: &Look, side: Color) -> Self {
        Self {
            files: u32::from(spec.files),
            ranks: u32::from(spec.last_rank - spec.first_rank) + 1,
            first_rank: u32::from(spec.first_rank),
            cell: look.cell(spec),
            coordinates: look.coordinates,
            panel: look.panel,
            side,
        }
    }

    /// Returns this layout from the given side.
    pub(super) fn seen_by(self, side: Color) -> Self {
        Self { side, ..self }
    }

    /// Converts hundredths of a square's side to pixels.
    const fn share(self, hundredths: u32) -> u32 {
        (self.cell * hundredths + 50) / 100
    }

    /// Returns the width of the line around the squares.
    pub(super) fn frame(self) -> u32 {
        self.share(4).max(1)
    }

    /// Returns the width of an empty margin. A match in Deflate is at least three bytes long, so no column is
    /// narrower.
    fn edge(self) -> u32 {
        self.share(13).max(3)
    }

    fn left(self) -> u32 {
        if self.coordinates { self.share(46) } else { self.edge() }
    }

    fn right(self) -> u32 {
        if self.panel { self.share(RIGHT) } else { self.edge() }
    }

    fn below(self) -> u32 {
        if self.coordinates { self.share(42) } else { self.edge() }
    }

    /// Returns the box of a coordinate label centred on a point.
    fn label(self, middle: Point) -> TextBox {
        TextBox { middle, height: self.cell as f32 * 0.3, width: self.cell as f32 }
    }

    /// Returns the picture's width and height in pixels.
    pub(super) fn size(self) -> Point {
        (
            self.left() + self.files * self.cell + self.right(),
            self.edge() + self.ranks * self.cell + self.below(),
        )
    }

    /// Returns the number of columns of the grid, including both margins.
    pub(super) fn columns(self) -> u32 {
        self.files + 2
    }

    /// Returns the number of rows of the grid, including both margins.
    pub(super) fn rows(self) -> u32 {
        self.ranks + 2
    }

    /// Returns the pixels of a cell of the grid.
    pub(super) fn area(self, column: u32, row: u32) -> Area {
        let (x, width) = strip(column, self.files, self.cell, self.left(), self.right());
        let (y, height) = strip(row, self.ranks, self.cell, self.edge(), self.below());
        Area { x, y, width, height }
    }

    /// Returns the column and row of a square in the grid. This is the only place that flips the board.
    pub(super) fn place(self, square: Square) -> Point {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()) - self.first_rank);
        match self.side {
            Color::White => (1 + file, self.ranks - rank),
            Color::Black => (self.files - file, 1 + rank),
        }
    }

    /// Returns the upper left corner of a square.
    pub(super) fn corner(self, square: Square) -> Point {
        let (column, row) = self.place(square);
        let area = self.area(column, row);
        (area.x, area.y)
    }

    /// True if a square is on the right half of the picture.
    pub(super) fn is_right(self, square: Square) -> bool {
        2 * (self.place(square).0 - 1) >= self.files
    }

    /// True if there are letters and numbers along the board.
    pub(super) const fn has_labels(self) -> bool {
        self.coordinates
    }

    /// Returns the label left of a square.
    pub(super) fn rank_label(self, square: Square) -> TextBox {
        self.label_left_of(self.corner(square))
    }

    /// Returns the label in the margin left of a square's row.
    pub(super) fn margin_label(self, square: Square) -> TextBox {
        self.label_left_of((self.left(), self.corner(square).1))
    }

    /// Returns the label left of the square with this upper left corner.
    fn label_left_of(self, (x, y): Point) -> TextBox {
        self.label((x - self.frame() - self.share(19), y + self.cell / 2))
    }

    /// Returns the label below a square.
    pub(super) fn file_label(self, square: Square) -> TextBox {
        let (x, y) = self.corner(square);
        self.label((x + self.cell / 2, y + self.cell + self.frame() + self.share(18)))
    }

    /// Returns the grid row of a panel slot, and true if the slot is the lower half of that row.
    ///
    /// Slots are counted from the end of the board where `color` sits; each side has one per rank.
    pub(super) fn slot(self, color: Color, place: u32) -> (u32, bool) {
        let from_top = if color == self.side { 2 * self.ranks - 1 - place } else { place };
        (1 + from_top / 2, from_top % 2 == 1)
    }

    /// Returns the number of panel slots for each side.
    pub(super) const fn slots(self) -> u32 {
        self.ranks
    }

    /// Returns the chip's square in a panel slot, relative to its grid cell: corner and side.
    pub(super) fn chip(self, lower: bool) -> (Point, u32) {
        let side = self.share(48);
        let top = if lower { self.cell / 2 } else { 0 } + (self.cell / 2 - side) / 2;
        ((self.frame() + self.share(6), top), side)
    }

    /// Returns the place of the number next to a chip.
    ///
    /// It takes the full height of its slot, because pictures are often shown at a third of their size.
    pub(super) fn chip_number(self, lower: bool) -> TextBox {
        let ((x, y), side) = self.chip(lower);
        let (left, right) = (x + side + self.share(4), self.right() - self.share(4));
        let middle = (u32::midpoint(left, right), y + side / 2);
        TextBox { middle, height: self.cell as f32 * NUMBER, width: (right - left) as f32 }
    }

    /// Returns the half of a row that a full-width panel sign takes, relative to its grid cell.
    ///
    /// Two of them in a row leave no gap between them.
    pub(super) fn band(self, lower: bool) -> Area {
        let ((x, _), gap) = (self.chip(false).0, self.share(2));
        let (y, below) = if lower { (self.cell / 2, self.cell - gap) } else { (gap, self.cell / 2) };
        Area { x, y, width: self.right() - self.share(4) - x, height: below - y }
    }

    /// Returns the place of the words in such a band.
    pub(super) fn band_words(self, lower: bool) -> TextBox {
        let band = self.band(lower);
        let middle = (band.x + band.width / 2, band.y + band.height / 2);
        TextBox { middle, height: self.cell as f32 * WORDS, width: (band.width - self.share(6)) as f32 }
    }
}

/// Returns the start and width of the strip with this number: a margin, `count` equal strips, a margin.
fn strip(number: u32, count: u32, each: u32, before: u32, after: u32) -> (u32, u32) {
    match number {
        0 => (0, before),
        inner if inner <= count => (before + (inner - 1) * each, each),
        _ => (before + count * each, after),
    }
}
